import { once } from "node:events";
import { createClient } from "graphql-ws";
import { afterEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

const CUT_OFF = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("stopped before") };
const STREAM =
  "subscription ($input: ChatInput!) { chatReply(input: $input) { token result { reply } } }";
const CHAT = "mutation ($input: ChatInput!) { chat(input: $input) { reply } }";
const CHANGED = "subscription { memoryChanged { kind } }";

let running: ModelService;
/** Seconds of grace: over before anything ends, and enough for it. */
const [SHORT, LONG] = [1, 30];

/** A busy machine takes its time. */

/** Stops the service; what it returns resolves when it says that it stops. */
const signalled = async (): Promise<void> => {
  running.service.process.kill("SIGTERM");
  await expect.poll(running.service.output).toContain("Stopping");
};

/** Lets replies start and then pause, or wait before they start. */
const replySlowly = (until?: Promise<unknown>): void => {
  running.model.answer = ({ body }) => {
    if (body.stream !== true) return undefined;
    const content = "Once upon a time there was a lighthouse.";
    return until === undefined
      ? { content, pieces: 4, stallsAfter: 1 }
      : { after: until, reply: { content } };
  };
};

const openable = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

/** Whether the model has been asked for a reply. */
const isAsked = (): boolean => running.model.chats.some(({ body }) => body.stream === true);

const newSession = async (): Promise<string> => {
  const { createSession } = await told(
    as(running.service.url)<{ createSession: { session: { id: string } } }, object>(
      "mutation { createSession(input: {}) { session { id } } }",
    ),
  );
  return createSession.session.id;
};

/** Subscribes over a socket of its own. Returns the results, and the end. */
const subscribe = (query: string, variables: Record<string, unknown> = {}) => {
  const received: unknown[] = [];
  const client = createClient({
    url: running.service.url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const ended = new Promise<unknown>((resolve) => {
    client.subscribe(
      { query, variables },
      { next: ({ data }) => received.push(data), error: resolve, complete: () => resolve("done") },
    );
  });
  return { received, ended };
};

const complete = (): Promise<Response> =>
  fetch(new URL("/v1/chat/completions", running.service.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "any",
      stream: true,
      messages: [{ role: "user", content: "Tell me a story." }],
    }),
  });

const eventsIn = (text: string): unknown[] =>
  text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => event.replace("data: ", ""))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));

describe.each(["1", "2"])("a service of %s processes that stops while it replies", (workers) => {
  const start = async (graceSeconds: number): Promise<void> => {
    running = await startModelService({
      STOP_GRACE_SECONDS: String(graceSeconds),
      WORKERS: workers,
    });
  };
  afterEach(async () => {
    await running.stop();
  });

  it("lets a stream of completions end within the grace period", async () => {
    await start(LONG);
    const gate = openable();
    replySlowly(gate.opened);
    const answer = complete();
    await expect.poll(isAsked).toBe(true);
    await signalled();
    gate.open();
    expect(eventsIn(await (await answer).text()).at(-1)).toBe("[DONE]");
  });

  it("ends a stream of completions with an error after the grace period", async () => {
    await start(SHORT);
    replySlowly();
    const answer = await complete();
    const exited = once(running.service.process, "exit");
    running.service.process.kill("SIGTERM");
    const events = eventsIn(await answer.text());
    expect(events[0]).toMatchObject({ object: "chat.completion.chunk" });
    expect(events.at(-1)).toMatchObject({ error: { ...CUT_OFF, type: "server_error" } });
    expect(await exited).toEqual([0, null]);
  });

  it("answers a GraphQL request with an error after the grace period", async () => {
    await start(SHORT);
    replySlowly();
    const input = { sessionId: await newSession(), message: "Tell me a story." };
    const answer = as(running.service.url)(CHAT, { input });
    await expect.poll(isAsked).toBe(true);
    running.service.process.kill("SIGTERM");
    const { code, message } = CUT_OFF;
    expect((await answer).errors).toMatchObject([{ message, extensions: { code } }]);
  });

  it("lets the reply of a subscription end within the grace period", async () => {
    await start(LONG);
    const gate = openable();
    replySlowly(gate.opened);
    const input = { sessionId: await newSession(), message: "Tell me a story." };
    const { received, ended } = subscribe(STREAM, { input });
    await expect.poll(isAsked).toBe(true);
    await signalled();
    gate.open();
    expect(await ended).toBe("done");
    expect(received.at(-1)).toMatchObject({
      chatReply: { result: { reply: "Once upon a time there was a lighthouse." } },
    });
  });

  it("ends the reply of a subscription with an error after the grace period, and others by closing", async () => {
    await start(SHORT);
    replySlowly();
    const changes = subscribe(CHANGED);
    const input = { sessionId: await newSession(), message: "Tell me a story." };
    const reply = subscribe(STREAM, { input });
    await expect.poll(() => reply.received.length).toBeGreaterThan(0);
    running.service.process.kill("SIGTERM");
    const { code, message } = CUT_OFF;
    expect(await reply.ended).toMatchObject([{ message, extensions: { code } }]);
    expect(await changes.ended).toMatchObject({ code: 1001 });
  });
});
