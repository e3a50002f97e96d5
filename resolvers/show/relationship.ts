import type { Relationship, RelationshipVersion } from "../../schema/graph/relationship.ts";
import type { RelationshipVersion as RelationshipRecord } from "../../src/memory/relationship.ts";
import type { Instant } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { loadEntity, type ShownEntity } from "./entity.ts";
import { endOrNull, idOf, type ShownRecord } from "./shown-record.ts";

export const showRelationshipVersion = ({
  strength,
  validFrom,
  validTo,
  recordedAt,
  expiredAt,
}: RelationshipRecord): RelationshipVersion => ({
  strength,
  validFrom,
  validTo: endOrNull(validTo),
  recordedAt,
  expiredAt: endOrNull(expiredAt),
});

export interface ShownRelationship
  extends Relationship, ShownRecord<"Relationship", RelationshipRecord> {
  /** Its versions, oldest first, if they have been read along with it. */
  readonly history: readonly RelationshipRecord[] | null;
}

/** Lazy for the same reason as `EntityAtView`. */
class RelationshipAtView implements ShownRelationship {
  readonly __typename = "Relationship";

  constructor(
    readonly record: RelationshipRecord,
    readonly reading: Reading,
    readonly history: readonly RelationshipRecord[] | null,
  ) {}

  get id(): string {
    return idOf("Relationship", this.record.relationship, this.reading);
  }
  get type(): string {
    return this.record.type;
  }
  get source(): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(this.record.source, this.reading);
  }
  get target(): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(this.record.target, this.reading);
  }
  get strength(): number {
    return this.record.strength;
  }
  get validFrom(): Instant {
    return this.record.validFrom;
  }
  get validTo(): Instant | null {
    return endOrNull(this.record.validTo);
  }
  get recordedAt(): Instant {
    return this.record.recordedAt;
  }
  get expiredAt(): Instant | null {
    return endOrNull(this.record.expiredAt);
  }
}

/** A relationship at a view, from its newest version recorded by then. */
export const showRelationship = (
  record: RelationshipRecord,
  reading: Reading,
  history: readonly RelationshipRecord[] | null = null,
): ShownRelationship => new RelationshipAtView(record, reading, history);

/** A relationship by its local id, whatever its valid interval; null before it was recorded. */
export const loadRelationship = async (
  id: string,
  reading: Reading,
): Promise<ShownRelationship | null> => {
  const record = await reading.loaders.relationshipsById.load({
    id,
    knownAt: reading.view.at.knownAt,
  });
  return record && showRelationship(record, reading);
};
