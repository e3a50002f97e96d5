import type { SessionId } from "../memory/ids.ts";
import type { Turn } from "../memory/session.ts";
import { countTokens, cutToTokens } from "../memory/tokens.ts";
import { Problem } from "../memory/problem.ts";
import type { Talk } from "../models/derive-tasks.ts";
import type { SpaceStore } from "../store/port.ts";
import { MOST_TURNS, STRETCH_TOKENS, TURN_TOKENS, TURNS_READ } from "./settings.ts";

/** How many of the newest turns are looked at; undefined for all. Throws BAD_USER_INPUT for a number out of bounds. */
export const turnLimit = (limit: number | undefined): number | undefined => {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MOST_TURNS))
    throw new Problem("BAD_USER_INPUT", `recentK must be 1 to ${MOST_TURNS}, not ${limit}.`);
  return limit;
};

/** A turn as a model is shown it, as much of it as a turn may have. */
export const talkOf = async ({ role, content, occurredAt }: Turn): Promise<Talk> => ({
  role,
  content: await cutToTokens(content, TURN_TOKENS),
  occurredAt,
});

/** The next turns of a session after a sequence number, as many as one question takes, and whether more follow. */
export interface Stretch {
  readonly turns: readonly Turn[];
  readonly talk: readonly Talk[];
  readonly hasMore: boolean;
}

/** As many of the turns, from the first on, as one question takes: one at least. */
export const firstStretch = async (
  turns: readonly Turn[],
): Promise<Pick<Stretch, "turns" | "talk">> => {
  const talk: Talk[] = [];
  let tokens = 0;
  for (const turn of turns) {
    const shown = await talkOf(turn);
    tokens += await countTokens(shown.content);
    if (talk.length > 0 && tokens > STRETCH_TOKENS) break;
    talk.push(shown);
  }
  return { turns: turns.slice(0, talk.length), talk };
};

/** Only what lies after `after` is read, and of that at most the newest `limit` turns. */
export const stretchAfter = async (
  space: SpaceStore,
  session: SessionId,
  after: number,
  limit: number | undefined,
): Promise<Stretch> => {
  const start = limit === undefined ? after : await startOfLast(space, session, after, limit);
  const { turns, hasNextPage } = await space.turns({ session, after: start, first: TURNS_READ });
  const stretch = await firstStretch(turns);
  return { ...stretch, hasMore: hasNextPage || stretch.turns.length < turns.length };
};

/** The sequence number after which the newest `limit` turns stand. */
export const startOfLast = async (
  space: SpaceStore,
  session: SessionId,
  after: number,
  limit: number,
): Promise<number> => {
  let start = after;
  let before: number | undefined;
  for (let left = limit; left > 0; left -= TURNS_READ) {
    const { turns, hasPreviousPage } = await space.turns({
      session,
      after,
      before,
      last: Math.min(left, TURNS_READ),
    });
    if (turns[0] === undefined) break;
    before = turns[0].seq;
    start = before - 1;
    if (!hasPreviousPage) break;
  }
  return start;
};
