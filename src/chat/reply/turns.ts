import type { TurnId } from "../../memory/ids.ts";
import { notFound } from "../../memory/problem.ts";
import type { Turn } from "../../memory/session.ts";
import { instantOf, later } from "../../memory/time.ts";
import { turnExpiry } from "../../memory/turn-ttl.ts";
import type { SpaceStore } from "../../store/port.ts";
import { metadataOf, type AcceptedMessage } from "../request.ts";
import type { ChatServices } from "../services.ts";

const REPLY_SUFFIX = "-reply";

/** The id of the reply to a turn. It is always the same, so that the reply is stored only once. */
export const replyTurnId = (turn: TurnId): TurnId => `${turn}${REPLY_SUFFIX}`;

/** The id of the turn to which a turn replies; null if it is no reply. */
export const repliedTurnId = (reply: TurnId): TurnId | null =>
  reply.endsWith(REPLY_SUFFIX) ? reply.slice(0, -REPLY_SUFFIX.length) : null;

const storeTurn = async (
  space: SpaceStore,
  { id, strategy }: AcceptedMessage["session"],
  turn: Omit<Turn, "session" | "seq" | "toolName" | "toolCallId" | "expiresAt">,
): Promise<Turn> => {
  const expiresAt = turnExpiry(strategy, turn.recordedAt);
  const [storedTurn] =
    (await space.appendTurns(id, [{ ...turn, toolName: null, toolCallId: null, expiresAt }])) ?? [];
  if (!storedTurn) throw notFound("session");
  return storedTurn;
};

/**
 * Stores the message as a turn, under the id of its event: once, however often this is called.
 * Throws NOT_FOUND if the session no longer exists.
 */
export const storeMessage = (
  space: SpaceStore,
  {
    request,
    session,
    event: { id, speaker, occurredAt, recordedAt, tags },
    logged,
  }: AcceptedMessage,
): Promise<Turn> =>
  storeTurn(space, session, {
    id,
    role: "USER",
    ...(speaker !== null && { speaker }),
    content: request.message,
    metadata: metadataOf(request.metadata),
    occurredAt,
    recordedAt,
    event: logged ? id : null,
    ...(tags !== undefined && { tags }),
  });

/**
 * Stores the reply as a turn. If one is already stored, that is the reply. Throws NOT_FOUND if the
 * session no longer exists.
 */
export const storeReply = (
  { write: { now } }: ChatServices,
  space: SpaceStore,
  { session, event }: AcceptedMessage,
  message: Turn,
  text: string,
): Promise<Turn> => {
  const recordedAt = later(instantOf(now()), message.recordedAt);
  return storeTurn(space, session, {
    id: replyTurnId(message.id),
    role: "AGENT",
    content: text,
    metadata: null,
    // The reply to a message of the past gets the time of that message.
    occurredAt: event.occurredAt === event.recordedAt ? recordedAt : event.occurredAt,
    recordedAt,
    event: null,
  });
};
