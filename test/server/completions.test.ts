import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { palimpsest, type Memory } from "../../packages/client/src/index.ts";
import { startModelService, type ModelService } from "../end-to-end/model-service.ts";
import { send } from "./clients.ts";

let running: ModelService;
let users = 0;
beforeAll(async () => void (running = await startModelService()));
afterAll(async () => expect(await running.stop()).toBe(0));
beforeEach(() => {
  running.model.chats.length = 0;
  running.model.answer = ({ body }) =>
    body.stream === true ? { content: "You live in Mumbai.", pieces: 3 } : undefined;
});

const baseURL = (): string => new URL("/v1", running.service.url).href;
const openai = (user: string): OpenAI =>
  new OpenAI({
    baseURL: baseURL(),
    apiKey: "none",
    maxRetries: 0,
    defaultHeaders: { "x-user-id": user },
  });
const newUser = (): string => `completions-${users++}`;
const memoryOf = (user: string): Memory => palimpsest({ url: running.service.url, user });
const knowing = async (user: string): Promise<Memory> => {
  const memory = memoryOf(user);
  await memory.assert({
    entity: { name: "Ana", type: "person" },
    text: "Ana's city is Mumbai",
  });
  return memory;
};
/** The messages that the model was asked to reply to. */
const asked = () => running.model.chats.find(({ body }) => body.stream === true)?.body.messages;
const messagesIn = async (memory: Memory): Promise<string[]> =>
  (await memory.search("city", { kinds: ["EVENT"] })).hits.flatMap(({ node }) =>
    node.__typename === "Event" ? [node.message] : [],
  );

