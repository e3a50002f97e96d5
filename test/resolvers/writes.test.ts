import { beforeEach, describe, expect, it } from "vitest";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { extracted } from "../fakes/scripted-models.ts";
import { memoryService, pastId } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const ana = {
  entities: [
    { name: "Ana", type: "person", aliases: [] },
    { name: "Vertix", type: "organization", aliases: [] },
  ],
};
const says = {
  "Ana works at Vertix": {
    ...ana,
    facts: [
      extracted({ subject: "Ana", text: "Ana works at Vertix", slot: "employer", value: "Vertix" }),
    ],
    relations: [{ source: "Ana", type: "works_at", target: "Vertix" }],
  },
  "Ana left Vertix": {
    ...ana,
    facts: [
      extracted({
        subject: "Ana",
        text: "Ana no longer works at Vertix",
        action: "DELETE" as const,
        slot: "employer",
        value: "Vertix",
      }),
    ],
  },
};

const WRITE = `mutation ($input: WriteInput!) { write(input: $input) {
  success error extractor tokens { input total } event { id message status session { turnCount } }
  factsAdded { ...V } factsUnchanged { ...V } factsDeleted { ...V }
  entities { name at { knownAt } versions { name recordedAt } firstKnownAt }
  relationships { type source { name } target { name } evidence { text } versions { strength } }
  decisions { action event { id } fact { text } }
  trace { stage }
} }
fragment V on FactVersion { text expiredAt fact { text expiredAt entity { name } mentions { name } decision { action } versions { text } history { text } lastConfirmedAt } decision { action } event { message } }`;

