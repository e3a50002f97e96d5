import type { FactVersion } from "../../schema/fact-version.ts";
import { factVersionId, type FactVersion as FactRecord } from "../../src/memory/fact.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type Shown } from "./shown.ts";

export type ShownFactVersion = FactVersion & Shown<"FactVersion", FactRecord>;

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
  validTo: endOrNull(record.validTo),
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});

/** A version of a fact by its local id; null before it was recorded. */
export const loadFactVersion = async (
  id: string,
  reading: Reading,
): Promise<ShownFactVersion | null> => {
  const record = await reading.loaders.factVersions.load({ id, knownAt: reading.view.at.knownAt });
  return record && showFactVersion(record, reading);
};
