import type { SessionId } from "../../../memory/ids.ts";
import { BEGINNING, OPEN, parseInstant, type Instant } from "../../../memory/time.ts";
import type { Note, NoteValue, SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isJson, isNumber, isText, orAbsent, type StoredDocument } from "./shape.ts";
import { expiryOf, lifetime, type Lifetime } from "./lifetime.ts";

export interface NoteDocument extends Envelope, Lifetime {
  readonly type: "note";
  /** Absent for a note of the space. */
  readonly session?: SessionId;
  readonly path: string;
  readonly value: NoteValue;
  /**
   * Id of the change that wrote it, so that a writer whose response was lost can check whether it
   * succeeded.
   */
  readonly change: string;
}

/**
 * Exists in `summaries` as long as its session does. Notes of a session are written in one batch
 * with a check of this document, so that none outlives the session.
 */
interface NotebookDocument extends Envelope {
  readonly type: "notebook";
  readonly session: SessionId;
}

export const NOTE = new DocumentShape<NoteDocument>("note", {
  session: orAbsent(isText),
  path: isText,
  value: isJson,
  change: isText,
  expiresAt: isText,
  ttl: orAbsent(isNumber),
});
export const NOTEBOOK = new DocumentShape<NotebookDocument>("notebook", { session: isText });

export const NOTEBOOK_ID = documentId("notebook");
export const notebookDocument = (space: SpaceId, session: SessionId): NotebookDocument => ({
  ...envelope(space, "notebook", NOTEBOOK_ID),
  session,
});

export const noteDocumentId = (path: string): string => documentId("note", path);

/**
 * The tag of a note: its expiry, if it has one, and its ETag. A writer that expects the tag need
 * not read the note to know whether it has expired.
 */
const tagOf = ({ _etag, expiresAt }: StoredDocument<NoteDocument>): string =>
  expiresAt === OPEN ? _etag : `${expiresAt} ${_etag}`;

/** The ETag and the expiry in a tag. A tag with an invalid expiry counts as expired. */
export const parseTag = (tag: string): { readonly etag: string; readonly expiresAt: Instant } => {
  const space = tag.indexOf(" ");
  return space < 0
    ? { expiresAt: OPEN, etag: tag }
    : { expiresAt: parseInstant(tag.slice(0, space)) ?? BEGINNING, etag: tag.slice(space + 1) };
};

/** `now`: time of the write, in milliseconds since 1970. */
export const noteDocument = (
  space: SpaceId,
  session: SessionId | null,
  path: string,
  value: NoteValue,
  expiresAt: Instant | null,
  change: string,
  now: number,
): NoteDocument => ({
  ...envelope(space, "note", noteDocumentId(path)),
  ...(session === null ? {} : { session }),
  path,
  value,
  change,
  ...lifetime(expiresAt, now),
});

export const noteOf = (document: StoredDocument<NoteDocument>): Note => ({
  path: document.path,
  value: document.value,
  tag: tagOf(document),
  expiresAt: expiryOf(document),
});
