import type { EventId } from "../../src/memory/ids.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { write } from "../../src/write/write.ts";
import type { Memory } from "../memory.ts";
import type { Conversation } from "./conversation.ts";

/** A conversation that a memory was told, utterance by utterance. */
export interface RememberedConversation {
  readonly space: SpaceStore;
  /** Which utterance an event is of. */
  readonly utteranceOf: ReadonlyMap<EventId, string>;
}

/** Messages that the writer is told were said just before. */
const RECENT = 4;

/**
 * Writes a conversation as an agent's back end would: each utterance a message of its session, by
 * its speaker, at its time.
 */
export const remember = async (
  { write: services }: Memory,
  space: SpaceStore,
  { id, utterances }: Conversation,
  progress: (done: number) => void,
): Promise<RememberedConversation> => {
  const utteranceOf = new Map<EventId, string>();
  const sessions = new Set<number>();
  for (const [
    i,
    { id: utterance, session: number, speaker, message, saidAt },
  ] of utterances.entries()) {
    const session = `${id} ${number}`;
    if (!sessions.has(number))
      await space.createSession({
        id: session,
        title: null,
        strategy: "ENTITY_GRAPH",
        createdAt: saidAt,
        turnCount: 0,
      });
    sessions.add(number);
    const recentMessages = utterances
      .slice(Math.max(0, i - RECENT), i)
      .filter((one) => one.session === number)
      .map((one) => `${one.speaker}: ${one.message}`);
    const { event } = await write(services, space, {
      message,
      speaker,
      session,
      occurredAt: saidAt,
      recentMessages,
    });
    if (event) utteranceOf.set(event.id, utterance);
    progress(i + 1);
  }
  return { space, utteranceOf };
};
