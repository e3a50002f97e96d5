import type { Change } from "../../memory/change.ts";
import { members } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { knownAtOf, plusMillis, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { shownEntity } from "../graph/shown-entities.ts";

/** Default number of changes of a page. */
export const DEFAULT_CHANGES = 50;

/** Number of changes that a follower reads at a time. */
const READ_AT_A_TIME = 100;

/**
 * The ids of one entity at a record time: its own, and those of entities that it absorbed or that
 * absorbed it.
 */
export const oneWith = async (
  space: SpaceStore,
  entity: EntityId,
  knownAt: Instant,
): Promise<readonly EntityId[]> => {
  const entityVersion = await shownEntity(space, entity, knownAt);
  return entityVersion ? members(entityVersion) : [entity];
};

/** One change of the commit recorded at `at`; null if there is none. */
export const changeAt = async (
  space: SpaceStore,
  at: Instant,
  ordinal: number,
): Promise<Change | null> => {
  for await (const change of changesBetween(space, plusMillis(at, -1), at, undefined))
    if (change.ordinal === ordinal) return change;
  return null;
};

/** The changes recorded after `from` and up to `to`, in order. With an entity, only its changes. */
async function* changesBetween(
  space: SpaceStore,
  from: Instant,
  to: Instant,
  entity: EntityId | undefined,
): AsyncGenerator<Change> {
  const entities = entity === undefined ? undefined : await oneWith(space, entity, to);
  for (let after: string | undefined; ;) {
    const page = await space.changes({
      from,
      to,
      entities,
      page: { first: READ_AT_A_TIME, after },
    });
    for (const { item } of page.items) yield item;
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return;
  }
}

/**
 * The commits to a space from now on, in order, with each change once. With an entity, only its
 * changes and those of the entities that it absorbed. Resolves once every later commit is certain
 * to be seen. `return()` ends it, even while it waits.
 */
export const followChanges = async (
  space: SpaceStore,
  entity?: EntityId,
): Promise<AsyncIterableIterator<Change>> => {
  const state = { ended: false, committed: false, wake: (): void => undefined };
  const stopListening = space.onCommit(() => {
    state.committed = true;
    state.wake();
  });
  const end = (): void => {
    state.ended = true;
    stopListening();
    state.wake();
  };
  const start = await space.head().catch((error: unknown) => {
    end();
    throw error;
  });

  /** Yields the changes up to the head, then waits for the next commit. */
  async function* follow(): AsyncGenerator<Change> {
    let readUpTo = knownAtOf(start.recordedAt);
    try {
      while (!state.ended) {
        state.committed = false;
        const { recordedAt: head } = await space.head();
        if (head !== null && head > readUpTo) {
          yield* changesBetween(space, readUpTo, head, entity);
          readUpTo = head;
        }
        // A commit arrived while the last changes were returned, so there is more to read at once.
        if (!state.committed && !state.ended)
          await new Promise<void>((resolve) => (state.wake = resolve));
      }
    } finally {
      stopListening();
    }
  }

  const changes = follow();
  const iterator: AsyncIterableIterator<Change> = {
    next: () => changes.next(),
    return: () => {
      end();
      return changes.return(undefined);
    },
    throw: (error: unknown) => {
      end();
      return changes.throw(error);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
};
