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
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<RelationshipVersion, BesideBody>;
}

type BesideBody =
  | "relationship"
  | "n"
  | "source"
  | "target"
  | "type"
  | "evidence"
  | "recordedAt"
  | "expiredAt"
  | "validFrom"
  | "validTo";

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

/**
 * The document of a version. `position` is its place in the order of first recording, unless a
 * document `before` has one.
 */
export const relationshipDocument = (
  space: SpaceId,
  version: RelationshipVersion,
  position: string,
  before: Pick<RelationshipDocument, "since"> | null,
): RelationshipDocument => {
  const { relationship, n, source, target, type, evidence, ...others } = version;
  const { recordedAt, expiredAt, validFrom, validTo, ...body } = others;
  return {
    ...envelope(space, "relationship", relationshipDocumentId(relationship, n)),
    relationship,
    n,
    source,
    target,
    relationshipType: type,
    evidence,
    since: before?.since ?? position,
    recordedAt,
    expiredAt,
    validFrom,
    validTo,
    body,
  };
};

export const relationshipVersion = (
  document: RelationshipDocument,
  knownAt: Instant,
): RelationshipVersion => ({
  ...document.body,
  relationship: document.relationship,
  n: document.n,
  source: document.source,
  target: document.target,
  type: document.relationshipType,
  evidence: document.evidence,
  recordedAt: document.recordedAt,
  validFrom: document.validFrom,
  validTo: document.validTo,
  expiredAt: expiryKnownAt(document.expiredAt, knownAt),
});
