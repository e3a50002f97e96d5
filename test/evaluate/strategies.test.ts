import { describe, expect, it } from "vitest";
import { noiseIn, shareHeld, tellsStale } from "../../evaluate/chat/judge.ts";
import { WAYS } from "../../evaluate/chat/way.ts";
import type { Sent, SentPart } from "../../evaluate/chat/way.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { generateBenchmark } from "../../evaluate/generated/benchmark.ts";
import { MESSAGES } from "../../evaluate/project/messages.ts";
import { HALF_WAY, questionsAtTheEnd, questionsHalfWay } from "../../evaluate/project/questions.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";

/** `TURN my city is Pune`: a part of a context by its origin. */
const sent = (...lines: readonly string[]): Sent => ({
  parts: lines.map((line): SentPart => ({
    role: "user",
    origin: line.split(" ", 1)[0] as SentPart["origin"],
    content: line.slice(line.indexOf(" ") + 1),
    tokens: 1,
  })),
  tokens: lines.length,
  turnsSent: 0,
  turnsStored: 0,
  ms: 0,
});
const PUNE = { expected: ["Pune"], stale: ["Mumbai"] };

describe("the judge of contexts", () => {
  it("looks for the strings in what memory adds, not in the question, the system prompt or longer words", () => {
    expect(
      shareHeld(sent("RETRIEVED my city is pune", "TURN and $3,500/month"), [
        "Pune",
        "$3,500/month",
        "Rome",
        "500",
      ]),
    ).toBe(0.75);
    expect(
      shareHeld(sent("SYSTEM_PROMPT Pune", "MESSAGE Pune?", "TURN $13,500/monthly Punes"), [
        "Pune",
        "3,500/month",
      ]),
    ).toBe(0);
  });

  it.each([
    ["RETRIEVED city: Mumbai", true],
    ["RETRIEVED city: Pune", false],
    ["RETRIEVED Pune, and no longer Mumbai", false],
    ["RETRIEVED city: Pune\nwas: Mumbai", true],
    ["KNOWN_FACTS my city is Pune; my home is Mumbai", true],
    ["TURN I live in Mumbai", true],
  ])("calls a context stale by each line of memory: %s is %s", (line, stale) =>
    expect(tellsStale(sent(line), PUNE)).toBe(stale),
  );

  it("calls a context stale by the last turn that states either value", () => {
    expect(tellsStale(sent("TURN Mumbai it is", "TURN now it is Pune", "TURN fine"), PUNE)).toBe(
      false,
    );
    expect(tellsStale(sent("TURN now it is Pune", "TURN Mumbai it is"), PUNE)).toBe(true);
    expect(tellsStale(sent("TURN Mumbai"), { expected: ["Pune"], stale: [] })).toBe(false);
  });

  it("measures the share that is unrelated to the question", () =>
    expect(noiseIn(sent("RETRIEVED Pune\nabcd"), ["Pune"])).toBe(0.5));
});

describe("the project conversation", () => {
  const said = MESSAGES.join("\n");
  it("has 60 messages, which state every expected string", () => {
    expect(MESSAGES).toHaveLength(60);
    for (const { text, expected, stale } of [...questionsHalfWay, ...questionsAtTheEnd])
      for (const string of [...expected, ...stale]) expect(said, text).toContain(string);
  });

  it("states before half-way the answers to the questions there, and changes some of them afterwards", () => {
    const before = MESSAGES.slice(0, HALF_WAY).join("\n");
    for (const { text, expected } of questionsHalfWay)
      for (const string of expected) expect(before, text).toContain(string);
    const changed = questionsAtTheEnd.filter(
      ({ expected }, i) => expected.join() !== questionsHalfWay[i]!.expected.join(),
    );
    expect(changed.length).toBeGreaterThanOrEqual(4);
    for (const { text, expected } of changed)
      expect(
        expected.some((string) => !before.includes(string)),
        text,
      ).toBe(true);
  });
});

describe("the generated conversation", () => {
  const { steps } = generateBenchmark({ seed: 7, turns: 400 });
  it("depends only on its seed", () => {
    expect(generateBenchmark({ seed: 7, turns: 400 }).steps).toEqual(steps);
    expect(generateBenchmark({ seed: 8, turns: 400 }).steps).not.toEqual(steps);
  });

  it("asks for the last value of a key, after the stated number of turns", () => {
    const messages = steps.map(({ message }) => message);
    let asked = 0;
    for (const [at, { questions }] of steps.entries())
      for (const {
        key,
        expected: [value],
        stale,
        distance,
      } of questions) {
        asked += 1;
        const tellings = messages
          .slice(0, at + 1)
          .flatMap((message, i) => (message.startsWith(`My ${key} `) ? [{ i, message }] : []));
        expect(tellings.at(-1)).toMatchObject({
          i: at - distance / 2,
          message: expect.stringContaining(`${value}.`),
        });
        expect(
          tellings.slice(0, -1).map(({ message }) => message.replace(/^.* (\w+)\.$/u, "$1")),
        ).toEqual(stale);
      }
    expect(asked).toBeGreaterThan(30);
  });
});

describe("the strategies", () => {
  it("get the same messages and questions, with figures for each", async () => {
    const { report } = await evaluate(
      {
        models: createOfflineModels(),
        transcripts: [],
        tokenBudget: 1,
        parts: ["generated"],
        locomo: [],
        turns: 40,
      },
      () => {},
    );
    const [recall, costs, growth] = report.sections[0]!.tables;
    expect(recall!.columns).toEqual(["", "T = 2", "T = 10", "T = 20", "all"]);
    for (const table of [recall!, costs!, growth!])
      expect(table.rows.map(([name]) => name)).toEqual(WAYS);
    const row = (name: string) => recall!.rows.find(([way]) => way === name)!.slice(1);
    expect(row("FULL_HISTORY")).toEqual(["100.0", "100.0", "100.0", "100.0"]);
    expect(row("DIRECT")).toEqual(["0.0", "0.0", "0.0", "0.0"]);
    expect(row("ENTITY_GRAPH")).toEqual(row("FULL_HISTORY"));
    expect(report.model).toBe("offline");
  }, 120_000);
});
