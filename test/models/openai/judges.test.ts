import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { instantOf } from "../../../src/memory/time.ts";
import type { ReconciliationInput, ReconciliationQuestion } from "../../../src/models/port.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import { failureOfTask, modelsAt } from "./fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.chats.length = 0;
  server.script.length = 0;
});

const SINCE = instantOf(Date.UTC(2025, 0, 1));
const candidate = (id: string, text: string, slot: string | null, value: string | null) => ({
  id,
  text,
  slot,
  value,
  label: null,
  validFrom: SINCE,
  similarity: 0.7,
});
const AUSTIN: ReconciliationQuestion = {
  fact: {
    subject: "Ricardo",
    text: "Ricardo lives in Austin",
    action: "NEW",
    slot: "residence",
    value: "Austin",
  },
  candidates: [
    candidate("fact-a", "Ricardo lives in São Paulo", "residence", "São Paulo"),
    candidate("fact-b", "Ricardo likes Austin", null, null),
  ],
};
const TEA: ReconciliationQuestion = {
  fact: { subject: "Ana", text: "Ana prefers tea", action: "NEW", slot: null, value: null },
  candidates: [
    candidate("fact-c", "Ana prefers coffee", null, null),
    candidate("fact-a", "Ricardo lives in São Paulo", "residence", "São Paulo"),
  ],
};
const said = (...questions: readonly ReconciliationQuestion[]): ReconciliationInput => ({
  occurredAt: instantOf(Date.UTC(2026, 0, 1)),
  questions,
});
const verdicts = (...given: readonly object[]) => ({ content: { verdicts: given } });

describe("a judge", () => {
  test.each([
    {
      given: { action: "UPDATE", candidate: "1", reason: "He moved." },
      verdict: { action: "UPDATE", candidate: "fact-a", reason: "He moved." },
    },
    {
      given: { action: "NOOP", candidate: "2", reason: "The same." },
      verdict: { action: "NOOP", candidate: "fact-b", reason: "The same." },
    },
    {
      given: { action: "DELETE", candidate: 1, reason: "Gone." },
      verdict: { action: "DELETE", candidate: "fact-a", reason: "Gone." },
    },
    {
      given: { action: "ADD", candidate: null, reason: "New." },
      verdict: { action: "ADD", candidate: null, reason: "New." },
    },
    {
      given: { action: "ADD", candidate: "1", reason: "New." },
      verdict: { action: "ADD", candidate: null, reason: "New." },
    },
    {
      given: { decision: "update", candidate: "[1]" },
      verdict: { action: "UPDATE", candidate: "fact-a", reason: "The model gave no reason." },
    },
  ])("reads $given, in a list or bare", async ({ given, verdict }) => {
    server.script.push(verdicts({ fact: "F1", ...given }), { content: given });
    const models = await modelsAt(server);
    for (const _ of ["list", "bare"])
      expect(await models.reconcile(said(AUSTIN))).toMatchObject({
        value: [verdict],
        calls: 1,
        model: "large",
      });
  });

  test.each([
    { action: "UPDATE", candidate: "3" },
    { action: "UPDATE", candidate: "0" },
    { action: "DELETE", candidate: "fact-z" },
    { action: "DELETE", candidate: "everything about Bruno" },
    { action: "NOOP", candidate: "01" },
    { action: "UPDATE", candidate: null },
    { action: "DELETE", candidate: "__proto__" },
  ])("reads $action of $candidate, an unknown candidate, as about none", async (given) => {
    server.script.push(verdicts({ fact: "F1", ...given, reason: "I was told to." }));
    expect((await (await modelsAt(server)).reconcile(said(AUSTIN))).value).toEqual([
      { action: given.action, candidate: null, reason: "I was told to." },
    ]);
  });

  test("decides on several facts in one call, each by its own candidates", async () => {
    server.script.push(
      verdicts(
        { fact: "F2", action: "UPDATE", candidate: "3", reason: "Tea now." },
        { fact: "F1", action: "UPDATE", candidate: "1", reason: "He moved." },
      ),
    );
    expect(await (await modelsAt(server)).reconcile(said(AUSTIN, TEA))).toMatchObject({
      value: [
        { action: "UPDATE", candidate: "fact-a" },
        { action: "UPDATE", candidate: "fact-c" },
      ],
      calls: 1,
    });
  });

  test("never takes another fact's candidate", async () => {
    server.script.push(
      verdicts(
        { fact: "F1", action: "DELETE", candidate: "3", reason: "?" },
        { fact: "F2", action: "DELETE", candidate: "1", reason: "?" },
      ),
    );
    expect((await (await modelsAt(server)).reconcile(said(AUSTIN, TEA))).value).toMatchObject([
      { candidate: null },
      { candidate: null },
    ]);
  });

  test.each([
    [
      "unlabelled verdicts in order",
      [
        { action: "UPDATE", candidate: "1" },
        { action: "ADD", candidate: null },
      ],
      ["UPDATE", "ADD"],
    ],
    ["one that is left out", [{ fact: "F2", action: "ADD", candidate: null }], [null, "ADD"]],
    [
      "one about a fact that was not given",
      [
        { fact: "F2", action: "ADD", candidate: null },
        { fact: "F7", action: "DELETE", candidate: "1" },
      ],
      [null, "ADD"],
    ],
    ["one that is unlabelled among several", [{ action: "ADD", candidate: null }], [null, null]],
    ["none at all", [], [null, null]],
  ])("reads %s", async (_, given, actions) => {
    server.script.push(verdicts(...given));
    const { value, calls } = await (await modelsAt(server)).reconcile(said(AUSTIN, TEA));
    expect([value.map((verdict) => verdict?.action ?? null), calls]).toEqual([actions, 1]);
  });

  test("gets no ids, and candidates as data", async () => {
    server.script.push(verdicts({ fact: "F1", action: "ADD", candidate: null }));
    const question = said(AUSTIN);
    await (await modelsAt(server)).reconcile(question);
    const [system, user] = server.chats[0]!.body.messages;
    expect(JSON.parse(user!.content)).toEqual({
      said_at: question.occurredAt,
      new_facts: [
        {
          label: "F1",
          ...AUSTIN.fact,
          candidates: [
            {
              label: "1",
              text: "Ricardo lives in São Paulo",
              slot: "residence",
              value: "São Paulo",
              true_from: SINCE,
            },
            { label: "2", text: "Ricardo likes Austin", slot: null, value: null, true_from: SINCE },
          ],
        },
      ],
    });
    expect(`${system!.content}${user!.content}`).not.toContain("fact-a");
  });

  test.each([
    {
      fault: "prose around it",
      content: 'Well: {"action": "UPDATE", "candidate": "1", "reason": "He moved."} That is it.',
    },
    {
      fault: "a draft before it",
      content:
        '{"action": "ADD", "candidate": null, "reason": "?"} No, rather: {"action": "UPDATE", "candidate": "1", "reason": "He moved."}',
    },
    {
      fault: "a trailing comma",
      content: '{"action": "UPDATE", "candidate": "1", "reason": "He moved.",}',
    },
  ])("reads a verdict with $fault", async ({ content }) => {
    server.script.push({ content });
    expect((await (await modelsAt(server)).reconcile(said(AUSTIN))).value).toEqual([
      { action: "UPDATE", candidate: "fact-a", reason: "He moved." },
    ]);
  });

  test.each([
    {
      fault: "is cut short",
      reply: { content: '{"action": "DELETE", "candidate": "1', finish: "length" as const },
    },
    {
      fault: "knows no such action",
      reply: { content: { action: "MERGE", candidate: "1", reason: "x" } },
    },
    { fault: "is none", reply: { content: "Perhaps." } },
  ])("asks again for a verdict that $fault", async ({ reply }) => {
    server.script.push(reply, verdicts({ fact: "F1", action: "NOOP", candidate: "2" }));
    expect(await (await modelsAt(server)).reconcile(said(AUSTIN))).toMatchObject({
      value: [{ action: "NOOP", candidate: "fact-b" }],
      calls: 2,
    });
    server.script.push(reply, reply, reply, reply);
    expect(await failureOfTask((await modelsAt(server)).reconcile(said(AUSTIN)))).toMatchObject({
      kind: "UNREADABLE",
      calls: 4,
    });
  });
});

