import { beforeEach, describe, expect, it } from "vitest";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const knows = (name: string, type = "knows") => ({
  relationship: { type, target: { name, type: "person" } },
});
const names = (page: { nodes: { name: string }[] }): string[] => page.nodes.map(({ name }) => name);

describe.each(stores)("the entity graph on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => void (service = memoryService(await freshSpace())));

  describe("a time point", () => {
    it("is inherited by all fields below, unless a field has its own", async () => {
      const first = await service.say("Ana", "Ana knows Bruno", knows("Bruno"));
      await service.say("Bruno", "Bruno knows Caio", knows("Caio"));
      const { entity } = await service.run(
        `query ($past: DateTime) { entity(name: "Ana", at: { knownAt: $past }) {
          neighbours { nodes { name at { knownAt validAt } neighbours { nodes { name } } now: neighbours(at: {}) { nodes { name at { knownAt } neighbours { nodes { name } } } } } }
          relationships { nodes { target { neighbours { totalCount } } } }
        } }`,
        { past: first.at },
      );
      const [bruno] = entity.neighbours.nodes;
      expect(bruno).toMatchObject({
        name: "Bruno",
        at: { knownAt: first.at, validAt: first.at },
        neighbours: { nodes: [{ name: "Ana" }] },
      });
      expect(names(bruno.now)).toEqual(["Ana", "Caio"]);
      expect(bruno.now.nodes[0].neighbours.nodes).toEqual([{ name: "Bruno" }]);
      expect(entity.relationships.nodes[0].target.neighbours.totalCount).toBe(1);
    });
    it("with validAt alone keeps the record time", async () => {
      const first = await service.say("Ana", "Ana lives in Lisbon", {
        slot: "residence",
        value: "Lisbon",
      });
      const second = await service.say("Ana", "Ana lives in Porto", {
        slot: "residence",
        value: "Porto",
      });
      const { entity } = await service.run(
        'query ($past: DateTime) { entity(name: "Ana") { at { knownAt } facts(at: { validAt: $past }) { nodes { text validTo supersededBy { text } } } } }',
        { past: first.at },
      );
      expect(entity).toEqual({
        at: { knownAt: second.at },
        facts: {
          nodes: [
            {
              text: "Ana lives in Lisbon",
              validTo: second.at,
              supersededBy: { text: "Ana lives in Porto" },
            },
          ],
        },
      });
    });
    it("before an entity was known finds nothing of it, without an error", async () => {
      const first = await service.say("Ana", "Ana knows Bruno", knows("Bruno"));
      await service.say("Caio", "Caio knows Ana", knows("Ana"));
      const { entity } = await service.run(
        'query ($past: TimePoint) { entity(name: "Caio") { facts(at: $past) { totalCount } relationships(at: $past) { totalCount nodes { id } } neighbours(at: $past, hops: 3) { totalCount nodes { id } pageInfo { endCursor } } } }',
        { past: { knownAt: first.at } },
      );
      expect(entity).toEqual({
        facts: { totalCount: 0 },
        relationships: { totalCount: 0, nodes: [] },
        neighbours: { totalCount: 0, nodes: [], pageInfo: { endCursor: null } },
      });
    });
  });

  describe("entity", () => {
    it("is found by key, by type and name, by name and by alias", async () => {
      const {
        entities: [ana],
      } = await service.say("Ana Souza", "Ana Souza sings");
      const {
        entities: [other],
      } = await service.say("Aninha", "Aninha sings");
      await service.run(
        "mutation ($from: ID!, $into: ID!) { mergeEntities(input: { from: $from, into: $into }) { entity { id } } }",
        { from: other.id, into: ana.id },
      );
      const found = await service.run(
        '{ a: entity(key: "person:ana_souza") { id } b: entity(key: "person:aninha") { id } c: entity(name: "ANA SOUZA") { id } d: entity(name: "aninha") { id } e: entity(key: "place:ana_souza") { id } }',
      );
      expect(found).toEqual({
        a: { id: ana.id },
        b: { id: ana.id },
        c: { id: ana.id },
        d: { id: ana.id },
        e: null,
      });
    });
    it.each([
      ["{ entity { id } }"],
      ['{ entity(id: "x", name: "y") { id } }'],
      ['{ entity(key: "a:b", name: "y") { id } }'],
      ["{ entity(name: null) { id } }"],
    ])("is refused without exactly one name: %s", async (query) => {
      expect((await service.attempt(query)).codes).toEqual(["BAD_USER_INPUT"]);
    });
    it("is null for the user before they are known", async () => {
      expect(await service.run("{ me { id } }")).toEqual({ me: null });
    });
  });

  describe("merged entities", () => {
    const merged = async () => {
      const ana = await service.say("Ana", "Ana knows Bruno", knows("Bruno"));
      const nina = await service.say("Nina", "Nina knows Caio", knows("Caio"));
      await service.say("Ana", "Ana admires Nina", knows("Nina", "admires"));
      const before = service.clock();
      const {
        mergeEntities: { entity: one },
      } = await service.run(
        "mutation ($from: ID!, $into: ID!) { mergeEntities(input: { from: $from, into: $into }) { entity { id name aliases at { knownAt } facts { totalCount nodes { text entity { name } } } relationships { totalCount nodes { type source { name } target { name } } } } } }",
        { from: nina.entities[0].id, into: ana.entities[0].id },
      );
      return { ana: ana.entities[0].id, nina: nina.entities[0].id, before, one, ninaSays: nina };
    };
    it("have the names, facts and relationships of both, except those between them", async () => {
      const { ana, nina, one, before } = await merged();
      expect(one).toMatchObject({ id: ana, name: "Ana", aliases: ["Nina"] });
      expect(one.at.knownAt > before).toBe(true);
      expect(one.facts).toEqual({
        totalCount: 3,
        nodes: ["Ana knows Bruno", "Nina knows Caio", "Ana admires Nina"].map((text) => ({
          text,
          entity: { name: "Ana" },
        })),
      });
      expect(one.relationships).toEqual({
        totalCount: 2,
        nodes: ["Bruno", "Caio"].map((name) => ({
          type: "knows",
          source: { name: "Ana" },
          target: { name },
        })),
      });
      expect(
        await service.run(
          "query ($id: ID!) { entity(id: $id) { id } entities { totalCount nodes { name } } }",
          { id: nina },
        ),
      ).toEqual({
        entity: { id: ana },
        entities: { totalCount: 3, nodes: [{ name: "Ana" }, { name: "Bruno" }, { name: "Caio" }] },
      });
    });
    it("are two as of before, and a field may look back across the merge", async () => {
      const { ana, nina, before } = await merged();
      const { entity, old } = await service.run(
        `query ($ana: ID!, $nina: ID!, $at: TimePoint) {
          entity(id: $ana) { facts(at: $at) { totalCount } relationships(at: $at) { nodes { target { name } } } neighbours(at: $at) { nodes { name } } }
          old: entity(id: $nina, at: $at) { name facts { nodes { text } } now: facts(at: {}) { totalCount } relationships(at: {}) { totalCount } } }`,
        { ana, nina, at: { knownAt: before } },
      );
      expect(entity).toMatchObject({
        facts: { totalCount: 2 },
        relationships: { nodes: [{ target: { name: "Bruno" } }, { target: { name: "Nina" } }] },
      });
      expect(names(entity.neighbours)).toEqual(["Bruno", "Nina"]);
      expect(old).toEqual({
        name: "Nina",
        facts: { nodes: [{ text: "Nina knows Caio" }] },
        now: { totalCount: 3 },
        relationships: { totalCount: 2 },
      });
    });
    it("are walked as one", async () => {
      const { before } = await merged();
      const { bruno, old } = await service.run(
        `query ($at: TimePoint) { bruno: entity(name: "Bruno") { neighbours(hops: 2) { nodes { name } } } old: entity(name: "Bruno", at: $at) { neighbours(hops: 4) { nodes { name } } } }`,
        { at: { knownAt: before } },
      );
      expect(names(bruno.neighbours)).toEqual(["Ana", "Caio"]);
      expect(names(old.neighbours)).toEqual(["Ana", "Nina", "Caio"]);
      const {
        entities: { nodes },
      } = await service.run("{ entities { nodes { id name } } }");
      const id = (name: string): string =>
        nodes.find((entity: { name: string }) => entity.name === name).id;
      const { paths } = await service.run(
        "query ($from: ID!, $to: ID!) { paths(from: $from, to: $to) { entities { name } relationships { source { name } target { name } } } }",
        { from: id("Bruno"), to: id("Caio") },
      );
      expect(paths).toEqual([
        {
          entities: [{ name: "Bruno" }, { name: "Ana" }, { name: "Caio" }],
          relationships: [
            { source: { name: "Ana" }, target: { name: "Bruno" } },
            { source: { name: "Ana" }, target: { name: "Caio" } },
          ],
        },
      ]);
    });
    it("show both histories, and are separate again after a split", async () => {
      const { ana, nina, before, ninaSays } = await merged();
      const { entity } = await service.run(
        "query ($id: ID!) { entity(id: $id) { firstKnownAt versions { name aliases mergedInto { name } expiredAt } } }",
        { id: ana },
      );
      expect(
        entity.versions.map(
          ({ name, mergedInto }: { name: string; mergedInto: { name: string } | null }) => [
            name,
            mergedInto?.name ?? null,
          ],
        ),
      ).toEqual([
        ["Ana", null],
        ["Nina", null],
        ["Ana", null],
        ["Nina", "Ana"],
      ]);
      const {
        splitEntity: { entity: split },
      } = await service.run(
        'mutation ($id: ID!) { splitEntity(input: { entity: $id, mergedKey: "person:nina" }) { entity { id name facts { nodes { text } } versions { mergedInto { name } } } } }',
        { id: ana },
      );
      expect(split).toEqual({
        id: nina,
        name: "Nina",
        facts: { nodes: [{ text: "Nina knows Caio" }] },
        versions: [{ mergedInto: null }, { mergedInto: { name: "Ana" } }, { mergedInto: null }],
      });
      expect(
        await service.run(
          "query ($id: ID!, $at: TimePoint) { entity(id: $id, at: $at) { name firstKnownAt } }",
          { id: nina, at: { knownAt: before } },
        ),
      ).toEqual({ entity: { name: "Nina", firstKnownAt: ninaSays.at } });
    });
  });

  describe("pages", () => {
    const LISTS: [string, string][] = [
      ["facts", "facts"],
      ["entities", "entities"],
      ["facts of an entity", 'entity(name: "Hub") { LIST: facts'],
      ["relationships", 'entity(name: "Hub") { LIST: relationships'],
      ["neighbours", 'entity(name: "Hub") { LIST: neighbours'],
      ["changes", "changes"],
      ["sessions", "sessions"],
    ];
    it.each(LISTS)("of %s continue after the last one, and count all", async (_, list) => {
      for (let i = 0; i < 7; i++) {
        await service.say("Hub", `Hub knows N${i}`, knows(`N${i}`));
        await service.run(
          `mutation { createSession(input: { title: "s${i}" }) { session { id } } }`,
        );
      }
      const nested = list.includes("{");
      const args = list === "changes" ? 'from: "2000-01-01T00:00:00Z", ' : "";
      const query = `query ($first: Int, $after: String) { ${nested ? list : `LIST: ${list}`}(${args}first: $first, after: $after) { totalCount nodes { __typename } edges { cursor node { __typename } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } ${nested ? "}" : ""} }`;
      const page = async (variables: Record<string, unknown>) => {
        const data = await service.run(query, variables);
        return nested ? data.entity.LIST : data.LIST;
      };
      const all = await page({ first: 100 });
      expect(all.totalCount).toBe(all.nodes.length);
      expect(all.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
      const cursors: string[] = [];
      for (let after: string | null = null, more = true; more;) {
        const { edges, nodes, pageInfo, totalCount } = await page({ first: 3, after });
        expect(nodes).toHaveLength(edges.length);
        expect(totalCount).toBe(all.totalCount);
        expect(pageInfo).toMatchObject({
          startCursor: edges[0].cursor,
          endCursor: edges.at(-1).cursor,
          hasPreviousPage: after !== null,
        });
        cursors.push(...edges.map(({ cursor }: { cursor: string }) => cursor));
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      expect(cursors).toEqual(all.edges.map(({ cursor }: { cursor: string }) => cursor));
      expect(new Set(cursors).size).toBe(all.totalCount);
    });
    it.each(LISTS)(
      "of %s are refused out of bounds, and after another list's cursor",
      async (_, list) => {
        await service.say("Hub", "Hub knows N", knows("N"));
        const nested = list.includes("{");
        const query = (args: string) =>
          `{ ${nested ? list.replace("LIST: ", "") : list}(${list === "changes" ? 'from: "2000-01-01T00:00:00Z", ' : ""}${args}) { totalCount } ${nested ? "}" : ""} }`;
        const refusals = await Promise.all(
          [
            "first: 0",
            "first: -1",
            "first: 101",
            'after: "nonsense"',
            'after: ""',
            `after: "${Buffer.from("turns|1").toString("base64url")}"`,
          ].map((args) => service.attempt(query(args))),
        );
        expect(refusals.map(({ codes }) => codes[0])).toEqual([
          "PAGE_SIZE_OUT_OF_BOUNDS",
          "PAGE_SIZE_OUT_OF_BOUNDS",
          "PAGE_SIZE_OUT_OF_BOUNDS",
          "INVALID_CURSOR",
          "INVALID_CURSOR",
          "INVALID_CURSOR",
        ]);
      },
    );
  });

  it.each([
    ['{ entity(name: "Ana") { neighbours(hops: 0) { totalCount } } }'],
    ['{ entity(name: "Ana") { neighbours(hops: 5) { totalCount } } }'],
    ["query ($id: ID!) { paths(from: $id, to: $id, maxHops: 7) { entities { id } } }"],
    ["query ($id: ID!) { paths(from: $id, to: $id, maxHops: 0) { entities { id } } }"],
    ["{ facts(minConfidence: 1.1) { totalCount } }"],
    ['{ entity(name: "Ana") { facts(minConfidence: -0.1) { totalCount } } }'],
    ['{ search(query: "x", minConfidence: 2) { tookMs } }'],
    ['{ search(query: " ") { tookMs } }'],
    ['{ recall(question: "") { text } }'],
    ['{ recall(question: "x", tokenBudget: 0) { text } }'],
    ['{ recall(question: "x", tokenBudget: 1000000) { text } }'],
  ])("refuses values out of bounds: %s", async (query) => {
    const {
      entities: [{ id }],
    } = await service.say("Ana", "Ana sings");
    expect((await service.attempt(query, query.includes("$id") ? { id } : {})).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
  });
  it.each([
    ['{ search(query: "x", first: 0) { tookMs } }', "PAGE_SIZE_OUT_OF_BOUNDS"],
    ['{ search(query: "x", first: 101) { tookMs } }', "PAGE_SIZE_OUT_OF_BOUNDS"],
    [
      "query ($id: ID!) { paths(from: $id, to: $id, first: 0) { entities { id } } }",
      "PAGE_SIZE_OUT_OF_BOUNDS",
    ],
    [
      '{ changes(from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z") { totalCount } }',
      "INVALID_INTERVAL",
    ],
  ])("refuses %s with %s", async (query, code) => {
    const {
      entities: [{ id }],
    } = await service.say("Ana", "Ana sings");
    expect((await service.attempt(query, query.includes("$id") ? { id } : {})).codes).toEqual([
      code,
    ]);
  });
});
