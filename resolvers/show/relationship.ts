import type { Relationship } from "../../schema/relationship.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { Instant } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type Shown } from "./shown.ts";

export type ShownRelationship = Relationship & Shown<"Relationship", RelationshipVersion>;

/** As with entities, what is asked for is worked out when it is asked for. */
class RelationshipAtView implements ShownRelationship {
  readonly __typename = "Relationship";

  constructor(
    readonly record: RelationshipVersion,
    readonly reading: Reading,
  ) {}

  get id(): string {
    return idOf("Relationship", this.record.relationship, this.reading);
  }
  get type(): string {
    return this.record.type;
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

/** A relationship at a view, by its newest version that was recorded by then. */
export const showRelationship = (
  record: RelationshipVersion,
  reading: Reading,
): ShownRelationship => new RelationshipAtView(record, reading);

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
