import { createClient } from "graphql-ws";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { countTokens } from "../../src/language/tokens.ts";
import type { ChatBody } from "../model-server/replies.ts";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

const CHAT = `mutation ($input: ChatInput!) { chat(input: $input) {
  reply model metrics { promptTokens completionTokens totalTokens contextTurnsSent } context { role origin content tokens } turn { id seq } replyTurn { seq }
} }`;
const TURNS =
  "query ($id: ID!) { session(id: $id) { turns { nodes { role content event { status } } } } }";
const STREAM =
  "subscription ($input: ChatInput!) { chatReply(input: $input) { token result { reply metrics { totalTokens } write { success } } } }";

interface ChatPayload {
  readonly chat: {
    readonly reply: string;
    readonly model: string;
    readonly metrics: Record<string, number>;
    readonly context: readonly {
      readonly role: string;
      readonly origin: string;
      readonly content: string;
      readonly tokens: number;
    }[];
  };
}

let running: ModelService;
let users = 0;
beforeAll(async () => void (running = await startModelService()));
afterAll(async () => expect(await running.stop()).toBe(0));
beforeEach(() => {
  running.model.chats.length = 0;
  running.model.script.length = 0;
  running.model.answer = null;
});

/** Requests for replies, and for summaries: a reply is streamed, a summary has a task and no schema. */
const isReply = ({ stream }: ChatBody): boolean => stream === true;
const summaries = () =>
  running.model.chats
    .map(({ body }) => body)
    .filter((body) => !isReply(body) && body.response_format === undefined);
const replies = () => running.model.chats.map(({ body }) => body).filter(isReply);

const session = async (strategy: string) => {
  const ask = as(running.service.url, `chat-${users++}`);
  const {
    createSession: {
      session: { id },
    },
  } = (await told(
    ask("mutation ($s: Strategy) { createSession(input: { strategy: $s }) { session { id } } }", {
      s: strategy,
    }),
  )) as { createSession: { session: { id: string } } };
  return {
    id,
    ask,
    user: `chat-${users - 1}`,
    chat: async (message: string, more: Record<string, unknown> = {}) =>
      ((await told(ask(CHAT, { input: { sessionId: id, message, ...more } }))) as ChatPayload).chat,
    turns: async () =>
      (
        (await told(ask(TURNS, { id }))) as {
          session: {
            turns: { nodes: { role: string; content: string; event: { status: string } | null }[] };
          };
        }
      ).session.turns.nodes,
  };
};

