import type { Session, Turn } from "../../memory/session.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { turnsReadAt, type View } from "../view.ts";

/**
 * A page of turns by ascending sequence number, from the start of the session (`first`, `after`) or
 * from its end (`last`, `before`).
 */
export interface TurnsRequest {
  readonly first?: number | undefined;
  readonly after?: number | undefined;
  readonly last?: number | undefined;
  readonly before?: number | undefined;
}

export interface TurnsPage {
  readonly turns: readonly Turn[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Number of turns that are read at a time while turns recorded after the view are skipped. */
const READ_AT_A_TIME = 200;

/** The turns recorded by `knownAt`, from the first on. `after` and `before` are exclusive. */
async function* forwards(
  space: SpaceStore,
  session: string,
  after: number | undefined,
  before: number | undefined,
  knownAt: Instant,
): AsyncGenerator<Turn> {
  for (let from = after; ;) {
    const { turns, hasNextPage } = await space.turns({
      session,
      first: READ_AT_A_TIME,
      after: from,
      before,
    });
    yield* turns.filter(({ recordedAt }) => recordedAt <= knownAt);
    from = turns.at(-1)?.seq;
    if (!hasNextPage || from === undefined) return;
  }
}

/** The same from the last on. */
async function* backwards(
  space: SpaceStore,
  session: string,
  after: number | undefined,
  before: number | undefined,
  knownAt: Instant,
): AsyncGenerator<Turn> {
  for (let from = before; ;) {
    const { turns, hasPreviousPage } = await space.turns({
      session,
      last: READ_AT_A_TIME,
      after,
      before: from,
    });
    yield* turns.filter(({ recordedAt }) => recordedAt <= knownAt).toReversed();
    from = turns[0]?.seq;
    if (!hasPreviousPage || from === undefined) return;
  }
}

const firstOf = async (turns: AsyncGenerator<Turn>, count: number): Promise<Turn[]> => {
  const firstTurns: Turn[] = [];
  for await (const turn of turns) {
    firstTurns.push(turn);
    if (firstTurns.length === count) break;
  }
  return firstTurns;
};

/** A page of the turns of a session. At a past view, only turns that were recorded by then. */
export const turnsOf = async (
  space: SpaceStore,
  session: Session,
  view: View,
  request: TurnsRequest,
): Promise<TurnsPage> => {
  if (!view.past) return space.turns({ session: session.id, ...request });
  const { knownAt } = turnsReadAt(view);
  if (request.last !== undefined) {
    const turns = await firstOf(
      backwards(space, session.id, request.after, request.before, knownAt),
      request.last + 1,
    );
    return {
      turns: turns.slice(0, request.last).toReversed(),
      hasNextPage: request.before !== undefined,
      hasPreviousPage: turns.length > request.last,
    };
  }
  const first = request.first ?? Infinity;
  const turns = await firstOf(
    forwards(space, session.id, request.after, request.before, knownAt),
    first + 1,
  );
  return {
    turns: turns.slice(0, first),
    hasNextPage: turns.length > first,
    hasPreviousPage: request.after !== undefined,
  };
};

/** Number of turns of a session. At a past view, only turns that were recorded by then. */
export const turnCountOf = async (
  space: SpaceStore,
  session: Session,
  view: View,
): Promise<number> =>
  view.past
    ? (
        await firstOf(
          forwards(space, session.id, undefined, undefined, turnsReadAt(view).knownAt),
          Infinity,
        )
      ).length
    : session.turnCount;
