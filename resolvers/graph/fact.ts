import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import { type Connection, PageArgs, ROOT_AT } from "../../schema/connection.ts";
import { listCost, pageCost } from "../../schema/cost.ts";
import { parseGlobalId } from "../../schema/global-id.ts";
import { ClaimConnection } from "../../schema/graph/claim.ts";
import { Decision } from "../../schema/graph/decision.ts";
import { Entity } from "../../schema/graph/entity.ts";
import { Event } from "../../schema/graph/event.ts";
import {
  Fact,
  FactConnection,
  FactsArgs,
  FactVersion,
  FactVersionConnection,
  SupersedeReasonEnum,
} from "../../schema/graph/fact.ts";
import { GraphQLDateTime } from "../../schema/scalars.ts";
import { Session } from "../../schema/sessions/session.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { members } from "../../src/memory/entity.ts";
import {
  factVersionId,
  isDenial,
  isEmpty,
  type FactVersion as FactRecord,
  type SupersedeReason,
} from "../../src/memory/fact.ts";
import type { Instant } from "../../src/memory/time.ts";
import { checkTags } from "../../src/memory/tags.ts";
import { byStart, claimsOf, endOf, lastConfirmedAt } from "../../src/read/history/fact-history.ts";
import type { Subject } from "../../src/read/graph/graph-reader.ts";
import { EMPTY_PAGE, type FactQuery, type Page } from "../../src/store/port.ts";
import type { DuringQuery } from "../../src/store/port/overview.ts";
import { asStored, fraction, intervalOf } from "../arguments.ts";
import type { Context } from "../context.ts";
import { findSubject } from "../named-entity.ts";
import { pageRequest, showFrom, showPage } from "../page.ts";
import { showClaim, type ShownClaim } from "./claim.ts";
import { type Reading, readingOfId, readingAt } from "../reading.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEntity, type ShownEntity } from "../show/entity.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import {
  loadFact,
  showFact,
  showFactVersion,
  type ShownFact,
  type ShownFactVersion,
} from "../show/fact.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

