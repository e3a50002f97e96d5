import { refersBack } from "../language/refers-back.ts";
import { CONVERSATION_GAP, type Event } from "../memory/event.ts";
import type { Turn } from "../memory/session.ts";
import { BEGINNING, plusMillis } from "../memory/time.ts";
import { FROM_AGENT, type Models } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";

/** Number of turns before a message that extraction gets with it. */
export const RECENT_TURNS = 10;
/** Number of messages before a message of a chat or a conversation that extraction gets with it. */
export const PRECEDING_MESSAGES = 4;
/** Number of characters of a recent message that extraction gets. */
const RECENT_LENGTH = 500;

/** A message of a conversation, by its role and text. */
export type SaidMessage = Pick<Turn, "role" | "content">;

const excerptOf = ({ content }: SaidMessage): string => content.slice(0, RECENT_LENGTH);

/** What the agent said last, if it was the last to speak: its end, which may be a question. */
const lastOfAgent = (messages: readonly SaidMessage[]): string[] => {
  const last = messages.at(-1);
  return last?.role === "AGENT" ? [`${FROM_AGENT}${last.content.slice(-RECENT_LENGTH)}`] : [];
};

/** The messages of people, and what the agent said last, which the next message may answer. */
const withLastOfAgent = (messages: readonly SaidMessage[], mostOfPeople: number): string[] => [
  ...messages
    .filter(({ role }) => role === "USER")
    .slice(-mostOfPeople)
    .map(excerptOf),
  ...lastOfAgent(messages),
];

/** The last messages of a conversation, as extraction gets them with the next one. */
export const precedingMessages = (messages: readonly SaidMessage[]): string[] =>
  withLastOfAgent(messages, PRECEDING_MESSAGES);

/** The speaker of a turn for a model: `(Ana) `. Empty for the user of the memory. */
const labelOf = ({ role, speaker }: Turn): string => {
  if (speaker !== undefined) return `(${speaker}) `;
  return role === "AGENT" ? FROM_AGENT : "";
};

/**
 * The turns before a message that extraction gets. A model gets those of people and of the agent,
 * with their speakers. Rules get those of people, and what the agent said last, which the message
 * may answer.
 */
export const recentMessagesOf = (
  { usesKnownFacts: isModel }: Pick<Models, "usesKnownFacts">,
  turns: readonly Turn[],
): string[] => {
  const spokenTurns = turns.filter(({ role }) => role === "USER" || role === "AGENT");
  return isModel
    ? spokenTurns.map((turn) => `${labelOf(turn)}${excerptOf(turn)}`)
    : withLastOfAgent(spokenTurns, RECENT_TURNS);
};

/** Number of earlier messages that are read for a message without recent messages. */
const EARLIER_MESSAGES = 4;

/**
 * The recent messages of an event. An event without any that refers to somebody ("She moved to
 * Cork") gets the last messages that the same speaker wrote, oldest first: those of the same
 * session, which people read before they go on with it, or outside of sessions those of the hour
 * before. At most one store call.
 */
export const recentMessagesFor = async (
  space: Pick<SpaceStore, "eventLog">,
  { id, message, recentMessages, session, speaker, occurredAt, recordedAt }: Event,
): Promise<readonly string[]> => {
  if (recentMessages.length > 0 || !refersBack(message)) return recentMessages;
  const { items } = await space.eventLog({
    knownAt: recordedAt,
    // One of the results is the event itself.
    page: { first: EARLIER_MESSAGES + 1 },
    ...(session !== null && { session }),
    ...(speaker !== null && { speaker }),
    // Not the messages of a session that was cleared.
    searchable: true,
  });
  const since = session === null ? plusMillis(occurredAt, -CONVERSATION_GAP) : BEGINNING;
  return items
    .map(({ item }) => item)
    .filter(
      (before) =>
        before.id !== id &&
        before.session === session &&
        before.speaker === speaker &&
        since <= before.occurredAt &&
        before.occurredAt <= occurredAt,
    )
    .slice(0, EARLIER_MESSAGES)
    .map((before) => before.message.slice(0, RECENT_LENGTH))
    .toReversed();
};
