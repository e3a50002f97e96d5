import { FRAME_END } from "../../language/fence.ts";
import { countTokens, cutToTokens, encodingOf, type TokenEncoding } from "../../language/tokens.ts";
import type { TurnId } from "../../memory/ids.ts";
import type { SearchHit } from "../../read/search/request.ts";
import type { ChatStrategy, Situation } from "../strategies/strategy.ts";
import {
  cutOf,
  spokenWords,
  totalTokens,
  type ContextCut,
  type ContextMessage,
  type ContextPart,
} from "./message.ts";

/** The context that is sent to the replying model. */
export interface AssembledContext {
  /** In order: the system prompt first, the message to reply to last. */
  readonly messages: readonly ContextMessage[];
  readonly cut: readonly ContextCut[];
  /** The items retrieved from memory, best first. */
  readonly hits: readonly SearchHit[];
  /** Tokens of all messages. */
  readonly tokens: number;
}

/** The beginning of a part that fits a budget. A framed part keeps its frame. */
const cutPart = async (content: string, room: number, encoding: TokenEncoding): Promise<string> => {
  if (!content.endsWith(FRAME_END)) return cutToTokens(content, room, encoding);
  const forText = room - (await countTokens(FRAME_END, encoding));
  const text = await cutToTokens(content.slice(0, -FRAME_END.length), forText, encoding);
  return text === "" ? "" : text + FRAME_END;
};

/**
 * The messages that fit a token budget. The system prompt and the message to reply to have
 * priority, then the parts made from memory in their order, then the turns, latest first. A text
 * that is too long is truncated after a word; a turn is sent whole or not at all, and so are all
 * turns before it. The system prompt is never truncated. The messages keep their order.
 */
const fitToBudget = async (
  messages: readonly ContextMessage[],
  budget: number,
  encoding: TokenEncoding,
): Promise<Pick<AssembledContext, "messages" | "cut">> => {
  let room = budget;
  const fittedMessages = new Map<ContextMessage, ContextMessage>();
  const cut: ContextCut[] = [];
  const fitText = async (message: ContextMessage): Promise<void> => {
    const { origin, tokens } = message;
    if (tokens <= room || origin === "SYSTEM_PROMPT") {
      fittedMessages.set(message, message);
      room -= tokens;
      return;
    }
    const content = await cutPart(message.content, room, encoding);
    const tokensOfContent = content === "" ? 0 : await countTokens(content, encoding);
    if (content !== "" || origin === "MESSAGE")
      fittedMessages.set(message, { ...message, content, tokens: tokensOfContent });
    cut.push({
      origin,
      reason: "BUDGET",
      messages: content === "" ? 1 : 0,
      tokens: tokens - tokensOfContent,
    });
    room -= tokensOfContent;
  };
  const ofOrigin = (origin: ContextPart["origin"]): ContextMessage[] =>
    messages.filter((message) => message.origin === origin);
  const fromMemory = messages.filter(
    ({ origin }) => origin !== "SYSTEM_PROMPT" && origin !== "MESSAGE" && origin !== "TURN",
  );
  for (const message of [...ofOrigin("SYSTEM_PROMPT"), ...ofOrigin("MESSAGE"), ...fromMemory])
    await fitText(message);

  const newestFirst = ofOrigin("TURN").toReversed();
  let sentCount = 0;
  for (const turn of newestFirst) {
    if (turn.tokens > room) break;
    fittedMessages.set(turn, turn);
    room -= turn.tokens;
    sentCount += 1;
  }
  const unsent = newestFirst.slice(sentCount);
  return {
    messages: messages.flatMap((message) => fittedMessages.get(message) ?? []),
    cut: [...cut, ...cutOf("TURN", "BUDGET", unsent.length, totalTokens(unsent))],
  };
};

/**
 * The context of a reply, by a strategy and within its budget. `turn` is the turn of the message,
 * if it has one. Calls no model for a reply.
 */
export const assemble = async (
  strategy: ChatStrategy,
  situation: Omit<Situation, "count">,
  turn?: TurnId,
): Promise<AssembledContext> => {
  const { services, message, speaker, mode } = situation;
  const encoding = encodingOf(services.write.models.replier);
  const count = (text: string): Promise<number> => countTokens(text, encoding);
  const { parts, cut, hits } = await strategy.assemble({ ...situation, count });
  const all: ContextPart[] = [
    { role: "system", content: services.prompts.system, origin: "SYSTEM_PROMPT" },
    ...parts,
    {
      role: "user",
      content: spokenWords({ speaker, content: message }),
      origin: "MESSAGE",
      ...(turn !== undefined && { turn }),
    },
  ];
  const countedMessages = await Promise.all(
    all.map(async (part): Promise<ContextMessage> => ({
      ...part,
      tokens: await count(part.content),
    })),
  );
  const budget = strategy.budget?.(mode) ?? services.contextTokens;
  const fittedContext = await fitToBudget(countedMessages, budget, encoding);
  return {
    messages: fittedContext.messages,
    cut: [...cut, ...fittedContext.cut],
    hits,
    tokens: totalTokens(fittedContext.messages),
  };
};