describe("chat with a model", () => {
  it("sends the context that it reports, and counts the tokens that the model reports", async () => {
    running.model.answer = ({ body }) =>
      isReply(body)
        ? {
            content: "Hello Ana, nice to meet you.",
            usage: { prompt_tokens: 77, completion_tokens: 8, total_tokens: 85 },
          }
        : undefined;
    const { chat } = await session("SLIDING_WINDOW");
    const { reply, model, metrics, context } = await chat(
      "Hi, I'm Ana Reis, a designer at Vertix.",
    );
    expect([reply, model]).toEqual(["Hello Ana, nice to meet you.", "large"]);
    expect(metrics).toMatchObject({
      promptTokens: 77,
      completionTokens: 8,
      totalTokens: 85,
      contextTurnsSent: 1,
    });
    expect(
      replies()
        .at(-1)!
        .messages.map(({ role, content }) => [role, content]),
    ).toEqual(context.map(({ role, content }) => [role.toLowerCase(), content]));
    for (const { content, tokens } of context) expect(tokens).toBe(await countTokens(content));
  });
  it("lets the model summarise the messages that left the window, in the user's words", async () => {
    running.model.answer = ({ body, data }) => {
      if (isReply(body)) return { content: "An agent's own words." };
      return "task" in data
        ? {
            content: `User:\n- ${String(data["text"]).split("\n").length} messages after ${String(data["previous"])}`,
          }
        : undefined;
    };
    const { chat } = await session("SLIDING_WINDOW");
    for (let n = 1; n <= 15; n++) await chat(`Message ${n}.`);
    await expect.poll(() => summaries().length).toBe(1);
    const { context } = await chat("Message 16.");
    expect(context.find(({ origin }) => origin === "SUMMARY")?.content).toMatch(
      /^Rolling memory summary \(what the user stated, on \d{4}-\d{2}-\d{2} where no day is given; may be incomplete\):\n<memory>\n> User:\n- 5 messages after null\n<\/memory>$/u,
    );
    const asked = summaries()[0]!
      .messages.map(({ content }) => content)
      .join("\n");
    expect(asked).toContain("Message 5.");
    expect(asked).not.toContain("An agent's own words.");
    for (const heading of ["User", "Budget/Costs", "Integrations", "Metrics"])
      expect(asked).toContain(heading);
  });
  it("replies while the extraction model hangs", async () => {
    running.model.answer = ({ body }) =>
      isReply(body) ? { content: "At once." } : { hangs: true };
    const { chat, turns } = await session("DIRECT");
    expect((await chat("I like chess.")).reply).toBe("At once.");
    expect((await turns()).map(({ role, event }) => [role, event?.status ?? null])).toEqual([
      ["USER", "PENDING"],
      ["AGENT", null],
    ]);
  });
  it("keeps the turn if the model fails, and replies when asked again", async () => {
    running.model.answer = ({ body }) =>
      isReply(body) ? { status: 503, message: "Overloaded." } : undefined;
    const { id, ask, chat, turns } = await session("DIRECT");
    const input = { sessionId: id, message: "I like chess.", idempotencyKey: "k" };
    const { errors } = await ask(CHAT, { input });
    expect(
      errors?.map(({ extensions, message }) => [
        extensions.code,
        /Overloaded|large|http/u.test(message),
      ]),
    ).toEqual([["MODEL_UNAVAILABLE", false]]);
    expect((await turns()).map(({ content }) => content)).toEqual(["I like chess."]);
    running.model.answer = ({ body }) => (isReply(body) ? { content: "At last." } : undefined);
    expect((await chat("I like chess.", { idempotencyKey: "k" })).reply).toBe("At last.");
    expect((await turns()).map(({ content }) => content)).toEqual(["I like chess.", "At last."]);
  });

  describe("over a socket", () => {
    const client = (user: string) =>
      createClient({
        url: running.service.url.replace("http", "ws"),
        webSocketImpl: WebSocket,
        connectionParams: { "x-user-id": user },
        retryAttempts: 0,
      });

    it("streams the reply, and ends with the whole result", async () => {
      running.model.answer = ({ body }) =>
        isReply(body) ? { content: "One two three four five six.", pieces: 6 } : undefined;
      const { id, user } = await session("ENTITY_GRAPH");
      const socket = client(user);
      const told: { token: string | null; result: { reply: string } | null }[] = [];
      for await (const { data, errors } of socket.iterate<{ chatReply: (typeof told)[number] }>({
        query: STREAM,
        variables: { input: { sessionId: id, message: "Count." } },
      })) {
        if (errors) throw new Error(JSON.stringify(errors));
        told.push(data!.chatReply);
      }
      await socket.dispose();
      expect(
        told
          .slice(0, -1)
          .map(({ token }) => token)
          .join(""),
      ).toBe("One two three four five six.");
      expect(told.length).toBe(7);
      expect(told.at(-1)).toMatchObject({
        token: null,
        result: { reply: "One two three four five six.", write: { success: true } },
      });
    });
    it.each([
      ["at once", { status: 503, message: "Overloaded." }, []],
      [
        "half-way",
        { content: "One two three four.", pieces: 4, breaksAfter: 2 },
        ["One t", "wo th"],
      ],
    ])("ends with the error code if the model fails %s", async (_, answer, said) => {
      running.model.answer = ({ body }) => (isReply(body) ? answer : undefined);
      const { id, user, turns } = await session("DIRECT");
      const socket = client(user);
      const tokens: (string | null)[] = [];
      const codes: unknown[] = [];
      try {
        for await (const { data, errors } of socket.iterate<{
          chatReply: { token: string | null };
        }>({ query: STREAM, variables: { input: { sessionId: id, message: "Count." } } })) {
          if (data) tokens.push(data.chatReply.token);
          codes.push(...(errors ?? []).map(({ extensions }) => extensions?.["code"]));
        }
      } catch (fault) {
        codes.push(
          ...(fault as { extensions?: { code?: string } }[]).map(
            ({ extensions }) => extensions?.code,
          ),
        );
      }
      await socket.dispose();
      expect([tokens, codes]).toEqual([said, ["MODEL_UNAVAILABLE"]]);
      expect((await turns()).map(({ content }) => content)).toEqual(["Count."]);
    });
    it("stores the reply for a client that has disconnected", async () => {
      let let_go = (): void => undefined;
      const after = new Promise<void>((resolve) => (let_go = resolve));
      running.model.answer = ({ body }) =>
        isReply(body) ? { after, reply: { content: "Said to nobody." } } : undefined;
      const { id, user, turns } = await session("DIRECT");
      const socket = client(user);
      const iterator = socket.iterate({
        query: STREAM,
        variables: { input: { sessionId: id, message: "Hello?" } },
      });
      const first = iterator.next().catch(() => undefined);
      await expect.poll(() => replies().length).toBe(1);
      await socket.terminate();
      await iterator.return?.().catch(() => undefined);
      await first;
      let_go();
      await expect
        .poll(async () => (await turns()).map(({ content }) => content))
        .toEqual(["Hello?", "Said to nobody."]);
    });
    it("refuses an unknown strategy by the schema", async () => {
      const { id, ask } = await session("DIRECT");
      const { errors } = await ask(
        `mutation ($id: ID!) { chat(input: { sessionId: $id, message: "x", strategy: TELEPATHY }) { reply } }`,
        { id },
      );
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
        "GRAPHQL_VALIDATION_FAILED",
      ]);
    });
  });
});
