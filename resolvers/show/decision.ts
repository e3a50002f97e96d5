import type { Decision, DecisionCandidate } from "../../schema/graph/decision.ts";
import type { Decision as DecisionRecord } from "../../src/memory/decision.ts";
import type { Reading } from "../reading.ts";
import type { ShownFactVersion } from "./fact.ts";
import { idOf, type ShownRecord, showTokens } from "./shown-record.ts";

export type ShownDecision = Decision & ShownRecord<"Decision", DecisionRecord>;
export type ShownCandidate = DecisionCandidate & { readonly shownVersion: ShownFactVersion };

export const showDecision = (record: DecisionRecord, reading: Reading): ShownDecision => ({
  __typename: "Decision",
  id: idOf("Decision", record.id, reading),
  action: record.action,
  decidedBy: record.decidedBy,
  reason: record.reason,
  factText: record.factText,
  model: record.model,
  tokens: record.tokens && showTokens(record.tokens),
  recordedAt: record.recordedAt,
  revertedAt: record.reverted?.at ?? null,
  record,
  reading,
});

/** A decision by its local id; null if there is none, or before it was recorded. */
export const loadDecision = async (
  id: string | null,
  reading: Reading,
): Promise<ShownDecision | null> => {
  const record =
    id === null
      ? null
      : await reading.loaders.decisions.load({ id, knownAt: reading.view.at.knownAt });
  return record && showDecision(record, reading);
};
