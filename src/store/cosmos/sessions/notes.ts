import { randomUUID } from "node:crypto";
import type { SessionId } from "../../../memory/ids.ts";
import { Problem } from "../../../memory/problem.ts";
import {
  checkNoteChanges,
  StoreUnavailable,
  type Note,
  type NoteChange,
  type SpaceId,
} from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import {
  NOTE,
  NOTEBOOK,
  NOTEBOOK_ID,
  noteDocument,
  noteDocumentId,
  noteOf,
  parseTag,
  type NoteDocument,
} from "../documents/note-document.ts";
import type { StoredDocument } from "../documents/shape.ts";
import {
  creating,
  deleting,
  MOST_OPERATIONS,
  replacing,
  upserting,
  type BatchOperation,
} from "../partition/batches.ts";
import type { BatchOutcome, Partition } from "../partition/partition.ts";
import { IS_LIVE, ofType } from "../partition/query.ts";
import { compareText, instantOf, type Instant } from "../../../memory/time.ts";

/** The note of a path, unless it has expired by `now`. */
export const note = async (
  partition: Partition,
  path: string,
  now: Instant,
): Promise<Note | null> => {
  const document = await partition.read(NOTE, noteDocumentId(path));
  return document && document.expiresAt > now ? noteOf(document) : null;
};

/** Notes whose path starts with the prefix and that have not expired by `now`, by path. */
export const notes = async (
  partition: Partition,
  prefix: string,
  now: Instant,
): Promise<Note[]> => {
  const rows = await partition.query(NOTE, {
    where: [ofType("note"), "STARTSWITH(c.path, @prefix)", IS_LIVE],
    parameters: { prefix, now },
  });
  return rows.map(noteOf).toSorted((a, b) => compareText(a.path, b.path));
};

const UNKNOWN_OUTCOME =
  "Cosmos DB did not answer in time; it is not known whether the notes were changed. Try again.";
/** Statuses of an operation whose document changed after it was read. */
const OVERTAKEN: ReadonlySet<number> = new Set([404, 409, 412]);

type StoredNotes = ReadonlyMap<string, StoredDocument<NoteDocument>>;

/**
 * Whether the operation of a change depends on the stored note. Cosmos DB refuses to delete a
 * missing document, and an expired note may still be stored.
 */
const dependsOnStored = ({ value, expectedTag }: NoteChange): boolean =>
  expectedTag === null || (value === undefined && expectedTag === undefined);

/**
 * Whether a change expects another state than the stored one. Cosmos DB compares the tags, except
 * for their expiry.
 */
const isUnmet = (
  { path, expectedTag }: NoteChange,
  storedNotes: StoredNotes,
  now: Instant,
): boolean => {
  if (expectedTag === undefined) return false;
  if (expectedTag !== null) return parseTag(expectedTag).expiresAt <= now;
  const storedNote = storedNotes.get(noteDocumentId(path));
  return storedNote !== undefined && storedNote.expiresAt > now;
};

/**
 * The operation of a change; null if there is nothing to delete. `document` is the changed note;
 * null for a deletion.
 */
const operationOf = (
  { path, expectedTag }: NoteChange,
  document: NoteDocument | null,
  storedNotes: StoredNotes,
): BatchOperation | null => {
  const id = noteDocumentId(path);
  const etag =
    typeof expectedTag === "string" ? parseTag(expectedTag).etag : storedNotes.get(id)?._etag;
  if (document === null) return etag === undefined ? null : deleting(id, etag);
  if (expectedTag === undefined) return upserting(document);
  return etag === undefined ? creating(document) : replacing(document, etag);
};

/**
 * Whether a batch without a response was executed, determined by the first note that it wrote. If
 * it only deletes notes of any tag, the answer is no: deleting them again does no harm. Throws if
 * it only deletes and expects a tag: this batch or another writer may have deleted the note.
 */
const wasExecuted = async (
  partition: Partition,
  changes: readonly NoteChange[],
  changeId: string,
): Promise<boolean> => {
  const writtenChange = changes.find(({ value }) => value !== undefined);
  if (writtenChange) {
    const note = await partition.read(NOTE, noteDocumentId(writtenChange.path));
    return note?.change === changeId;
  }
  if (changes.every(({ expectedTag }) => typeof expectedTag !== "string")) return false;
  throw new StoreUnavailable("UNREACHABLE", UNKNOWN_OUTCOME);
};

interface NoteOperation {
  readonly change: NoteChange;
  readonly operation: BatchOperation;
}

/**
 * Whether a refused batch may be tried again: only if a note changed meanwhile for which no tag was
 * expected. Throws an error for a refusal for another reason.
 */
const isRepeatable = (
  { at, status }: Extract<BatchOutcome, { readonly at: number }>,
  operations: readonly NoteOperation[],
  guards: number,
): boolean => {
  if (status === 413)
    throw new Problem(
      "PAYLOAD_TOO_LARGE",
      "The notes are larger than the store allows in one change. Store less in one change.",
    );
  if (!OVERTAKEN.has(status))
    throw new Error(`Operation ${at} of a change of notes failed with status ${status}.`);
  const change = operations[at - guards]?.change;
  return change !== undefined && typeof change.expectedTag !== "string";
};

/**
 * Changes notes in one batch: all or none. Returns false if a change expects another state than the
 * stored one, or if the session no longer exists. Notes of a session are changed together with a
 * check of its notebook, which is deleted first with the session. An expired note counts as
 * missing.
 */
export const changeNotes = async (
  connection: Connection,
  partition: Partition,
  space: SpaceId,
  session: SessionId | null,
  changes: readonly NoteChange[],
): Promise<boolean> => {
  checkNoteChanges(changes);
  const changeId = randomUUID();
  for (let attempt = 0; ; attempt++) {
    const now = connection.now();
    const storedNotes = await partition.readMany(
      NOTE,
      changes.filter(dependsOnStored).map(({ path }) => noteDocumentId(path)),
    );
    if (changes.some((change) => isUnmet(change, storedNotes, instantOf(now)))) return false;
    const operations = changes.flatMap((change): NoteOperation[] => {
      const { path, value, expiresAt = null } = change;
      const document =
        value === undefined
          ? null
          : noteDocument(space, session, path, value, expiresAt, changeId, now);
      const operation = operationOf(change, document, storedNotes);
      return operation === null ? [] : [{ change, operation }];
    });
    const guards = await notebookGuards(partition, session, operations.length);
    if (guards === null) return false;
    if (operations.length + guards.length === 0) return true;
    const outcome = await partition.batch([
      ...guards,
      ...operations.map(({ operation }) => operation),
    ]);
    if (outcome.done) return true;
    if (outcome.status === null) {
      if (await wasExecuted(partition, changes, changeId)) return true;
    } else if (!isRepeatable(outcome, operations, guards.length)) return false;
    await connection.pause(attempt, UNKNOWN_OUTCOME);
  }
};

/**
 * The check of the notebook of a session within the batch. A full batch has no room for it, so the
 * notebook is read before; null if it no longer exists.
 */
const notebookGuards = async (
  partition: Partition,
  session: SessionId | null,
  operations: number,
): Promise<BatchOperation[] | null> => {
  if (session === null) return [];
  if (operations < MOST_OPERATIONS) return [{ operationType: "Read", id: NOTEBOOK_ID }];
  return (await partition.read(NOTEBOOK, NOTEBOOK_ID)) ? [] : null;
};
