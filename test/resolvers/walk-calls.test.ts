import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { execute, parse, type DocumentNode, type OperationDefinitionNode } from "graphql";
import { describe, expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext, type Services } from "../../resolvers/context.ts";
import { globalId } from "../../schema/global-id.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import { epochMillis } from "../../src/memory/time.ts";
import { aRelationship, anEntity, day, graphSpace } from "./graph-space.ts";

const schema = await buildGraphqlSchema();
const document: DocumentNode = parse(readFileSync(new URL("walk.graphql", import.meta.url), "utf8"));
const services = { limits: { byDefault: 20, atMost: 100 } } as Services;

/** A tree of depth 3 in which every entity knows ten: 1 + 1,110 entities. */
const tree = () => {
  const entities: EntityVersion[] = [anEntity("root")];
  const relationships: RelationshipVersion[] = [];
  const grow = (parent: string, depth: number): void => {
    if (depth === 0) return;
    for (let i = 0; i < 10; i++) {
      const child = `${parent}-${i}`;
      entities.push(anEntity(child));
      relationships.push(aRelationship(`${parent}>${child}`, parent, child, { recordedAt: i < 5 ? day(1) : day(6), validFrom: i < 5 ? day(1) : day(6) }));
      grow(child, depth - 1);
    }
  };
  grow("root", 3);
  return { entities, relationships };
};

const run = async (operationName: string, variableValues: Record<string, unknown> = {}, latency?: () => Promise<unknown>) => {
  const { entities, relationships } = tree();
  const space = graphSpace(entities, relationships, latency);
  const contextValue = await createContext(services, space, epochMillis(day(20)));
  const result = await execute({ schema, document, operationName, variableValues: { id: globalId("Entity", "root"), ...variableValues }, contextValue });
  expect(result.errors).toBeUndefined();
  // Plain data, to be looked through freely.
  return { data: JSON.parse(JSON.stringify(result.data)) as Answer, calls: space.calls };
};

interface Answer { readonly entity: Record<string, Page> }
interface Page { readonly totalCount: number; readonly nodes: readonly Found[] }
type Found = { readonly id: string; readonly name: string; readonly at: { readonly knownAt: string; readonly validAt: string }; readonly target: Found; readonly relationships: Page; readonly neighbours: Page };

const operations = document.definitions.filter((node): node is OperationDefinitionNode => node.kind === "OperationDefinition");

describe("a walk of depth 3 and fan-out 10, over 1,110 entities", () => {
  it("takes one call per level and kind over relationships", async () => {
    const { data, calls } = await run("WalkRelationships");
    expect(JSON.stringify(data).match(/"name"/g)).toHaveLength(1 + 1110);
    expect(calls).toEqual(["head", "entitiesAsOf", "relationships", "entitiesAsOf", "relationships", "entitiesAsOf", "relationships", "entitiesAsOf"]);
  });
  it("takes one call per level and kind over neighbours", async () => {
    const { data, calls } = await run("WalkNeighbours");
    expect(data.entity["neighbours"]?.nodes).toHaveLength(10);
    expect(data.entity["neighbours"]?.nodes[0]?.neighbours.nodes[0]?.neighbours.nodes).toHaveLength(11);
    expect(calls).toEqual(["head", "entitiesAsOf", "relationships", "entitiesAsOf", "relationships", "entitiesAsOf", "relationships", "entitiesAsOf"]);
  });
  it("takes no more when sibling fields ask for different times", async () => {
    const { data, calls } = await run("WalkTwoTimes", { past: day(3) });
    expect([data.entity["now"], data.entity["past"], data.entity["pastTrue"], data.entity["around"]].map((page) => page?.nodes.length)).toEqual([10, 5, 5, 5]);
    expect(data.entity["past"]?.nodes[0]?.target.at).toEqual({ knownAt: day(3), validAt: day(3) });
    expect(data.entity["pastTrue"]?.nodes[0]?.target.at).toEqual({ knownAt: day(20), validAt: day(3) });
    expect(data.entity["past"]?.nodes[0]?.target.relationships.totalCount).toBe(5);
    expect(data.entity["now"]?.nodes[0]?.target.relationships.totalCount).toBe(10);
    const ids = (["now", "past", "pastTrue"] as const).map((name) => data.entity[name]?.nodes[0]?.target.id);
    expect(new Set(ids).size).toBe(3);
    expect(calls).toEqual(["head", "entitiesAsOf", "relationships", "entitiesAsOf", "relationships", "entitiesAsOf"]);
  });
  it.each(operations.map(({ name }) => name?.value ?? ""))("takes as few calls of a store that takes its time (%s)", async (name) => {
    const prompt = await run(name, { past: day(3) });
    const slow = await run(name, { past: day(3) }, () => wait(5));
    expect(slow.data).toEqual(prompt.data);
    expect(slow.calls).toEqual(prompt.calls);
  });
});
