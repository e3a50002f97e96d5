import { beforeEach, describe, expect, it } from "vitest";
import { globalId, type NodeKind } from "../../schema/global-id.ts";
import { epochMillis, instantOf } from "../../src/memory/time.ts";
import { stores } from "../contract/stores.ts";
import { memoryService, pastId } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const NODE = `query ($id: ID!) { node(id: $id) { __typename id
  ... on Entity { name aliases facts { nodes { text } } at { knownAt validAt } }
  ... on Fact { text validTo supersededBy { text } }
  ... on FactVersion { text expiredAt }
  ... on Relationship { type validTo target { name } }
  ... on Event { message status }
  ... on Decision { action revertedAt }
  ... on Session { title turnCount }
  ... on Turn { content } } }`;

const LISBON = {
  slot: "residence",
  value: "Lisbon",
  relationship: { type: "lives_in", target: { name: "Lisbon", type: "place" } },
};

describe.each(stores)("ids on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => void (service = memoryService(await freshSpace())));

  const node = async (id: string) => (await service.run(NODE, { id })).node;

  /** Clara moves from Lisbon to Porto; ids of what the first of it left. */
  const moves = async () => {
    const place = (name: string) => ({
      slot: "residence",
      value: name,
      relationship: { type: "lives_in", target: { name, type: "place" } },
    });
    const first = await service.say("Clara", "Clara lives in Lisbon", place("Lisbon"));
    const second = await service.say("Clara", "Clara lives in Porto", place("Porto"));
    return { first, second };
  };

  describe("node", () => {
    it("reads every kind of object by its id", async () => {
      const { first } = await moves();
      const {
        createSession: { session },
      } = await service.run(
        'mutation { createSession(input: { title: "A talk", strategy: DIRECT }) { session { id } } }',
      );
      await service.run(
        'mutation ($s: ID) { write(input: { message: "Hello", sessionId: $s }) { success } }',
        { s: session.id },
      );
      const {
        session: { turns },
      } = await service.run("query ($s: ID!) { session(id: $s) { turns { nodes { id } } } }", {
        s: session.id,
      });
      const ids = [
        first.entities[0].id,
        first.fact,
        first.version,
        first.relationships[0].id,
        first.event.id,
        first.decisions[0].id,
        session.id,
        turns.nodes[0].id,
      ];
      const nodes = await Promise.all(ids.map(node));
      expect(nodes.map(({ __typename }) => __typename)).toEqual([
        "Entity",
        "Fact",
        "FactVersion",
        "Relationship",
        "Event",
        "Decision",
        "Session",
        "Turn",
      ]);
      expect(nodes.map(({ id }) => id)).toEqual(ids);
    });
    it("reads a view of the past again by its id", async () => {
      const { first, second } = await moves();
      const past = async (id: string) => node(pastId(id, first.at));
      expect(await past(first.entities[0].id)).toEqual({
        __typename: "Entity",
        id: pastId(first.entities[0].id, first.at),
        name: "Clara",
        aliases: [],
        facts: { nodes: [{ text: "Clara lives in Lisbon" }] },
        at: { knownAt: first.at, validAt: first.at },
      });
      expect(await past(first.fact)).toEqual({
        __typename: "Fact",
        id: pastId(first.fact, first.at),
        text: "Clara lives in Lisbon",
        validTo: null,
        supersededBy: null,
      });
      expect(await node(first.fact)).toMatchObject({
        id: first.fact,
        validTo: second.at,
        supersededBy: { text: "Clara lives in Porto" },
      });
      expect(await past(first.version)).toMatchObject({
        id: pastId(first.version, first.at),
        expiredAt: null,
      });
      expect(await past(first.relationships[0].id)).toMatchObject({
        validTo: null,
        target: { name: "Lisbon" },
      });
    });
    it("gives objects below a past view ids of that view", async () => {
      const { first, second } = await moves();
      const { entity } = await service.run(
        'query ($at: DateTime) { entity(name: "Clara", at: { knownAt: $at }) { id facts { nodes { id entity { id } event { id } decision { id } versions { id } } } now: facts(at: {}) { nodes { id entity { id } } } } }',
        { at: first.at },
      );
      const past = (id: string) => pastId(id, first.at);
      expect(entity).toEqual({
        id: past(first.entities[0].id),
        facts: {
          nodes: [
            {
              id: past(first.fact),
              entity: { id: past(first.entities[0].id) },
              event: { id: past(first.event.id) },
              decision: { id: past(first.decisions[0].id) },
              versions: [{ id: past(first.version) }],
            },
          ],
        },
        now: { nodes: [{ id: second.fact, entity: { id: first.entities[0].id } }] },
      });
    });
    it("gives a past question the same ids and time point for ever", async () => {
      const first = await service.say("Clara", "Clara lives in Lisbon", LISBON);
      await service.run('mutation { write(input: { message: "Hello" }) { success } }');
      const question = `query ($at: TimePoint!) { entity(name: "Clara", at: $at) { id at { knownAt validAt }
        facts { edges { cursor node { id versions { id } event { id } } } } relationships { nodes { id target { id } } } }
        search(query: "Lisbon", at: $at) { hits { node { id } } } }`;
      const instants = [0, 500, 1_500, 1_999].map((millis) =>
        instantOf(epochMillis(first.at) + millis),
      );
      const points = [
        ...instants.map((knownAt) => ({ knownAt })),
        ...instants.map((knownAt) => ({ knownAt, validAt: first.at })),
      ];
      const ask = () => Promise.all(points.map((at) => service.run(question, { at })));
      const before = await ask();
      await service.say("Clara", "Clara lives in Porto", { slot: "residence", value: "Porto" });
      await service.say("Clara", "Clara likes tea");
      expect(await ask()).toEqual(before);
      expect(before[1].entity.at).toEqual({ knownAt: first.at, validAt: instants[1] });
      expect(before[5].entity.facts).toEqual(before[4].entity.facts);
      for (const { entity } of before) expect((await node(entity.id)).id).toBe(entity.id);
    });
    it("returns an instant before anything was recorded as requested", async () => {
      await service.say("Clara", "Clara lives in Lisbon");
      const ask = () =>
        service.run(
          '{ search(query: "Lisbon", at: { knownAt: "2020-01-01T00:00:00Z" }) { hits { node { id } } } entities(at: { knownAt: "2020-01-01T00:00:00Z" }) { totalCount } }',
        );
      expect((await ask()).entities.totalCount).toBe(0);
    });
    it("reads turns between two commits at the requested instant", async () => {
      const {
        createSession: { session },
      } = await service.run(
        'mutation { createSession(input: { title: "A talk", strategy: DIRECT }) { session { id createdAt } } }',
      );
      const say = (content: string) =>
        service.run(
          "mutation ($s: ID!, $c: String!) { addTurns(input: { sessionId: $s, turns: [{ role: USER, content: $c }] }) { turns { id recordedAt } } }",
          { s: session.id, c: content },
        );
      await service.say("Clara", "Clara lives in Lisbon");
      const [one] = (await say("one")).addTurns.turns;
      await say("two");
      const ask = () =>
        service.run(
          "query ($s: ID!, $at: DateTime!) { session(id: $s) { turns(at: { knownAt: $at }) { nodes { id content } } } }",
          { s: session.id, at: one.recordedAt },
        );
      const before = await ask();
      expect(before.session.turns.nodes.map((turn: { content: string }) => turn.content)).toEqual([
        "one",
      ]);
      await service.say("Clara", "Clara likes tea");
      expect(await ask()).toEqual(before);
      const [turn] = before.session.turns.nodes;
      expect(await node(turn.id)).toMatchObject({ id: turn.id, content: "one" });
    });
    it("finds nothing by a well-formed unknown id, or by another user's", async () => {
      const { first } = await moves();
      const other = memoryService(await freshSpace());
      await other.say("Nobody", "Nobody is here");
      const kinds: NodeKind[] = [
        "Entity",
        "Fact",
        "Relationship",
        "Event",
        "Decision",
        "Session",
        "Turn",
      ];
      const unknown = [
        ...kinds.map((kind) => globalId(kind, "u1-99999999")),
        globalId("FactVersion", "u1-99999999.1"),
        globalId("FactVersion", "x"),
      ];
      expect(await Promise.all(unknown.map(node))).toEqual(unknown.map(() => null));
      const foreign = [
        first.entities[0].id,
        first.fact,
        first.version,
        first.relationships[0].id,
        first.event.id,
        first.decisions[0].id,
      ];
      expect(await Promise.all(foreign.map((id) => other.run(NODE, { id })))).toEqual(
        foreign.map(() => ({ node: null })),
      );
    });
    it("finds nothing before it was recorded", async () => {
      const { first, second } = await moves();
      const before = [
        second.fact,
        second.version,
        second.event.id,
        second.decisions[0].id,
        second.relationships[0].id,
      ].map((id) => pastId(id, first.at));
      expect(await Promise.all(before.map(node))).toEqual(before.map(() => null));
    });
  });

  describe("an id as an argument", () => {
    it("of a past view is read at that view unless a time point is given", async () => {
      const { first, second } = await moves();
      const query =
        "query ($id: ID!, $fact: ID!, $at: TimePoint) { entity(id: $id, at: $at) { facts { nodes { text } } } fact(id: $fact, at: $at) { validTo } }";
      const [id, fact] = [pastId(first.entities[0].id, first.at), pastId(first.fact, first.at)];
      expect(await service.run(query, { id, fact })).toEqual({
        entity: { facts: { nodes: [{ text: "Clara lives in Lisbon" }] } },
        fact: { validTo: null },
      });
      expect(await service.run(query, { id, fact, at: {} })).toEqual({
        entity: { facts: { nodes: [{ text: "Clara lives in Porto" }] } },
        fact: { validTo: second.at },
      });
    });
    it("of a past view is accepted where only the present counts", async () => {
      const { first } = await moves();
      const id = pastId(first.entities[0].id, first.at);
      const { facts, changes } = await service.run(
        'query ($id: ID, $text: ID) { facts(entity: $text) { nodes { text } } changes(from: "2000-01-01T00:00:00Z", entity: $id) { totalCount } }',
        { id, text: id },
      );
      expect(facts.nodes).toEqual([{ text: "Clara lives in Porto" }]);
      expect(changes.totalCount).toBeGreaterThan(0);
      const { codes } = await service.attempt(
        "mutation ($f: ID!) { retractFact(input: { fact: $f }) { fact { id } } }",
        { f: pastId(first.fact, first.at) },
      );
      expect(codes).toEqual([]);
    });
    const fact = globalId("Fact", "1");
    it.each([
      ["entity", `{ entity(id: "${fact}") { id } }`, "Entity"],
      ["facts", `{ facts(entity: "${fact}") { totalCount } }`, "Entity"],
      ["paths", `{ paths(from: "${fact}", to: "${fact}") { entities { id } } }`, "Entity"],
      [
        "changes",
        `{ changes(from: "2026-01-01T00:00:00Z", entity: "${fact}") { totalCount } }`,
        "Entity",
      ],
      ["event", `{ event(id: "${fact}") { id } }`, "Event"],
      ["session", `{ session(id: "${fact}") { id } }`, "Session"],
      ["search", `{ search(query: "x", sessionId: "${fact}") { tookMs } }`, "Session"],
      ["recall", `{ recall(question: "x", sessionId: "${fact}") { text } }`, "Session"],
      [
        "write",
        `mutation { write(input: { message: "x", sessionId: "${fact}" }) { success } }`,
        "Session",
      ],
      [
        "assertFact",
        `mutation { assertFact(input: { text: "x", entity: { id: "${fact}" } }) { success } }`,
        "Entity",
      ],
      [
        "a relationship's target",
        `mutation { assertFact(input: { text: "x", entity: { name: "x" }, relationship: { type: "t", target: { id: "${fact}" } } }) { success } }`,
        "Entity",
      ],
      [
        "mergeEntities",
        `mutation { mergeEntities(input: { from: "${fact}", into: "${fact}" }) { entity { id } } }`,
        "Entity",
      ],
      [
        "splitEntity",
        `mutation { splitEntity(input: { entity: "${fact}", mergedKey: "x:y" }) { entity { id } } }`,
        "Entity",
      ],
      [
        "revertDecision",
        `mutation { revertDecision(input: { decision: "${fact}" }) { decision { id } } }`,
        "Decision",
      ],
    ])("of another type is refused by %s", async (_, operation, needed) => {
      const { codes, messages } = await service.attempt(operation);
      expect(codes).toEqual(["INVALID_ID"]);
      expect(messages[0]).toMatch(
        new RegExp(`^The id belongs to a Fact. Give the id of an? ${needed}\\.$`),
      );
    });
    it.each([
      [
        '{ fact(id: "nonsense") { id } }',
        /^The id is not an id of this service\. Give the id of a Fact\.$/,
      ],
      ['{ node(id: "") { id } }', /^The id is not an id of this service\.$/],
      [
        `mutation { retractFact(input: { fact: "${globalId("Entity", "1")}" }) { fact { id } } }`,
        /^The id belongs to an Entity. Give the id of a Fact\.$/,
      ],
    ])("that is malformed is refused: %s", async (operation, sentence) => {
      const { codes, messages } = await service.attempt(operation);
      expect(codes).toEqual(["INVALID_ID"]);
      expect(messages[0]).toMatch(sentence);
    });
    it.each([
      [
        "correctFact",
        `mutation { correctFact(input: { fact: "${globalId("Fact", "9")}", text: "x" }) { fact { id } } }`,
      ],
      [
        "retractFact",
        `mutation { retractFact(input: { fact: "${globalId("Fact", "9")}" }) { fact { id } } }`,
      ],
      [
        "revertDecision",
        `mutation { revertDecision(input: { decision: "${globalId("Decision", "9")}" }) { decision { id } } }`,
      ],
      [
        "mergeEntities",
        `mutation { mergeEntities(input: { from: "${globalId("Entity", "9")}", into: "${globalId("Entity", "8")}" }) { entity { id } } }`,
      ],
      [
        "splitEntity",
        `mutation { splitEntity(input: { entity: "${globalId("Entity", "9")}", mergedKey: "x:y" }) { entity { id } } }`,
      ],
      [
        "assertFact",
        `mutation { assertFact(input: { text: "x", entity: { id: "${globalId("Entity", "9")}" } }) { success } }`,
      ],
      [
        "write in a session",
        `mutation { write(input: { message: "x", sessionId: "${globalId("Session", "9")}" }) { success } }`,
      ],
    ])("that is unknown is NOT_FOUND to %s", async (_, operation) => {
      expect((await service.attempt(operation)).codes).toEqual(["NOT_FOUND"]);
    });
    it("that is unknown is null or an empty result in a query", async () => {
      const entity = globalId("Entity", "9");
      expect(
        await service.run(`{ entity(id: "${entity}") { id } fact(id: "${globalId("Fact", "9")}") { id } event(id: "${globalId("Event", "9")}") { id } session(id: "${globalId("Session", "9")}") { id }
        facts(entity: "${entity}") { totalCount nodes { id } } paths(from: "${entity}", to: "${entity}") { entities { id } } changes(from: "2026-01-01T00:00:00Z", entity: "${entity}") { totalCount }
        search(query: "x", sessionId: "${globalId("Session", "9")}") { hits { score } } }`),
      ).toEqual({
        entity: null,
        fact: null,
        event: null,
        session: null,
        facts: { totalCount: 0, nodes: [] },
        paths: [],
        changes: { totalCount: 0 },
        search: { hits: [] },
      });
    });
  });
});
