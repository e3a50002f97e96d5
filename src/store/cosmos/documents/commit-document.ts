import type { Change } from "../../../memory/change.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, positionAt, type Envelope } from "./envelope.ts";
import { DocumentShape, isList, isNumber, isText } from "./shape.ts";

/** Changes per document: far below the service's limit of 2 MB. */
const CHANGES_PER_DOCUMENT = 500;

/**
 * The changes of a commit, by ordinal. A large commit has several such documents; part 0 exists for
 * every commit and proves that it was made.
 */
export interface CommitDocument extends Envelope {
  readonly type: "commit";
  /** Id of the commit. */
  readonly commit: string;
  readonly part: number;
  /** Position among the documents of all commits. */
  readonly since: string;
  readonly recordedAt: Instant;
  readonly changes: readonly Change[];
  /** Entities that the changes concern. */
  readonly entities: readonly string[];
}

export const COMMIT = new DocumentShape<CommitDocument>("commit", {
  commit: isText,
  part: isNumber,
  since: isText,
  recordedAt: isText,
  changes: isList,
  entities: isList,
});

export const commitDocumentId = (recordedAt: Instant, part: number): string =>
  documentId("commit", recordedAt, part);

/**
 * The documents of the changes of a commit, in parts of `CHANGES_PER_DOCUMENT`. Part 0 exists for
 * every commit.
 */
export const commitDocuments = (
  space: SpaceId,
  commit: string,
  recordedAt: Instant,
  changes: readonly Change[],
): CommitDocument[] => {
  const sortedChanges = changes.toSorted((a, b) => a.ordinal - b.ordinal);
  return Array.from(
    { length: Math.max(1, Math.ceil(changes.length / CHANGES_PER_DOCUMENT)) },
    (_, part) => {
      const changesOfPart = sortedChanges.slice(
        part * CHANGES_PER_DOCUMENT,
        (part + 1) * CHANGES_PER_DOCUMENT,
      );
      return {
        ...envelope(space, "commit", commitDocumentId(recordedAt, part)),
        commit,
        part,
        recordedAt,
        since: positionAt(recordedAt, part),
        changes: changesOfPart,
        entities: [...new Set(changesOfPart.flatMap(({ entities }) => entities))],
      };
    },
  );
};
