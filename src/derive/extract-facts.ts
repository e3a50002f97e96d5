import { Problem } from "../memory/problem.ts";
import { instantOf, type TimePoint } from "../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import { canBeEvent, writeTurn } from "../write/write-turn.ts";
import { coveredTo, noteCovered } from "./covered.ts";
import type { Derivation } from "./derivation.ts";
import { RECENT_TURNS, TURNS_READ } from "./settings.ts";
import { startOfLast, turnLimit } from "./stretches.ts";

export interface ExtractedFacts {
  readonly at: TimePoint;
  /** Turns of the user that were worked through this time. */
  readonly turns: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Turns that no model could extract from: they are on record as events, and are tried again later. */
  readonly pending: number;
  readonly tokens: TokenUsage;
}

const COVERED = "/derived/facts";

/** The last words before a stretch of turns, for whoever reads what follows. */
const wordsBefore = async (space: SpaceStore, session: string, seq: number): Promise<string[]> =>
  (await space.turns({ session, before: seq, last: RECENT_TURNS })).turns.map(
    ({ content }) => content,
  );

/**
 * Facts from a whole thread (`scope.session`): every turn of the user that is no event yet (those that were stored by `addTurns`, or brought
 * along) becomes one, oldest first, at the time when it was said. Of a thread's turns that were not looked at before, at most the newest `limit`.
 *
 * Idempotent: a turn is known among events by its id, so that it is worked through once; a note of the session tells how far it is, which
 * only spares looking again. What the user lets nobody keep is passed over. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const extractFacts: Derivation<ExtractedFacts> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const limit = turnLimit(scope.limit);
  const { session } = scope;
  const [found] = session === undefined ? [] : await space.sessionsById([session]);
  if (session === undefined || found == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  let covered = await coveredTo(space, session, COVERED);
  if (limit !== undefined) covered = await startOfLast(space, session, covered, limit);
  const recent = await wordsBefore(space, session, covered + 1);
  const done = { turns: 0, added: 0, updated: 0, unchanged: 0, deleted: 0, pending: 0 };
  let tokens = NO_TOKENS;
  for (let more = true; more;) {
    const page = await space.turns({ session, after: covered, first: TURNS_READ });
    for (const turn of page.turns) {
      run.signal?.throwIfAborted();
      if (canBeEvent(turn)) {
        const { report, repeated } = await writeTurn(
          services,
          space,
          turn,
          recent.slice(-RECENT_TURNS),
          run.signal,
        );
        if (!repeated && report.event !== null) {
          tokens = addTokens(tokens, report.tokens);
          done.turns += 1;
          done.added += report.added.length;
          done.updated += report.updated.length;
          done.unchanged += report.unchanged.length;
          done.deleted += report.deleted.length;
          if (report.event?.status === "PENDING") done.pending += 1;
        }
      }
      recent.push(turn.content);
      if (recent.length > 2 * RECENT_TURNS) recent.splice(0, RECENT_TURNS);
      covered = turn.seq;
      run.progress?.({ done: turn.seq, total: found.turnCount });
    }
    await noteCovered(space, session, COVERED, covered);
    more = page.hasNextPage && page.turns.length > 0;
  }
  const knownAt = (await space.head()).recordedAt ?? instantOf(services.now());
  return { at: { knownAt, validAt: knownAt }, ...done, tokens };
};
