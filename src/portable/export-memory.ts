import type { NewId, SessionId } from "../memory/ids.ts";
import { readEarlierSettings, readUserSettings } from "../memory/user-settings.ts";
import { Problem } from "../memory/problem.ts";
import type { Session, Turn } from "../memory/session.ts";
import { instantOf, OPEN, type Instant } from "../memory/time.ts";
import { SETTINGS_PATH } from "../read/user-settings.ts";
import type { Commit, Note, SpaceStore } from "../store/port.ts";
import {
  FORMAT,
  type CommitRecord,
  type ExportedEmbedder,
  type ExportRecord,
  type NoteRecord,
  encodeVector,
} from "./export-format.ts";

/** Number of sessions, or of turns, that are read at a time. */
const PAGE = 200;

/** Prefixes of notes of running work of this service, which have no meaning in another one. */
const LOCAL_NOTES = ["/jobs", "/leases", "/context", "/import", "/erase"];

export interface ExportServices {
  readonly embedder: ExportedEmbedder;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: NewId;
}

export interface ExportRequest {
  /** Whether to include vectors. Without them, an import embeds the texts again. */
  readonly embeddings: boolean;
  /**
   * `recordedAt` of the last commit that the caller has. The export then continues after it,
   * without a header.
   */
  readonly after?: Instant | undefined;
  /**
   * The record time of the export. Later records are omitted. So are the notes, which have no past,
   * except the settings of the user.
   */
  readonly knownAt?: Instant | undefined;
}

/**
 * The record of a commit. Without embeddings, `true` stands for each vector, and the import embeds
 * the text again.
 */
const commitRecord = (
  commit: Commit,
  previous: Instant | null,
  embeddings: boolean,
): CommitRecord => {
  const { texts, vectors, ...rest } = commit;
  return {
    kind: "commit",
    previous,
    ...rest,
    ...(texts && {
      texts: texts.map(({ id, kind, subject, text, about, vector }) => ({
        id,
        kind,
        subject,
        text,
        about,
        vector: vector && (embeddings ? encodeVector(vector) : (true as const)),
      })),
    }),
    ...(vectors && {
      vectors: vectors.map(({ text, vector }) => ({
        text,
        vector: embeddings ? encodeVector(vector) : (true as const),
      })),
    }),
  };
};

const noteRecord = (session: SessionId | null, { path, value, expiresAt }: Note): NoteRecord => ({
  kind: "note",
  session,
  path,
  value,
  expiresAt,
});

const portableNotes = (notes: readonly Note[]): Note[] =>
  notes.filter(
    ({ path }) => !LOCAL_NOTES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );

/** The settings of the user at a record time; none if the user had not set any yet. */
const settingsNoteAt = (notes: readonly Note[], knownAt: Instant): Note[] =>
  notes
    .filter(({ path }) => path === SETTINGS_PATH)
    .map((note) => {
      const earlier = readEarlierSettings(note.value);
      const { until: _, ...settings } = earlier.find(({ until }) => knownAt < until) ?? {
        ...readUserSettings(note.value),
        until: null,
      };
      const before = earlier.filter(({ until }) => until <= knownAt);
      return { ...note, value: { ...settings, earlier: before.map((one) => ({ ...one })) } };
    });

/** All sessions, oldest first. With `knownAt`, only those created by then. */
const sessionsOf = async (space: SpaceStore, knownAt?: Instant): Promise<Session[]> => {
  const sessions: Session[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.sessions({ first: PAGE, after }, knownAt);
    for (const { item } of page.items) sessions.push(item);
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return sessions.toReversed();
  }
};

/** The turns of a session, up to the first that was recorded after `until`. */
async function* turnsOf(
  space: SpaceStore,
  session: SessionId,
  until: Instant,
): AsyncGenerator<Turn, void> {
  for (let after = 0; ;) {
    const { turns, hasNextPage } = await space.turns({ session, first: PAGE, after });
    for (const turn of turns) {
      if (turn.recordedAt > until) return;
      yield turn;
      after = turn.seq;
    }
    if (!hasNextPage || turns.length === 0) return;
  }
}

/** A session at that time: with the number of turns that it had. */
const sessionAt = async (space: SpaceStore, session: Session, until: Instant): Promise<Session> => {
  let last = 0;
  for await (const { seq } of turnsOf(space, session.id, until)) last = seq;
  return { ...session, turnCount: Math.min(session.turnCount, last) };
};

/** Throws BAD_USER_INPUT if an export that ends with a commit at `after` is of another memory. */
export const refuseOtherMemory = async (space: SpaceStore, after: Instant): Promise<void> => {
  const [lastCommit] = await space.lastCommits([after]);
  if (lastCommit !== after)
    throw new Problem(
      "BAD_USER_INPUT",
      `This memory has no commit at ${after}, so it cannot continue an export that ends there. Start a new export, in another file.`,
    );
};

/** The commits behind `after`, up to `until`. */
async function* commitsOf(
  space: SpaceStore,
  { embeddings, after, knownAt: until = OPEN }: ExportRequest,
): AsyncGenerator<CommitRecord, void> {
  let previous = after ?? null;
  for await (const commit of space.commitsAfter(previous, embeddings)) {
    if (commit.recordedAt > until) return;
    yield commitRecord(commit, previous, embeddings);
    previous = commit.recordedAt;
  }
}

/**
 * Yields a memory record by record: the commits as of one moment, then sessions, turns and notes as
 * they are when they are read. Only a few commits are in main memory at a time. Throws BAD_USER_INPUT
 * if `after` is no commit of the memory.
 */
export async function* exportMemory(
  { embedder, now, newId }: ExportServices,
  space: SpaceStore,
  request: ExportRequest,
): AsyncGenerator<ExportRecord, void> {
  const { embeddings, after, knownAt } = request;
  const until = knownAt ?? OPEN;
  if (after !== undefined) await refuseOtherMemory(space, after);
  else
    yield {
      kind: "palimpsest",
      format: FORMAT,
      id: newId(),
      exportedAt: instantOf(now()),
      ...(knownAt && { knownAt }),
      embedder: { id: embedder.id, dimensions: embedder.dimensions },
      embeddings,
    };
  let head = after ?? null;
  for await (const commit of commitsOf(space, request)) {
    yield commit;
    head = commit.recordedAt;
  }
  const counts = { sessions: 0, turns: 0, notes: 0 };
  for (const session of await sessionsOf(space, knownAt)) {
    counts.sessions += 1;
    const shownSession = knownAt ? await sessionAt(space, session, knownAt) : session;
    yield { kind: "session", ...shownSession };
    for await (const turn of turnsOf(space, session.id, until)) {
      counts.turns += 1;
      yield { kind: "turn", ...turn };
    }
    const notes = knownAt ? [] : await space.notes(session.id, "");
    for (const note of portableNotes(notes)) {
      counts.notes += 1;
      yield noteRecord(session.id, note);
    }
  }
  const notes = await space.notes(null, "");
  for (const note of knownAt ? settingsNoteAt(notes, knownAt) : portableNotes(notes)) {
    counts.notes += 1;
    yield noteRecord(null, note);
  }
  yield { kind: "end", head, ...counts };
}
