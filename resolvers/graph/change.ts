import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Query,
  Resolver,
  Root,
  Subscription,
} from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { Change, ChangeConnection, ChangesArgs } from "../../schema/graph/change.ts";
import { Decision } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { Node } from "../../schema/node.ts";
import type { Change as ChangeRecord, ChangedVersion } from "../../src/memory/change.ts";
import { Problem } from "../../src/memory/problem.ts";
import { BEGINNING, type Instant, plusMillis } from "../../src/memory/time.ts";
import { DEFAULT_CHANGES, followChanges, oneWith } from "../../src/read/history/changes.ts";
import { EMPTY_PAGE, type Page, type PageRequest } from "../../src/store/port.ts";
import type { Context } from "../context.ts";
import { findEntityId, findSubject } from "../named-entity.ts";
import { pageRequest, showPage } from "../page.ts";
import { type Reading, readingAfter, readingAt } from "../reading.ts";
import { showChange, type ShownChange } from "../show/change.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadNode, type ShownNode } from "../show/node.ts";

@Resolver()
export class ChangeQueries {
  @Query(() => ChangeConnection, {
    complexity: pageCost,
    description:
      "Changes recorded in [from, to), oldest first. Errors: INVALID_INTERVAL (`to` before `from`).",
  })
  async changes(
    @Args(() => ChangesArgs) args: ChangesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownChange>> {
    const { from, to, entity } = args;
    if (to != null && to < from)
      throw new Problem("INVALID_INTERVAL", `to (${to}) must not be earlier than from (${from}).`);
    const reading = await readingAt(context, { knownAt: to == null ? null : justBefore(to) });
    const limits = { ...context.services.limits, byDefault: DEFAULT_CHANGES };
    const page = pageRequest("changes", args, limits);
    const changes = await changesIn(reading, from, entity ?? null, page);
    return showPage("changes", changes, page, (change) => showChange(change, reading));
  }
}

/** The last instant before another; the beginning of time has none. */
const justBefore = (at: Instant): Instant => (at > BEGINNING ? plusMillis(at, -1) : at);

/** Changes from `from` up to the reading's `knownAt`, both included. */
const changesIn = async (
  reading: Reading,
  from: Instant,
  entity: string | null,
  page: PageRequest,
): Promise<Page<ChangeRecord>> => {
  const { space, view } = reading;
  const { knownAt } = view.at;
  const subject = entity === null ? undefined : await findSubject(entity, reading);
  if (subject === null || from > knownAt) return EMPTY_PAGE;
  const entities =
    subject === undefined
      ? undefined
      : await oneWith(space, typeof subject === "string" ? subject : subject.entity, knownAt);
  return space.changes({ from: justBefore(from), to: knownAt, entities, page });
};

const follow = async ({
  args,
  context,
}: {
  readonly args: { readonly entity?: string | null };
  readonly context: Context;
}): Promise<AsyncIterable<ChangeRecord>> =>
  followChanges(
    context.space,
    args.entity == null ? undefined : await findEntityId(args.entity, context),
  );

@Resolver()
export class ChangeSubscription {
  @Subscription(() => Change, {
    subscribe: follow,
    description:
      "Every change committed from now on, in order, exactly once. Each is read at its own record time, but `after` of the change shows the present. Errors: NOT_FOUND (entity).",
  })
  memoryChanged(
    @Root() change: ChangeRecord,
    @Arg("entity", () => ID, {
      nullable: true,
      description: "Only changes to this entity (id, key or name) and to entities merged into it.",
    })
    _entity: string | null | undefined,
    @Ctx() context: Context,
  ): ShownChange {
    const reading = readingAfter(context, { knownAt: change.at, validAt: change.at });
    return showChange(change, reading, reading);
  }
}

const KIND = { FACT: "Fact", RELATIONSHIP: "Relationship", ENTITY: "Entity" } as const;

const load = (
  version: ChangedVersion | null,
  reading: Reading,
): ShownNode | null | Promise<ShownNode | null> =>
  version && loadNode(KIND[version.kind], version.id, reading);

@Resolver(() => Change)
export class ChangeFields {
  @FieldResolver(() => Node, {
    nullable: true,
    description:
      "The Fact, Relationship or Entity just before the change; if one fact replaced another, the replaced fact. Null for something new.",
  })
  before(
    @Root() { record, readBefore }: ShownChange,
  ): ShownNode | null | Promise<ShownNode | null> {
    return load(record.before, readBefore);
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description:
      "The Fact, Relationship or Entity as the change left it; null if it is no longer believed.",
  })
  after(@Root() { record, readAfter }: ShownChange): ShownNode | null | Promise<ShownNode | null> {
    return load(record.after, readAfter);
  }

  @FieldResolver(() => Decision, {
    nullable: true,
    description: "Decision that caused the change.",
  })
  decision(@Root() { record, readAfter }: ShownChange): Promise<ShownDecision | null> {
    return loadDecision(record.decision, readAfter);
  }

  @FieldResolver(() => Event, { nullable: true, description: "Event that caused the change." })
  event(@Root() { record, readAfter }: ShownChange): Promise<ShownEvent | null> {
    return loadEvent(record.event, readAfter);
  }
}