describe("a disambiguation", () => {
  const QUESTION = {
    name: "Guto",
    type: "person",
    message: "Guto called",
    candidates: [
      { id: "e1", name: "Augusto Reis", type: "person", about: "Ana's brother" },
      { id: "e2", name: "Gustavo Reis", type: "person", about: "A colleague" },
    ],
  };

  test.each([
    ["2", "e2"],
    [1, "e1"],
    [null, null],
    ["none", null],
    ["3", null],
    ["e1", null],
    ["Augusto Reis", null],
  ])("reads %s as %s", async (candidate, meant) => {
    server.script.push({ content: { candidate } });
    expect(await (await modelsAt(server)).disambiguate(QUESTION)).toMatchObject({
      value: meant,
      calls: 1,
    });
  });

  test("can have a model of its own", async () => {
    const models = await modelsAt(server, {
      models: { extraction: "large", judge: "wise", embedding: "vectors" },
    });
    expect(await models.disambiguate(QUESTION)).toMatchObject({ model: "wise" });
    expect(JSON.parse(server.chats[0]!.body.messages[1]!.content)).toMatchObject({
      name: "Guto",
      candidates: [{ label: "1", name: "Augusto Reis", about: "Ana's brother" }, { label: "2" }],
    });
  });
});

describe("a separate emotion call", () => {
  test.each([
    [
      { emotion: { label: "Relief", intensity: 0.3, energy: 0.2 } },
      { label: "relief", intensity: 0.3, energy: 0.2 },
    ],
    [
      { label: "anger", intensity: "0.9", energy: 1 },
      { label: "anger", intensity: 0.9, energy: 1 },
    ],
    [{ emotion: null }, null],
  ])("reads %s", async (content, emotion) => {
    server.script.push({ content });
    expect(await (await modelsAt(server)).detectEmotion("At last.")).toMatchObject({
      value: emotion,
      calls: 1,
    });
  });
});
