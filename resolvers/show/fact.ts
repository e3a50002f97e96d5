import type { Fact, FactVersion } from "../../schema/graph/fact.ts";
import { type FactVersion as FactRecord, factVersionId } from "../../src/memory/fact.ts";
import { OPEN } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type ShownRecord } from "./shown-record.ts";

export type ShownFactVersion = FactVersion & ShownRecord<"FactVersion", FactRecord>;

/** One version of a fact. `record` is the version as of the view. */
export const showFactVersion = (record: FactRecord, reading: Reading): ShownFactVersion => ({
  __typename: "FactVersion",
  id: idOf("FactVersion", factVersionId(record), reading),
  text: record.text,
  slot: record.slot,
  value: record.value,
  confidence: record.confidence,
  tier: record.tier,
  validFrom: record.validFrom,
  validFromKnown: record.validFromKnown,
  validFromPrecision: record.validFromPrecision,
  validToPrecision: record.validTo === OPEN ? null : record.validToPrecision,
  validTo: endOrNull(record.validTo),
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});

/** A fact version by its local id; null before it was recorded. */
export const loadFactVersion = async (
  id: string,
  reading: Reading,
): Promise<ShownFactVersion | null> => {
  const record = await reading.loaders.factVersions.load({ id, knownAt: reading.view.at.knownAt });
  return record && showFactVersion(record, reading);
};

export type ShownFact = Fact & ShownRecord<"Fact", FactRecord>;

/** A fact at a view, from its newest version recorded by then. */
export const showFact = (record: FactRecord, reading: Reading): ShownFact => ({
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
  validFromPrecision: record.validFromPrecision,
  validToPrecision: record.validTo === OPEN ? null : record.validToPrecision,
  speaker: record.speaker,
  tags: record.tags ?? [],
  record,
  reading,
});

/** A fact by its local id, whatever its valid interval; null before it was recorded. */
export const loadFact = async (id: string, reading: Reading): Promise<ShownFact | null> => {
  const record = await reading.loaders.facts.load({ id, knownAt: reading.view.at.knownAt });
  return record && showFact(record, reading);
};
