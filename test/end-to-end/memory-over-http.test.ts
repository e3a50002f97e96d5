import { describe, expect, it } from "vitest";
import {
  AssertDocument,
  ChangesDocument,
  CorrectDocument,
  CreateSessionDocument,
  EntityByAnyDocument,
  EventByIdDocument,
  FactByIdDocument,
  FactsDocument,
  MergeDocument,
  MeDocument,
  PathsBetweenDocument,
  RecallBlockDocument,
  RetractDocument,
  RevertDocument,
  SearchDocument,
  SessionByIdDocument,
  SplitDocument,
  WriteDocument,
  type AssertMutationVariables,
  type WriteMutationVariables,
} from "../generated/operations.ts";
import { BACKENDS, serviceOfSuite } from "./backends.ts";
import { as, told, type Ask } from "./service.ts";

type WriteInput = WriteMutationVariables["input"];

const texts = (facts: readonly { readonly text: string }[]) => facts.map(({ text }) => text);
const code = (answer: { errors?: readonly { extensions: { code: string } }[] }) =>
  answer.errors?.map(({ extensions }) => extensions.code);

describe.each(BACKENDS)("on $name", ({ open }) => {
  const url = serviceOfSuite(open);
  let users = 0;

  /** A memory of its own, and what one does with it. */
  const memory = () => {
    const ask = as(url(), `user-${users++}`);
    return {
      ask,
      write: async (message: string, input: Partial<WriteInput> = {}) =>
        (await told(ask(WriteDocument, { input: { message, ...input } }))).write,
      assert: async (input: AssertMutationVariables["input"]) =>
        (await told(ask(AssertDocument, { input }))).assertFact,
      facts: async (entity: string, at?: { knownAt?: string; validAt?: string }, slot?: string) =>
        (
          await told(
            ask(FactsDocument, {
              entity,
              slot: slot ?? null,
              at: at ?? null,
              first: 50,
              after: null,
            }),
          )
        ).facts.nodes,
      entity: async (key: string, at?: { knownAt?: string; validAt?: string }) =>
        (await told(ask(EntityByAnyDocument, { key, id: null, name: null, at: at ?? null })))
          .entity,
    };
  };

  describe("the first minute", () => {
    it("remembers a change of mind, and both answers", async () => {
      const { write, facts } = memory();
      const first = await write("My city is Mumbai.");
      const then = first.factsAdded[0]!.recordedAt;
      const second = await write("My city has changed to Pune.");
      expect([
        first.success,
        first.extractor,
        texts(first.factsAdded),
        texts(second.factsUpdated),
      ]).toEqual([true, "offline", ["user's city is Mumbai"], ["user's city is Pune"]]);
      expect(texts(await facts("user"))).toEqual(["user's city is Pune"]);
      expect(texts(await facts("user", { knownAt: then }))).toEqual(["user's city is Mumbai"]);
      expect(texts(await facts("user", { validAt: then }))).toEqual(["user's city is Mumbai"]);
      const [past] = await facts("user", { knownAt: then });
      expect(past).toMatchObject({
        validTo: null,
        expiredAt: null,
        supersededBy: null,
        supersedeReason: null,
      });
      const [pune] = await facts("user");
      expect(pune).toMatchObject({
        supersedes: { text: "user's city is Mumbai" },
        decision: { action: "UPDATE" },
        event: { message: "My city has changed to Pune." },
      });
      expect(pune!.id).not.toBe(past!.id);
    });

    it("knows the speaker", async () => {
      const { ask, write } = memory();
      await write("Hi, I'm John Doe, lead developer at FakeCompany");
      const { me } = await told(ask(MeDocument, { at: null }));
      expect(me).toMatchObject({ key: "person:john_doe", name: "John Doe" });
    });
  });

  describe("a space that several share", () => {
    it.each([
      [
        "a turn that is read later",
        "mutation ($session: ID!, $m: String!) { addTurns(input: { sessionId: $session, turns: [{ role: USER, content: $m }] }) { turns { id } } extractFacts(input: { sessionId: $session }) { turns } }",
      ],
      [
        "a message that is replied to",
        "mutation ($session: ID!, $m: String!) { chat(input: { sessionId: $session, message: $m }) { write { success } } }",
      ],
      [
        "a message of the session",
        "mutation ($session: ID!, $m: String!) { write(input: { sessionId: $session, message: $m }) { success } }",
      ],
    ])("knows who %s is about", async (_, mutation) => {
      const space = { "x-palimpsest-space": `team-${users++}` };
      const [ana, bo] = [as(url(), "ana", space), as(url(), "bo", space)];
      const { createSession } = await told(ana(CreateSessionDocument, {}));
      const { id } = createSession.session;
      await told(ana(mutation, { session: id, m: "I moved to Lisbon." }));
      await told(bo(mutation, { session: id, m: "I live in Porto." }));
      const { facts, session } = await told(
        bo<
          {
            facts: { nodes: { value: string; entity: { name: string } }[] };
            session: { turns: { nodes: { role: string; speaker: string | null }[] } };
          },
          unknown
        >(
          '{ facts(slot: "residence") { nodes { value entity { name } } } session(id: "' +
            id +
            '") { turns(first: 9) { nodes { role speaker } } } }',
        ),
      );
      expect(facts.nodes.map(({ value, entity }) => `${entity.name}: ${value}`).toSorted()).toEqual(
        ["ana: Lisbon", "bo: Porto"],
      );
      const spoken = session.turns.nodes.filter(({ role }) => role === "USER");
      expect(spoken.map(({ speaker }) => speaker)).toEqual(["ana", "bo"]);
    });
  });

  describe("day words", () => {
    const SAID = "2025-07-10T23:30:00-08:00";
    const message = "I moved to Lisbon yesterday.";
    const OF_THE_SPEAKER = "2025-07-09T08:00:00.000Z";
    const OF_UTC = "2025-07-10T00:00:00.000Z";

    /** The start of the move according to the result of a write. */
    const start = async (ask: Ask): Promise<string | undefined> => {
      const { facts } = await told(
        ask<{ facts: { nodes: { value: string; validFrom: string }[] } }, unknown>(
          '{ facts(slot: "residence") { nodes { value validFrom } } }',
        ),
      );
      return facts.nodes.find(({ value }) => value === "Lisbon")?.validFrom;
    };
    const inSession = async (ask: Ask, mutation: string): Promise<void> => {
      const { createSession } = await told(ask(CreateSessionDocument, {}));
      const session = createSession.session.id;
      await told(ask(mutation, { session, said: SAID, message }));
    };

    it.each<[string, (ask: Ask) => Promise<unknown>]>([
      [
        "a message in the variables",
        (ask) => told(ask(WriteDocument, { input: { message, occurredAt: SAID } })),
      ],
      [
        "an instant in a variable of its own",
        (ask) =>
          told(
            ask(
              "mutation ($at: DateTime!, $m: String!) { write(input: { message: $m, occurredAt: $at }) { success } }",
              { at: SAID, m: message },
            ),
          ),
      ],
      [
        "an instant in the text of the operation",
        (ask) =>
          told(
            ask(
              `mutation { write(input: { message: "${message}", occurredAt: "${SAID}" }) { success } }`,
            ),
          ),
      ],
      [
        "one of many messages",
        (ask) =>
          told(
            ask(
              "mutation ($inputs: [WriteInput!]!) { writeMany(input: { messages: $inputs }) { written } }",
              {
                inputs: [
                  { message: "I live in Oslo.", occurredAt: "2025-06-01T08:00:00+02:00" },
                  { message, occurredAt: SAID },
                ],
              },
            ),
          ),
      ],
      [
        "a message that is replied to",
        (ask) =>
          inSession(
            ask,
            "mutation ($session: ID!, $said: DateTime, $message: String!) { chat(input: { sessionId: $session, message: $message, occurredAt: $said }) { write { success } } }",
          ),
      ],
      [
        "a turn that is read later",
        (ask) =>
          inSession(
            ask,
            "mutation ($session: ID!, $said: DateTime, $message: String!) { addTurns(input: { sessionId: $session, turns: [{ role: USER, content: $message, occurredAt: $said }] }) { turns { id } } extractFacts(input: { sessionId: $session }) { turns } }",
          ),
      ],
    ])("are read by the offset of %s", async (_, say) => {
      const { ask } = memory();
      await say(ask);
      expect(await start(ask)).toBe(OF_THE_SPEAKER);
    });

    it.each([
      ["the time zone of the message", SAID, "+09:00", null, "2025-07-09T15:00:00.000Z"],
      ["UTC where the instant is written in it", "2025-07-11T07:30:00Z", null, null, OF_UTC],
      ["UTC where the offset is zero", "2025-07-11T07:30:00+00:00", null, null, OF_UTC],
      [
        "the user's time zone where the instant is in UTC",
        "2025-07-11T07:30:00Z",
        null,
        "-08:00",
        OF_THE_SPEAKER,
      ],
      ["the offset before the user's time zone", SAID, null, "+09:00", OF_THE_SPEAKER],
    ])("are read by %s", async (_, occurredAt, timeZone, user, from) => {
      const { ask, write } = memory();
      if (user !== null)
        await told(
          ask(
            "mutation ($zone: String) { updateSettings(input: { timeZone: $zone }) { settings { timeZone } } }",
            {
              zone: user,
            },
          ),
        );
      await write(message, { occurredAt, timeZone });
      expect(await start(ask)).toBe(from);
    });

    it("are read without an offset if an instant is given with two", async () => {
      const { ask } = memory();
      await told(
        ask(
          "mutation ($inputs: [WriteInput!]!) { writeMany(input: { messages: $inputs }) { written } }",
          {
            inputs: [
              { message, occurredAt: SAID },
              { message: "I like tea.", occurredAt: "2025-07-11T09:30:00+02:00" },
            ],
          },
        ),
      );
      expect(await start(ask)).toBe(OF_UTC);
    });
  });

  describe("the user with a name", () => {
    it("is found as the user by every field that takes an entity, at any time", async () => {
      const { ask, write, facts, entity } = memory();
      await write("I'm Ana.");
      await write("I live in Porto.");
      const { me } = await told(ask(MeDocument, { at: null }));
      expect(texts(await facts("user"))).toEqual(["The user's name is Ana", "Ana lives in Porto"]);
      expect(texts(await facts("me"))).toEqual(texts(await facts("user")));
      expect(texts(await facts("person:user"))).toEqual(texts(await facts("user")));
      expect(await entity("person:user")).toMatchObject({ id: me!.id, name: "Ana" });
      const { entity: byName } = await told(
        ask(EntityByAnyDocument, { name: "User", key: null, id: null, at: null }),
      );
      expect(byName).toMatchObject({ id: me!.id });
      const { paths } = await told(ask(PathsBetweenDocument, { from: "user", to: "Porto" }));
      expect(paths.map(({ entities }) => entities.map(({ name }) => name))).toEqual([
        ["Ana", "Porto"],
      ]);
      expect(
        (
          await told(
            ask(RecallBlockDocument, {
              question: "What is known of the user?",
              tokenBudget: 400,
              at: null,
            }),
          )
        ).recall.text,
      ).toContain("lives in Porto");
    });
  });

  describe("structured writes", () => {
    it("correct a fact, which reads as it did before that time", async () => {
      const { ask, assert, facts } = memory();
      const { factsAdded } = await assert({
        entity: { name: "Ana", type: "person" },
        text: "Ana was born in 1990",
        slot: "birth_year",
        value: "1990",
      });
      const then = factsAdded[0]!.recordedAt;
      const {
        correctFact: { fact: corrected },
      } = await told(
        ask(CorrectDocument, {
          input: { fact: factsAdded[0]!.fact.id, text: "Ana was born in 1991", value: "1991" },
        }),
      );
      expect(corrected).toMatchObject({
        text: "Ana was born in 1991",
        value: "1991",
        sourceContext: "CORRECTED",
      });
      expect(corrected.versions.map(({ text, expiredAt }) => [text, expiredAt !== null])).toEqual([
        ["Ana was born in 1990", true],
        ["Ana was born in 1991", false],
      ]);
      expect(texts(await facts("Ana", { knownAt: then }))).toEqual(["Ana was born in 1990"]);
      expect(texts(await facts("Ana"))).toEqual(["Ana was born in 1991"]);
    });

    it("retract a fact, and undo the retraction", async () => {
      const { ask, assert, facts } = memory();
      const { factsAdded } = await assert({
        entity: { key: "person:ana" },
        text: "ana works at Acme",
        slot: "employer",
        value: "Acme",
        relationship: { type: "works_at", target: { name: "Acme", type: "organization" } },
        validFrom: "2024-01-01T00:00:00.000Z",
      });
      const {
        retractFact: { fact: retracted },
      } = await told(
        ask(RetractDocument, {
          fact: factsAdded[0]!.fact.id,
          validTo: "2025-01-01T00:00:00.000Z",
          reason: "she left",
        }),
      );
      expect(retracted).toMatchObject({
        validTo: "2025-01-01T00:00:00.000Z",
        supersedeReason: "RETRACTED",
        decision: { action: "DELETE", decidedBy: "CALLER", reason: "she left" },
      });
      const entity = async (at?: { validAt: string }) =>
        (
          await told(
            ask(EntityByAnyDocument, { key: "person:ana", id: null, name: null, at: at ?? null }),
          )
        ).entity!;
      expect([
        (await entity()).facts.totalCount,
        (await entity()).relationships.nodes.length,
      ]).toEqual([0, 0]);
      expect(
        (await entity({ validAt: "2024-06-01T00:00:00.000Z" })).relationships.nodes,
      ).toMatchObject([{ type: "works_at", validTo: "2025-01-01T00:00:00.000Z" }]);
      const { revertDecision } = await told(
        ask(RevertDocument, { decision: retracted.decision.id }),
      );
      expect(revertDecision.decision.revertedAt).not.toBeNull();
      expect(
        (await facts("person:ana")).map(({ text, validTo, supersedeReason }) => [
          text,
          validTo,
          supersedeReason,
        ]),
      ).toEqual([["ana works at Acme", null, null]]);
      expect((await entity()).relationships.nodes).toMatchObject([
        { type: "works_at", validTo: null },
      ]);
    });

    it("merge two entities and split them again", async () => {
      const { ask, assert, entity } = memory();
      const bob = await assert({
        entity: { key: "person:bob", name: "Bob" },
        text: "Bob lives in Oslo",
        slot: "residence",
        value: "Oslo",
        occurredAt: "2024-01-01T00:00:00.000Z",
      });
      const robert = await assert({
        entity: { key: "person:robert", name: "Robert" },
        text: "Robert lives in Rome",
        slot: "residence",
        value: "Rome",
        occurredAt: "2025-01-01T00:00:00.000Z",
      });
      const before = robert.event!.recordedAt;
      const { mergeEntities } = await told(
        ask(MergeDocument, { from: bob.entities[0]!.id, into: robert.entities[0]!.id }),
      );
      expect(mergeEntities.entity).toMatchObject({
        key: "person:robert",
        aliases: ["Bob"],
        facts: { nodes: [{ text: "Robert lives in Rome" }] },
      });
      expect((await entity("person:bob"))?.key).toBe("person:robert");
      expect(await entity("person:bob", { knownAt: before })).toMatchObject({
        key: "person:bob",
        facts: { nodes: [{ text: "Bob lives in Oslo" }] },
      });
      expect(
        (await entity("person:robert"))?.versions.some(
          ({ mergedInto }) => mergedInto?.key === "person:robert",
        ),
      ).toBe(true);
      const { splitEntity } = await told(
        ask(SplitDocument, { entity: robert.entities[0]!.id, mergedKey: "person:bob" }),
      );
      expect(splitEntity.entity).toMatchObject({
        key: "person:bob",
        facts: { nodes: [{ text: "Bob lives in Oslo" }] },
      });
      expect((await entity("person:robert"))?.facts.nodes).toMatchObject([
        { text: "Robert lives in Rome", validTo: null },
      ]);
    });

    it("keep two people of one name apart", async () => {
      const { assert, entity } = memory();
      await assert({
        entity: { key: "person:ana_silva", name: "Ana Silva" },
        text: "Ana Silva is a nurse",
      });
      await assert({
        entity: { key: "person:ana_silva_2", name: "Ana Silva" },
        text: "Ana Silva is a pilot",
      });
      expect([
        (await entity("person:ana_silva"))?.facts.nodes,
        (await entity("person:ana_silva_2"))?.facts.nodes,
      ]).toMatchObject([[{ text: "Ana Silva is a nurse" }], [{ text: "Ana Silva is a pilot" }]]);
    });

    it("close no facts of other subjects", async () => {
      const { write, assert, facts } = memory();
      await write("My city is Mumbai.");
      for (let n = 0; n < 60; n++)
        await assert({
          entity: { key: `person:p${n}` },
          text: `p${n}'s city is Pune`,
          slot: "city",
          value: "Pune",
        });
      expect(texts(await facts("user"))).toEqual(["user's city is Mumbai"]);
    });
  });

  describe("reading", () => {
    it("finds exact strings, now and in the past", async () => {
      const { ask, write } = memory();
      await write("We pay $3,500/month for AWS, and the repo is at github.com/cazton/fakeproject.");
      const then = (await write("The page is https://cazton.com/consulting.")).event!.recordedAt;
      await write("The new page is https://cazton.com/products.");
      const find = async (query: string, at?: { knownAt: string }) =>
        (
          await told(
            ask(SearchDocument, {
              query,
              at: at ?? null,
              mode: null,
              kinds: ["FACT", "EVENT"],
              first: null,
            }),
          )
        ).search.hits;
      for (const exact of ["/consulting", "$3,500/month", "github.com/cazton/fakeproject"])
        expect((await find(exact)).length, exact).toBeGreaterThan(0);
      expect(await find("/products", { knownAt: then })).toEqual([]);
      expect((await find("/products")).length).toBeGreaterThan(0);
    });

    it("returns a block of context with citations, within its budget", async () => {
      const { ask, write } = memory();
      await write("My city is Mumbai.");
      await write("My city has changed to Pune.");
      const { recall } = await told(
        ask(RecallBlockDocument, {
          question: "Which city do I live in?",
          tokenBudget: 200,
          at: null,
        }),
      );
      expect(recall.text).toContain("Pune");
      expect(recall.text).not.toContain("Mumbai");
      expect(recall.tokens).toBeLessThanOrEqual(200);
      expect(recall.citations.length).toBeGreaterThan(0);
    });

    it("lists what has changed, page by page", async () => {
      const { ask, write } = memory();
      await write("My city is Mumbai.");
      const from = (await write("My city has changed to Pune.")).event!.recordedAt;
      const { changes } = await told(
        ask(ChangesDocument, { from, to: null, entity: null, first: 10, after: null }),
      );
      expect(
        changes.nodes.map(({ kind, decision, event }) => [kind, decision?.action, event?.message]),
      ).toContainEqual(["FACT_UPDATED", "UPDATE", "My city has changed to Pune."]);
    });

    it("keeps the turns of a session", async () => {
      const { ask, write } = memory();
      const { createSession } = await told(
        ask(CreateSessionDocument, { title: "first", strategy: null }),
      );
      await write("My city is Mumbai.", { sessionId: createSession.session.id });
      const { event } = await write("My city has changed to Pune.", {
        sessionId: createSession.session.id,
      });
      const { session } = await told(ask(SessionByIdDocument, { id: createSession.session.id }));
      expect(session).toMatchObject({
        title: "first",
        turnCount: 2,
        turns: {
          totalCount: 2,
          nodes: [{ seq: 1, role: "USER", content: "My city is Mumbai." }, { seq: 2 }],
        },
      });
      expect((await told(ask(EventByIdDocument, { id: event!.id }))).event).toMatchObject({
        status: "APPLIED",
        session: { id: createSession.session.id },
        decisions: [{ action: "UPDATE" }],
      });
    });

    it("keeps users apart", async () => {
      const [one, other] = [memory(), memory()];
      const { factsAdded } = await one.write("My city is Mumbai.");
      expect(
        (await told(other.ask(FactByIdDocument, { id: factsAdded[0]!.fact.id, at: null }))).fact,
      ).toBeNull();
      expect(
        (
          await told(
            other.ask(SearchDocument, {
              query: "Mumbai",
              at: null,
              mode: null,
              kinds: null,
              first: null,
            }),
          )
        ).search.hits,
      ).toEqual([]);
      expect(
        code(
          await other.ask(RetractDocument, {
            fact: factsAdded[0]!.fact.id,
            validTo: null,
            reason: null,
          }),
        ),
      ).toEqual(["NOT_FOUND"]);
    });
  });

  describe("tags", () => {
    const READ = `query ($tags: [String!]) {
      events(tags: $tags) { nodes { message tags } }
      facts(tags: $tags) { nodes { text tags } }
      memories(tags: $tags, types: [TURN, FACT]) { nodes { __typename } }
      search(query: "Where does somebody live?", tags: $tags, kinds: [FACT, ENTITY, EVENT]) {
        hits { kind node { ... on Fact { text } ... on Event { message } ... on Entity { name } } }
      }
      recall(question: "Where do I live?", tags: $tags) { text citations { __typename } }
    }`;

    it("stay on the message, its turn and its facts, and filter reads", async () => {
      const { ask, write } = memory();
      const { createSession } = await told(ask(CreateSessionDocument, { title: null }));
      await write("I live in Porto.", { tags: ["topic: home", " agent: a ", "topic: home"] });
      await write("My sister Ana lives in Madrid.", {
        tags: ["topic: family"],
        sessionId: createSession.session.id,
      });
      await write("I live with two cats.");
      const { data } = await ask(READ, { tags: ["topic: home"] });
      expect(data).toMatchObject({
        events: { nodes: [{ message: "I live in Porto.", tags: ["topic: home", "agent: a"] }] },
        facts: { nodes: [{ tags: ["topic: home", "agent: a"] }] },
        memories: { nodes: [{ __typename: "Fact" }] },
        recall: { text: expect.stringContaining("Porto") },
      });
      expect(JSON.stringify(data)).not.toMatch(/Madrid|cats/u);
      const family = await ask(READ, { tags: ["topic: family"] });
      expect(family.data).toMatchObject({
        memories: { nodes: expect.arrayContaining([{ __typename: "Turn" }]) },
      });
      expect(JSON.stringify(family.data)).not.toMatch(/Porto|cats/u);
      const neither = await ask(READ, {
        tags: ["topic: home", "topic: family"],
      });
      expect(neither.data).toEqual({
        events: { nodes: [] },
        facts: { nodes: [] },
        memories: { nodes: [] },
        search: { hits: [] },
        recall: { text: "", citations: [] },
      });
      const all = await ask(READ, { tags: [] });
      expect(JSON.stringify(all)).toMatch(/Porto.*Madrid|Madrid.*Porto/u);
    });

    it("are stored with an asserted fact, with turns and with a chat", async () => {
      const { ask, assert } = memory();
      const { createSession } = await told(ask(CreateSessionDocument, { title: null }));
      const { id: sessionId } = createSession.session;
      await assert({ entity: { name: "Ana", type: "person" }, text: "Ana sings", tags: ["a"] });
      const turns = [{ role: "USER", content: "I run.", tags: ["b"] }];
      expect(
        await ask(
          "mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { tags } } }",
          {
            input: { sessionId, turns },
          },
        ),
      ).toEqual({ data: { addTurns: { turns: [{ tags: ["b"] }] } } });
      const chat =
        "mutation ($input: ChatInput!) { chat(input: $input) { turn { tags } replyTurn { tags } } }";
      expect(
        await ask(chat, { input: { sessionId, message: "I live in Lyon.", tags: ["c"] } }),
      ).toEqual({ data: { chat: { turn: { tags: ["c"] }, replyTurn: { tags: [] } } } });
      await expect
        .poll(() => ask('{ facts(tags: ["c"]) { nodes { text } } }'))
        .toEqual({ data: { facts: { nodes: [{ text: expect.stringContaining("Lyon") }] } } });
      expect(await ask('{ facts(tags: ["a"]) { nodes { text tags } } }')).toEqual({
        data: { facts: { nodes: [{ text: "Ana sings", tags: ["a"] }] } },
      });
    });
  });

  describe("bad input", () => {
    const TOO_MANY = JSON.stringify(Array.from({ length: 17 }, (_, n) => `tag ${n}`));

    it.each([
      ["a blank question", '{ recall(question: " \\n ") { text } }'],
      ["a budget of nothing", '{ recall(question: "Who?", tokenBudget: 0) { text } }'],
      ["a budget over the limit", '{ recall(question: "Who?", tokenBudget: 24001) { text } }'],
      [
        "more than 16 tags",
        `mutation { write(input: { message: "I run.", tags: ${TOO_MANY} }) { success } }`,
      ],
      ["more than 16 tags of a reader", `{ facts(tags: ${TOO_MANY}) { totalCount } }`],
      [
        "more than 16 tags of a question",
        `{ recall(question: "Who?", tags: ${TOO_MANY}) { text } }`,
      ],
      ["a blank tag", 'mutation { write(input: { message: "I run.", tags: [" "] }) { success } }'],
      ["a long tag", `{ search(query: "who", tags: ["${"x".repeat(101)}"]) { tookMs } }`],
    ])("in a query is refused with a sentence: %s", async (_, query) => {
      const { ask } = memory();
      const { errors } = await ask(query);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
      expect(errors?.[0]?.message).toMatch(/^[^{}]{10,200}\.$/u);
      expect(await ask("{ events { totalCount } }")).toEqual({
        data: { events: { totalCount: 0 } },
      });
    });

    it("of a budget without room for a line returns an empty block", async () => {
      const { ask, write } = memory();
      await write("I live in Porto.");
      expect(
        await ask(
          '{ recall(question: "Where do I live?", tokenBudget: 1) { text tokens citations { id } } }',
        ),
      ).toEqual({ data: { recall: { text: "", tokens: 0, citations: [] } } });
      const { data } = await ask(
        '{ recall(question: "Where do I live?", tokenBudget: 24000, tags: ["none has it"]) { text } }',
      );
      expect(data).toEqual({ recall: { text: "" } });
    });

    it("ignores an empty message", async () => {
      const { write } = memory();
      expect(await write("  ")).toMatchObject({
        success: true,
        error: null,
        event: null,
        decisions: [],
      });
    });

    it.each([
      [
        "a message over 64 KB",
        `mutation { write(input: { message: "${"x".repeat(65_600)}" }) { success } }`,
        "MESSAGE_TOO_LONG",
      ],
      [
        "a date without a time",
        `mutation { write(input: { message: "a", occurredAt: "2024-01-01" }) { success } }`,
        "INVALID_INSTANT",
      ],
      [
        "validTo before validFrom",
        `mutation { assertFact(input: { entity: { name: "a b" }, text: "x y", validFrom: "2024-01-02T00:00:00.000Z", validTo: "2024-01-01T00:00:00.000Z" }) { success } }`,
        "INVALID_INTERVAL",
      ],
      [
        "an id of another type",
        `{ fact(id: "${Buffer.from("Entity:0").toString("base64url")}") { id } }`,
        "INVALID_ID",
      ],
      ["a malformed id", `{ node(id: "?") { id } }`, "INVALID_ID"],
      [
        "an unknown override",
        `mutation { write(input: { message: "a", config: { nonsense: 1 } }) { success } }`,
        "INVALID_OVERRIDE",
      ],
      [
        "a page that is too large",
        `{ entities(first: 100000) { totalCount } }`,
        "PAGE_SIZE_OUT_OF_BOUNDS",
      ],
      ["an unknown field", `{ nonsense }`, "GRAPHQL_VALIDATION_FAILED"],
      ["a query without words", `{ search(query: "  ") { tookMs } }`, "BAD_USER_INPUT"],
    ])("is refused with a stable code: %s", async (_, query, expected) => {
      expect(code(await memory().ask(query))).toEqual([expected]);
    });

    it("cannot merge an entity into itself", async () => {
      const { ask, assert } = memory();
      const { entities } = await assert({
        entity: { name: "Ana", type: "person" },
        text: "Ana sings",
      });
      expect(
        code(await ask(MergeDocument, { from: entities[0]!.id, into: entities[0]!.id })),
      ).toEqual(["SAME_ENTITY"]);
    });
  });
});