describe("POST /v1/chat/completions", () => {
  it("replies from memory, and remembers the message", async () => {
    const user = newUser();
    const memory = await knowing(user);
    const { choices, usage, model } = await openai(user).chat.completions.create({
      model: "gpt-5-mini",
      temperature: 0,
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Hello!" },
        { role: "user", content: [{ type: "text", text: "Which city do I live in?" }] },
      ],
    });
    expect(choices[0]).toMatchObject({
      message: { role: "assistant", content: "You live in Mumbai." },
      finish_reason: "stop",
    });
    expect(model).toBe("large");
    expect(usage?.total_tokens).toBeGreaterThan(0);
    expect(asked()?.map(({ role }) => role)).toEqual([
      "system",
      "system",
      "user",
      "assistant",
      "user",
    ]);
    expect(asked()?.[1]?.content).toMatch(/^<memory>\n[^]*Mumbai[^]*\n<\/memory>$/u);
    expect(await messagesIn(memory)).toContain("Which city do I live in?");
  });
  it("shows what the assistant asked to the extraction from the answer", async () => {
    await openai(newUser()).chat.completions.create({
      model: "gpt-5-mini",
      messages: [
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Which city do you live in?" },
        { role: "user", content: "Mumbai" },
      ],
    });
    const extractionPrompts = running.model.chats.filter(({ body }) => body.stream !== true);
    expect(JSON.stringify(extractionPrompts.map(({ body }) => body.messages))).toContain(
      "(agent) Which city do you live in?",
    );
  });
  it("asks memory with the beginning and the end of a message that is too long for a question", async () => {
    const user = newUser();
    const memory = await knowing(user);
    const pasted = "Nothing but filler stands here. ".repeat(600);
    const content = `Read this:\n${pasted}\nWhich city does Ana live in?`;
    for (const headers of [{}, { "x-palimpsest-strategy": "ENTITY_GRAPH" }]) {
      running.model.chats.length = 0;
      await openai(user).chat.completions.create(
        { model: "any", messages: [{ role: "user", content }] },
        { headers },
      );
      expect(asked()?.at(0)?.content).toContain("Mumbai");
      expect(asked()?.at(-1)?.content).toBe(content);
    }
    expect(await messagesIn(memory)).toContain(content);
  });
  it("streams", async () => {
    const user = newUser();
    await knowing(user);
    const stream = await openai(user).chat.completions.create({
      model: "any",
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: "Which city do I live in?" }],
    });
    const pieces: string[] = [];
    let total = 0;
    for await (const { choices, usage } of stream) {
      pieces.push(choices[0]?.delta.content ?? "");
      total += usage?.total_tokens ?? 0;
    }
    expect(pieces.filter((piece) => piece !== "")).toHaveLength(3);
    expect(pieces.join("")).toBe("You live in Mumbai.");
    expect(total).toBeGreaterThan(0);
  });
  it("ends a broken stream with an error, which a client throws", async () => {
    running.model.answer = ({ body }) =>
      body.stream === true
        ? { content: "You live in Mumbai.", pieces: 3, breaksAfter: 1 }
        : undefined;
    const stream = await openai(newUser()).chat.completions.create({
      model: "any",
      stream: true,
      messages: [{ role: "user", content: "Which city do I live in?" }],
    });
    const reading = async (): Promise<void> => {
      for await (const _ of stream);
    };
    await expect(reading()).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });
  it("keeps a message with its session, and remembers nothing twice in a loop of tools", async () => {
    const user = newUser();
    const memory = memoryOf(user);
    const { id } = await memory.createSession();
    const create = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      openai(user).chat.completions.create(
        { model: "any", messages },
        { headers: { "x-palimpsest-session": id } },
      );
    const question = { role: "user", content: "My city is Mumbai." } as const;
    await create([question]);
    await create([question, { role: "tool", tool_call_id: "1", content: "sunny" }]);
    expect(await messagesIn(memory)).toEqual(["My city is Mumbai."]);
    expect((await memory.summariseSession(id)).turns).toBe(1);
  });
  describe("by a strategy", () => {
    const ask = async (
      options: { model?: string; strategy?: string; session?: string },
      user = newUser(),
    ) => {
      await memoryOf(user).assert({
        entity: { name: "user" },
        text: "user lives in Mumbai",
        slot: "residence",
        value: "Mumbai",
      });
      await openai(user).chat.completions.create(
        {
          model: options.model ?? "any",
          messages: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Where do I live?" },
          ],
        },
        {
          headers: {
            ...(options.strategy !== undefined && { "x-palimpsest-strategy": options.strategy }),
            ...(options.session !== undefined && { "x-palimpsest-session": options.session }),
          },
        },
      );
      return asked()!;
    };
    it.each([
      ["the header", { strategy: "KEY_VALUE" }],
      ["the model", { model: "gpt-5-mini:key-value" }],
      ["the header rather than the model", { model: "any:DIRECT", strategy: "key_value" }],
    ])("adds memory, chosen by %s", async (_by, options) => {
      expect(await ask(options)).toEqual([
        { role: "system", content: "Be brief." },
        { role: "system", content: "[Known facts about the user] my residence is Mumbai" },
        { role: "user", content: "Where do I live?" },
      ]);
    });
    it("adds the items that ENTITY_GRAPH retrieves, fenced, and nothing for DIRECT", async () => {
      const [, added, question] = await ask({ strategy: "ENTITY_GRAPH" });
      expect(added!.content).toMatch(
        /^What memory holds on this:\n<memory>\n- user \(person\): lives in Mumbai \(said \d{4}-\d{2}-\d{2}\)[^\n]*\n<\/memory>$/u,
      );
      expect(question!.content).toBe("Where do I live?");
      running.model.chats.length = 0;
      expect(await ask({ strategy: "DIRECT" })).toHaveLength(2);
    });
    it("adds what a session's own strategy keeps, and no turn that the request already has", async () => {
      const user = newUser();
      const { id } = await memoryOf(user).createSession({ strategy: "HIERARCHICAL" });
      await memoryOf(user).remember("Our cloud budget is $50,000.", { sessionId: id });
      const messages = await ask({ strategy: "HIERARCHICAL", session: id }, user);
      expect(messages.map(({ content }) => content)).toEqual([
        "Be brief.",
        expect.stringContaining("- Budget (cloud): $50,000."),
        "Where do I live?",
      ]);
    });
    it("accepts a model whose own name has a colon", async () => {
      expect((await ask({ model: "llama3:8b" }))[1]!.content).toMatch(/^<memory>\n/u);
    });
    it.each([
      [{ strategy: "EVERYTHING" }, "The strategy does not exist. The strategies are DIRECT,"],
      [{ strategy: "TIERED" }, "TIERED needs a session."],
      [{ model: "any:hierarchical" }, "HIERARCHICAL needs a session."],
    ])("refuses %j with a sentence", async (options, sentence) => {
      await expect(ask(options)).rejects.toMatchObject({
        status: 400,
        code: "BAD_USER_INPUT",
        message: expect.stringContaining(sentence),
      });
      expect(asked()).toBeUndefined();
    });
  });
  it("keeps the memories of two users apart", async () => {
    await knowing(newUser());
    await openai(newUser()).chat.completions.create({
      model: "any",
      messages: [{ role: "user", content: "Which city do I live in?" }],
    });
    expect(asked()).toHaveLength(1);
  });
  it.each([
    [
      "tools",
      { tools: [{ type: "function", function: { name: "x" } }] },
      "Tools are not forwarded",
    ],
    ["more than one choice", { n: 2 }, "Only one choice"],
    ["another format", { response_format: { type: "json_object" } }, "always text"],
    ["no messages", { messages: [] }, "messages must be"],
    ["an image", { messages: [{ role: "user", content: [{ type: "image_url" }] }] }, "of text"],
    ["no object", "hello", "messages"],
  ])("refuses %s with a sentence", async (_what, change, sentence) => {
    const body =
      typeof change === "string"
        ? JSON.stringify(change)
        : JSON.stringify({ messages: [{ role: "user", content: "Hi." }], ...change });
    const { status, text } = await send(`${baseURL()}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({
      message: expect.stringContaining(sentence),
      type: "invalid_request_error",
      code: "BAD_USER_INPUT",
    });
  });
  it("says what fails: an unknown session, an unreachable model, a foreign page", async () => {
    const client = openai(newUser());
    const messages = [{ role: "user", content: "My city is Mumbai." }] as const;
    const create = (session?: string) =>
      client.chat.completions.create(
        { model: "any", messages: [...messages] },
        session === undefined ? {} : { headers: { "x-palimpsest-session": session } },
      );
    await expect(create("nonsense")).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    running.model.answer = () => ({ status: 500 });
    await expect(create()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    const page = { origin: "https://evil.example" };
    const answer = await send(`${baseURL()}/chat/completions`, { method: "POST", headers: page });
    expect(answer.status).toBe(403);
  });
});

describe("GET /v1/models", () => {
  it("names the model that replies", async () => {
    const { data } = await openai(newUser()).models.list();
    expect(data.map(({ id }) => id)).toEqual(["large"]);
  });
});
