import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLoaders } from "../../resolvers/loaders/loaders.ts";
import { relationshipsOf } from "../../src/read/graph/relationships.ts";
import { aRelationship, anEntity, day, graphSpace } from "./graph-space.ts";

const at = { knownAt: day(10), validAt: day(10) };

describe("the relationships of an entity", () => {
  it("include those of all entities that it absorbed, except between these, on every page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (ends, first) => {
          const whole = anEntity("e0", { absorbed: ["e1", "e2"] });
          const entities = [
            whole,
            ...[1, 2].map((i) => anEntity(`e${i}`, { mergedInto: "e0" })),
            ...[3, 4, 5].map((i) => anEntity(`e${i}`)),
          ];
          const relationships = ends.map(([from, to], i) =>
            aRelationship(`r${i}`, `e${from}`, `e${to}`),
          );
          const outward = relationships
            .filter(
              ({ source, target }) =>
                ["e0", "e1", "e2"].includes(source) !== ["e0", "e1", "e2"].includes(target),
            )
            .map(({ relationship }) => relationship);
          const loaders = createLoaders(graphSpace(entities, relationships));
          const found: string[] = [];
          for (let after: string | undefined, more = true; more;) {
            const page = await relationshipsOf(loaders, found.length === 0 ? whole : "e1", {
              direction: "BOTH",
              at,
              page: { first, after },
            });
            expect(page.items.length === first || !page.hasNextPage).toBe(true);
            expect(await page.total()).toBe(outward.length);
            found.push(...page.items.map(({ item }) => item.relationship));
            after = page.items.at(-1)?.cursor;
            more = page.hasNextPage;
          }
          expect(found).toEqual(outward);
        },
      ),
    );
  });
  it("take one store call for an entity that absorbed nothing", async () => {
    const space = graphSpace([anEntity("a"), anEntity("b")], [aRelationship("r", "a", "b")]);
    const page = await relationshipsOf(createLoaders(space), anEntity("a"), {
      direction: "IN",
      at,
      page: { first: 20 },
    });
    expect([page.items, space.calls]).toEqual([[], ["relationships"]]);
  });
  it("are empty for an unknown entity", async () => {
    const page = await relationshipsOf(createLoaders(graphSpace([], [])), "nobody", {
      direction: "BOTH",
      at,
      page: { first: 20 },
    });
    expect([page.items, page.hasNextPage, await page.total()]).toEqual([[], false, 0]);
  });
});
