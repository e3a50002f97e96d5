import type { Event } from "../memory/event.ts";
import type { FactVersion } from "../memory/fact.ts";
import type { EventId } from "../memory/ids.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { factsDrawn, sayings, standingQuotation, type Standing } from "./standing-quotation.ts";

/** The events that may be quoted at a view of which some facts are known to be visible, each with what may be quoted of it. Three store calls. */
export const standingQuotations = async (
  space: SpaceStore,
  ids: readonly EventId[],
  visible: readonly FactVersion[],
  at: TimePoint,
): Promise<ReadonlyMap<EventId, { readonly event: Event; readonly message: string }>> => {
  const { knownAt } = at;
  if (ids.length === 0) return new Map();
  const [events, decisions] = await Promise.all([
    space.events(ids, knownAt),
    space.decisionsOfEvents(ids, knownAt),
  ]);
  const facts = [...new Set(decisions.flat().flatMap(factsDrawn))];
  const newest =
    facts.length === 0 ? [] : await space.factsAsOf(facts.map((fact) => ({ fact, knownAt })));
  const standing: Standing = {
    at,
    newest: new Map(
      newest.flatMap((version) => (version === null ? [] : [[version.fact, version] as const])),
    ),
    said: new Set(visible.flatMap(sayings)),
  };
  return new Map(
    ids.flatMap((id, index) => {
      const event = events[index] ?? null;
      const message = event && standingQuotation(event.message, decisions[index] ?? [], standing);
      return event === null || message === null ? [] : [[id, { event, message }] as const];
    }),
  );
};
