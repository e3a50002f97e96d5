import type { RelationshipVersion } from "../../../memory/relationship.ts";
import { expiryKnownAt, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isNumber, isObject, isText } from "./shape.ts";

export interface RelationshipDocument extends Envelope {
  readonly type: "relationship";
  readonly relationship: string;
  readonly n: number;
  readonly source: string;
  readonly target: string;
  readonly relationshipType: string;
  readonly evidence: string;
  /** Position in the order in which relationships were first recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  readonly validTo: Instant;
  readonly body: Omit<RelationshipVersion, "recordedAt" | "expiredAt" | "validFrom" | "validTo">;
}

export const RELATIONSHIP = new DocumentShape<RelationshipDocument>("relationship", {
  relationship: isText,
  n: isNumber,
  source: isText,
  target: isText,
  relationshipType: isText,
  evidence: isText,
  since: isText,
  recordedAt: isText,
  expiredAt: isText,
  validFrom: isText,
  validTo: isText,
  body: isObject,
});

export const relationshipDocumentId = (relationship: string, n: number): string =>
  documentId("relationship", relationship, n);

/** `position`: of a relationship that is recorded for the first time. */
export const relationshipDocument = (
  space: SpaceId,
  version: RelationshipVersion,
  position: string,
  before: Pick<RelationshipDocument, "since"> | null,
): RelationshipDocument => {
  const { recordedAt, expiredAt, validFrom, validTo, ...body } = version;
  return {
    ...envelope(space, "relationship", relationshipDocumentId(version.relationship, version.n)),
    relationship: version.relationship,
    n: version.n,
    source: version.source,
    target: version.target,
    relationshipType: version.type,
    evidence: version.evidence,
    since: before?.since ?? position,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    body,
  };
};

export const relationshipVersion = (
  { body, recordedAt, expiredAt, validFrom, validTo }: RelationshipDocument,
  knownAt: Instant,
): RelationshipVersion => ({
  ...body,
  recordedAt,
  validFrom,
  validTo,
  expiredAt: expiryKnownAt(expiredAt, knownAt),
});
