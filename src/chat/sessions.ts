import type { SessionId } from "../memory/ids.ts";
import { notFound, Problem } from "../memory/problem.ts";
import type { Role, Session, Turn } from "../memory/session.ts";
import { checkTags, type Tagged } from "../memory/tags.ts";
import { instantOf, later, type Instant } from "../memory/time.ts";
import type { TimeZone } from "../memory/time-zone.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { SpaceStore } from "../store/port.ts";
import { checkLength, checkOccurredAt, checkShort } from "../write/limits.ts";
import { metadataOf } from "./request.ts";
import type { ChatServices } from "./services.ts";
import { keepUpSession } from "./upkeep.ts";

/** A session of this space. Throws NOT_FOUND. */
export const findSession = async (space: SpaceStore, id: SessionId): Promise<Session> => {
  const [session] = await space.sessionsById([id]);
  if (!session) throw notFound("session");
  return session;
};

/** Turns that one call may add. */
export const MOST_TURNS = 1_000;

export interface NewTurn {
  readonly role: Role;
  /** Allowed only for a turn of the user or of the agent. */
  readonly speaker?: string | null | undefined;
  readonly content: string;
  readonly toolName?: string | null | undefined;
  readonly toolCallId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly occurredAt?: Instant | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  /** The time zone for its day words, when it becomes an event. */
  readonly timeZone?: TimeZone | null | undefined;
}

/** Throws the problem of one turn that is to be stored, with its index. */
const checkTurn = (
  { role, speaker, content, toolName, toolCallId, occurredAt }: NewTurn,
  index: number,
  now: number,
): void => {
  checkOccurredAt(`turns[${index}].occurredAt`, occurredAt, now);
  checkLength(`turns[${index}].content`, content);
  checkShort(`turns[${index}].speaker`, speaker);
  checkShort(`turns[${index}].toolName`, toolName);
  checkShort(`turns[${index}].toolCallId`, toolCallId);
  if (role !== "TOOL" && (toolName != null || toolCallId != null))
    throw new Problem(
      "BAD_USER_INPUT",
      `turns[${index}] has the role ${role}: only a TOOL turn can have a toolName or a toolCallId.`,
    );
  if (speaker != null && role !== "USER" && role !== "AGENT")
    throw new Problem(
      "BAD_USER_INPUT",
      `turns[${index}] has the role ${role}: only a USER or an AGENT turn can have a speaker.`,
    );
};

/** The tags of a turn, as a field. */
const tagsOf = (tags: NewTurn["tags"], index: number): Tagged => {
  const checkedTags = checkTags(tags, `turns[${index}].tags`);
  return checkedTags === undefined ? {} : { tags: checkedTags };
};

/**
 * The record time of a turn that is added now, at least that of the last turn of the session. One
 * store call.
 */
const nextRecordTime = async (
  { write: { now } }: ChatServices,
  space: SpaceStore,
  session: SessionId,
): Promise<Instant> => {
  const {
    turns: [last],
  } = await space.turns({ session, last: 1 });
  const clock = instantOf(now());
  return last === undefined ? clock : later(clock, last.recordedAt);
};

/**
 * Stores turns at the end of a session, in order: all of them or none. Extracts nothing from them;
 * strategies treat them as part of the conversation. Throws NOT_FOUND (session), BAD_USER_INPUT,
 * INVALID_INSTANT, MESSAGE_TOO_LONG.
 */
export const addTurns = async (
  services: ChatServices,
  space: SpaceStore,
  id: SessionId,
  turns: readonly NewTurn[],
): Promise<Turn[]> => {
  if (turns.length === 0 || turns.length > MOST_TURNS)
    throw new Problem(
      "BAD_USER_INPUT",
      `turns must have 1 to ${MOST_TURNS} turns, not ${turns.length}.`,
    );
  for (const [index, turn] of turns.entries()) checkTurn(turn, index, services.write.now());
  const session = await findSession(space, id);
  const { strategy } = session;
  const recordedAt = await nextRecordTime(services, space, id);
  const storedTurns = await space.appendTurns(
    id,
    turns.map(({ role, speaker, content, toolName = null, toolCallId = null, ...turn }, index) => ({
      id: services.write.newId(),
      role,
      ...(speaker != null && { speaker: speaker.trim() }),
      content,
      metadata: metadataOf(turn.metadata),
      toolName,
      toolCallId,
      occurredAt: turn.occurredAt ?? recordedAt,
      ...(turn.timeZone != null && { timeZone: turn.timeZone }),
      recordedAt,
      event: null,
      expiresAt: turnExpiry(strategy, recordedAt),
      ...tagsOf(turn.tags, index),
    })),
  );
  const lastSeq = storedTurns?.at(-1)?.seq;
  if (storedTurns === null || lastSeq === undefined) throw notFound("session");
  keepUpSession(services, space, strategy, { session, lastSeq, exchange: null });
  return storedTurns;
};

/**
 * Deletes a session with its turns and the working notes of its strategies. Events are kept, and so
 * is what was extracted from them. Throws NOT_FOUND.
 */
export const deleteSession = async (space: SpaceStore, id: SessionId): Promise<void> => {
  if (!(await space.deleteSession(id))) throw notFound("session");
};