@Resolver()
export class FactQueries {
  @Query(() => Fact, {
    nullable: true,
    description:
      "A fact by id, whatever its valid interval; null if there is none, or if it was not recorded yet at the time point.",
  })
  async fact(
    @Arg("id", () => ID, {
      description:
        "Id of the fact. The id of a past view is read at that view's time point unless `at` is given.",
    })
    id: string,
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownFact | null> {
    const globalId = parseGlobalId(id, "Fact");
    return loadFact(globalId.id, await readingOfId(context, globalId, at));
  }

  @Query(() => FactConnection, {
    complexity: pageCost,
    description: "Facts visible at the time point, in the order in which they were first recorded.",
  })
  async facts(
    @Args(() => FactsArgs) args: FactsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownFact>> {
    const reading = await readingAt(context, args.at);
    const page = pageRequest("facts", args, context.services.limits);
    const query = {
      slot: asStored(args.slot),
      minConfidence: fraction("minConfidence", args.minConfidence),
      tier: args.tier ?? undefined,
      tags: checkTags(args.tags),
      at: reading.view.at,
      page,
    };
    const subject = args.entity == null ? undefined : await findSubject(args.entity, reading);
    if (args.during != null && subject !== null) {
      const facts = await factsDuring(reading, query, intervalOf(args.during), subject);
      return showPage("facts", facts, page, (fact) => showFact(fact, reading));
    }
    const facts =
      subject === null
        ? EMPTY_PAGE
        : (
            await reading.loaders.factPages.load({
              of: subject === undefined ? undefined : [subject],
              query,
            })
          ).page;
    return showPage("facts", facts, page, (fact) => showFact(fact, reading));
  }
}

/** Facts that were true at any moment of an interval, as known at the reading's `knownAt`. */
const factsDuring = async (
  { space, loaders, view: { at } }: Reading,
  { slot, minConfidence, tier, tags, page }: Omit<FactQuery, "entities" | "at">,
  during: DuringQuery["during"],
  subject: Subject | undefined,
): Promise<Page<FactRecord>> => {
  const version = typeof subject === "string" ? await loaders.entity(subject, at.knownAt) : subject;
  if (version === null) return EMPTY_PAGE;
  return space.factsDuring({
    entities: version && members(version),
    slot,
    minConfidence,
    tier,
    tags,
    during,
    knownAt: at.knownAt,
    page,
  });
};

const keyOf = ({
  record,
  reading,
}: ShownFact): { readonly id: string; readonly knownAt: Instant } => ({
  id: record.fact,
  knownAt: reading.view.at.knownAt,
});

/** Ids of all facts on the line of a fact: those of its slot, or of its chain. */
const lineOf = async ({ record, reading: { loaders, view } }: ShownFact): Promise<Set<string>> => {
  const owner = record.slot === null ? null : await loaders.entity(record.entity, view.at.knownAt);
  const line = await loaders.lines.load(
    record.slot === null || owner === null
      ? { chain: record.chain }
      : { entities: members(owner), slots: [record.slot] },
  );
  return new Set([record.fact, ...line.map(({ fact }) => fact)]);
};

/** Facts on the line of a fact, as they read at the view, oldest first. */
const historyOf = async (fact: ShownFact): Promise<FactRecord[]> => {
  const { loaders, view } = fact.reading;
  const { knownAt } = view.at;
  const line = await Promise.all(
    Array.from(await lineOf(fact), (id) => loaders.facts.load({ id, knownAt })),
  );
  return line
    .filter((version) => version !== null)
    .filter((version) => !isDenial(version) && (version.restates === null || !isEmpty(version)))
    .toSorted(byStart);
};

@Resolver(() => Fact)
export class FactFields {
  @FieldResolver(() => Entity, { description: "Primary entity, which the fact is about." })
  entity(@Root() { record, reading }: ShownFact): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(record.entity, reading);
  }

  @FieldResolver(() => [Entity], {
    complexity: listCost,
    description: "Entities that the text names, the primary one first.",
  })
  async mentions(@Root() { record, reading }: ShownFact): Promise<ShownEntity[]> {
    const entities = await Promise.all(
      [record.entity, ...record.mentions].map((id) => loadEntity(id, reading)),
    );
    return [
      ...new Map(entities.flatMap((entity) => (entity ? [[entity.id, entity]] : []))).values(),
    ];
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: "When the statement was last made or confirmed.",
  })
  async lastConfirmedAt(@Root() fact: ShownFact): Promise<Instant> {
    return lastConfirmedAt(fact.record, await fact.reading.loaders.confirmations.load(keyOf(fact)));
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "Event that the fact was extracted from.",
  })
  event(@Root() { record, reading }: ShownFact): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }

  @FieldResolver(() => Decision, { description: "Decision that created this version." })
  decision(@Root() { record, reading }: ShownFact): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    description: "Session in which the statement was made.",
  })
  session(@Root() { record, reading }: ShownFact): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description: "Fact that this one replaced; if there were several, the last.",
  })
  async supersedes(@Root() fact: ShownFact): Promise<ShownFact | null> {
    const predecessors = await fact.reading.loaders.supersededFacts.load(keyOf(fact));
    const last = predecessors.at(-1);
    return last === undefined ? null : showFact(last, fact.reading);
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description: "Fact that replaced this one.",
  })
  async supersededBy(@Root() { record, reading }: ShownFact): Promise<ShownFact | null> {
    const by = endOf(record)?.by ?? null;
    return by === null ? null : loadFact(by, reading);
  }

  @FieldResolver(() => SupersedeReasonEnum, {
    nullable: true,
    description:
      "Why the fact ends or is no longer believed; null while it holds, or if its end was stated from the start.",
  })
  supersedeReason(@Root() { record }: ShownFact): SupersedeReason | null {
    return endOf(record)?.reason ?? null;
  }

  @FieldResolver(() => [FactVersion], {
    complexity: listCost,
    description: "Versions of the fact, in the order in which they were recorded.",
  })
  async versions(@Root() fact: ShownFact): Promise<ShownFactVersion[]> {
    const history = await fact.reading.loaders.factHistory.load(keyOf(fact));
    return history.map((version) => showFactVersion(version, fact.reading));
  }

  @FieldResolver(() => FactVersionConnection, {
    complexity: pageCost,
    description: "The same versions, in pages.",
  })
  async versionsConnection(
    @Root() fact: ShownFact,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFactVersion>> {
    const page = pageRequest("versions", args, services.limits);
    const history = await fact.reading.loaders.factHistory.load(keyOf(fact));
    return showFrom("versions", history, page, {
      positionOf: factVersionId,
      show: (version) => showFactVersion(version, fact.reading),
    });
  }

  @FieldResolver(() => ClaimConnection, {
    complexity: pageCost,
    description:
      "All statements about the fact, including restatements and denials, in the order in which they were recorded.",
  })
  async claims(
    @Root() fact: ShownFact,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownClaim>> {
    const page = pageRequest("claims", args, services.limits);
    const { reading, record } = fact;
    const { knownAt } = reading.view.at;
    const line = await Promise.all(
      Array.from(await lineOf(fact), (id) => reading.loaders.facts.load({ id, knownAt })),
    );
    const claims = claimsOf(
      record,
      line.filter((version) => version !== null),
    );
    return showFrom("claims", claims, page, {
      positionOf: (claim) => claim.fact,
      show: (claim) => showClaim(claim, reading),
    });
  }

  @FieldResolver(() => [Fact], {
    complexity: listCost,
    description:
      "The whole chain of facts that replaced one another and includes this one, oldest first.",
  })
  async history(@Root() fact: ShownFact): Promise<ShownFact[]> {
    return (await historyOf(fact)).map((version) => showFact(version, fact.reading));
  }

  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description: "The same chain, in pages.",
  })
  async historyConnection(
    @Root() fact: ShownFact,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const page = pageRequest("history", args, services.limits);
    return showFrom("history", await historyOf(fact), page, {
      positionOf: (version) => version.fact,
      show: (version) => showFact(version, fact.reading),
    });
  }
}

@Resolver(() => FactVersion)
export class FactVersionFields {
  @FieldResolver(() => Fact, {
    description: "Fact of which this is a version, at the same time point.",
  })
  fact(@Root() { record, reading }: ShownFactVersion): Promise<ShownFact | null> {
    return loadFact(record.fact, reading);
  }

  @FieldResolver(() => Decision, { description: "Decision that created the version." })
  decision(@Root() { record, reading }: ShownFactVersion): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "Event that the statement was extracted from.",
  })
  event(@Root() { record, reading }: ShownFactVersion): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }
}
