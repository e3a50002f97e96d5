import { FieldResolver, Resolver, Root } from "type-graphql";
import { Claim } from "../../schema/graph/claim.ts";
import { Decision } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { ownWords, type FactVersion } from "../../src/memory/fact.ts";
import type { Reading } from "../reading.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { endOrNull } from "../show/shown-record.ts";

export interface ShownClaim extends Claim {
  readonly record: FactVersion;
  readonly reading: Reading;
}

export const showClaim = (record: FactVersion, reading: Reading): ShownClaim => ({
  polarity: record.polarity,
  value: ownWords(record).value,
  validFrom: record.claimedFrom,
  validTo: endOrNull(record.claimedTo),
  occurredAt: record.occurredAt,
  recordedAt: record.firstRecordedAt,
  record,
  reading,
});

@Resolver(() => Claim)
export class ClaimFields {
  @FieldResolver(() => Event, { nullable: true, description: "Event that made the claim." })
  event(@Root() { record, reading }: ShownClaim): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }

  @FieldResolver(() => Decision, {
    description: "Decision that recorded the claim in its current form.",
  })
  decision(@Root() { record, reading }: ShownClaim): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }
}
