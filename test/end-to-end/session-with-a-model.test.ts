import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { extractionOf, type ScriptedExtraction } from "../model-server/extraction-script.ts";
import type { ReceivedPrompt, Reply } from "../model-server/replies.ts";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

let running: ModelService;
let users = 0;
beforeAll(async () => {
  running = await startModelService({ WORKER: "off" });
});
afterAll(async () => expect(await running.stop()).toBe(0));
beforeEach(() => {
  running.model.chats.length = 0;
});

const home = (place: string): ScriptedExtraction => ({
  entities: [
    { name: "Petra", type: "person" },
    { name: place, type: "place" },
  ],
  facts: [
    { subject: "Petra", text: `Petra lives in ${place}`, slot: "residence", value: place },
    { subject: "Nobody", text: "Nobody was mentioned" },
  ],
});
const FACTS: Readonly<Record<string, ScriptedExtraction>> = {
  "Petra lives in Porto.": home("Porto"),
  "She has moved to Lisbon now, Petra.": home("Lisbon"),
  "Call me Ana.": { self_name: "Ana" },
  "I play chess.": { facts: [{ subject: "Ana", text: "Ana plays chess" }] },
};

interface AskedTurn {
  readonly turn: string;
  readonly message: string;
  readonly said_before: readonly string[];
  readonly occurred_at: string;
  readonly speaker: string;
}
const turnsIn = ({ data }: ReceivedPrompt): readonly AskedTurn[] => data["turns"] as AskedTurn[];

/** Answers for every turn of a session, but for those that `isLeftOut`. */
const answerTurns = (
  prompt: ReceivedPrompt,
  isLeftOut: (message: string) => boolean = () => false,
): Reply => ({
  content: {
    turns: turnsIn(prompt)
      .filter(({ message }) => !isLeftOut(message))
      .map(({ turn, message }) => ({ turn, ...extractionOf(FACTS[message] ?? {}) })),
  },
});

const answerOne = ({ data }: ReceivedPrompt): Reply => ({
  content: extractionOf(FACTS[String(data["message"])] ?? {}),
});

/** Answers of both tasks; `together` answers for whole sessions. */
const script = (together: (prompt: ReceivedPrompt) => Reply): void => {
  running.model.answer = (prompt) => {
    if (prompt.task === "turns") return together(prompt);
    return prompt.task === "extraction" ? answerOne(prompt) : undefined;
  };
};

const tasks = () => running.model.chats.map(({ body }) => body.response_format?.json_schema?.name);
const promptOf = (n: number): { readonly turns: readonly AskedTurn[] } =>
  JSON.parse(running.model.chats[n]?.body.messages.at(-1)?.content ?? "");

type SaidTurn = readonly ["USER" | "AGENT", string];

/** A session of a new user with turns on consecutive days, as yet without facts. */
const sessionOf = async (...turns: readonly SaidTurn[]) => {
  const ask = as(running.service.url, `session-${users++}`);
  const { createSession } = await told(
    ask<{ createSession: { session: { id: string } } }, object>(
      "mutation { createSession(input: {}) { session { id } } }",
    ),
  );
  const { id } = createSession.session;
  await told(
    ask("mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { id } } }", {
      input: {
        sessionId: id,
        turns: turns.map(([role, content], n) => ({
          role,
          content,
          occurredAt: `2025-03-0${n + 1}T09:00:00Z`,
        })),
      },
    }),
  );
  return {
    extract: async () => {
      const { extractFacts } = await told(
        ask<{ extractFacts: Record<string, unknown> & { tokens: { total: number } } }, object>(
          "mutation ($id: ID!) { extractFacts(input: { sessionId: $id }) { turns added updated pending tokens { total } } }",
          { id },
        ),
      );
      return extractFacts;
    },
    facts: async () =>
      (
        await told(
          ask<{ facts: { nodes: readonly { text: string }[] } }, object>(
            "{ facts(first: 20) { nodes { text validFrom event { message occurredAt } } } }",
          ),
        )
      ).facts.nodes,
  };
};

const TALK: readonly SaidTurn[] = [
  ["USER", "Petra lives in Porto."],
  ["AGENT", "Where does she live now?"],
  ["USER", "Nice weather today."],
  ["USER", "She has moved to Lisbon now, Petra."],
];
const IN_LISBON = [
  {
    text: "Petra lives in Lisbon",
    validFrom: "2025-03-04T09:00:00.000Z",
    event: {
      message: "She has moved to Lisbon now, Petra.",
      occurredAt: "2025-03-04T09:00:00.000Z",
    },
  },
];

