import { afterAll, beforeAll } from "vitest";
import { type Instant, epochMillis, instantOf } from "../../src/memory/time.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import type { StoreUnderTest } from "../contract/stores.ts";
import { answer, type Script } from "../fakes/scripted-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";

/** A message of a context, as a client sees it. */
export interface SentMessage {
  readonly role: string;
  readonly origin: string;
  readonly content: string;
  readonly tokens: number;
  readonly turn: { readonly seq: number } | null;
}

export interface ChatPayload {
  readonly reply: string;
  readonly strategy: string;
  readonly mode: string;
  readonly model: string;
  readonly metrics: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly totalTokens: number;
    readonly latencyMs: number;
    readonly memoryTurnsStored: number;
    readonly contextTurnsSent: number;
  };
  readonly context: readonly SentMessage[];
  readonly cuts: readonly {
    readonly origin: string;
    readonly reason: string;
    readonly messages: number;
    readonly tokens: number;
  }[];
  readonly retrieved: readonly {
    readonly node: { readonly text?: string; readonly name?: string; readonly message?: string };
  }[];
  readonly turn: {
    readonly id: string;
    readonly seq: number;
    readonly expiresAt: Instant | null;
    readonly recordedAt: Instant;
    readonly metadata: unknown;
  };
  readonly replyTurn: {
    readonly id: string;
    readonly seq: number;
    readonly content: string;
    readonly role: string;
  };
}

export const CHAT_FIELDS = `
  reply strategy mode model metrics { promptTokens completionTokens totalTokens latencyMs memoryTurnsStored contextTurnsSent }
  context { ...M } cuts { origin reason messages tokens } retrieved { node { ... on Fact { text } ... on Entity { name } ... on Event { message } } }
  turn { id seq expiresAt recordedAt metadata } replyTurn { id seq content role }`;
export const MESSAGE = `fragment M on ContextMessage { role origin content tokens turn { seq } }`;
const CHAT = `mutation ($input: ChatInput!) { chat(input: $input) { ${CHAT_FIELDS} } } ${MESSAGE}`;

/** A summary that names its sources. */
const echoedSummary: NonNullable<Script["summarise"]> = async ({ text, previous }) =>
  answer([...(previous === null ? [] : [previous]), ...text.split("\n")].join(" | "));

/** Chat over fresh spaces of one store whose clock is the service's. Replies count up: `Reply 1`, `Reply 2`. */
export const chatServices = (open: StoreUnderTest["open"]) => {
  let store: Store;
  let close: () => Promise<void>;
  let clock = (): Instant => instantOf(Date.UTC(2026, 0, 1));
  let made = 0;
  beforeAll(async () => void ({ store, close } = await open(() => epochMillis(clock()))));
  afterAll(() => close());
  return async (script: Script = {}, options: { readonly contextTokens?: number } = {}) => {
    let replies = 0;
    const space: SpaceStore = await store.space({ tenant: "chat", user: `u${++made}` });
    const service = memoryService(
      space,
      { summarise: echoedSummary, reply: () => `Reply ${++replies}`, ...script },
      options,
    );
    clock = service.clock;
    const { background } = service.services.chat;
    const begin = async (strategy = "DIRECT"): Promise<string> =>
      (
        await service.run(
          "mutation ($strategy: Strategy) { createSession(input: { strategy: $strategy }) { session { id } } }",
          { strategy },
        )
      ).createSession.session.id;
    const chat = async (
      sessionId: string,
      message: string,
      more: Record<string, unknown> = {},
    ): Promise<ChatPayload> => {
      const chatted = (await service.run(CHAT, { input: { sessionId, message, ...more } }))
        .chat as ChatPayload;
      await background.whenIdle();
      return chatted;
    };
    return {
      ...service,
      space,
      store,
      idle: () => background.whenIdle(),
      begin,
      chat,
      attemptChat: (input: Record<string, unknown>) => service.attempt(CHAT, { input }),
      /** Chats without looking at what comes of it. */
      chatAll: async (sessionId: string, messages: readonly string[]): Promise<void> => {
        for (const message of messages) await chat(sessionId, message);
      },
      add: async (sessionId: string, turns: readonly Record<string, unknown>[]) => {
        const { addTurns } = await service.run(
          "mutation ($input: AddTurnsInput!) { addTurns(input: $input) { turns { id seq role content toolName toolCallId metadata expiresAt } } }",
          { input: { sessionId, turns } },
        );
        await background.whenIdle();
        return addTurns.turns;
      },
    };
  };
};

export type ChatService = Awaited<ReturnType<ReturnType<typeof chatServices>>>;

/** The parts of a context without the system prompt, as `ORIGIN: content`. */
export const partsOf = (messages: readonly SentMessage[]): string[] =>
  messages
    .filter(({ origin }) => origin !== "SYSTEM_PROMPT")
    .map(({ origin, content }) => `${origin}: ${withoutFrame(content)}`);

/** The words of a part without the frame around them. */
export const withoutFrame = (content: string): string =>
  content.replace(/:\n<memory>\n(?<inside>[^]*)\n<\/memory>$/u, ":\n$<inside>");

/** `m3 r3 m4`: the turns that were sent, in order. */
export const turnsSent = (messages: readonly SentMessage[]): number[] =>
  messages
    .filter(({ origin }) => origin === "TURN" || origin === "MESSAGE")
    .map(({ turn }) => turn?.seq ?? 0);
