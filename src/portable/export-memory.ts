import type { NewId, SessionId } from "../memory/ids.ts";
import type { Session } from "../memory/session.ts";
import { instantOf, type Instant } from "../memory/time.ts";
import type { Commit, Note, SpaceStore } from "../store/port.ts";
import {
  FORMAT,
  type CommitRecord,
  type ExportedEmbedder,
  type ExportRecord,
  type NoteRecord,
} from "./export-format.ts";
import { encodeVector } from "./vector-encoding.ts";

/** Sessions, or turns, read at a time. */
const PAGE = 200;

/** Notes of work under way in this service, which mean nothing in another. */
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
   * `recordedAt` of the last commit that the caller has. The export then goes on behind it, without
   * a header.
   */
  readonly after?: Instant | undefined;
}

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

/** All sessions, oldest first. */
const sessionsOf = async (space: SpaceStore): Promise<Session[]> => {
  const sessions: Session[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.sessions({ first: PAGE, after });
    for (const { item } of page.items) sessions.push(item);
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return sessions.toReversed();
  }
};

async function* turnRecords(space: SpaceStore, session: SessionId): AsyncGenerator<ExportRecord> {
  for (let after = 0; ;) {
    const { turns, hasNextPage } = await space.turns({ session, first: PAGE, after });
    for (const turn of turns) {
      yield { kind: "turn", ...turn };
      after = turn.seq;
    }
    if (!hasNextPage || turns.length === 0) return;
  }
}

/**
 * Yields a memory record by record: the commits as of one moment, then sessions, turns and notes as
 * they are when they are read. Holds a few commits in memory at a time.
 */
export async function* exportMemory(
  { embedder, now, newId }: ExportServices,
  space: SpaceStore,
  { embeddings, after }: ExportRequest,
): AsyncGenerator<ExportRecord, void> {
  if (after === undefined)
    yield {
      kind: "palimpsest",
      format: FORMAT,
      id: newId(),
      exportedAt: instantOf(now()),
      embedder: { id: embedder.id, dimensions: embedder.dimensions },
      embeddings,
    };
  let head = after ?? null;
  for await (const commit of space.commitsAfter(head, embeddings)) {
    yield commitRecord(commit, head, embeddings);
    head = commit.recordedAt;
  }
  const counts = { sessions: 0, turns: 0, notes: 0 };
  for (const session of await sessionsOf(space)) {
    counts.sessions += 1;
    yield { kind: "session", ...session };
    for await (const record of turnRecords(space, session.id)) {
      counts.turns += 1;
      yield record;
    }
    for (const note of portableNotes(await space.notes(session.id, ""))) {
      counts.notes += 1;
      yield noteRecord(session.id, note);
    }
  }
  for (const note of portableNotes(await space.notes(null, ""))) {
    counts.notes += 1;
    yield noteRecord(null, note);
  }
  yield { kind: "end", head, ...counts };
}
