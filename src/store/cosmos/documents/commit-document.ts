import type { Change } from "../../../memory/change.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** How many changes one document holds: far below the service's 2 MB. */
export const CHANGES_PER_DOCUMENT = 500;

/** What a commit changed, in the order of the ordinals; a large one has several. The first tells of every commit that it was made, and by whom. */
export interface CommitDocument extends Envelope {
  readonly type: "commit";
  readonly commit: string;
  readonly part: number;
  /** Its place among all commits' documents. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly changes: readonly Change[];
  /** Whom the changes concern. */
  readonly entities: readonly string[];
}

const PART_DIGITS = 6;

export const commitDocumentId = (recordedAt: Instant, part: number): string =>
  documentId("commit", recordedAt, part);

export const commitDocuments = (
  space: SpaceId,
  commit: string,
  recordedAt: Instant,
  changes: readonly Change[],
): CommitDocument[] => {
  const inOrder = changes.toSorted((a, b) => a.ordinal - b.ordinal);
  return Array.from(
    { length: Math.max(1, Math.ceil(changes.length / CHANGES_PER_DOCUMENT)) },
    (_, part) => {
      const own = inOrder.slice(part * CHANGES_PER_DOCUMENT, (part + 1) * CHANGES_PER_DOCUMENT);
      return {
        ...envelope(space, "commit", commitDocumentId(recordedAt, part)),
        commit,
        part,
        recordedAt,
        since: `${recordedAt} ${String(part).padStart(PART_DIGITS, "0")}`,
        changes: own,
        entities: [...new Set(own.flatMap(({ entities }) => entities))],
      };
    },
  );
};
