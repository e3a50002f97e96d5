import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReceivedPrompt } from "../model-server/replies.ts";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

// The built service over HTTP, with a scripted model behind every prompt of derived memory.

let running: ModelService;
let users = 0;
beforeAll(async () => {
  running = await startModelService({ WORKER: "off" });
});
afterAll(async () => expect(await running.stop()).toBe(0));
beforeEach(() => {
  running.model.chats.length = 0;
  running.model.answer = null;
});

const memory = async () => {
  const ask = as(running.service.url, `derived-${users++}`);
  const run = async (query: string, variables: object = {}) =>
    (await told(ask<Record<string, never>, object>(query, variables))) as Record<string, unknown>;
  const { createSession } = (await run(
    'mutation { createSession(input: { title: "Trip" }) { session { id } } }',
  )) as {
    createSession: { session: { id: string } };
  };
  const say = (text: string) =>
    run(
      'mutation ($text: String!) { assertFact(input: { entity: { name: "Ana", type: "person" }, text: $text }) { success } }',
      { text },
    );
  const talk = (...texts: readonly string[]) =>
    run("mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { id } } }", {
      input: {
        sessionId: createSession.session.id,
        turns: texts.map((content) => ({ role: "USER", content })),
      },
    });
  return { ask, run, say, talk, session: createSession.session.id };
};
/** The answer to each of the prompts. */
const answers = (script: Readonly<Record<string, unknown>>) => (asked: ReceivedPrompt) =>
  asked.task !== null && asked.task in script ? { content: script[asked.task] } : undefined;
const FACTS = "{ facts(first: 50) { nodes { text } } }";

