import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLoaders } from "../../resolvers/loaders/loaders.ts";
import { neighboursOf } from "../../src/read/graph/walk.ts";
import { pathsBetween } from "../../src/read/graph/paths.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import { OPEN } from "../../src/memory/time.ts";
import { aRelationship, anEntity, contracted, day, graphSpace } from "./graph-space.ts";

const at = { knownAt: day(10), validAt: day(10) };
const name = (n: number): string => `e${n}`;

interface World {
  readonly entities: EntityVersion[];
  readonly relationships: RelationshipVersion[];
}

/**
 * Up to seven entities, some of them merged into others, and up to fourteen relationships, some of
 * them not visible, in any order that a store may return.
 */
const aWorld: fc.Arbitrary<World> = fc.integer({ min: 2, max: 7 }).chain((count) =>
  fc
    .record({
      mergedInto: fc.array(fc.nat({ max: count - 1 }), { minLength: count, maxLength: count }),
      merges: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      ends: fc.array(
        fc.tuple(
          fc.nat({ max: count - 1 }),
          fc.nat({ max: count - 1 }),
          fc.constantFrom("now", "now", "now", "over", "forgotten", "later"),
        ),
        { maxLength: 14 },
      ),
      shuffle: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
    })
    .map(({ mergedInto, merges, ends, shuffle }) => {
      // Merges only into an entity that is not merged itself, because a merge always refers to the
      // final one.
      const into = merges.map((merged, i) =>
        merged && mergedInto[i] !== i && !merges[mergedInto[i] ?? 0]
          ? name(mergedInto[i] ?? 0)
          : null,
      );
      const entities = into.map((root, i) =>
        anEntity(name(i), {
          mergedInto: root,
          absorbed: into.flatMap((other, j) => (other === name(i) ? [name(j)] : [])),
        }),
      );
      const relationships = ends
        .filter(([from, to]) => from !== to)
        .map(([from, to, when], i) =>
          aRelationship(
            `r${String(i).padStart(2, "0")}`,
            name(from),
            name(to),
            when === "over"
              ? { validTo: day(5) }
              : when === "forgotten"
                ? { expiredAt: day(5) }
                : when === "later"
                  ? { recordedAt: day(15), expiredAt: OPEN }
                  : {},
          ),
        );
      return {
        entities,
        relationships: relationships
          .map((one, i) => ({ one, key: shuffle[i] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one),
      };
    }),
);

const distancesFrom = (
  start: string,
  edges: ReturnType<typeof contracted>,
): Map<string, number> => {
  const distances = new Map([[start, 0]]);
  for (let hop = 1; hop <= edges.length; hop++) {
    for (const { source, target } of edges) {
      for (const [one, other] of [
        [source, target],
        [target, source],
      ] as const) {
        if (distances.get(one) === hop - 1 && !distances.has(other)) distances.set(other, hop);
      }
    }
  }
  return distances;
};

const everyPath = (
  from: string,
  to: string,
  edges: ReturnType<typeof contracted>,
  left: number,
  seen: readonly string[],
): string[][] => {
  if (from === to) return [[]];
  if (left === 0) return [];
  return edges.flatMap(({ id, source, target }) => {
    const next = source === from ? target : target === from ? source : null;
    return next === null || seen.includes(next)
      ? []
      : everyPath(next, to, edges, left - 1, [...seen, next]).map((rest) => [id, ...rest]);
  });
};

const byLengthThenIds = (a: string[], b: string[]): number =>
  a.length - b.length || (a.join() < b.join() ? -1 : 1);

describe("neighbours", () => {
  it("are those within the hops, the nearest first, in any store order", async () => {
    await fc.assert(
      fc.asyncProperty(
        aWorld,
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        async ({ entities, relationships }, hops, pick) => {
          const standing = entities.filter(({ mergedInto }) => mergedInto === null);
          const start = standing[pick % standing.length]!;
          const found = (
            await neighboursOf(
              createLoaders(graphSpace(entities, relationships)),
              start,
              { hops },
              at,
            )
          ).map(({ entity }) => entity);
          const distances = distancesFrom(start.entity, contracted(entities, relationships, at));
          expect(found.toSorted()).toEqual(
            [...distances]
              .filter(([, distance]) => distance > 0 && distance <= hops)
              .map(([id]) => id)
              .toSorted(),
          );
          expect(found.map((id) => distances.get(id))).toEqual(
            found.map((id) => distances.get(id)).toSorted(),
          );
          const reordered = await neighboursOf(
            createLoaders(graphSpace(entities, relationships.toReversed())),
            start.entity,
            { hops },
            at,
          );
          expect(reordered.map(({ entity }) => entity)).toEqual(found);
        },
      ),
      { numRuns: 200 },
    );
  });
  it("of one type are reached over that type only", async () => {
    const entities = ["a", "b", "c"].map((id) => anEntity(id));
    const relationships = [
      aRelationship("r1", "a", "b"),
      aRelationship("r2", "a", "c", { type: "employs" }),
    ];
    const found = await neighboursOf(
      createLoaders(graphSpace(entities, relationships)),
      entities[0]!,
      { hops: 2, types: ["employs"] },
      at,
    );
    expect(found.map(({ entity }) => entity)).toEqual(["c"]);
  });
  it("of an unknown entity are none", async () => {
    expect(
      await neighboursOf(createLoaders(graphSpace([], [])), "nobody", { hops: 4 }, at),
    ).toEqual([]);
  });
  it("take two store calls per hop", async () => {
    const entities = ["a", "b", "c", "d"].map((id) => anEntity(id));
    const space = graphSpace(entities, [
      aRelationship("r1", "a", "b"),
      aRelationship("r2", "b", "c"),
      aRelationship("r3", "c", "d"),
    ]);
    expect(
      (await neighboursOf(createLoaders(space), entities[0]!, { hops: 3 }, at)).map(
        ({ entity }) => entity,
      ),
    ).toEqual(["b", "c", "d"]);
    expect(space.calls).toEqual([
      "relationships",
      "entitiesAsOf",
      "relationships",
      "entitiesAsOf",
      "relationships",
      "entitiesAsOf",
    ]);
  });
});

describe("paths", () => {
  it("are the simple ones, the shortest first, in the order of their relationships", async () => {
    await fc.assert(
      fc.asyncProperty(
        aWorld,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        fc.nat(),
        async ({ entities, relationships }, maxHops, first, pickFrom, pickTo) => {
          const standing = entities.filter(({ mergedInto }) => mergedInto === null);
          const [from, to] = [
            standing[pickFrom % standing.length]!,
            standing[pickTo % standing.length]!,
          ];
          const space = graphSpace(entities, relationships);
          const found = await pathsBetween(createLoaders(space), from, to, { maxHops, first }, at);
          const edges = contracted(entities, relationships, at);
          const expected =
            from === to
              ? []
              : everyPath(from.entity, to.entity, edges, maxHops, [from.entity])
                  .toSorted(byLengthThenIds)
                  .slice(0, first);
          expect(
            found.map((path) => path.relationships.map(({ relationship }) => relationship)),
          ).toEqual(expected);
          for (const path of found) {
            expect(path.entities[0]).toBe(from);
            expect(path.entities.at(-1)?.entity).toBe(to.entity);
            expect(path.entities).toHaveLength(path.relationships.length + 1);
            expect(new Set(path.entities.map(({ entity }) => entity)).size).toBe(
              path.entities.length,
            );
            path.relationships.forEach(({ relationship }, i) => {
              const edge = edges.find(({ id }) => id === relationship)!;
              expect([edge.source, edge.target].toSorted()).toEqual(
                [path.entities[i]!.entity, path.entities[i + 1]!.entity].toSorted(),
              );
            });
          }
          const perHop = entities.some(({ mergedInto }) => mergedInto !== null) ? 3 : 2;
          expect(space.calls.length).toBeLessThanOrEqual(perHop * maxHops);
        },
      ),
      { numRuns: 400 },
    );
  });
  it("stop in a graph too dense to list in time, with the short ones listed", async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `e${String(i).padStart(2, "0")}`);
    const relationships = ids.flatMap((source, i) =>
      ids.slice(i + 1).map((target) => aRelationship(`${source}-${target}`, source, target)),
    );
    const entities = ids.map((id) => anEntity(id));
    const found = await pathsBetween(
      createLoaders(graphSpace(entities, relationships)),
      entities[0]!,
      entities[1]!,
      { maxHops: 6, first: 100 },
      at,
    );
    expect(found.map((path) => path.relationships.length)).toEqual([
      1,
      ...Array.from({ length: 58 }, () => 2),
      ...Array.from({ length: 41 }, () => 3),
    ]);
  });
});
