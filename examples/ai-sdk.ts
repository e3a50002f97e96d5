/**
 * A model of the AI SDK with a memory: it recalls before it answers and remembers afterwards. The last
 * answer is given with what was known a moment earlier.
 */
import { createOpenAI } from "@ai-sdk/openai";
import { withMemory } from "@palimpsest/ai-sdk";
import { palimpsest } from "@palimpsest/client";
import { generateText } from "ai";

const memory = palimpsest({
  url: process.env["SERVICE_URL"] ?? "http://localhost:4000",
  user: "ai-sdk-example",
});
// Reads OPENAI_API_KEY and OPENAI_BASE_URL.
const openai = createOpenAI();
const model = openai.chat("gpt-5-mini");

const answer = async (prompt: string, knownAt?: string): Promise<string> => {
  const at = knownAt === undefined ? {} : { at: { knownAt } };
  const { text } = await generateText({ model: withMemory(model, { memory, ...at }), prompt });
  return text;
};

console.log(await answer("My city is Lisbon."));
const [fact] = (await memory.facts()).nodes;
console.log(await answer("My city has changed to Porto."));
console.log(await answer("Which city do I live in?"));
console.log(await answer("Which city did I live in, as you knew it then?", fact?.recordedAt));
