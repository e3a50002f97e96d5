import { refersBack } from "../language/refers-back.ts";
import { CONVERSATION_GAP, type Event } from "../memory/event.ts";
import type { Turn } from "../memory/session.ts";
import { BEGINNING, plusMillis } from "../memory/time.ts";
import type { Models } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";

/** Number of turns before a message that extraction gets with it. */
export const RECENT_TURNS = 10;
/** Number of messages before a message of a chat or a conversation that extraction gets with it. */
export const PRECEDING_MESSAGES = 4;
/** Number of characters of a recent message that extraction gets. */
const RECENT_LENGTH = 500;

/** The last of some messages, as extraction gets them with the next one. */
export const precedingMessages = (messages: readonly string[]): string[] =>
  messages.slice(-PRECEDING_MESSAGES).map((message) => message.slice(0, RECENT_LENGTH));

/** The speaker of a turn for a model: `(Ana) `. Empty for the user of the memory. */
const labelOf = ({ role, speaker }: Turn): string => {
  const name = speaker ?? (role === "AGENT" ? "agent" : null);
  return name === null ? "" : `(${name}) `;
};

/**
 * The turns before a message that extraction gets. Rules get only the messages of people. A model
 * also gets those of the agent, with their speakers.
 */
export const recentMessagesOf = (
  { usesKnownFacts: isModel }: Pick<Models, "usesKnownFacts">,
  turns: readonly Turn[],
): string[] =>
  turns
    .filter(({ role }) => role === "USER" || (role === "AGENT" && isModel))
    .map((turn) => `${isModel ? labelOf(turn) : ""}${turn.content.slice(0, RECENT_LENGTH)}`);

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
