import { beforeEach, describe, expect, it } from "vitest";
import type { ExecutionResult } from "graphql";
import { plusMillis, type Instant } from "../../src/memory/time.ts";
import { stores } from "../contract/stores.ts";
import { memoryService, pastId } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const CHANGE = `at kind decision { action revertedAt } event { message }
  before { id ... on Fact { text validTo expiredAt } ... on Entity { name at { knownAt validAt } } ... on Relationship { type target { name } validTo } }
  after { id ... on Fact { text validTo expiredAt supersededBy { text } } ... on Entity { name aliases at { knownAt validAt } } ... on Relationship { type target { name } validTo } }`;
const CHANGES = `query ($from: DateTime!, $to: DateTime, $entity: ID) { changes(from: $from, to: $to, entity: $entity) { totalCount nodes { ${CHANGE} } } }`;
/** The last time before a commit. */
const before = (at: Instant): Instant => plusMillis(at, -1);
const residence = (value: string) => ({
  slot: "residence",
  value,
  relationship: { type: "lives_in", target: { name: value, type: "place" } },
});

interface Told {
  readonly at: string;
  readonly kind: string;
  readonly before: { id: string; name?: string; text?: string } | null;
  readonly after: { id: string; name?: string; text?: string } | null;
}

describe.each(stores)("changes on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => void (service = memoryService(await freshSpace())));

  const moves = async () => ({
    first: await service.say("Ana", "Ana lives in Lisbon", residence("Lisbon")),
    second: await service.say("Ana", "Ana lives in Porto", residence("Porto")),
  });
  const told = (nodes: readonly Told[]) =>
    nodes.map(({ kind, before, after }) => [
      kind,
      before?.text ?? before?.name ?? null,
      after?.text ?? after?.name ?? null,
    ]);

  const after = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

  describe("between two times", () => {
    it("include the start and exclude the end", async () => {
      const { first, second } = await moves();
      const { changes } = await service.run(CHANGES, {
        from: after(first.at),
        to: after(second.at),
      });
      expect(changes.totalCount).toBe(changes.nodes.length);
      const [, fact, ...rest] = changes.nodes;
      expect(told(changes.nodes).slice(0, 2)).toEqual([
        ["ENTITY_ADDED", null, "Porto"],
        ["FACT_UPDATED", "Ana lives in Lisbon", "Ana lives in Porto"],
      ]);
      expect(fact).toMatchObject({
        at: second.at,
        decision: { action: "UPDATE", revertedAt: null },
        event: { message: "Ana lives in Porto" },
        before: { id: pastId(first.fact, before(second.at)), validTo: null, expiredAt: null },
        after: { id: pastId(second.fact, second.at), validTo: null, supersededBy: null },
      });
      expect(rest.map(({ kind, before, after }: Told) => [kind, before, after])).toMatchObject([
        [
          "RELATIONSHIP_ADDED",
          null,
          { type: "lives_in", target: { name: "Porto" }, validTo: null },
        ],
        [
          "RELATIONSHIP_CLOSED",
          { target: { name: "Lisbon" }, validTo: null },
          { target: { name: "Lisbon" }, validTo: second.at },
        ],
      ]);
    });
    it("read the same whatever is recorded later", async () => {
      const { first, second } = await moves();
      const range = { from: "2000-01-01T00:00:00Z", to: after(second.at) };
      const { changes: told } = await service.run(CHANGES, range);
      await service.run(
        "mutation ($id: ID!) { revertDecision(input: { decision: $id }) { decision { id } } }",
        {
          id: second.decisions[0].id,
        },
      );
      await service.say("Ana", "Ana lives in Faro", residence("Faro"));
      await service.run(
        "mutation ($from: ID!, $into: ID!) { mergeEntities(input: { from: $from, into: $into }) { entity { id } } }",
        { from: second.entities[1].id, into: first.entities[1].id },
      );
      expect((await service.run(CHANGES, range)).changes).toEqual(told);
      expect((await service.run(CHANGES, { from: range.from })).changes.totalCount).toBeGreaterThan(
        told.totalCount,
      );
    });
    it("are empty in an empty interval, and run to the head without an end", async () => {
      const { first, second } = await moves();
      const count = async (range: Record<string, unknown>): Promise<number> =>
        (await service.run(CHANGES, range)).changes.totalCount;
      expect(await count({ from: second.at, to: second.at })).toBe(0);
      expect(await count({ from: after(second.at) })).toBe(0);
      expect(await count({ from: first.at, to: after(first.at) })).toBe(
        await count({ from: first.at, to: second.at }),
      );
      expect(await count({ from: second.at })).toBeGreaterThan(0);
      expect(await count({ from: "2030-01-01T00:00:00Z" })).toBe(0);
      expect(await count({ from: first.at, to: "2030-01-01T00:00:00Z" })).toBe(
        await count({ from: first.at }),
      );
    });
    it("of one entity include those of the entities that it has absorbed by then", async () => {
      const ana = await service.say("Ana", "Ana sings");
      const nina = await service.say("Nina", "Nina dances");
      const caio = await service.say("Caio", "Caio cooks");
      await service.run(
        "mutation ($from: ID!, $into: ID!) { mergeEntities(input: { from: $from, into: $into }) { entity { id } } }",
        { from: nina.entities[0].id, into: ana.entities[0].id },
      );
      const of = async (entity: string, to?: string) =>
        told(
          (await service.run(CHANGES, { from: "2000-01-01T00:00:00Z", to, entity })).changes.nodes,
        );
      const [own, both] = [await of(ana.entities[0].id, caio.at), await of(ana.entities[0].id)];
      expect(own).toEqual([
        ["ENTITY_ADDED", null, "Ana"],
        ["FACT_ADDED", null, "Ana sings"],
      ]);
      expect(both.slice(0, 4)).toEqual([
        ...own,
        ["ENTITY_ADDED", null, "Nina"],
        ["FACT_ADDED", null, "Nina dances"],
      ]);
      expect(both.slice(4).map(([kind]) => kind)).toEqual(["ENTITIES_MERGED", "ENTITIES_MERGED"]);
      expect(await of(nina.entities[0].id)).toEqual(both);
    });
  });

  describe("subscribed to", () => {
    const next = async (changes: AsyncGenerator<ExecutionResult>): Promise<Told> => {
      const { value } = (await changes.next()) as IteratorResult<ExecutionResult, never>;
      if (value.errors) throw value.errors[0]!;
      return JSON.parse(JSON.stringify(value.data)).memoryChanged;
    };
    it("arrive in order, each as it was then, with the ids of the present", async () => {
      const first = await service.say("Ana", "Ana lives in Lisbon", residence("Lisbon"));
      const changes = await service.follow(`subscription { memoryChanged { ${CHANGE} } }`);
      const waiting = next(changes);
      const second = await service.say("Ana", "Ana lives in Porto", residence("Porto"));
      const third = await service.say("Ana", "Ana sings");
      const seen = [await waiting];
      while (seen.length < 5) seen.push(await next(changes));
      await changes.return(undefined);
      expect(told(seen)).toEqual([
        ["ENTITY_ADDED", null, "Porto"],
        ["FACT_UPDATED", "Ana lives in Lisbon", "Ana lives in Porto"],
        ["RELATIONSHIP_ADDED", null, null],
        ["RELATIONSHIP_CLOSED", null, null],
        ["FACT_ADDED", null, "Ana sings"],
      ]);
      expect(seen[1]).toMatchObject({
        at: second.at,
        event: { message: "Ana lives in Porto" },
        before: { id: pastId(first.fact, before(second.at)), validTo: null },
        after: { id: second.fact, supersededBy: null },
      });
      expect(seen[4]).toMatchObject({ at: third.at, after: { id: third.fact } });
    });
    it("can be limited to one entity", async () => {
      const ana = await service.say("Ana", "Ana sings");
      const changes = await service.follow(
        `subscription ($id: ID!) { memoryChanged(entity: $id) { ${CHANGE} } }`,
        { id: ana.entities[0].id },
      );
      await service.say("Caio", "Caio cooks");
      await service.say("Ana", "Ana dances");
      expect(told([await next(changes)])).toEqual([["FACT_ADDED", null, "Ana dances"]]);
      await changes.return(undefined);
    });
    it("end when the client disconnects", async () => {
      const changes = await service.follow(`subscription { memoryChanged { ${CHANGE} } }`);
      const waiting = changes.next();
      await changes.return(undefined);
      expect(await waiting).toEqual({ done: true, value: undefined });
    });
    it("are refused for an id of another type", async () => {
      const { fact } = await service.say("Ana", "Ana sings");
      await expect(
        service.follow("subscription ($id: ID!) { memoryChanged(entity: $id) { at } }", {
          id: fact,
        }),
      ).rejects.toThrow("The id belongs to a Fact. Give the id of an Entity.");
    });
  });
});
