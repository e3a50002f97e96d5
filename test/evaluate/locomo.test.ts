import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluate, saveReport } from "../../evaluate/evaluate.ts";
import { reportText } from "../../evaluate/report/render.ts";
import { ofSpeaker, readConversations, sessionTime } from "../../evaluate/locomo/conversation.ts";
import { variantsOf } from "../../evaluate/locomo/ablation.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { openMemory } from "../../evaluate/memory.ts";

const turn = (dia_id: string, speaker: string, text: string, more = {}) => ({
  dia_id,
  speaker,
  text,
  ...more,
});
/** A conversation of our own, in the form of LoCoMo. */
const TINY = [
  {
    sample_id: "tiny",
    conversation: {
      speaker_a: "Ana",
      speaker_b: "Bob",
      session_1_date_time: "1:56 pm on 8 May, 2023",
      session_1: [
        turn("D1:1", "Ana", "Hi Bob! Where did you go on Sunday?"),
        turn("D1:2", "Bob", "To the lighthouse, with my sister.", {
          blip_caption: "a photo of a red kayak",
        }),
        turn("D1:3", "Ana", "Lovely."),
      ],
      session_10_date_time: "12:05 am on 3 June, 2023",
      session_10: [turn("D10:1", "Bob", "I sold my bicycle.")],
      session_2_date_time: "10:00 am on 9 May, 2023",
      session_2: [turn("D2:1", "Ana", "I bought a violin yesterday.")],
    },
    qa: [
      { question: "What did Ana buy?", answer: "a violin", evidence: ["D2:1"], category: 4 },
      {
        question: "Where did Bob go on Sunday?",
        answer: "the lighthouse",
        evidence: ["D1:1; D1:2"],
        category: 1,
      },
      { question: "What did Ana sell?", answer: "nothing", evidence: ["D10:1"], category: 5 },
      {
        question: "What is not in the conversation?",
        answer: "this",
        evidence: ["D99:1"],
        category: 2,
      },
    ],
  },
];

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evaluate-test-"));
  path = join(folder, "tiny.json");
  writeFileSync(path, JSON.stringify(TINY));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a file of LoCoMo", () => {
  it("is read session by session, one minute per utterance, with its picture captions", () => {
    const [conversation] = readConversations(path);
    expect(
      conversation!.utterances.map(
        ({ id, session, speaker, saidAt }) => `${id} ${session} ${speaker} ${saidAt}`,
      ),
    ).toEqual([
      "D1:1 1 Ana 2023-05-08T13:56:00.000Z",
      "D1:2 1 Bob 2023-05-08T13:57:00.000Z",
      "D1:3 1 Ana 2023-05-08T13:58:00.000Z",
      "D2:1 2 Ana 2023-05-09T10:00:00.000Z",
      "D10:1 10 Bob 2023-06-03T00:05:00.000Z",
    ]);
    expect(conversation!.utterances[1]!.message).toBe(
      "To the lighthouse, with my sister. [Shares a photo of a red kayak]",
    );
  });

  it("returns the questions whose evidence exists", () =>
    expect(readConversations(path)[0]!.questions).toEqual([
      { text: "What did Ana buy?", category: 4, evidence: ["D2:1"] },
      { text: "Where did Bob go on Sunday?", category: 1, evidence: ["D1:1", "D1:2"] },
      { text: "What did Ana sell?", category: 5, evidence: ["D10:1"] },
    ]));

  it("returns one speaker's own messages, with the questions that they alone answer", () => {
    const bob = ofSpeaker(readConversations(path)[0]!, "Bob");
    expect(bob.utterances.map(({ id }) => id)).toEqual(["D1:2", "D10:1"]);
    expect(bob.questions.map(({ text }) => text)).toEqual(["What did Ana sell?"]);
  });

  it("is refused in another form", () => {
    const other = join(folder, "other.json");
    writeFileSync(other, JSON.stringify({ conversations: TINY }));
    expect(() => readConversations(other)).toThrow("array");
    expect(() => sessionTime("yesterday")).toThrow(RangeError);
  });
});

describe("the evaluation", () => {
  it("writes a conversation, asks its questions in every way, and saves figures and a page", async () => {
    const steps: string[] = [];
    const { report, right } = await evaluate(
      {
        models: createOfflineModels(),
        transcripts: [],
        tokenBudget: 1,
        parts: ["locomo"],
        locomo: readConversations(path),
        turns: 0,
      },
      (step) => steps.push(step),
    );
    const files = saveReport(report, join(folder, "out"));
    expect(right).toBeNull();
    const [byCategory, ofOneUser, ingredients] = report.sections[0]!.tables;
    expect(byCategory!.rows.map((row) => row.slice(0, 4))).toEqual([
      ["categories 1 to 4", 2, "100.0", "100.0"],
      ["multi-hop", 1, "100.0", "100.0"],
      ["temporal", 0, "0.0", "0.0"],
      ["open-domain", 0, "0.0", "0.0"],
      ["single-hop", 1, "100.0", "100.0"],
      ["adversarial", 1, "100.0", "100.0"],
    ]);
    expect(ofOneUser!.rows.map(([name, count]) => [name, count])).toEqual([
      ["categories 1 to 4", 1],
      ["multi-hop", 0],
      ["temporal", 0],
      ["open-domain", 0],
      ["single-hop", 1],
      ["adversarial", 1],
    ]);
    const memory = await openMemory();
    const names = variantsOf(memory.read).map(({ name }) => name);
    await memory.close();
    expect(ingredients!.rows.slice(0, names.length).map(([name]) => name)).toEqual(names);
    expect(steps.filter((step) => step.includes("asking"))).toHaveLength(names.length);
    expect(reportText(report)).toContain("| multi-hop");
    expect(JSON.parse(readFileSync(files[0]!, "utf8"))).toEqual(report);
    const page = readFileSync(files[1]!, "utf8");
    expect(page).toMatch(/^<!doctype html>/u);
    expect(page).toContain("<svg");
    expect(page).not.toMatch(/\b(?:src|href)=|https?:/u);
  }, 60_000);
});
