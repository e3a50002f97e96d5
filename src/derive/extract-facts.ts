import type { Session, Turn } from "../memory/session.ts";
import type { TimePoint } from "../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { NoteChange, SpaceStore } from "../store/port.ts";
import type { WriteReport } from "../write/report.ts";
import { RECENT_TURNS, recentMessagesOf } from "../write/recent-messages.ts";
import { SessionReader } from "../write/session-reader.ts";
import { canBeEvent, writeTurn } from "../write/write-turn.ts";
import { headPoint, type Derivation } from "./derivation.ts";
import { positionBeforeLast, sessionInScope, turnLimit, TURNS_READ } from "./session-turns.ts";

/** Note of a session with the sequence number up to which its turns were processed. */
const POSITION_PATH = "/derived/facts";

interface Counts {
  /** Number of user turns that this run processed. */
  readonly turns: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /**
   * Turns without an answer from a model. They are recorded as events, and extraction is retried
   * later.
   */
  readonly pending: number;
}

export interface ExtractedFacts extends Counts {
  readonly at: TimePoint;
  readonly tokens: TokenUsage;
}

const NOTHING: Counts & Pick<ExtractedFacts, "tokens"> = {
  turns: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  pending: 0,
  tokens: NO_TOKENS,
};

const addReport = (counts: typeof NOTHING, report: WriteReport): typeof NOTHING => ({
  turns: counts.turns + 1,
  added: counts.added + report.addedFacts.length,
  updated: counts.updated + report.updatedFacts.length,
  unchanged: counts.unchanged + report.unchangedFacts.length,
  deleted: counts.deleted + report.deletedFacts.length,
  pending: counts.pending + Number(report.event?.status === "PENDING"),
  tokens: addTokens(counts.tokens, report.tokens),
});

/** Sequence number up to which the session was processed; 0 at first. */
const readPosition = async (space: SpaceStore, session: Session["id"]): Promise<number> => {
  const note = await space.note(session, POSITION_PATH);
  return typeof note?.value === "number" ? note.value : 0;
};

/**
 * Moves the position forward, never back. Does nothing for a session that was deleted meanwhile.
 */
const advancePosition = async (
  space: SpaceStore,
  session: Session["id"],
  seq: number,
): Promise<void> => {
  for (;;) {
    const note = await space.note(session, POSITION_PATH);
    if (typeof note?.value === "number" && note.value >= seq) return;
    const change: NoteChange = { path: POSITION_PATH, value: seq, expectedTag: note?.tag ?? null };
    if (await space.changeNotes(session, [change])) return;
    if ((await space.sessionsById([session]))[0] == null) return;
  }
};

/** The last turns before one. */
const turnsBefore = async (
  space: SpaceStore,
  { session, seq }: Pick<Turn, "session" | "seq">,
): Promise<Turn[]> => [...(await space.turns({ session, before: seq, last: RECENT_TURNS })).turns];

/**
 * Extracts facts from a whole session (`scope.session`). Each user turn that is not an event yet
 * (stored by `addTurns`, or imported) becomes one, oldest first, at the time when it was said. The
 * model reads as many turns in one call as fit. Processes the turns that no earlier run covered;
 * with `limit`, only the newest of them. Idempotent: an event has the id of its turn, so that each
 * turn is processed once. The position in the note of the session only saves looking again. Turns
 * that the user's settings exclude are skipped. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const extractFacts: Derivation<ExtractedFacts> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const limit = turnLimit(scope.limit);
  const { id: session, turnCount } = await sessionInScope(space, scope.session);
  let position = await readPosition(space, session);
  if (limit !== undefined) position = await positionBeforeLast(space, session, position, limit);
  const recent = await turnsBefore(space, { session, seq: position + 1 });
  const reader = new SessionReader(services, space);
  let counts = NOTHING;
  for (let hasMore = true; hasMore;) {
    const page = await space.turns({ session, after: position, first: TURNS_READ });
    for (const [i, turn] of page.turns.entries()) {
      run.signal?.throwIfAborted();
      if (canBeEvent(turn)) {
        const messages = recentMessagesOf(services.models, recent);
        const talk = { turn, before: [...recent], after: page.turns.slice(i + 1) };
        const turnServices = reader.servicesFor(talk);
        const report = await writeTurn(turnServices, space, turn, messages, run.signal);
        if (!report.repeated && report.event !== null) counts = addReport(counts, report);
      }
      recent.push(turn);
      if (recent.length > RECENT_TURNS) recent.shift();
      position = turn.seq;
      run.progress?.({ done: turn.seq, total: turnCount });
    }
    await advancePosition(space, session, position);
    hasMore = page.hasNextPage && page.turns.length > 0;
  }
  return { at: await headPoint(services, space), ...counts };
};
