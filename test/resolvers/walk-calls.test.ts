import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { execute, parse, type DocumentNode, type OperationDefinitionNode } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext, type Services } from "../../resolvers/context.ts";
import { globalId } from "../../schema/global-id.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import { epochMillis } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { aRelationship, anEntity, day, scriptedSpace } from "./graph-space.ts";
import { freshSpaces } from "../contract/open-store.ts";

const schema = await buildGraphqlSchema();
const document: DocumentNode = parse(
  readFileSync(new URL("walk.graphql", import.meta.url), "utf8"),
);
const operations = document.definitions.filter(
  (node): node is OperationDefinitionNode => node.kind === "OperationDefinition",
);
const services = { limits: { byDefault: 20, atMost: 100 } } as Services;

/** A tree of depth 3 in which every entity knows ten, five of them from day 1 and five from day 6: 1 + 1,110 entities. */
const plantTree = async (space: SpaceStore): Promise<void> => {
  const entities: EntityVersion[] = [anEntity("root")];
  const relationships: RelationshipVersion[] = [];
  const grow = (parent: string, depth: number): void => {
    if (depth === 0) return;
    for (let i = 0; i < 10; i++) {
      const child = `${parent}-${i}`;
      const since = i < 5 ? day(1) : day(6);
      entities.push(anEntity(child));
      relationships.push(
        aRelationship(`${parent}_${child}`, parent, child, {
          recordedAt: since,
          validFrom: since,
          evidence: `f${relationships.length}`,
        }),
      );
      grow(child, depth - 1);
    }
  };
  grow("root", 3);
  const recordedOn = (at: string) => relationships.filter(({ recordedAt }) => recordedAt === at);
  await space.commit(await space.head(), {
    recordedAt: day(1),
    entities,
    relationships: recordedOn(day(1)),
  });
  await space.commit(await space.head(), { recordedAt: day(6), relationships: recordedOn(day(6)) });
};

interface Answer {
  readonly entity: Record<string, Page>;
}
interface Page {
  readonly totalCount: number;
  readonly nodes: readonly Found[];
}
type Found = {
  readonly id: string;
  readonly name: string;
  readonly at: { readonly knownAt: string; readonly validAt: string };
  readonly target: Found;
  readonly relationships: Page;
  readonly neighbours: Page;
};

describe.each(stores)(
  "a walk of depth 3 and fan-out 10, over 1,110 entities on $name,",
  ({ open }) => {
    const freshSpace = freshSpaces(open);
    let space: SpaceStore;
    beforeAll(async () => {
      space = await freshSpace();
      await plantTree(space);
    });

    const run = async (
      operationName: string,
      variableValues: Record<string, unknown> = {},
      latency: () => Promise<unknown> = () => Promise.resolve(),
    ) => {
      const counted = scriptedSpace({
        head: () => space.head(),
        lastCommits: (instants) => latency().then(() => space.lastCommits(instants)),
        entitiesAsOf: (requests) => latency().then(() => space.entitiesAsOf(requests)),
        relationships: (queries) => latency().then(() => space.relationships(queries)),
        memoriesByPrefix: (requests) => latency().then(() => space.memoriesByPrefix(requests)),
      });
      const contextValue = await createContext(services, counted, epochMillis(day(20)));
      const result = await execute({
        schema,
        document,
        operationName,
        variableValues: { id: globalId("Entity", "root"), ...variableValues },
        contextValue,
      });
      expect(result.errors).toBeUndefined();
      return { data: JSON.parse(JSON.stringify(result.data)) as Answer, calls: counted.calls };
    };

    it("takes one call per level and kind over relationships", async () => {
      const { data, calls } = await run("WalkRelationships");
      expect(JSON.stringify(data).match(/"name"/g)).toHaveLength(1 + 1110);
      expect(calls).toEqual([
        "head",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
      ]);
    });
    it("takes one call per level and kind over neighbours", async () => {
      const { data, calls } = await run("WalkNeighbours");
      expect(data.entity["neighbours"]?.nodes).toHaveLength(10);
      expect(
        data.entity["neighbours"]?.nodes[0]?.neighbours.nodes[0]?.neighbours.nodes,
      ).toHaveLength(11);
      expect(calls).toEqual([
        "head",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
      ]);
    });
    it("takes one more for all past times of its fields", async () => {
      const { data, calls } = await run("WalkTwoTimes", { past: day(3) });
      expect(
        [
          data.entity["now"],
          data.entity["past"],
          data.entity["pastTrue"],
          data.entity["around"],
        ].map((page) => page?.nodes.length),
      ).toEqual([10, 5, 5, 5]);
      expect(data.entity["past"]?.nodes[0]?.target.at).toEqual({
        knownAt: day(1),
        validAt: day(3),
      });
      expect(data.entity["pastTrue"]?.nodes[0]?.target.at).toEqual({
        knownAt: day(6),
        validAt: day(3),
      });
      expect(data.entity["past"]?.nodes[0]?.target.relationships.totalCount).toBe(5);
      expect(data.entity["now"]?.nodes[0]?.target.relationships.totalCount).toBe(10);
      const ids = (["now", "past", "pastTrue"] as const).map(
        (name) => data.entity[name]?.nodes[0]?.target.id,
      );
      expect(new Set(ids).size).toBe(3);
      expect(calls).toEqual([
        "head",
        "lastCommits",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
        "relationships",
        "entitiesAsOf",
      ]);
    });
    it("reads no entity at the end of a relationship unless requested", async () => {
      const { data, calls } = await run("WalkEvidence");
      expect(data.entity["relationships"]?.totalCount).toBe(10);
      expect(calls).toEqual(["head", "entitiesAsOf", "relationships"]);
    });
    it("takes one call for the observations of a level's entities, at any time points", async () => {
      const { calls } = await run("WalkObservations", { past: day(3) });
      expect(calls.filter((call) => call === "memoriesByPrefix")).toHaveLength(2);
      expect(calls.filter((call) => call !== "lastCommits")).toHaveLength(6);
    });
    it.each(operations.map(({ name }) => name?.value ?? ""))(
      "takes as few calls of a slow store (%s)",
      async (name) => {
        const prompt = await run(name, { past: day(3) });
        const slow = await run(name, { past: day(3) }, () => wait(5));
        expect(slow.data).toEqual(prompt.data);
        expect(slow.calls).toEqual(prompt.calls);
      },
    );
  },
);
