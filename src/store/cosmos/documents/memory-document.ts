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
  readonly body: Omit<DerivedMemory, "recordedAt" | "expiredAt" | "validFrom">;
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

export const memoryDocument = (
  space: SpaceId,
  version: DerivedMemory,
  since: string,
): MemoryDocument => {
  const { recordedAt, expiredAt, validFrom, ...body } = version;
  return {
    ...envelope(space, "memory", memoryDocumentId(version.id, version.n)),
    memory: version.id,
    n: version.n,
    memoryKind: version.kind,
    session: version.session,
    since,
    recordedAt,
    expiredAt,
    validFrom,
    body,
  };
};

export const memoryOf = (
  { body, recordedAt, expiredAt, validFrom }: MemoryDocument,
  knownAt: Instant,
): DerivedMemory => ({
  ...body,
  recordedAt,
  validFrom,
  expiredAt: expiryKnownAt(expiredAt, knownAt),
});
