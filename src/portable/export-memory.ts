import type { NewId, SessionId } from "../memory/ids.ts";
import type { Session } from "../memory/session.ts";
import { instantOf, type Instant } from "../memory/time.ts";
import type { Commit, Note, SpaceStore } from "../store/port.ts";
import {
  FORMAT,
  type CommitLine,
  type ExportedEmbedder,
  type Line,
  type NoteLine,
} from "./format.ts";
import { vectorText } from "./vector-text.ts";

/** Sessions and turns that are read together. */
const PAGE = 200;

/** Notes of work that is under way here, and means nothing elsewhere. */
const LEFT_BEHIND = ["/jobs", "/leases", "/context", "/import", "/erase"];

export interface ExportServices {
  readonly embedder: ExportedEmbedder;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: NewId;
}

export interface ExportRequest {
  /** Whether vectors are written; without them an import embeds anew what had one. */
  readonly embeddings: boolean;
  /** The record time of the last commit that is there already: the lines that follow it come, and no header. */
  readonly after?: Instant | undefined;
}

const commitLine = (commit: Commit, previous: Instant | null, embeddings: boolean): CommitLine => {
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
        vector: vector && (embeddings ? vectorText(vector) : (true as const)),
      })),
    }),
    ...(vectors && {
      vectors: vectors.map(({ text, vector }) => ({
        text,
        vector: embeddings ? vectorText(vector) : (true as const),
      })),
    }),
  };
};

const noteLine = (session: SessionId | null, { path, value, expiresAt }: Note): NoteLine => ({
  kind: "note",
  session,
  path,
  value,
  expiresAt,
});

const kept = (notes: readonly Note[]): Note[] =>
  notes.filter(
    ({ path }) => !LEFT_BEHIND.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );

/** Oldest first, as they were created. */
const sessionsOf = async (space: SpaceStore): Promise<Session[]> => {
  const sessions: Session[] = [];
  for (let after: string | undefined; ;) {
    const page = await space.sessions({ first: PAGE, after });
    for (const { item } of page.items) sessions.push(item);
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return sessions.toReversed();
  }
};

async function* turnLines(space: SpaceStore, session: SessionId): AsyncGenerator<Line> {
  for (let after = 0; ;) {
    const { turns, hasNextPage } = await space.turns({ session, first: PAGE, after });
    for (const turn of turns) yield { kind: "turn", ...turn };
    if (!hasNextPage || turns.length === 0) return;
    after = turns.at(-1)!.seq;
  }
}

/**
 * A memory, line by line (docs/export.md): the commits as of one moment, then its sessions, turns and notes as they are when they are
 * read. Holds no more than some commits at a time.
 */
export async function* exportMemory(
  { embedder, now, newId }: ExportServices,
  space: SpaceStore,
  { embeddings, after }: ExportRequest,
): AsyncGenerator<Line, void> {
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
    yield commitLine(commit, head, embeddings);
    head = commit.recordedAt;
  }
  const counts = { sessions: 0, turns: 0, notes: 0 };
  for (const session of await sessionsOf(space)) {
    counts.sessions += 1;
    yield { kind: "session", ...session };
    for await (const line of turnLines(space, session.id)) {
      counts.turns += 1;
      yield line;
    }
    for (const note of kept(await space.notes(session.id, ""))) {
      counts.notes += 1;
      yield noteLine(session.id, note);
    }
  }
  for (const note of kept(await space.notes(null, ""))) {
    counts.notes += 1;
    yield noteLine(null, note);
  }
  yield { kind: "end", head, ...counts };
}
