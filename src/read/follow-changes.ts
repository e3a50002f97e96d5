import type { Change } from "../memory/change.ts";
import { members } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { BEGINNING, type Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** How many changes are read at a time. */
const BLOCK = 100;

/** The entity and all that is one with it at a record time: what it absorbed, or what absorbed it. */
export const oneWith = async (
  space: SpaceStore,
  entity: EntityId,
  knownAt: Instant,
): Promise<readonly EntityId[]> => {
  const [own] = await space.entitiesAsOf([{ entity, knownAt }]);
  const [root] =
    own?.mergedInto == null
      ? [own]
      : await space.entitiesAsOf([{ entity: own.mergedInto, knownAt }]);
  return root ? members(root) : [entity];
};

async function* changesBetween(
  space: SpaceStore,
  from: Instant,
  to: Instant,
  entity: EntityId | undefined,
): AsyncGenerator<Change> {
  const entities = entity === undefined ? undefined : await oneWith(space, entity, to);
  for (let after: string | undefined; ;) {
    const page = await space.changes({ from, to, entities, page: { first: BLOCK, after } });
    for (const { item } of page.items) yield item;
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) return;
  }
}

/**
 * What is committed to a space from now on, in order, none lost and none twice; only what concerns one entity (and what it absorbed),
 * where one is named. Resolves once it follows: whatever is committed afterwards is told. Ends at `return()`, even while it waits.
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

  async function* follow(): AsyncGenerator<Change> {
    let told = start.recordedAt ?? BEGINNING;
    try {
      while (!state.ended) {
        state.committed = false;
        const { recordedAt: head } = await space.head();
        if (head !== null && head > told) {
          yield* changesBetween(space, told, head, entity);
          told = head;
        }
        // Set by a commit that came while the last ones were told: there is more to read at once.
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
