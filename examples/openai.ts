/**
 * A program that calls a model of OpenAI, with a memory: nothing but its base URL has changed. It sends
 * one message at a time, no history, and the answers know what was said before all the same.
 */
import OpenAI from "openai";

const url = process.env["SERVICE_URL"] ?? "http://localhost:4000";
const openai = new OpenAI({
  baseURL: `${new URL(url).origin}/v1`,
  apiKey: process.env["SERVICE_API_KEY"] ?? "none",
  defaultHeaders: { "x-user-id": "openai-example" },
});

const answer = async (message: string): Promise<string> => {
  const { choices } = await openai.chat.completions.create({
    model: "any",
    messages: [{ role: "user", content: message }],
  });
  return choices[0]?.message.content ?? "";
};

for (const message of ["My sister Lena lives in Oslo.", "Where does my sister live?"])
  console.log(`> ${message}\n${await answer(message)}`);
