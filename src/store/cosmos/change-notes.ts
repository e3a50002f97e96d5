import { randomUUID } from "node:crypto";
import type { JSONObject, OperationInput } from "@azure/cosmos";
import type { SessionId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import { instantOf, type Instant } from "../../memory/time.ts";
import { checkNoteChanges, StoreUnavailable, type NoteChange, type SpaceId } from "../port.ts";
import type { Connection } from "./connection.ts";
import {
  NOTEBOOK_ID,
  noteDocument,
  noteDocumentId,
  readTag,
  type NoteDocument,
} from "./documents/note-document.ts";
import { guardedDelete } from "./guarded-delete.ts";
import type { Partition } from "./partition.ts";

const NOT_KNOWN =
  "Cosmos DB did not answer in time; whether the notes were changed is not known. Try again.";
/** The service's limit of one batch. */
const MOST_OPERATIONS = 100;
const MOVED: readonly number[] = [404, 409, 412];

type Standing = ReadonlyMap<string, NoteDocument>;
type Write = (
  change: NoteChange & { readonly value: NonNullable<NoteChange["value"]> | null },
) => NoteDocument;

/** Whether what a change is made by depends on what stands: the service removes nothing where there is nothing, and a note that has expired may lie there still. */
const isRelative = ({ value, expected }: NoteChange): boolean =>
  expected === null || (value === undefined && expected === undefined);

/** The operation that makes a change; none where there is nothing to remove. A tag that is expected is for the service to compare. */
const operationOf = (change: NoteChange, standing: Standing, write: Write): OperationInput[] => {
  const { path, value, expected } = change;
  const id = noteDocumentId(path);
  const etag = typeof expected === "string" ? readTag(expected).etag : standing.get(id)?._etag;
  if (value === undefined) return etag === undefined ? [] : [guardedDelete(id, etag)];
  const resourceBody = write({ ...change, value }) as unknown as JSONObject;
  if (expected === undefined) return [{ operationType: "Upsert", resourceBody }];
  return etag === undefined
    ? [{ operationType: "Create", resourceBody }]
    : [{ operationType: "Replace", id, resourceBody, ifMatch: etag }];
};

/** Whether a batch was heeded whose answer was lost, by the first note that it wrote. Throws where it wrote none and nothing can tell. */
const landed = async (
  partition: Partition,
  changes: readonly NoteChange[],
  id: string,
): Promise<boolean> => {
  const written = changes.find(({ value }) => value !== undefined);
  if (written)
    return (await partition.read<NoteDocument>(noteDocumentId(written.path)))?.change === id;
  if (changes.every(({ expected }) => typeof expected !== "string")) return false;
  throw new StoreUnavailable("UNREACHABLE", NOT_KNOWN);
};

/**
 * All changes in one batch, of a session together with a look at its notebook: where that is gone, the session is. A note that has
 * expired counts as none.
 */
export const changeNotes = async (
  connection: Connection,
  partition: Partition,
  space: SpaceId,
  session: SessionId | null,
  changes: readonly NoteChange[],
): Promise<boolean> => {
  checkNoteChanges(changes);
  const id = randomUUID();
  for (let tries = 0; ; tries++) {
    const now = connection.now();
    const standing = await partition.readMany<NoteDocument>(
      changes.filter(isRelative).map(({ path }) => noteDocumentId(path)),
    );
    const stands = (expiresAt: Instant | undefined): boolean =>
      expiresAt !== undefined && expiresAt > instantOf(now);
    const isUnmet = ({ path, expected }: NoteChange): boolean =>
      expected === null
        ? stands(standing.get(noteDocumentId(path))?.expiresAt)
        : expected !== undefined && !stands(readTag(expected).expiresAt);
    if (changes.some(isUnmet)) return false;
    const made = changes.flatMap((change) =>
      operationOf(change, standing, ({ path, value, expiresAt = null }) =>
        noteDocument(space, session, path, value, expiresAt, id, now),
      ).map((operation) => ({ change, operation })),
    );
    // A full batch has no room for the notebook.
    const guards: OperationInput[] =
      session === null || made.length === MOST_OPERATIONS
        ? []
        : [{ operationType: "Read", id: NOTEBOOK_ID }];
    if (session !== null && guards.length === 0 && !(await partition.read(NOTEBOOK_ID)))
      return false;
    if (made.length + guards.length === 0) return true;
    const outcome = await partition.batch([...guards, ...made.map(({ operation }) => operation)]);
    if (outcome.done) return true;
    if (outcome.status === null) {
      if (await landed(partition, changes, id)) return true;
    } else {
      const culprit = made[outcome.at - guards.length]?.change;
      if (outcome.status === 413)
        throw new Problem(
          "PAYLOAD_TOO_LARGE",
          "These notes are larger than the store takes at once.",
        );
      if (!MOVED.includes(outcome.status))
        throw new Error(
          `Operation ${outcome.at} of a change of notes was answered ${outcome.status}.`,
        );
      if (!culprit || typeof culprit.expected === "string") return false;
    }
    await connection.pause(tries, NOT_KNOWN);
  }
};
