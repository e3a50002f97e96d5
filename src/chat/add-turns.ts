import { Problem } from "../memory/problem.ts";
import type { SessionId } from "../memory/ids.ts";
import type { Role, Turn } from "../memory/session.ts";
import { instantOf, later, type Instant } from "../memory/time.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { SpaceStore } from "../store/port.ts";
import { checkLength, checkShort } from "../write/message-limits.ts";
import { findSession } from "./find-session.ts";
import { keepUpSession } from "./keep-up-session.ts";
import { metadataOf } from "./request.ts";
import type { ChatServices } from "./services.ts";

/** How many turns one call takes. */
export const MOST_TURNS = 1_000;

export interface NewTurn {
  readonly role: Role;
  readonly content: string;
  readonly toolName?: string | null | undefined;
  readonly toolCallId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly occurredAt?: Instant | null | undefined;
}

const check = ({ role, content, toolName, toolCallId }: NewTurn, index: number): void => {
  checkLength(`turns[${index}].content`, content);
  checkShort(`turns[${index}].toolName`, toolName);
  checkShort(`turns[${index}].toolCallId`, toolCallId);
  if (role !== "TOOL" && (toolName != null || toolCallId != null))
    throw new Problem(
      "BAD_USER_INPUT",
      `turns[${index}] is none of a tool: toolName and toolCallId belong to those.`,
    );
};

/**
 * Stores turns at the end of a session, in order: all of them or none. Nothing is drawn from them; strategies see them as part of the
 * conversation. Throws NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.
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
      `turns must hold 1 to ${MOST_TURNS} turns, not ${turns.length}.`,
    );
  for (const [index, turn] of turns.entries()) check(turn, index);
  const session = await findSession(space, id);
  const { now, newId } = services.write;
  const {
    turns: [last],
  } = await space.turns({ session: id, last: 1 });
  const clock = instantOf(now());
  const recordedAt = last === undefined ? clock : later(clock, last.recordedAt);
  const stored = await space.appendTurns(
    id,
    turns.map(({ role, content, toolName = null, toolCallId = null, metadata, occurredAt }) => ({
      id: newId(),
      role,
      content,
      metadata: metadataOf(metadata),
      toolName,
      toolCallId,
      occurredAt: occurredAt ?? recordedAt,
      recordedAt,
      event: null,
      expiresAt: turnExpiry(session.strategy, recordedAt),
    })),
  );
  if (stored === null) throw new Problem("NOT_FOUND", "There is no such session.");
  keepUpSession(services, space, {
    session,
    strategy: session.strategy,
    lastSeq: stored.at(-1)!.seq,
    exchange: null,
  });
  return stored;
};

/** Removes a session with its turns and all that strategies have made of them; events, and what was drawn from them, stay. Throws NOT_FOUND. */
export const deleteSession = async (space: SpaceStore, id: SessionId): Promise<void> => {
  if (!(await space.deleteSession(id))) throw new Problem("NOT_FOUND", "There is no such session.");
};
