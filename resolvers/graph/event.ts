import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { Decision } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { Session } from "../../schema/sessions/session.ts";
import { showDecision, type ShownDecision } from "../show/decision.ts";
import type { ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

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
  async decisions(@Root() { record, reading }: ShownEvent): Promise<ShownDecision[]> {
    const decisions = await reading.loaders.decisionsOfEvents.load({
      id: record.id,
      knownAt: reading.view.at.knownAt,
    });
    return decisions.map((decision) => showDecision(decision, reading));
  }
}
