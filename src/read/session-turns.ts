import type { Session, Turn } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import type { View } from "./view.ts";

/** Turns of a session by ascending sequence number, from its beginning (`first`, `after`) or from its end (`last`, `before`). */
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

/** How many turns are read at a time where those that were recorded later have to be left out. */
const BLOCK = 200;

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
      first: BLOCK,
      after: from,
      before,
    });
    yield* turns.filter(({ recordedAt }) => recordedAt <= knownAt);
    from = turns.at(-1)?.seq;
    if (!hasNextPage || from === undefined) return;
  }
}

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
      last: BLOCK,
      after,
      before: from,
    });
    yield* turns.filter(({ recordedAt }) => recordedAt <= knownAt).toReversed();
    from = turns[0]?.seq;
    if (!hasPreviousPage || from === undefined) return;
  }
}

const take = async (turns: AsyncGenerator<Turn>, count: number): Promise<Turn[]> => {
  const taken: Turn[] = [];
  for await (const turn of turns) {
    taken.push(turn);
    if (taken.length === count) break;
  }
  return taken;
};

/** A page of the turns of a session. A view of the past has only the turns that were recorded by then. */
export const turnsOf = async (
  space: SpaceStore,
  session: Session,
  view: View,
  request: TurnsRequest,
): Promise<TurnsPage> => {
  if (!view.past) return space.turns({ session: session.id, ...request });
  const { knownAt } = view.at;
  if (request.last !== undefined) {
    const found = await take(
      backwards(space, session.id, request.after, request.before, knownAt),
      request.last + 1,
    );
    return {
      turns: found.slice(0, request.last).toReversed(),
      hasNextPage: request.before !== undefined,
      hasPreviousPage: found.length > request.last,
    };
  }
  const first = request.first ?? Infinity;
  const found = await take(
    forwards(space, session.id, request.after, request.before, knownAt),
    first + 1,
  );
  return {
    turns: found.slice(0, first),
    hasNextPage: found.length > first,
    hasPreviousPage: request.after !== undefined,
  };
};

/** How many turns a session has; in a view of the past, how many it had by then. */
export const turnCountOf = async (
  space: SpaceStore,
  session: Session,
  view: View,
): Promise<number> =>
  view.past
    ? (await take(forwards(space, session.id, undefined, undefined, view.at.knownAt), Infinity))
        .length
    : session.turnCount;
