import { describe, expect, it } from "vitest";
import { BACKENDS, serviceOfSuite } from "./backends.ts";
import { as, told } from "./service.ts";

describe.each(BACKENDS)("what the user allows to be remembered, over HTTP on $name", ({ open }) => {
  const url = serviceOfSuite(open);
  let users = 0;

  const user = () => {
    const ask = as(url(), `settings-${users++}`);
    const run = async <T>(source: string, variables: object = {}): Promise<T> =>
      told(ask<T, object>(source, variables));
    return {
      ask,
      settings: async () =>
        (
          await run<{ settings: object }>(
            "{ settings { sessionMemory longTermMemory contextGraph } }",
          )
        ).settings,
      set: async (input: object) =>
        (
          await run<{ updateSettings: { settings: object } }>(
            "mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { sessionMemory longTermMemory contextGraph } } }",
            { input },
          )
        ).updateSettings.settings,
      session: async (strategy = "ENTITY_GRAPH") =>
        (
          await run<{ createSession: { session: { id: string } } }>(
            `mutation { createSession(input: { strategy: ${strategy} }) { session { id } } }`,
          )
        ).createSession.session.id,
      write: async (message: string, sessionId: string | null = null) =>
        (
          await run<{
            write: {
              success: boolean;
              event: { id: string } | null;
              factsAdded: { text: string; tier: string }[];
              decisions: { action: string }[];
            };
          }>(
            "mutation ($input: WriteInput!) { write(input: $input) { success event { id } factsAdded { text tier } decisions { action } } }",
            { input: { message, sessionId } },
          )
        ).write,
      facts: async (at: string | null = null) =>
        (
          await run<{
            facts: { nodes: { id: string; text: string; tier: string; recordedAt: string }[] };
          }>(
            "query ($at: TimePoint) { facts(first: 50, at: $at) { nodes { id text tier recordedAt } } }",
            { at: at && { knownAt: at } },
          )
        ).facts.nodes,
      search: async (query: string) => {
        const { search } = await run<{
          search: { hits: { node: { text?: string; message?: string; name?: string } }[] };
        }>(
          "query ($q: String!) { search(query: $q) { hits { node { ... on Fact { text } ... on Event { message } ... on Entity { name } } } } }",
          { q: query },
        );
        return search.hits.map(({ node }) => node.text ?? node.message ?? node.name);
      },
      recall: async (question: string) =>
        (
          await run<{ recall: { text: string } }>(
            "query ($q: String!) { recall(question: $q) { text } }",
            { q: question },
          )
        ).recall.text,
      turns: async (id: string) =>
        (
          await run<{
            session: { turns: { nodes: { content: string; event: { id: string } | null }[] } };
          }>(
            "query ($id: ID!) { session(id: $id) { turns(first: 50) { nodes { content event { id } } } } }",
            { id },
          )
        ).session.turns.nodes,
      references: async () =>
        (await run<{ references: { totalCount: number } }>("{ references { totalCount } }"))
          .references.totalCount,
      chat: async (sessionId: string, message: string, idempotencyKey: string | null = null) =>
        (
          await run<{
            chat: {
              reply: string;
              context: { origin: string; content: string }[];
              turn: { id: string; event: object | null };
              write: { success: boolean; event: object | null };
            };
          }>(
            "mutation ($input: ChatInput!) { chat(input: $input) { reply context { origin content } turn { id event { id } } write { success event { id } } } }",
            { input: { sessionId, message, idempotencyKey } },
          )
        ).chat,
    };
  };

  it("is everything until something is switched off, and keeps settings that are not named", async () => {
    const { settings, set } = user();
    const all = { sessionMemory: true, longTermMemory: true, contextGraph: true };
    expect(await settings()).toEqual(all);
    expect(await set({ contextGraph: false })).toEqual({ ...all, contextGraph: false });
    expect(await set({ sessionMemory: false })).toEqual({
      ...all,
      sessionMemory: false,
      contextGraph: false,
    });
    expect(await set({ contextGraph: true, sessionMemory: null })).toEqual({
      ...all,
      sessionMemory: false,
    });
    expect(await settings()).toEqual({ ...all, sessionMemory: false });
    expect(await user().settings()).toEqual(all);
  });

  it("excludes the session without session memory, except what the user asks to remember", async () => {
    const { set, session, write, facts, search, turns } = user();
    const id = await session();
    await write("My bike is red.", id);
    await set({ sessionMemory: false });
    expect([await search("bike red"), await search("My bike is red.")]).toEqual([[], []]);
    expect(await write("My boat is blue.", id)).toEqual({
      success: true,
      event: null,
      factsAdded: [],
      decisions: [],
    });
    expect(
      (await write("My shoes are new. Remember that my desk is green.", id)).factsAdded,
    ).toEqual([{ text: "user's desk is green", tier: "LONG_TERM" }]);
    expect((await turns(id)).map(({ content, event }) => [content, event !== null])).toEqual([
      ["My bike is red.", true],
      ["My boat is blue.", false],
      ["My shoes are new. Remember that my desk is green.", true],
    ]);
    expect(await search("desk")).toContain("user's desk is green");
    await set({ sessionMemory: true });
    expect((await facts()).map(({ text }) => text)).toEqual([
      "user's bike is red",
      "user's desk is green",
    ]);
    expect(await search("boat blue")).toEqual(
      expect.not.arrayContaining([expect.stringContaining("boat")]),
    );
  });

  it("excludes saved memories without long-term memory, and lets the owner list and delete them", async () => {
    const { ask, set, session, write, facts, search, recall } = user();
    const id = await session();
    await write("My city is Mumbai.");
    await set({ longTermMemory: false });
    expect([await search("city Mumbai"), await recall("What is my city?")]).toEqual([[], ""]);
    expect(await write("My boat is blue.")).toEqual({
      success: true,
      event: null,
      factsAdded: [],
      decisions: [],
    });
    expect((await write("Remember that my bike is red.", id)).factsAdded).toEqual([
      { text: "user's bike is red", tier: "SESSION" },
    ]);
    expect((await write("My city has changed to Pune.", id)).decisions).toEqual([]);
    expect((await write("My bike is red.", await session())).decisions).toEqual([
      { action: "NOOP" },
    ]);
    const refused = await ask(
      'mutation { assertFact(input: { entity: { name: "user" }, text: "user has a dog" }) { success } }',
    );
    expect(refused.errors?.map(({ extensions }) => extensions.code)).toEqual(["MEMORY_OFF"]);
    expect((await facts()).map(({ text, tier }) => [text, tier])).toEqual([
      ["user's city is Mumbai", "LONG_TERM"],
      ["user's bike is red", "SESSION"],
    ]);
    expect(await search("bike")).toContain("user's bike is red");
    await told(
      ask("mutation ($fact: ID!) { retractFact(input: { fact: $fact }) { fact { text } } }", {
        fact: (await facts())[0]!.id,
      }),
    );
    expect((await facts()).map(({ text }) => text)).toEqual(["user's bike is red"]);
  });

  it("excludes references without the context graph", async () => {
    const { set, session, write, references } = user();
    const id = await session();
    await write("Clara Rezende works at Vertix.", id);
    expect(await references()).toBe(2);
    await set({ contextGraph: false });
    await write("Where does Clara Rezende work?", id);
    expect(await references()).toBe(0);
    await set({ contextGraph: true });
    expect(await references()).toBe(2);
  });

  it("applies to chats, which continue without memory, and are not stored twice", async () => {
    const { set, session, write, chat, turns, facts } = user();
    await write("My city is Mumbai.");
    const id = await session();
    const spoken = ({ context }: { context: { origin: string; content: string }[] }) =>
      context
        .filter(
          ({ origin }) => origin !== "SYSTEM_PROMPT" && origin !== "TURN" && origin !== "MESSAGE",
        )
        .map(({ content }) => content)
        .join("\n");
    expect(spoken(await chat(id, "What is my city?"))).toContain("Mumbai");
    await set({ sessionMemory: false, longTermMemory: false });
    const off = await chat(id, "My boat is blue. What is my city?", "once");
    expect([spoken(off).includes("Mumbai"), off.turn.event, off.write]).toEqual([
      false,
      null,
      { success: true, event: null },
    ]);
    expect((await chat(id, "My boat is blue. What is my city?", "once")).turn.id).toBe(off.turn.id);
    expect((await turns(id)).map(({ content }) => content)).toHaveLength(4);
    expect((await facts()).map(({ text }) => text)).toEqual(["user's city is Mumbai"]);
  });

  it("applies to TIERED, which sends its last messages and nothing else of the session", async () => {
    const { set, session, chat } = user();
    const id = await session("TIERED");
    for (const message of [
      "The gate code is 4711.",
      "Nice weather.",
      "Nice weather again.",
      "And again.",
      "And once more.",
    ])
      await chat(id, message);
    const sent = async () =>
      (await chat(id, "What is the gate code?")).context
        .map(({ origin, content }) => `${origin}: ${content}`)
        .join("\n");
    expect(await sent()).toMatch(/SESSION_MEMORY: [^]*4711/u);
    await set({ sessionMemory: false });
    for (const message of ["Some more talk.", "And more of it.", "And more."])
      await chat(id, message);
    expect(await sent()).not.toMatch(/SESSION_MEMORY/u);
  });

  it("lets a session be deleted together with its memory", async () => {
    const { ask, session, write, facts, search } = user();
    const [id, other] = [await session(), await session()];
    await write("My bike is red.", id);
    await write("I live in Ghent and I like jazz.", id);
    await write("The van needs new tyres.", id);
    await write("My boat is blue.", other);
    const remove = (s: string, clearMemory: boolean) =>
      told(
        ask<{ deleteSession: object }, object>(
          "mutation ($s: ID!, $c: Boolean) { deleteSession(input: { sessionId: $s, clearMemory: $c }) { sessionId } }",
          { s, c: clearMemory },
        ),
      );
    expect([await remove(id, true), await remove(other, false)]).toEqual([
      { deleteSession: { sessionId: id } },
      { deleteSession: { sessionId: other } },
    ]);
    // Who the user is and what the user likes outlive the session, and its messages do not.
    expect((await facts()).map(({ text }) => text)).toEqual([
      "user lives in Ghent",
      "user likes jazz",
      "user's boat is blue",
    ]);
    expect(await search("bike red")).toEqual(
      expect.not.arrayContaining([expect.stringContaining("bike")]),
    );
    const { recall } = await told(
      ask<{ recall: { text: string } }, object>(
        '{ recall(question: "What do you know about me?") { text } }',
        {},
      ),
    );
    expect(recall.text).toMatch(/boat/u);
    expect(recall.text).not.toMatch(/bike|van|tyres/u);
  });

  it("lets a session's memory be cleared, except what was asked to be remembered and the past", async () => {
    const { ask, session, write, facts, search, turns } = user();
    const [id, other] = [await session(), await session()];
    await write("My bike is red.", id);
    await write("Remember that my desk is green.", id);
    await write("My boat is blue.", other);
    const before = (await facts()).at(-1)!.recordedAt;
    const cleared = await told(
      ask<{ clearSession: object }, object>(
        "mutation ($s: ID!) { clearSession(input: { sessionId: $s }) { factsCleared messagesCleared turnsCleared } }",
        { s: id },
      ),
    );
    expect(cleared.clearSession).toEqual({ factsCleared: 1, messagesCleared: 2, turnsCleared: 2 });
    expect((await facts()).map(({ text }) => text)).toEqual([
      "user's desk is green",
      "user's boat is blue",
    ]);
    expect((await facts(before)).map(({ text }) => text)).toEqual([
      "user's bike is red",
      "user's desk is green",
      "user's boat is blue",
    ]);
    expect([await turns(id), (await turns(other)).length]).toEqual([[], 1]);
    expect(await search("bike red")).toEqual(
      expect.not.arrayContaining([expect.stringContaining("bike")]),
    );
    const [decision] = (
      await told(
        ask<
          {
            changes: { nodes: { kind: string; decision: { id: string; reason: string } | null }[] };
          },
          object
        >(`{ changes(from: "${before}", first: 50) { nodes { kind decision { id reason } } } }`),
      )
    ).changes.nodes.filter(({ kind }) => kind === "FACT_CLOSED");
    expect(decision!.decision!.reason).toBe("The memory of the session was cleared.");
    await told(
      ask("mutation ($d: ID!) { revertDecision(input: { decision: $d }) { decision { id } } }", {
        d: decision!.decision!.id,
      }),
    );
    expect((await facts()).map(({ text }) => text)).toContain("user's bike is red");
    expect(
      (
        await told(
          ask<{ clearSession: object }, object>(
            "mutation ($s: ID!) { clearSession(input: { sessionId: $s }) { factsCleared messagesCleared turnsCleared } }",
            { s: id },
          ),
        )
      ).clearSession,
    ).toEqual({ factsCleared: 1, messagesCleared: 0, turnsCleared: 0 });
    const unknown = await ask(
      "mutation ($s: ID!) { clearSession(input: { sessionId: $s }) { turnsCleared } }",
      {
        s: "U2Vzc2lvbjpub3doZXJl",
      },
    );
    expect(unknown.errors?.map(({ extensions }) => extensions.code)).toEqual(["NOT_FOUND"]);
  });
});
