import { z } from "zod";
import { factVersionId } from "../../memory/fact.ts";
import type { SessionId, TurnId } from "../../memory/ids.ts";
import { STRATEGY_NAMES, type Strategy, type Turn } from "../../memory/session.ts";
import { parseInstant, type TimePoint } from "../../memory/time.ts";
import type { NoteChange, SpaceStore } from "../../store/port.ts";
import type { ChatMetrics } from "../reply/report.ts";
import { CHAT_MODES, type ChatMode } from "../strategies/strategy.ts";
import type { AssembledContext } from "./assemble.ts";
import {
  CONTEXT_ORIGINS,
  CUT_REASONS,
  cutOf,
  spokenWords,
  totalTokens,
  type ContextMessage,
} from "./message.ts";

/** The context of a reply as it was sent. */
export interface SentContext {
  readonly strategy: Strategy;
  readonly mode: ChatMode;
  readonly at: TimePoint;
  readonly context: AssembledContext;
  /** The model that replied, and the cost of the reply; null if none replied. */
  readonly reply: { readonly model: string; readonly metrics: ChatMetrics } | null;
}

const instant = z.string().transform((text, context) => {
  const parsedInstant = parseInstant(text);
  if (parsedInstant !== undefined) return parsedInstant;
  context.addIssue({ code: "custom", message: "not an instant" });
  return z.NEVER;
});
const rank = z.number().nullable().default(null);

/**
 * A sent context in a note of its session. A message without content has the content of its turn; a
 * hit has the id of its fact version.
 */
const storedContext = z.object({
  strategy: z.enum(STRATEGY_NAMES),
  mode: z.enum(CHAT_MODES),
  at: z.object({ knownAt: instant, validAt: instant }),
  answered: z
    .object({
      model: z.string(),
      metrics: z.object({
        promptTokens: z.number(),
        completionTokens: z.number(),
        latencyMs: z.number(),
        memoryTurnsStored: z.number(),
        contextTurnsSent: z.number(),
      }),
    })
    .nullable(),
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      origin: z.enum(CONTEXT_ORIGINS),
      turn: z.string().optional(),
      content: z.string().optional(),
      tokens: z.number(),
    }),
  ),
  cut: z.array(
    z.object({
      origin: z.enum(CONTEXT_ORIGINS),
      reason: z.enum(CUT_REASONS),
      messages: z.number(),
      tokens: z.number(),
    }),
  ),
  hits: z.array(
    z.object({
      kind: z.enum(["FACT", "ENTITY", "EVENT", "SUMMARY"]),
      subject: z.string(),
      version: z.string().nullable(),
      score: z.number(),
      vectorRank: rank,
      fullTextRank: rank,
      contextRank: rank,
      lexical: z.boolean(),
      relevance: z.number().default(0),
      outdatedBy: z.array(z.string()).default([]),
    }),
  ),
});
type StoredContext = z.infer<typeof storedContext>;

/**
 * Maximum number of characters of a context that are stored with it. A longer one refers to its
 * turns.
 */
const LONGEST_STORED = 200_000;

const pathOf = (turn: TurnId): string => `/context/${turn}`;

const lengthOf = (messages: readonly ContextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/**
 * The note that stores the context of the reply to a turn for as long as the turn exists. The texts
 * of its turns are not stored again if the turn never expires, or if the context is very long.
 */
export const contextNote = (
  turn: Turn,
  { context: { messages, cut, hits }, reply, ...sentFields }: SentContext,
): NoteChange => {
  const { id, expiresAt } = turn;
  const ownWords = spokenWords(turn);
  const byReference = expiresAt === null || lengthOf(messages) > LONGEST_STORED;
  const value: StoredContext = {
    ...sentFields,
    answered: reply,
    messages: messages.map(({ content, ...message }) => {
      const isWholeTurn =
        message.turn !== undefined &&
        (message.origin === "TURN" || (message.origin === "MESSAGE" && content === ownWords));
      return isWholeTurn && byReference ? message : { ...message, content };
    }),
    cut: [...cut],
    hits: hits.map(({ version, outdatedBy, ...hit }) => ({
      ...hit,
      version: version && factVersionId(version),
      outdatedBy: outdatedBy.map(factVersionId),
    })),
  };
  return { path: pathOf(id), value, expiresAt };
};

/** The contents of turns that messages refer to. At most one store call. */
const contentsOfTurns = async (
  space: SpaceStore,
  messages: StoredContext["messages"],
): Promise<ReadonlyMap<TurnId, string>> => {
  const ids = messages.flatMap(({ content, turn }) =>
    content === undefined && turn !== undefined ? [turn] : [],
  );
  const turns = ids.length === 0 ? [] : await space.turnsById(ids);
  return new Map(
    turns.flatMap((turn) => (turn === null ? [] : [[turn.id, spokenWords(turn)] as const])),
  );
};

/** Hits with their fact versions at that time. One store call. */
const hitsWithVersions = async (
  space: SpaceStore,
  { hits, at: { knownAt } }: StoredContext,
): Promise<AssembledContext["hits"]> => {
  const versions = await space.factVersions(
    hits.flatMap(({ version, outdatedBy }) =>
      [...(version === null ? [] : [version]), ...outdatedBy].map((id) => ({
        version: id,
        knownAt,
      })),
    ),
  );
  const byId = new Map(
    versions.flatMap((version) =>
      version === null ? [] : [[factVersionId(version), version] as const],
    ),
  );
  return hits.map(({ version, outdatedBy, ...hit }) => ({
    ...hit,
    version: version === null ? null : (byId.get(version) ?? null),
    outdatedBy: outdatedBy.flatMap((id) => byId.get(id) ?? []),
  }));
};

/**
 * The context of the reply to a turn as it was sent; null if there is none. Turns that have expired
 * since are missing from it and counted in `cut`. At most three store calls.
 */
export const sentContext = async (
  space: SpaceStore,
  session: SessionId,
  turn: TurnId,
): Promise<SentContext | null> => {
  const note = await space.note(session, pathOf(turn));
  if (note === null) return null;
  const noteContext = storedContext.parse(note.value);
  const { strategy, mode, at, answered: reply, cut } = noteContext;
  const [contents, hits] = await Promise.all([
    contentsOfTurns(space, noteContext.messages),
    hitsWithVersions(space, noteContext),
  ]);
  const messages: ContextMessage[] = [];
  const expiredMessages: StoredContext["messages"] = [];
  for (const message of noteContext.messages) {
    const content = message.content ?? contents.get(message.turn ?? "");
    if (content === undefined) expiredMessages.push(message);
    else messages.push({ ...message, content });
  }
  return {
    strategy,
    mode,
    at,
    reply,
    context: {
      messages,
      cut: [
        ...cut,
        ...cutOf("TURN", "EXPIRED", expiredMessages.length, totalTokens(expiredMessages)),
      ],
      hits,
      tokens: totalTokens(messages),
    },
  };
};
