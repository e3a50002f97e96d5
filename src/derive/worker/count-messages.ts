import type { EventId } from "../../memory/ids.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

/** Number of changes read at a time. */
const PAGE = 100;

export interface MessageCount {
  /** Messages outside sessions that changed something. */
  readonly messages: number;
  /** Record time up to which they are counted. */
  readonly to: Instant | null;
  readonly changesRead: number;
}

/** The ids of the events in a page of changes that are not yet in `seen`. Adds them to it. */
const unseenEvents = (
  events: readonly (EventId | null)[],
  seenEvents: Set<EventId>,
): readonly EventId[] => {
  const newEvents = [...new Set(events)]
    .filter((id) => id !== null)
    .filter((id) => !seenEvents.has(id));
  for (const id of newEvents) seenEvents.add(id);
  return newEvents;
};

/**
 * Counts messages without a session, which have no turns, by their changes: from a record time to
 * the head, up to about `enough`.
 */
export const countMessages = async (
  space: SpaceStore,
  from: Instant | null,
  enough: number,
): Promise<MessageCount> => {
  const { recordedAt: to } = await space.head();
  if (to === null || (from !== null && to <= from))
    return { messages: 0, to: from, changesRead: 0 };
  const countedEvents = new Set<EventId>();
  let messages = 0;
  let changesRead = 0;
  for (let after: string | undefined; messages < enough;) {
    const page = await space.changes({ from: from ?? BEGINNING, to, page: { first: PAGE, after } });
    const ids = unseenEvents(
      page.items.map(({ item }) => item.event),
      countedEvents,
    );
    const events = ids.length === 0 ? [] : await space.events(ids, to);
    messages += events.filter((event) => event !== null && event.session === null).length;
    changesRead += page.items.length;
    after = page.items.at(-1)?.cursor;
    if (!page.hasNextPage || after === undefined) break;
  }
  return { messages, to, changesRead };
};
