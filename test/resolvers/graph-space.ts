import { members, type EntityVersion } from "../../src/memory/entity.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import {
  BEGINNING,
  believedAt,
  instantOf,
  OPEN,
  visibleAt,
  type Instant,
} from "../../src/memory/time.ts";
import type { Page, SpaceStore } from "../../src/store/port.ts";

/** A day of 2026, for times in tests. */
export const day = (n: number): Instant => instantOf(Date.UTC(2026, 0, n));

export const anEntity = (entity: string, more: Partial<EntityVersion> = {}): EntityVersion => ({
  entity,
  n: 1,
  key: `person:${entity}`,
  name: entity,
  type: "person",
  aliases: [],
  profile: null,
  importance: 0.5,
  self: null,
  mergedInto: null,
  absorbed: [],
  decision: null,
  recordedAt: day(1),
  expiredAt: OPEN,
  validFrom: BEGINNING,
  validTo: OPEN,
  ...more,
});

export const aRelationship = (
  relationship: string,
  source: string,
  target: string,
  more: Partial<RelationshipVersion> = {},
): RelationshipVersion => ({
  relationship,
  n: 1,
  source,
  target,
  type: "knows",
  strength: 0.8,
  evidence: "f",
  decision: "d",
  recordedAt: day(1),
  expiredAt: OPEN,
  validFrom: day(1),
  validTo: OPEN,
  ...more,
});

type Method = Exclude<keyof SpaceStore, "id">;

/** A call that a space may do without; `undefined` where it is not given. */
const OPTIONAL = "readAheadOfChange" satisfies Method;

/** A space of which only the given methods may be called. `calls` lists them, in order. */
export const scriptedSpace = (
  methods: Partial<SpaceStore>,
): SpaceStore & { readonly calls: Method[] } => {
  const calls: Method[] = [];
  return new Proxy({ calls } as unknown as SpaceStore & { readonly calls: Method[] }, {
    get: (target, name) => {
      if (name in target || typeof name === "symbol" || name === "then")
        return Reflect.get(target, name);
      if (name === OPTIONAL && methods[OPTIONAL] === undefined) return undefined;
      const method = methods[name as Method];
      if (typeof method !== "function") throw new Error(`${name} was not to be called.`);
      return (...args: never[]) => {
        calls.push(name as Method);
        return (method as (...args: never[]) => unknown)(...args);
      };
    },
  });
};

const pageOf = <T>(
  items: readonly T[],
  { first, after }: { readonly first: number; readonly after?: string | undefined },
): Page<T> => {
  const from = after === undefined ? 0 : Number(after) + 1;
  return {
    items: items.slice(from, from + first).map((item, i) => ({ item, cursor: String(from + i) })),
    hasNextPage: from + first < items.length,
    total: () => Promise.resolve(items.length),
  };
};

/** A space that has entities and relationships, and counts its calls. Each call takes `latency`, a promise that it waits for. */
export const graphSpace = (
  entities: readonly EntityVersion[],
  relationships: readonly RelationshipVersion[],
  latency: () => Promise<unknown> = () => Promise.resolve(),
) => {
  const byId = new Map<string, EntityVersion[]>();
  for (const version of entities)
    byId.set(version.entity, [...(byId.get(version.entity) ?? []), version]);
  const touching = new Map<string, Set<RelationshipVersion>>();
  for (const relationship of relationships) {
    for (const id of [relationship.source, relationship.target]) {
      const known = touching.get(id);
      if (known) known.add(relationship);
      else touching.set(id, new Set([relationship]));
    }
  }
  const order = new Map(relationships.map((relationship, i) => [relationship, i]));
  return scriptedSpace({
    head: async () => ({ recordedAt: day(20), tag: "1" }),
    entitiesAsOf: async (requests) => {
      await latency();
      return requests.map(
        ({ entity, knownAt }) =>
          byId.get(entity)?.find((version) => believedAt(version, knownAt)) ?? null,
      );
    },
    entitiesByKey: async (keys) =>
      keys.map((key) => entities.find((version) => version.key === key)?.entity ?? null),
    relationships: async (queries) => {
      await latency();
      return queries.map(({ entities: of, direction, types, at, page }) => {
        const found = new Set(of.flatMap((id) => [...(touching.get(id) ?? [])]));
        const wanted = [...found].filter(
          (one) =>
            visibleAt(one, at) &&
            (types === undefined || types.includes(one.type)) &&
            ((direction !== "IN" && of.includes(one.source)) ||
              (direction !== "OUT" && of.includes(one.target))),
        );
        return pageOf(
          wanted.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
          page,
        );
      });
    },
  });
};

/** Every relationship that is visible, between the entities that stand: what a walk goes over, worked out the simple way. */
export const contracted = (
  entities: readonly EntityVersion[],
  relationships: readonly RelationshipVersion[],
  at: { knownAt: Instant; validAt: Instant },
) => {
  const standing = entities.filter(
    (version) => version.mergedInto === null && believedAt(version, at.knownAt),
  );
  const root = new Map(
    standing.flatMap((version) => members(version).map((id) => [id, version.entity])),
  );
  return relationships
    .filter((one) => visibleAt(one, at))
    .flatMap((one) => {
      const [source, target] = [root.get(one.source), root.get(one.target)];
      return source === undefined || target === undefined || source === target
        ? []
        : [{ id: one.relationship, source, target }];
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
};
