import { beginChat } from "../../src/chat/chat.ts";
import { contextFor } from "../../src/chat/context/planned-context.ts";
import { turnPart } from "../../src/chat/strategies/parts/turns.ts";
import type { Session, Strategy, Turn } from "../../src/memory/session.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import { countTokens } from "../../src/language/tokens.ts";
import { search } from "../../src/read/search/search.ts";
import { viewAt, type View } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { Memory } from "../memory.ts";
import type { Sent, SentPart, Talk, Way } from "./way.ts";

/** Milliseconds between two messages of the user. */
const PAUSE_MILLIS = 20_000;
/** Number of turns that plain retrieval sends. */
const RETRIEVED_TURNS = 10;
/** Number of turns that are read at a time. */
const PAGE = 500;

/** The view of a question: all that is known, and what is true when it is asked. */
const viewOf = async (memory: Memory, space: SpaceStore, askedAt?: Instant): Promise<View> => {
  const now = instantOf(memory.write.now());
  const view = viewAt({ head: (await space.head()).recordedAt, now });
  return { ...view, at: { ...view.at, validAt: askedAt ?? view.at.validAt } };
};

const sessionOf = async (space: SpaceStore, id: string): Promise<Session> => {
  const [session] = await space.sessionsById([id]);
  if (session == null) throw new Error(`There is no session ${id}.`);
  return session;
};

/** The context of the strategy, assembled by the service's own code. Stores nothing. */
const byStrategy = (
  memory: Memory,
  space: SpaceStore,
  session: string,
  strategy: Strategy,
): Way => ({
  name: strategy,
  ask: async (question, askedAt) => {
    const view = await viewOf(memory, space, askedAt);
    const startMillis = memory.read.now();
    const {
      context: { messages, tokens },
    } = await contextFor(memory.chat, space, view, { session, message: question });
    const ms = memory.read.now() - startMillis;
    const { turnCount } = await sessionOf(space, session);
    return {
      parts: messages,
      tokens,
      ms,
      turnsStored: turnCount,
      turnsSent: messages.filter(({ origin }) => origin === "TURN").length,
    };
  },
});

/** A context made directly: the system prompt, some turns, the question. */
const withTurns = async (
  { chat }: Memory,
  turns: readonly Omit<SentPart, "tokens">[],
  question: string,
  counted: { readonly ms: number; readonly turnsStored: number },
): Promise<Sent> => {
  const uncountedParts: readonly Omit<SentPart, "tokens">[] = [
    { role: "system", origin: "SYSTEM_PROMPT", content: chat.prompts.system },
    ...turns,
    { role: "user", origin: "MESSAGE", content: question },
  ];
  const parts = await Promise.all(
    uncountedParts.map(async (part): Promise<SentPart> => ({
      ...part,
      tokens: await countTokens(part.content),
    })),
  );
  return {
    parts,
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    turnsSent: turns.length,
    ...counted,
  };
};

const allTurns = async (space: SpaceStore, session: string): Promise<Turn[]> => {
  const all: Turn[] = [];
  for (;;) {
    const { turns, hasNextPage } = await space.turns({
      session,
      first: PAGE,
      after: all.at(-1)?.seq,
    });
    all.push(...turns);
    if (!hasNextPage || turns.length === 0) return all;
  }
};

const fullHistory = (memory: Memory, space: SpaceStore, session: string): Way => ({
  name: "FULL_HISTORY",
  ask: async (question) => {
    const startMillis = memory.read.now();
    const turns = await allTurns(space, session);
    return withTurns(memory, turns.map(turnPart), question, {
      ms: memory.read.now() - startMillis,
      turnsStored: turns.length,
    });
  },
});

/**
 * The user's messages that match words of the question (BM25), in the order in which they were
 * said.
 */
const plainRetrieval = (memory: Memory, space: SpaceStore, session: string): Way => ({
  name: "PLAIN_RETRIEVAL",
  ask: async (question, askedAt) => {
    const view = await viewOf(memory, space, askedAt);
    const startMillis = memory.read.now();
    const { hits } = await search(memory.read, space, view, {
      query: question,
      mode: "FULL_TEXT",
      kinds: ["EVENT"],
      first: RETRIEVED_TURNS,
    });
    const events = (
      await space.events(
        hits.map(({ subject }) => subject),
        view.at.knownAt,
      )
    ).filter((event) => event !== null);
    const ms = memory.read.now() - startMillis;
    const turns = events
      .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1))
      .map(({ message: content }) => ({ role: "user" as const, origin: "TURN" as const, content }));
    return withTurns(memory, turns, question, {
      ms,
      turnsStored: (await sessionOf(space, session)).turnCount,
    });
  },
});

/**
 * A session of a strategy in a fresh space. The ways without stored data are tested along with
 * DIRECT.
 */
export const beginTalk = async (
  memory: Memory,
  user: string,
  strategy: Strategy,
): Promise<Talk> => {
  const space = await memory.store.space({ tenant: "evaluation", user: `${user} ${strategy}` });
  const session = memory.write.newId();
  await space.createSession({
    id: session,
    title: null,
    strategy,
    createdAt: instantOf(memory.write.now()),
    turnCount: 0,
  });
  const own = byStrategy(memory, space, session, strategy);
  return {
    ways:
      strategy === "DIRECT"
        ? [own, fullHistory(memory, space, session), plainRetrieval(memory, space, session)]
        : [own],
    tell: async (message, occurredAt) => {
      memory.pass(PAUSE_MILLIS);
      const chat = await beginChat(memory.chat, space, { session, message, occurredAt });
      await chat.report;
      await chat.write;
      await memory.chat.background.whenIdle();
    },
  };
};
