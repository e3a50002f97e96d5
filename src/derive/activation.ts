import type { EntityId } from "../memory/ids.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** Facts that tell what is talked about now: the newest. Each further one counts a little less. */
const FACTS = 30;
const FADING = 0.95;
/** How far activation spreads, and how much of it one step passes on at most. */
const HOPS = 2;
const PASSED_ON = 0.5;
/** Entities whose relationships are followed at each step, and relationships of each. */
const WIDTH = 50;
const LINKS = 50;

type Link = Pick<RelationshipVersion, "source" | "target" | "strength">;

/** One step: every entity passes a part of its activation on to those that it is tied to, shared out among them by the strength of the ties. */
export const spread = (
  active: ReadonlyMap<EntityId, number>,
  links: readonly Link[],
): Map<EntityId, number> => {
  const ties = new Map<EntityId, { readonly to: EntityId; readonly strength: number }[]>();
  for (const { source, target, strength } of links)
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const)
      if (active.has(from)) ties.set(from, [...(ties.get(from) ?? []), { to, strength }]);
  const next = new Map(active);
  for (const [from, own] of ties) {
    const share = (PASSED_ON * active.get(from)!) / Math.sqrt(own.length);
    for (const { to, strength } of own)
      next.set(to, Math.min(1, (next.get(to) ?? 0) + share * strength));
  }
  return next;
};

/** How active each entity is, 0 to 1: those that the newest facts name, and by way of relationships those around them. At most three store calls. */
export const activation = async (
  space: SpaceStore,
  at: TimePoint,
): Promise<ReadonlyMap<EntityId, number>> => {
  const { items } = await space.recentFacts({ at, page: { first: FACTS } });
  let active = new Map<EntityId, number>();
  for (const [i, { item }] of items.entries())
    for (const entity of [item.entity, ...item.mentions])
      active.set(entity, Math.max(active.get(entity) ?? 0, FADING ** i));
  for (let hop = 0; hop < HOPS && active.size > 0; hop++) {
    const entities = [...active]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, WIDTH)
      .map(([entity]) => entity);
    const pages = await space.relationships(
      entities.map((entity) => ({
        entities: [entity],
        direction: "BOTH" as const,
        at,
        page: { first: LINKS },
      })),
    );
    const links = new Map(
      pages.flatMap(({ items: found }) =>
        found.map(({ item }) => [item.relationship, item] as const),
      ),
    );
    active = spread(active, [...links.values()]);
  }
  return active;
};
