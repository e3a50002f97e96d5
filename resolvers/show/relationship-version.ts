import type { RelationshipVersion } from "../../schema/relationship-version.ts";
import type { RelationshipVersion as RelationshipRecord } from "../../src/memory/relationship.ts";
import { endOrNull } from "./shown.ts";

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
