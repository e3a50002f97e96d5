import type { Fact } from "../../schema/fact.ts";
import type { FactVersion } from "../../src/memory/fact.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type Shown } from "./shown.ts";

export type ShownFact = Fact & Shown<"Fact", FactVersion>;

/** A fact at a view, by its newest version that was recorded by then. */
export const showFact = (record: FactVersion, reading: Reading): ShownFact => ({
  __typename: "Fact",
  id: idOf("Fact", record.fact, reading),
  text: record.text,
  content: record.text,
  slot: record.slot,
  value: record.value,
  confidence: record.confidence,
  tier: record.tier,
  importance: record.importance,
  importanceCategory: record.importanceCategory,
  sourceContext: record.sourceContext,
  validFrom: record.validFrom,
  validFromKnown: record.validFromKnown,
  validTo: endOrNull(record.validTo),
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  speaker: record.speaker,
  record,
  reading,
});

/** A fact by its local id, whatever its valid interval; null before it was recorded. */
export const loadFact = async (id: string, reading: Reading): Promise<ShownFact | null> => {
  const record = await reading.loaders.facts.load({ id, knownAt: reading.view.at.knownAt });
  return record && showFact(record, reading);
};
