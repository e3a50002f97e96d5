import { Problem } from "../memory/problem.ts";
import type { Turn } from "../memory/session.ts";
import { instantOf, later } from "../memory/time.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { SpaceStore } from "../store/port.ts";
import { replyTurnId } from "./reply-turn.ts";
import { metadataOf } from "./request.ts";
import type { ChatServices } from "./services.ts";
import type { Taken } from "./taken.ts";

/** The message as a turn: stored under the event's own id, so that it is there once however often it is tried. Throws NOT_FOUND where the session is gone. */
export const keepMessage = async (
  space: SpaceStore,
  { request, session, event: { id, occurredAt, recordedAt }, logged }: Taken,
): Promise<Turn> => {
  const turn = {
    id,
    role: "USER" as const,
    content: request.message,
    metadata: metadataOf(request.metadata),
    toolName: null,
    toolCallId: null,
    occurredAt,
    recordedAt,
    event: logged ? id : null,
    expiresAt: turnExpiry(session.strategy, recordedAt),
  };
  const [stored] = (await space.appendTurns(session.id, [turn])) ?? [];
  if (!stored) throw new Problem("NOT_FOUND", "There is no such session.");
  return stored;
};

/** The reply as a turn: the first one that is stored is the reply. Throws NOT_FOUND where the session is gone. */
export const keepReply = async (
  { write: { now } }: ChatServices,
  space: SpaceStore,
  { session, event }: Taken,
  turn: Turn,
  text: string,
): Promise<Turn> => {
  const recordedAt = later(instantOf(now()), turn.recordedAt);
  const reply = {
    id: replyTurnId(turn.id),
    role: "AGENT" as const,
    content: text,
    metadata: null,
    toolName: null,
    toolCallId: null,
    // A message that is told of the past was replied to then.
    occurredAt: event.occurredAt === event.recordedAt ? recordedAt : event.occurredAt,
    recordedAt,
    event: null,
    expiresAt: turnExpiry(session.strategy, recordedAt),
  };
  const [stored] = (await space.appendTurns(session.id, [reply])) ?? [];
  if (!stored) throw new Problem("NOT_FOUND", "There is no such session.");
  return stored;
};
