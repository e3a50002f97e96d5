import type { SessionId } from "../../../memory/ids.ts";
import { OPEN, type Instant } from "../../../memory/time.ts";
import type { Note, NoteValue, SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";
import { expiryOf, lifetime, type Lifetime } from "./lifetime.ts";

export interface NoteDocument extends Envelope, Lifetime {
  readonly type: "note";
  /** Not there for a note of the space. */
  readonly session?: SessionId;
  readonly path: string;
  readonly value: NoteValue;
  /** What wrote it, so that a writer whose answer was lost can tell whether it was heeded. */
  readonly change: string;
  readonly _etag?: string;
}

/** Stands in `summaries` as long as its session does: notes of a session are taken beside it, or not at all. */
export interface NotebookDocument extends Envelope {
  readonly type: "notebook";
  readonly session: SessionId;
}

export const NOTEBOOK_ID = documentId("notebook");
export const notebookDocument = (space: SpaceId, session: SessionId): NotebookDocument => ({
  ...envelope(space, "notebook", NOTEBOOK_ID),
  session,
});

export const noteDocumentId = (path: string): string => documentId("note", path);

/** A note's tag: its ETag, behind the instant at which it expires, so that whoever expects the tag need not read when that is. */
const tagOf = ({ _etag, expiresAt }: NoteDocument): string =>
  expiresAt === OPEN ? _etag! : `${expiresAt} ${_etag!}`;

/** What a tag tells: the ETag, and when the note expires. */
export const readTag = (tag: string): { readonly etag: string; readonly expiresAt: Instant } =>
  tag.includes(" ")
    ? {
        expiresAt: tag.slice(0, tag.indexOf(" ")) as Instant,
        etag: tag.slice(tag.indexOf(" ") + 1),
      }
    : { expiresAt: OPEN, etag: tag };

/** `now`: in milliseconds since 1970. */
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

export const noteOf = (document: NoteDocument): Note => ({
  path: document.path,
  value: document.value,
  tag: tagOf(document),
  expiresAt: expiryOf(document),
});
