import type { Relationship } from "../../schema/relationship.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type Shown } from "./shown.ts";

export type ShownRelationship = Relationship & Shown<"Relationship", RelationshipVersion>;

/** A relationship at a view, by its newest version that was recorded by then. */
export const showRelationship = (record: RelationshipVersion, reading: Reading): ShownRelationship => ({
  __typename: "Relationship",
  id: idOf("Relationship", record.relationship, reading),
  type: record.type,
  strength: record.strength,
  validFrom: record.validFrom,
  validTo: endOrNull(record.validTo),
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});

/** A relationship by its local id, whatever its valid interval; null before it was recorded. */
export const loadRelationship = async (id: string, reading: Reading): Promise<ShownRelationship | null> => {
  const record = await reading.loaders.relationshipsById.load({ id, knownAt: reading.view.at.knownAt });
  return record && showRelationship(record, reading);
};
