import type { EntityId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

/**
 * Number of latest facts that represent the current topics. Each older one counts slightly less.
 */
const FACTS = 30;
const FADING = 0.95;
/** Number of steps by which activation spreads, and maximum share of it that one step passes on. */
const HOPS = 2;
const PASSED_ON = 0.5;
/**
 * Number of entities whose relationships are followed at each step, and of relationships of each.
 */
const WIDTH = 50;
const LINKS = 50;

type Link = Pick<RelationshipVersion, "source" | "target" | "strength">;

/** Activation by entity, 0 to 1: its closeness to the current topics. */
export type Activation = ReadonlyMap<EntityId, number>;

/** Neighbours of the active entities, with the strength of each tie. */
const neighboursOf = (activation: Activation, links: readonly Link[]) => {
  const neighbours = new Map<EntityId, { readonly to: EntityId; readonly strength: number }[]>();
  for (const { source, target, strength } of links)
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const)
      if (activation.has(from))
        neighbours.set(from, [...(neighbours.get(from) ?? []), { to, strength }]);
  return neighbours;
};

/**
 * One step: each entity passes a part of its activation to its neighbours, in proportion to the
 * strength of their ties.
 */
export const spreadActivation = (activation: Activation, links: readonly Link[]): Activation => {
  const next = new Map(activation);
  for (const [from, neighbours] of neighboursOf(activation, links)) {
    const share = (PASSED_ON * (activation.get(from) ?? 0)) / Math.sqrt(neighbours.length);
    for (const { to, strength } of neighbours)
      next.set(to, Math.min(1, (next.get(to) ?? 0) + share * strength));
  }
  return next;
};

/** Activation of the entities that the newest facts name. */
const initialActivation = async (space: SpaceStore, at: TimePoint): Promise<Activation> => {
  const { items } = await space.recentFacts({ at, page: { first: FACTS } });
  const activation = new Map<EntityId, number>();
  for (const [age, { item }] of items.entries())
    for (const entity of [item.entity, ...item.mentions])
      activation.set(entity, Math.max(activation.get(entity) ?? 0, FADING ** age));
  return activation;
};

/** Relationships of the most active entities, each once. */
const linksOf = async (
  space: SpaceStore,
  activation: Activation,
  at: TimePoint,
): Promise<RelationshipVersion[]> => {
  const entities = [...activation]
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
  const links = pages.flatMap(({ items }) => items.map(({ item }) => item));
  return [...new Map(links.map((link) => [link.relationship, link])).values()];
};

/**
 * The activation of entities: those that the latest facts name, and their neighbours. At most three
 * store calls.
 */
export const activationAt = async (space: SpaceStore, at: TimePoint): Promise<Activation> => {
  let activation = await initialActivation(space, at);
  for (let hop = 0; hop < HOPS && activation.size > 0; hop++)
    activation = spreadActivation(activation, await linksOf(space, activation, at));
  return activation;
};
