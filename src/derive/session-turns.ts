import type { SessionId } from "../memory/ids.ts";
import type { Session, Turn } from "../memory/session.ts";
import { countTokens, cutToTokens } from "../language/tokens.ts";
import { notFound, Problem } from "../memory/problem.ts";
import type { SpokenTurn } from "../models/derive-tasks.ts";
import type { SpaceStore } from "../store/port.ts";

/** Maximum of `last`: the number of latest turns that a derivation reads. */
export const MOST_TURNS = 100_000;
/** Turns read from the store at a time. A batch never holds more. */
export const TURNS_READ = 200;
/** Maximum tokens of turns, or of facts, in one model call, in addition to its earlier output. */
export const BATCH_TOKENS = 6_000;
/** Maximum number of tokens of one turn; a longer one is truncated. */
const TURN_TOKENS = 1_500;

/**
 * Checks the number of latest turns to read; undefined means all. Throws BAD_USER_INPUT for a
 * number out of range.
 */
export const turnLimit = (limit: number | undefined): number | undefined => {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MOST_TURNS))
    throw new Problem("BAD_USER_INPUT", `last must be 1 to ${MOST_TURNS}, not ${limit}.`);
  return limit;
};

/** The session of a scope. Throws NOT_FOUND if the session is unknown or missing. */
export const sessionInScope = async (
  space: SpaceStore,
  id: SessionId | undefined,
): Promise<Session> => {
  const [session] = id === undefined ? [] : await space.sessionsById([id]);
  if (session == null) throw notFound("session");
  return session;
};

/** A turn in the form for a model: its first 1,500 tokens. */
const talkOf = async ({ role, speaker, content, occurredAt }: Turn): Promise<SpokenTurn> => ({
  role,
  ...(speaker !== undefined && { speaker }),
  content: await cutToTokens(content, TURN_TOKENS),
  occurredAt,
});

/** Turns for one model call, as stored and in the form for the model. */
export interface TurnBatch {
  readonly turns: readonly Turn[];
  readonly talk: readonly SpokenTurn[];
}

/** The first turns for one model call: at least one. */
export const firstBatch = async (turns: readonly Turn[]): Promise<TurnBatch> => {
  const talk: SpokenTurn[] = [];
  let tokens = 0;
  for (const turn of turns) {
    const next = await talkOf(turn);
    tokens += await countTokens(next.content);
    if (talk.length > 0 && tokens > BATCH_TOKENS) break;
    talk.push(next);
  }
  return { turns: turns.slice(0, talk.length), talk };
};

/**
 * The first batch after a turn. Turns before the newest `limit` are skipped; `Infinity` skips none.
 */
export const batchAfter = async (
  space: SpaceStore,
  session: SessionId,
  after: number,
  limit: number,
): Promise<TurnBatch> => {
  const start = limit === Infinity ? after : await positionBeforeLast(space, session, after, limit);
  const { turns } = await space.turns({ session, after: start, first: TURNS_READ });
  return firstBatch(turns);
};

/**
 * Sequence number of the turn before the latest `limit` turns; `after` if at most that many follow
 * it.
 */
export const positionBeforeLast = async (
  space: SpaceStore,
  session: SessionId,
  after: number,
  limit: number,
): Promise<number> => {
  let position = after;
  let before: number | undefined;
  for (let missingCount = limit; missingCount > 0; missingCount -= TURNS_READ) {
    const { turns, hasPreviousPage } = await space.turns({
      session,
      after,
      before,
      last: Math.min(missingCount, TURNS_READ),
    });
    const [oldest] = turns;
    if (oldest === undefined) break;
    before = oldest.seq;
    position = oldest.seq - 1;
    if (!hasPreviousPage) break;
  }
  return position;
};
