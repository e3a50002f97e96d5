import { expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { ChatMessage } from "../../../src/models/port.ts";

const models = createOfflineModels();
const summarise = async (text: string, previous: string | null = null): Promise<string> =>
  (await models.summarise({ instructions: "", text, previous })).value;

it("a summary consists of sentences that were said, in their order", async () => {
  const said =
    "Noor moved to Leeds in 2021. How are you? The lease costs $1,250/month. Well then. She leads the data team at Halden.";
  const summary = await summarise(said);
  for (const sentence of summary.split(/(?<=[.!?]) /u)) expect(said).toContain(sentence);
  expect(summary).toContain("$1,250/month");
  expect(summary).not.toContain("How are you?");
  expect(summary.indexOf("Leeds")).toBeLessThan(summary.indexOf("Halden"));
});

it("a summary keeps what the earlier one held, and stays short", async () => {
  expect(await summarise("She plays chess on Tuesdays.", "Noor lives in Leeds.")).toBe(
    "Noor lives in Leeds. She plays chess on Tuesdays.",
  );
  expect(
    (
      await summarise(
        "Noor has a plan for the garden. ".repeat(500) +
          Array.from({ length: 300 }, (_, i) => `Item ${i} costs $${i}.`).join(" "),
      )
    ).length,
  ).toBeLessThanOrEqual(1500);
});

const reply = async (...messages: readonly ChatMessage[]): Promise<string> => {
  let text = "";
  for await (const part of models.reply(messages)) {
    if ("value" in part) {
      expect(part.value).toBe(text);
      expect(part.calls).toBe(0);
    } else text += part.text;
  }
  return text;
};

it("a reply quotes what memory holds on the question, and says that no model answered", async () => {
  const text = await reply(
    { role: "system", content: "You are a helpful assistant." },
    { role: "system", content: "Known facts:\n- Noor lives in Leeds\n- Noor plays chess" },
    { role: "user", content: "Where does Noor live?" },
  );
  expect(text).toContain("Noor lives in Leeds");
  expect(text).toContain("No language model");
});

it("a reply answers each of two questions, in whatever form their words stand", async () => {
  const facts = [
    "works at Acme",
    "lives in Porto",
    "likes where Acme lives and what it is",
    "partner is Ana",
    ...Array.from({ length: 8 }, (_, n) => `partner number ${n} of the firm lives elsewhere`),
  ];
  for (const question of [
    "Where do I live, and who is my partner?",
    "Who is my partner? And where am I living?",
    "Tell me where I live and who my partner is.",
  ]) {
    const text = await reply(
      { role: "system", content: "You are a helpful assistant." },
      { role: "system", content: `About the user:\n${facts.map((one) => `- ${one}`).join("\n")}` },
      { role: "user", content: question },
    );
    expect(text, question).toContain("- lives in Porto");
    expect(text, question).toContain("- partner is Ana");
    expect(text, question).not.toContain("works at Acme");
  }
});

it("a reply quotes notes that no prompt precedes, and no prompt", async () => {
  const question = {
    role: "user",
    content: "What do you remember of my memory of Leeds?",
  } as const;
  for (const notes of [
    "Memory:\n<memory>\n- Noor remembers Leeds\n</memory>",
    "[Known facts about the user] my memory is of Leeds",
    "The user is Noor, who remembers Leeds.",
  ])
    expect(await reply({ role: "system", content: notes }, question), notes).toContain("Leeds");
  const prompt =
    "You remember what the user has said of Leeds. Notes stand between <memory> and </memory>.";
  for (const notes of [[], [{ role: "system", content: "Notes:\n- Noor plays chess" } as const]])
    expect(await reply({ role: "system", content: prompt }, ...notes, question)).toContain(
      "contains nothing about this",
    );
});

it("a reply invents nothing", async () => {
  const text = await reply(
    { role: "system", content: "Be kind." },
    { role: "user", content: "What is the capital of Peru?" },
  );
  expect(text).toContain("No language model");
  expect(text).not.toContain("-");
});
