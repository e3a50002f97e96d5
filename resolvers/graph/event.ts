import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { type Connection, PageArgs } from "../../schema/connection.ts";
import { listCost, pageCost } from "../../schema/cost.ts";
import { Decision, DecisionConnection } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { Session } from "../../schema/sessions/session.ts";
import type { Decision as DecisionRecord } from "../../src/memory/decision.ts";
import type { Context } from "../context.ts";
import { pageRequest, showFrom } from "../page.ts";
import { showDecision, type ShownDecision } from "../show/decision.ts";
import type { ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

const decisionsOf = ({ record, reading }: ShownEvent): Promise<readonly DecisionRecord[]> =>
  reading.loaders.decisionsOfEvents.load({ id: record.id, knownAt: reading.view.at.knownAt });

@Resolver(() => Event)
export class EventFields {
  @FieldResolver(() => Session, {
    nullable: true,
    description: "Session that the message belongs to.",
  })
  session(@Root() { record, reading }: ShownEvent): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => [Decision], {
    complexity: listCost,
    description: "Decisions about the facts extracted from the message, in order.",
  })
  async decisions(@Root() event: ShownEvent): Promise<ShownDecision[]> {
    return (await decisionsOf(event)).map((decision) => showDecision(decision, event.reading));
  }

  @FieldResolver(() => DecisionConnection, {
    complexity: pageCost,
    description: "The same decisions, in pages.",
  })
  async decisionsConnection(
    @Root() event: ShownEvent,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownDecision>> {
    const page = pageRequest("decisions", args, services.limits);
    return showFrom("decisions", await decisionsOf(event), page, {
      positionOf: ({ id }) => id,
      show: (decision) => showDecision(decision, event.reading),
    });
  }
}