describe.each(stores)("writing on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space, { says });
  });
  const write = async (input: Record<string, unknown>) =>
    (await service.run(WRITE, { input })).write;

  it("is a success that names the parts of the message that were left out", async () => {
    const facts = Array.from({ length: 251 }, (_, n) =>
      extracted({ subject: "user", text: `user likes thing ${n}` }),
    );
    const { run } = memoryService(space, { says: { all: { facts } } });
    const { success, error, event, factsAdded } = (
      await run(
        'mutation { write(input: { message: "all" }) { success error event { status } factsAdded { id } } }',
      )
    ).write;
    expect([success, event.status, factsAdded.length]).toEqual([true, "APPLIED", 250]);
    expect(error).toContain("251 facts; the first 250 were recorded");
  });

  it("shows its result at its own commit", async () => {
    const result = await write({ message: "Ana works at Vertix" });
    const head = (await space.head()).recordedAt;
    expect(result).toMatchObject({
      success: true,
      error: null,
      extractor: "scripted",
      trace: null,
      event: { message: "Ana works at Vertix", status: "APPLIED", session: null },
    });
    expect(result.factsAdded).toEqual([
      {
        text: "Ana works at Vertix",
        expiredAt: null,
        decision: { action: "ADD" },
        event: { message: "Ana works at Vertix" },
        fact: {
          text: "Ana works at Vertix",
          expiredAt: null,
          entity: { name: "Ana" },
          mentions: [{ name: "Ana" }, { name: "Vertix" }],
          decision: { action: "ADD" },
          versions: [{ text: "Ana works at Vertix" }],
          history: [{ text: "Ana works at Vertix" }],
          lastConfirmedAt: expect.any(String),
        },
      },
    ]);
    expect(
      result.entities.map(({ name, at }: { name: string; at: { knownAt: string } }) => [
        name,
        at.knownAt,
      ]),
    ).toEqual([
      ["Ana", head],
      ["Vertix", head],
    ]);
    expect(result.relationships).toEqual([
      {
        type: "works_at",
        source: { name: "Ana" },
        target: { name: "Vertix" },
        evidence: { text: "Ana works at Vertix" },
        versions: [{ strength: 0.8 }],
      },
    ]);
    expect(result.decisions).toEqual([
      { action: "ADD", event: { id: result.event.id }, fact: { text: "Ana works at Vertix" } },
    ]);
  });
  it("shows confirmed and retracted facts as they are after it", async () => {
    await write({ message: "Ana works at Vertix" });
    const again = await write({ message: "Ana works at Vertix" });
    expect(again.factsUnchanged).toMatchObject([
      { text: "Ana works at Vertix", expiredAt: null, decision: { action: "ADD" } },
    ]);
    const gone = await write({ message: "Ana left Vertix" });
    expect(gone.decisions).toMatchObject([{ action: "DELETE" }]);
    expect(gone.factsDeleted).toMatchObject([
      {
        text: "Ana works at Vertix",
        fact: { text: "Ana works at Vertix", versions: expect.any(Array) },
      },
    ]);
    expect(
      (
        await service.run(
          '{ entity(name: "Ana") { facts { totalCount } relationships { totalCount } } }',
        )
      ).entity,
    ).toEqual({ facts: { totalCount: 0 }, relationships: { totalCount: 0 } });
  });
  it("shows the result of a dry run, and stores nothing", async () => {
    const result = await write({ message: "Ana works at Vertix", dryRun: true });
    expect(result).toMatchObject({
      success: true,
      event: null,
      factsAdded: [
        {
          text: "Ana works at Vertix",
          event: null,
          decision: { action: "ADD" },
          fact: {
            entity: { name: "Ana" },
            versions: [{ text: "Ana works at Vertix" }],
            history: [{ text: "Ana works at Vertix" }],
          },
        },
      ],
      entities: [{ name: "Ana", versions: [{ name: "Ana" }] }, { name: "Vertix" }],
      relationships: [
        {
          type: "works_at",
          source: { name: "Ana" },
          target: { name: "Vertix" },
          evidence: { text: "Ana works at Vertix" },
          versions: [{ strength: 0.8 }],
        },
      ],
      decisions: [{ action: "ADD", event: null, fact: { text: "Ana works at Vertix" } }],
    });
    expect(await space.head()).toMatchObject({ recordedAt: null });
    expect(await service.run("{ entities { totalCount } facts { totalCount } }")).toEqual({
      entities: { totalCount: 0 },
      facts: { totalCount: 0 },
    });
  });
  it("shows, in a dry run on a known fact, the version that would follow", async () => {
    const first = await write({ message: "Ana works at Vertix" });
    const gone = await write({ message: "Ana left Vertix", dryRun: true });
    expect(gone.decisions).toMatchObject([{ action: "DELETE" }]);
    expect(gone.factsDeleted[0].fact.entity).toEqual({ name: "Ana" });
    expect(gone.entities[0].firstKnownAt).toBe(first.entities[0].firstKnownAt);
    expect((await service.run('{ entity(name: "Ana") { facts { totalCount } } }')).entity).toEqual({
      facts: { totalCount: 1 },
    });
  });
  it("traces its stages only on request", async () => {
    const { trace } = await write({ message: "Ana works at Vertix", verbose: true });
    expect(trace.map(({ stage }: { stage: string }) => stage)).toContain("extract");
  });
  it("ignores a blank message", async () => {
    expect(await write({ message: "  " })).toMatchObject({
      success: true,
      event: null,
      factsAdded: [],
      entities: [],
      decisions: [],
    });
    expect(await space.head()).toMatchObject({ recordedAt: null });
  });
  it("reads each mutation of a request at its own commit", async () => {
    const { a, b, c } = await service.run(`mutation {
      a: assertFact(input: { entity: { name: "Ana", type: "person" }, text: "Ana lives in Lisbon", slot: "residence", value: "Lisbon" }) { entities { facts { nodes { text validTo } } past: facts(at: { validAt: "2020-01-01T00:00:00Z" }) { totalCount } } }
      b: assertFact(input: { entity: { name: "Ana", type: "person" }, text: "Ana lives in Porto", slot: "residence", value: "Porto" }) { entities { facts { nodes { text validTo } } } }
      c: assertFact(input: { entity: { name: "Ana", type: "person" }, text: "Ana sings" }) { entities { facts { totalCount } at { knownAt } } }
    }`);
    expect(a.entities).toEqual([
      {
        facts: { nodes: [{ text: "Ana lives in Lisbon", validTo: null }] },
        past: { totalCount: 0 },
      },
    ]);
    expect(b.entities[0].facts.nodes.map(({ text }: { text: string }) => text)).toContain(
      "Ana lives in Porto",
    );
    expect(c.entities[0].facts.totalCount).toBeGreaterThan(1);
    expect(c.entities[0].at.knownAt).toBe((await space.head()).recordedAt);
  });

  describe("asserted facts", () => {
    const FACT =
      "id text slot value confidence validTo expiredAt sourceContext supersedeReason supersedes { text } supersededBy { text } versions { text } history { text validTo } decision { action decidedBy } entity { facts { nodes { text } } }";
    it("are corrected, retracted and restored, each result read at its own commit", async () => {
      const said = await service.say("Ana", "Ana lives in Lisbon", {
        slot: "residence",
        value: "Lisbon",
      });
      const {
        correctFact: { fact: corrected },
      } = await service.run(
        `mutation ($id: ID!) { correctFact(input: { fact: $id, text: "Ana lives in Lagos", value: "Lagos", reason: "Misheard" }) { fact { ${FACT} } } }`,
        { id: said.fact },
      );
      expect(corrected).toMatchObject({
        id: said.fact,
        text: "Ana lives in Lagos",
        value: "Lagos",
        sourceContext: "CORRECTED",
        versions: [{ text: "Ana lives in Lisbon" }, { text: "Ana lives in Lagos" }],
        entity: { facts: { nodes: [{ text: "Ana lives in Lagos" }] } },
      });
      const {
        retractFact: { fact: retracted },
      } = await service.run(
        `mutation ($id: ID!) { retractFact(input: { fact: $id }) { fact { ${FACT} } } }`,
        { id: said.fact },
      );
      expect(retracted).toMatchObject({
        supersedeReason: "RETRACTED",
        supersededBy: null,
        decision: { action: "DELETE", decidedBy: "CALLER" },
        entity: { facts: { nodes: [] } },
      });
      expect(retracted.validTo).not.toBeNull();
      const { fact } = await service.run("query ($id: ID!) { fact(id: $id) { decision { id } } }", {
        id: said.fact,
      });
      const {
        revertDecision: { decision: reverted },
      } = await service.run(
        "mutation ($id: ID!) { revertDecision(input: { decision: $id }) { decision { id action revertedAt fact { text validTo supersedeReason entity { facts { nodes { text } } } } } } }",
        { id: fact.decision.id },
      );
      expect(reverted).toEqual({
        id: fact.decision.id,
        action: "DELETE",
        revertedAt: (await space.head()).recordedAt,
        fact: {
          text: "Ana lives in Lagos",
          validTo: null,
          supersedeReason: null,
          entity: { facts: { nodes: [{ text: "Ana lives in Lagos" }] } },
        },
      });
      const past = await service.run(
        "query ($fact: ID!, $decision: ID!) { fact: node(id: $fact) { ... on Fact { text versions { text } } } decision: node(id: $decision) { ... on Decision { revertedAt } } }",
        {
          fact: pastId(said.fact, said.at),
          decision: pastId(fact.decision.id, reverted.revertedAt),
        },
      );
      expect(past).toEqual({
        fact: { text: "Ana lives in Lisbon", versions: [{ text: "Ana lives in Lisbon" }] },
        decision: { revertedAt: reverted.revertedAt },
      });
    });
    it("show their chain, and the replacements in it, as far as it was known", async () => {
      const [first, second, third] = [
        await service.say("Ana", "Ana lives in Lisbon", { slot: "residence", value: "Lisbon" }),
        await service.say("Ana", "Ana lives in Porto", { slot: "residence", value: "Porto" }),
        await service.say("Ana", "Ana lives in Faro", { slot: "residence", value: "Faro" }),
      ];
      const read = async (id: string) =>
        (
          await service.run(`query ($id: ID!) { node(id: $id) { ... on Fact { ${FACT} } } }`, {
            id,
          })
        ).node;
      const chain = ["Ana lives in Lisbon", "Ana lives in Porto", "Ana lives in Faro"];
      expect(await read(second.fact)).toMatchObject({
        supersedes: { text: chain[0] },
        supersededBy: { text: chain[2] },
        supersedeReason: "UPDATE",
        history: chain.map((text) => ({ text })),
      });
      expect(await read(pastId(second.fact, second.at))).toMatchObject({
        validTo: null,
        supersedes: { text: chain[0] },
        supersededBy: null,
        supersedeReason: null,
        history: [
          { text: chain[0], validTo: second.at },
          { text: chain[1], validTo: null },
        ],
      });
      expect(await read(third.fact)).toMatchObject({
        supersedes: { text: chain[1] },
        supersededBy: null,
      });
      expect(await read(first.fact)).toMatchObject({
        supersedes: null,
        supersededBy: { text: chain[1] },
      });
    });
    it("show the time at which they were last said, as far as it was known", async () => {
      const first = await service.say("Ana", "Ana sings");
      const again = await service.say("Ana", "Ana sings");
      expect(again.factsUnchanged).toHaveLength(1);
      const read = async (id: string) =>
        (
          await service.run(
            "query ($id: ID!) { node(id: $id) { ... on Fact { lastConfirmedAt versions { recordedAt } } } }",
            { id },
          )
        ).node;
      expect(await read(first.fact)).toEqual({
        lastConfirmedAt: again.at,
        versions: [{ recordedAt: first.at }],
      });
      expect(await read(pastId(first.fact, first.at))).toEqual({
        lastConfirmedAt: first.at,
        versions: [{ recordedAt: first.at }],
      });
      await service.run(
        "mutation ($id: ID!) { revertDecision(input: { decision: $id }) { decision { id } } }",
        {
          id: again.decisions[0].id,
        },
      );
      expect((await read(first.fact)).lastConfirmedAt).toBe(first.at);
    });
  });

  describe("sessions", () => {
    it("are listed newest first, and contain their turns", async () => {
      const {
        createSession: { session: first },
      } = await service.run(
        'mutation { createSession(input: { title: "First", strategy: TIERED }) { session { id title strategy createdAt turnCount turns { totalCount } } } }',
      );
      expect(first).toMatchObject({
        title: "First",
        strategy: "TIERED",
        turnCount: 0,
        turns: { totalCount: 0 },
      });
      const {
        createSession: { session: second },
      } = await service.run(
        "mutation { createSession(input: {}) { session { id title strategy } } }",
      );
      expect(second).toMatchObject({ title: null, strategy: "ENTITY_GRAPH" });
      expect((await service.run("{ sessions { nodes { id } } }")).sessions.nodes).toEqual([
        { id: second.id },
        { id: first.id },
      ]);
      const messages = ["One", "Two", "Ana works at Vertix", "Four", "Five"];
      const results: { event: { id: string; session: { turnCount: number } } }[] = [];
      for (const message of messages) results.push(await write({ message, sessionId: first.id }));
      expect(results.map(({ event }) => event.session.turnCount)).toEqual([1, 2, 3, 4, 5]);
      const { session } = await service.run(
        "query ($id: ID!) { session(id: $id) { turnCount turns { totalCount nodes { seq role content metadata session { id } event { id message } } } } }",
        { id: first.id },
      );
      expect(session.turnCount).toBe(5);
      expect(session.turns.nodes).toEqual(
        messages.map((message, i) => ({
          seq: i + 1,
          role: "USER",
          content: message,
          metadata: null,
          session: { id: first.id },
          event: { id: results[i]?.event.id, message },
        })),
      );
      const {
        factsAdded: [version],
      } = (
        await service.run(
          `mutation ($input: WriteInput!) { write(input: $input) { factsAdded { fact { session { id } event { session { id } } } } factsUnchanged { fact { session { id } } } } }`,
          { input: { message: "Ana works at Vertix", sessionId: first.id, dryRun: true } },
        )
      ).write;
      expect(version).toBeUndefined();
    });
    it("return their turns from either end", async () => {
      const {
        createSession: {
          session: { id },
        },
      } = await service.run(
        "mutation { createSession(input: { strategy: DIRECT }) { session { id } } }",
      );
      for (const message of ["1", "2", "3", "4", "5"]) await write({ message, sessionId: id });
      const turns = async (args: Record<string, unknown>) =>
        (
          await service.run(
            "query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { session(id: $id) { turns(first: $first, after: $after, last: $last, before: $before) { nodes { content } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }",
            { id, ...args },
          )
        ).session.turns;
      const contents = ({ nodes }: { nodes: { content: string }[] }): string =>
        nodes.map(({ content }) => content).join("");
      const start = await turns({ first: 2 });
      expect([contents(start), start.pageInfo]).toMatchObject([
        "12",
        { hasNextPage: true, hasPreviousPage: false },
      ]);
      const next = await turns({ first: 2, after: start.pageInfo.endCursor });
      expect([contents(next), next.pageInfo]).toMatchObject([
        "34",
        { hasNextPage: true, hasPreviousPage: true },
      ]);
      const end = await turns({ last: 2 });
      expect([contents(end), end.pageInfo]).toMatchObject([
        "45",
        { hasNextPage: false, hasPreviousPage: true },
      ]);
      const before = await turns({ last: 2, before: end.pageInfo.startCursor });
      expect([contents(before), before.pageInfo]).toMatchObject([
        "23",
        { hasNextPage: true, hasPreviousPage: true },
      ]);
      expect(contents(await turns({ before: before.pageInfo.startCursor }))).toBe("1");
      expect(contents(await turns({}))).toBe("12345");
      const refused = await Promise.all(
        [
          { first: 1, last: 1 },
          { first: 1, before: start.pageInfo.endCursor },
          { first: 0 },
          { last: 101 },
          { after: "x" },
          { last: 1, before: "x" },
        ].map((args) =>
          service.attempt(
            "query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { session(id: $id) { turns(first: $first, after: $after, last: $last, before: $before) { totalCount } } }",
            { id, ...args },
          ),
        ),
      );
      expect(refused.map(({ codes }) => codes[0])).toEqual([
        "BAD_USER_INPUT",
        "BAD_USER_INPUT",
        "PAGE_SIZE_OUT_OF_BOUNDS",
        "PAGE_SIZE_OUT_OF_BOUNDS",
        "INVALID_CURSOR",
        "INVALID_CURSOR",
      ]);
    });
    it("show in a past view the turns of that time", async () => {
      const {
        createSession: {
          session: { id },
        },
      } = await service.run(
        "mutation { createSession(input: { strategy: DIRECT }) { session { id } } }",
      );
      const first = await write({ message: "Ana works at Vertix", sessionId: id });
      const { fact } = (
        await service.run('{ entity(name: "Ana") { facts { nodes { id recordedAt } } } }')
      ).entity.facts.nodes.map((one: { id: string; recordedAt: string }) => ({ fact: one }))[0];
      for (const message of ["Two", "Three"]) await write({ message, sessionId: id });
      expect(first.event.session.turnCount).toBe(1);
      const { now, old } = await service.run(
        "query ($now: ID!, $past: ID!) { now: node(id: $now) { ...S } old: node(id: $past) { ...S } } fragment S on Fact { session { id turnCount turns(last: 5) { totalCount nodes { content event { status } } } } }",
        { now: fact.id, past: pastId(fact.id, fact.recordedAt) },
      );
      expect(now.session).toMatchObject({ id, turnCount: 3, turns: { totalCount: 3 } });
      expect(old.session).toEqual({
        id: pastId(id, fact.recordedAt),
        turnCount: 1,
        turns: {
          totalCount: 1,
          nodes: [{ content: "Ana works at Vertix", event: { status: "APPLIED" } }],
        },
      });
    });
  });
});
