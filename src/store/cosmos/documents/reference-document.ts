import type { Reference } from "../../../memory/reference.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

export interface ReferenceDocument extends Envelope {
  readonly type: "reference";
  readonly entity: string;
  readonly session: string;
  readonly referenceKind: Reference["kind"];
  /** Its place in the order in which references were recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  /** When it occurred. */
  readonly validFrom: Instant;
  readonly body: Reference;
}

export const referenceDocumentId = (reference: string): string =>
  documentId("reference", reference);

export const referenceDocument = (
  space: SpaceId,
  body: Reference,
  since: string,
): ReferenceDocument => ({
  ...envelope(space, "reference", referenceDocumentId(body.id)),
  entity: body.entity,
  session: body.session,
  referenceKind: body.kind,
  since,
  recordedAt: body.recordedAt,
  validFrom: body.occurredAt,
  body,
});