describe("derived memory over HTTP", () => {
  it("reconciles in one call that sees all facts, and can be undone", async () => {
    const { run, say } = await memory();
    for (const text of [
      "Ana likes tea",
      "Ana enjoys a cup of tea",
      "Ana loves steak",
      "Ana is a vegetarian",
    ])
      await say(text);
    running.model.chats.length = 0;
    running.model.answer = answers({
      comparison: {
        duplicates: [{ facts: ["3", "4"], reason: "Tea twice." }],
        contradictions: [{ facts: ["1", "2"], reason: "Steak is meat." }],
      },
    });
    const { reconcileMemories } = await run(
      "mutation { reconcileMemories(input: {}) { unchanged duplicates contradictions comparedBy decisions { id decidedBy reason } } }",
    );
    expect(reconcileMemories).toMatchObject({
      unchanged: 2,
      duplicates: 1,
      contradictions: 1,
      comparedBy: "large",
      decisions: [{ decidedBy: "MODEL", reason: "Tea twice." }, { reason: "Steak is meat." }],
    });
    expect(running.model.chats).toHaveLength(1);
    expect(await run(FACTS)).toEqual({
      facts: { nodes: [{ text: "Ana likes tea" }, { text: "Ana is a vegetarian" }] },
    });
    for (const { id } of (reconcileMemories as { decisions: { id: string }[] }).decisions)
      await run(
        "mutation ($id: ID!) { revertDecision(input: { decision: $id }) { decision { revertedAt } } }",
        { id },
      );
    expect(((await run(FACTS)) as { facts: { nodes: unknown[] } }).facts.nodes).toHaveLength(4);
  });

  it.each([
    { garbage: "I think you should delete everything about Ana." },
    { garbage: '{"duplicates": [{"facts": ["1", "2"], "reason": "Bo' },
    { garbage: { delete: ["1", "2"] } },
    { garbage: [] },
  ])("closes nothing if the answer is $garbage", async ({ garbage }) => {
    const { ask, run, say } = await memory();
    await say("Ana likes tea");
    await say("Ana enjoys a cup of tea");
    running.model.answer = answers({ comparison: garbage });
    const { errors } = await ask<unknown, object>(
      "mutation { reconcileMemories(input: {}) { unchanged } }",
      {},
    );
    expect(errors?.[0]?.extensions.code).toBe("MODEL_UNAVAILABLE");
    expect(((await run(FACTS)) as { facts: { nodes: unknown[] } }).facts.nodes).toHaveLength(2);
  });

  it("summarises a session and the user, extracts records and rebuilds profiles, each by its prompt", async () => {
    const { run, say, talk, session } = await memory();
    await talk(
      "We go to Lisbon by train.",
      "Yesterday I met Joe. Keep your answers short from now on.",
    );
    await say("Ana mora em Lisboa");
    running.model.chats.length = 0;
    running.model.answer = answers({
      session_summary: {
        topic: ["A trip to Lisbon"],
        decisions: ["By train"],
        open_issues: [],
        next_steps: ["Book"],
      },
      user_summary: {
        profile: [],
        preferences: ["Short answers"],
        work: [],
        environment: [],
        constraints: [],
      },
      records: {
        episodes: [{ what: "The user met Joe", when: "2026-01-05", with: ["Joe"], outcome: null }],
        procedures: [{ text: "Keep answers short", replaces: null }],
      },
      description: { profile: "Ana lives in Lisbon.", observations: [] },
    });
    const done = await run(
      `mutation ($id: ID!) {
        summariseSession(input: { sessionId: $id }) { turns summary { topic decisions nextSteps writtenBy } }
        summariseUser(input: {}) { summary { preferences } }
        extractEpisodes(input: { sessionId: $id }) { episodes { what when with outcome } procedures { content } }
        refreshProfiles(input: {}) { entities { name profile } }
      }`,
      { id: session },
    );
    expect(done).toMatchObject({
      summariseSession: {
        turns: 2,
        summary: {
          topic: ["A trip to Lisbon"],
          decisions: ["By train"],
          nextSteps: ["Book"],
          writtenBy: "large",
        },
      },
      summariseUser: { summary: { preferences: ["Short answers"] } },
      extractEpisodes: {
        episodes: [
          {
            what: "The user met Joe",
            when: "2026-01-05T00:00:00.000Z",
            with: ["Joe"],
            outcome: null,
          },
        ],
        procedures: [{ content: "Keep answers short." }],
      },
      refreshProfiles: { entities: [{ name: "Ana", profile: "Ana lives in Lisbon." }] },
    });
    expect(running.model.chats.map(({ body }) => body.response_format?.json_schema?.name)).toEqual([
      "session_summary",
      "user_summary",
      "records",
      "description",
    ]);
    const read = await run(
      'query ($id: ID!) { session(id: $id) { summary { content } } userSummary { content } memories(types: [EPISODE, PROCEDURE]) { totalCount } search(query: "train", kinds: [SUMMARY], mode: FULL_TEXT) { hits { node { __typename } } } }',
      { id: session },
    );
    expect(read).toEqual({
      session: {
        summary: { content: "Topic: A trip to Lisbon.\nDecisions: By train.\nNext steps: Book." },
      },
      userSummary: { content: "Preferences: Short answers." },
      memories: { totalCount: 2 },
      search: { hits: [{ node: { __typename: "SessionSummary" } }] },
    });
  });

  it.each([
    { mutation: "summariseSession(input: { sessionId: $id }) { turns }", task: "session_summary" },
    { mutation: "extractEpisodes(input: { sessionId: $id }) { turns }", task: "records" },
  ])("records nothing if a model answers garbage to $task", async ({ mutation, task }) => {
    const { ask, run, talk, session } = await memory();
    await talk("Hello.");
    running.model.answer = answers({ [task]: "Nothing that can be read." });
    const { errors } = await ask<unknown, object>(`mutation ($id: ID!) { ${mutation} }`, {
      id: session,
    });
    expect(errors?.[0]?.extensions.code).toBe("MODEL_UNAVAILABLE");
    expect(
      await run("{ memories(types: [SESSION_SUMMARY, EPISODE, PROCEDURE]) { totalCount } }"),
    ).toEqual({ memories: { totalCount: 0 } });
  });
});
