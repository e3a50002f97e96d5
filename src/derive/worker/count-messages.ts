import type { EventId } from "../../memory/ids.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

/** How many changes are read at a time. */
const BLOCK = 100;

export interface CountedMessages {
  /** Messages that belong to no session and changed something. */
  readonly messages: number;
  /** The record time up to which they were counted. */
  readonly to: Instant | null;
  /** How many changes were read for it. */
  readonly read: number;
}

/** Messages without a session have no turns: they are counted by what they changed, from one record time to the head, and no further than `enough`. */
export const countMessages = async (
  space: SpaceStore,
  from: Instant | null,
  enough: number,
): Promise<CountedMessages> => {
  const { recordedAt: to } = await space.head();
  if (to === null || (from !== null && to <= from)) return { messages: 0, to: from, read: 0 };
  const seen = new Set<EventId>();
  let messages = 0;
  let read = 0;
  for (let after: string | undefined; messages < enough;) {
    const page = await space.changes({
      from: from ?? BEGINNING,
      to,
      page: { first: BLOCK, after },
    });
    const fresh = [...new Set(page.items.flatMap(({ item }) => item.event ?? []))].filter(
      (id) => !seen.has(id),
    );
    for (const id of fresh) seen.add(id);
    const events = fresh.length === 0 ? [] : await space.events(fresh, to);
    messages += events.filter((event) => event !== null && event.session === null).length;
    read += page.items.length;
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) break;
  }
  return { messages, to, read };
};
