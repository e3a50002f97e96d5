import { describe, expect, it } from "vitest";
import { evaluate, type Evaluation } from "../../evaluate/evaluate.ts";
import { readTranscripts } from "../../evaluate/transcripts/transcript.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";

const MUMBAI = {
  id: "m1",
  session: "2026-03",
  message: "My city is Mumbai.",
  occurredAt: "2026-03-01T09:00:00Z",
};
const WEATHER = {
  message: "Nice weather.",
  session: "2026-03",
  occurredAt: "2026-03-01T09:01:00Z",
};
const PUNE = {
  id: "m2",
  message: "My city has changed to Pune.",
  occurredAt: "2026-09-15T09:00:00Z",
};
const WHERE = { question: "Which city do I live in?" };

const jsonLines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join("\n");

interface Figures {
  readonly messages: number;
  readonly questions: readonly {
    readonly row: number;
    readonly right: boolean | null;
    readonly stale: readonly string[];
    readonly evidence: Readonly<Record<number, number>> | null;
  }[];
}

const evaluated = async (
  ...files: (readonly object[])[]
): Promise<Evaluation & { figures: Figures }> => {
  const evaluation = await evaluate(
    {
      models: createOfflineModels(),
      transcripts: files.flatMap((rows, i) => readTranscripts(`${i}.jsonl`, jsonLines(rows))),
      tokenBudget: 1200,
      parts: [],
      locomo: [],
      turns: 0,
    },
    () => undefined,
  );
  return { ...evaluation, figures: evaluation.report.sections[0]!.figures as Figures };
};

describe("a transcript", () => {
  it("is asked its questions at their positions, and at the times that they name", async () => {
    const { right, figures } = await evaluated([
      MUMBAI,
      WEATHER,
      { ...WHERE, answer: "Mumbai", evidence: "m1", about: "home" },
      PUNE,
      { ...WHERE, answer: ["Poona", "Pune"], stale: "Mumbai", evidence: ["m2"], about: "home" },
      { ...WHERE, answer: "Mumbai", stale: "Pune", knownAt: "2026-05" },
      { ...WHERE, answer: "Mumbai", validAt: "2026-05-01" },
      { ...WHERE, answer: "Lisbon" },
    ]);
    expect(figures.messages).toBe(3);
    expect(figures.questions.map((one) => one.right)).toEqual([true, true, true, true, false]);
    expect(figures.questions.map(({ evidence }) => evidence?.[5] ?? null)).toEqual([
      1,
      1,
      null,
      null,
      null,
    ]);
    expect(right).toBe(0.8);
  });

  it("reports outdated statements that are presented as current", async () => {
    const { report } = await evaluated([MUMBAI, { ...WHERE, answer: "Pune", stale: "Mumbai" }]);
    expect(report.sections[0]!.tables.at(-1)!.rows).toEqual([
      ["0.jsonl, row 2", WHERE.question, "the answer is missing; Mumbai is presented as current"],
    ]);
  });

  it("is written to a memory of its own, and so is each user", async () => {
    const { report, figures } = await evaluated(
      [MUMBAI, { ...WHERE, answer: "Mumbai" }],
      [
        { ...PUNE, user: "ana" },
        { ...MUMBAI, user: "rui" },
        { ...WHERE, answer: "Pune", stale: ["Mumbai"], user: "ana" },
        { ...WHERE, answer: "Mumbai", stale: ["Pune"], user: "rui" },
      ],
    );
    expect(figures.questions.map((one) => one.right)).toEqual([true, true, true]);
    expect(report.sections[0]!.tables[0]!.rows.map(([name, right]) => [name, right])).toEqual([
      ["0.jsonl, user", "1 of 1"],
      ["1.jsonl, ana", "1 of 1"],
      ["1.jsonl, rui", "1 of 1"],
      ["all", "3 of 3"],
    ]);
  });

  it("without times is said now", async () => {
    const { right } = await evaluated([
      { message: "My dog is called Rex." },
      { question: "What is my dog called?", answer: "Rex" },
    ]);
    expect(right).toBe(1);
  });

  it("may name only evidence, for which no answer is judged", async () => {
    const { right, figures } = await evaluated([MUMBAI, { ...WHERE, evidence: "m1" }]);
    expect([right, figures.questions[0]]).toMatchObject([
      null,
      { right: null, evidence: { 5: 1 } },
    ]);
  });

  it("names the row of a message that cannot be written", async () => {
    const long = { message: "word ".repeat(20_000) };
    await expect(evaluated([MUMBAI, long, { ...WHERE, answer: "x" }])).rejects.toThrow(
      /^0\.jsonl, row 2: The message/u,
    );
  });

  it.each([
    ["no JSON", "{", "row 1: It is not JSON"],
    ["a list", "[]", "row 1: "],
    ["an unknown field", jsonLines([{ ...MUMBAI, mesage: "" }]), "mesage"],
    ["no question", jsonLines([MUMBAI]), "holds no question"],
    ["nothing", " \n", "holds no question"],
    ["a question without an answer", jsonLines([MUMBAI, WHERE]), "row 2: A question needs"],
    ["an empty list", jsonLines([{ ...WHERE, answer: [] }]), "answer"],
    [
      "evidence that nobody said before",
      jsonLines([{ ...WHERE, evidence: "m1" }, MUMBAI]),
      "row 1: evidence: no message before it has the id m1",
    ],
    [
      "evidence that another user said",
      jsonLines([MUMBAI, { ...WHERE, evidence: "m1", user: "ana" }]),
      "row 2: evidence",
    ],
    ["two messages of one id", jsonLines([MUMBAI, MUMBAI]), "row 2: id: m1"],
    [
      "a time that cannot be read",
      jsonLines([MUMBAI, { ...WHERE, answer: "x", validAt: "soon" }]),
      "row 2: validAt cannot be read",
    ],
    [
      "a time of no message",
      jsonLines([{ ...MUMBAI, occurredAt: "2026-13-01T00:00:00Z" }]),
      "occurredAt: must be an instant",
    ],
  ])("is refused with its row: %s", (_case, text, sentence) =>
    expect(() => readTranscripts("talk.jsonl", text)).toThrow(sentence),
  );
});