describe("extractFacts with a model", () => {
  it("reads a session in one call, each fact from its turn", async () => {
    script((prompt) => answerTurns(prompt));
    const { extract, facts } = await sessionOf(...TALK);
    const report = await extract();
    expect(report).toMatchObject({ turns: 3, added: 1, updated: 1, pending: 0 });
    expect(report.tokens.total).toBeGreaterThan(0);
    expect(tasks()).toEqual(["turns"]);
    expect(promptOf(0).turns).toMatchObject([
      {
        turn: "1",
        message: TALK[0]?.[1],
        said_before: [],
        occurred_at: "2025-03-01T09:00:00.000Z",
      },
      { turn: "2", message: TALK[2]?.[1], said_before: ["(agent) Where does she live now?"] },
      { turn: "3", message: TALK[3]?.[1], said_before: [] },
    ]);
    expect(await facts()).toEqual(IN_LISBON);
    expect(await extract()).toMatchObject({ turns: 0 });
    expect(tasks()).toEqual(["turns"]);
  });

  it("reads a turn that the answer omitted in a separate call", async () => {
    script((prompt) => answerTurns(prompt, (message) => message.includes("Lisbon")));
    const { extract, facts } = await sessionOf(...TALK);
    expect(await extract()).toMatchObject({ turns: 3, added: 1, updated: 1, pending: 0 });
    expect(tasks()).toEqual(["turns", "extraction"]);
    expect(await facts()).toEqual(IN_LISBON);
  });

  it.each<[string, Reply]>([
    ["cannot be read", { content: "Sorry?" }],
    ["is refused", { content: null, refusal: "No." }],
  ])("reads every turn by itself where the answer %s", async (_case, reply) => {
    script(() => reply);
    const { extract, facts } = await sessionOf(...TALK);
    expect(await extract()).toMatchObject({ turns: 3, added: 1, updated: 1, pending: 0 });
    expect(tasks().filter((task) => task === "extraction")).toHaveLength(3);
    expect(tasks().lastIndexOf("turns")).toBeLessThan(tasks().indexOf("extraction"));
    expect(await facts()).toEqual(IN_LISBON);
  });

  it("leaves time for each turn in a separate call if the call for all fails", async () => {
    const usual = running;
    running = await startModelService({ WORKER: "off", MODEL_DEADLINE_SECONDS: "5" });
    script(() => ({ hangs: true }));
    const { extract, facts } = await sessionOf(...TALK);
    expect(await extract()).toMatchObject({ turns: 3, added: 1, updated: 1, pending: 0 });
    expect(await facts()).toEqual(IN_LISBON);
    expect(tasks().filter((task) => task === "extraction")).toHaveLength(3);
    await running.stop();
    running = usual;
  }, 30_000);

  it("asks again for the rest of a session when the speaker gets a name", async () => {
    script((prompt) => answerTurns(prompt));
    const { extract, facts } = await sessionOf(
      ["USER", "Call me Ana."],
      ["USER", "I play chess."],
      ["USER", "Nice weather today."],
    );
    expect(await extract()).toMatchObject({ turns: 3, added: 2, pending: 0 });
    expect(tasks()).toEqual(["turns", "turns"]);
    expect(promptOf(1).turns.map(({ speaker, message }) => [speaker, message])).toEqual([
      ["Ana", "I play chess."],
      ["Ana", "Nice weather today."],
    ]);
    expect((await facts()).map(({ text }) => text)).toContain("Ana plays chess");
  });

  it("makes several calls if the turns do not fit into one, and one for a single turn", async () => {
    script((prompt) => answerTurns(prompt));
    const long = `Petra lives in Porto. ${"Nothing else is new. ".repeat(150)}`;
    const { extract } = await sessionOf(["USER", long], ["USER", long], ["USER", "Good morning."]);
    expect(await extract()).toMatchObject({ turns: 3, pending: 0 });
    expect(tasks()).toEqual(["extraction", "turns"]);
    running.model.chats.length = 0;
    const many = Array.from({ length: 15 }, (_, n): SaidTurn => ["USER", `Good morning ${n}.`]);
    const { extract: extractMany } = await sessionOf(...many.slice(0, 9));
    await extractMany();
    expect(tasks()).toEqual(["turns"]);
    running.model.chats.length = 0;
    const { extract: extractOne } = await sessionOf(...many.slice(0, 1));
    await extractOne();
    expect(tasks()).toEqual(["extraction"]);
  });
});
