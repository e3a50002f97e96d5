import type { Reference } from "../../../memory/reference.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isObject, isText } from "./shape.ts";

export interface ReferenceDocument extends Envelope {
  readonly type: "reference";
  readonly entity: string;
  readonly session: string;
  readonly referenceKind: Reference["kind"];
  /** Position in the order in which references were recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  /** When it occurred. */
  readonly validFrom: Instant;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<Reference, "entity" | "session" | "kind" | "recordedAt" | "occurredAt">;
}

export const REFERENCE = new DocumentShape<ReferenceDocument>("reference", {
  entity: isText,
  session: isText,
  referenceKind: isText,
  since: isText,
  recordedAt: isText,
  validFrom: isText,
  body: isObject,
});

export const referenceDocumentId = (reference: string): string =>
  documentId("reference", reference);

export const referenceDocument = (
  space: SpaceId,
  { entity, session, kind, recordedAt, occurredAt, ...body }: Reference,
  since: string,
): ReferenceDocument => ({
  ...envelope(space, "reference", referenceDocumentId(body.id)),
  entity,
  session,
  referenceKind: kind,
  since,
  recordedAt,
  validFrom: occurredAt,
  body,
});

export const referenceOf = ({
  body,
  entity,
  session,
  referenceKind,
  recordedAt,
  validFrom,
}: ReferenceDocument): Reference => ({
  ...body,
  entity,
  session,
  kind: referenceKind,
  recordedAt,
  occurredAt: validFrom,
});
