import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { Decision } from "../../schema/decision.ts";
import { Event } from "../../schema/event.ts";
import { Session } from "../../schema/session.ts";
import { showDecision, type ShownDecision } from "../show/decision.ts";
import type { ShownEvent } from "../show/event.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

@Resolver(() => Event)
export class EventFields {
  @FieldResolver(() => Session, { nullable: true, description: "The session that it belongs to." })
  session(@Root() { record, reading }: ShownEvent): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => [Decision], {
    complexity: listCost,
    description: "What was decided for each fact that was drawn from it, in order.",
  })
  async decisions(@Root() { record, reading }: ShownEvent): Promise<ShownDecision[]> {
    const decisions = await reading.loaders.decisionsOfEvents.load({
      id: record.id,
      knownAt: reading.view.at.knownAt,
    });
    return decisions.map((decision) => showDecision(decision, reading));
  }
}
