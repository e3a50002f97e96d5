import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshSpaces } from "../contract/open-store.ts";
import { embedder, stores } from "../contract/stores.ts";
import { extractionScript, type FactAnswer } from "../model-server/extraction-script.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { modelsAt } from "../models/openai/fixture.ts";
import { remembering } from "./remembering.ts";

/** A fact about the user. */
const user = (text: string, rest: Partial<FactAnswer> = {}): FactAnswer => ({
  subject: "user",
  text,
  ...rest,
});

const SAID: Readonly<Record<string, readonly FactAnswer[]>> = {
  first: [
    user("user is based in Lisbon"),
    user("user likes green tea"),
    user("user plays the piano"),
    user("user has a red bike"),
  ],
  second: [
    user("user lives in Lisbon", { slot: "residence", value: "Lisbon" }),
    user("user adores green tea"),
    user("user takes piano lessons"),
    user("user rides a blue bike"),
  ],
  third: [user("user lives in Porto", { slot: "residence", value: "Porto" })],
  alone: [user("user works at Acme", { slot: "employer", value: "Acme" })],
};

let server: ModelServer;
const freshSpace = freshSpaces(stores[0]!.open);
beforeAll(async () => void (server = await startModelServer()));
afterAll(() => server.close());
beforeEach(() => {
  server.chats.length = 0;
});

/** A memory with a model whose judge has scripted answers: labels by the text of the fact. */
const memory = async (
  judged: Readonly<Record<string, readonly [action: string, text: string]>>,
) => {
  const questions: Question[][] = [];
  server.answer = extractionScript(
    Object.fromEntries(
      Object.entries(SAID).map(([message, facts]) => [
        message,
        { entities: [{ name: "user", type: "person" }], facts },
      ]),
    ),
    ({ task, data }) => {
      if (task !== "reconciliation") return undefined;
      const asked = data["new_facts"] as Question[];
      questions.push(asked);
      const verdicts = asked.map(({ label, text, candidates }) => {
        const [action, about] = judged[text] ?? ["ADD", ""];
        const candidate = candidates.find((one) => one.text === about)?.label ?? null;
        return { fact: label, action, candidate, reason: "So it is." };
      });
      return { content: { verdicts } };
    },
  );
  const remembered = await remembering(
    await freshSpace(),
    {},
    { ...(await modelsAt(server)), embedder },
  );
  return { ...remembered, questions };
};
interface Question {
  readonly label: string;
  readonly text: string;
  readonly candidates: readonly { readonly label: string; readonly text: string }[];
}

describe("the judge of a message", () => {
  it("is asked once for all its facts, slotted or not, across slots", async () => {
    const { tell, facts, questions } = await memory({
      "user lives in Lisbon": ["NOOP", "user is based in Lisbon"],
      "user adores green tea": ["UPDATE", "user likes green tea"],
    });
    await tell("first");
    expect(questions).toEqual([]);
    const { decisions } = await tell("second");
    expect(questions.map((asked) => asked.map(({ text }) => text))).toEqual([
      SAID["second"]!.map(({ text }) => text),
    ]);
    expect(questions[0]!.every(({ candidates }) => candidates.length > 1)).toBe(true);
    expect(decisions.map(({ action, decidedBy }) => [action, decidedBy])).toEqual([
      ["UPDATE", "MODEL"],
      ["UPDATE", "MODEL"],
      ["ADD", "MODEL"],
      ["ADD", "MODEL"],
    ]);
    expect((await facts()).toSorted()).toEqual(
      [
        "user adores green tea",
        "user has a red bike",
        "user lives in Lisbon",
        "user plays the piano",
        "user rides a blue bike",
        "user takes piano lessons",
      ].map((text) => `LONG_TERM ${text}`),
    );
  });

  it("gives the slot its value, so that the next value ends it without a call", async () => {
    const { tell, facts, questions } = await memory({
      "user lives in Lisbon": ["NOOP", "user is based in Lisbon"],
    });
    await tell("first");
    await tell("second");
    questions.length = 0;
    await tell("third");
    expect([questions, (await facts()).filter((text) => /Lisbon|Porto/u.test(text))]).toEqual([
      [],
      ["LONG_TERM user lives in Porto"],
    ]);
  });

  it("is not asked if nothing similar is known about the subject, or the same statement is", async () => {
    const { tell, questions } = await memory({});
    await tell("alone");
    await tell("alone");
    await tell("nothing at all");
    expect(questions).toEqual([]);
  });

  it("spreads the cost of the call over the decisions", async () => {
    const { tell } = await memory({});
    await tell("first");
    const { decisions, tokens } = await tell("second");
    const extraction = server.chats.length;
    expect(extraction).toBe(3);
    const judged = decisions.reduce((sum, decision) => sum + (decision.tokens?.input ?? 0), 0);
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThan(tokens.input);
  });

  it("adds every fact if it fails", async () => {
    const { tell } = await memory({});
    await tell("first");
    const scripted = server.answer!;
    server.answer = (asked) =>
      asked.task === "reconciliation" ? { content: "Perhaps." } : scripted(asked);
    const { addedFacts, decisions } = await tell("second");
    expect([addedFacts.length, new Set(decisions.map(({ reason }) => reason))]).toEqual([
      4,
      new Set(["The model did not answer."]),
    ]);
  });
});
