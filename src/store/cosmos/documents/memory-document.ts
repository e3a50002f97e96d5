import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import { expiryKnownAt, type Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isNumber, isObject, isText, orNull } from "./shape.ts";

/** A version of a derived memory. */
export interface MemoryDocument extends Envelope {
  readonly type: "memory";
  readonly memory: string;
  readonly n: number;
  readonly memoryKind: DerivedMemory["kind"];
  readonly session: string | null;
  /** Position in the order in which versions were recorded. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly validFrom: Instant;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<
    DerivedMemory,
    "id" | "n" | "kind" | "session" | "recordedAt" | "expiredAt" | "validFrom"
  >;
}

export const MEMORY = new DocumentShape<MemoryDocument>("memory", {
  memory: isText,
  n: isNumber,
  memoryKind: isText,
  session: orNull(isText),
  since: isText,
  recordedAt: isText,
  expiredAt: isText,
  validFrom: isText,
  body: isObject,
});

export const memoryDocumentId = (memory: string, n: number): string =>
  documentId("memory", memory, n);

/** The document of a version of a derived memory. `since` is the position of its first version. */
export const memoryDocument = (
  space: SpaceId,
  version: DerivedMemory,
  since: string,
): MemoryDocument => {
  const { id, n, kind, session, recordedAt, expiredAt, validFrom, ...body } = version;
  return {
    ...envelope(space, "memory", memoryDocumentId(id, n)),
    memory: id,
    n,
    memoryKind: kind,
    session,
    since,
    recordedAt,
    expiredAt,
    validFrom,
    body,
  };
};

export const memoryOf = (document: MemoryDocument, knownAt: Instant): DerivedMemory => ({
  ...document.body,
  id: document.memory,
  n: document.n,
  kind: document.memoryKind,
  session: document.session,
  recordedAt: document.recordedAt,
  validFrom: document.validFrom,
  expiredAt: expiryKnownAt(document.expiredAt, knownAt),
});
