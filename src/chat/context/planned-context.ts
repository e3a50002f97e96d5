import { Problem } from "../../memory/problem.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { Session, Strategy, Turn } from "../../memory/session.ts";
import { later, plusMillis } from "../../memory/time.ts";
import { turnsOf } from "../../read/history/session-turns.ts";
import { readableSpace } from "../../read/readable-space.ts";
import type { View } from "../../read/view.ts";
import type { SpaceStore } from "../../store/port.ts";
import { repliedTurnId } from "../reply/turns.ts";
import { checkMessage } from "../request.ts";
import type { ChatServices } from "../services.ts";
import { findSession } from "../sessions.ts";
import { STRATEGIES } from "../strategies/strategies.ts";
import { DEFAULT_MODE, type ChatMode } from "../strategies/strategy.ts";
import { assemble } from "./assemble.ts";
import { sentContext, type SentContext } from "./sent-context.ts";

/** The context that would be sent for a message. */
type PlannedContext = Omit<SentContext, "reply">;

/** How to assemble a context. Default: the strategy of the session, in the default mode. */
interface StrategyChoice {
  readonly strategy?: Strategy | null | undefined;
  readonly mode?: ChatMode | null | undefined;
}

interface ContextRequest extends StrategyChoice {
  /** Null for a conversation without stored data. */
  readonly session: SessionId | null;
  readonly message: string;
  /** The speaker; null for the user of the memory. */
  readonly speaker?: string | null | undefined;
}

/**
 * The session of a request, after its previous message has been processed, or a session without
 * turns.
 */
const sessionOf = async (
  { background }: ChatServices,
  space: SpaceStore,
  view: View,
  { session, strategy }: ContextRequest,
): Promise<Session> => {
  if (session !== null) {
    const { id } = await findSession(space, session);
    await background.whenSettled(space, id);
    return findSession(space, id);
  }
  if (strategy != null && STRATEGIES[strategy].keepUp !== undefined)
    throw new Problem(
      "BAD_USER_INPUT",
      `${strategy} needs a session. Give a sessionId, or use ENTITY_GRAPH or KEY_VALUE.`,
    );
  return { id: "", title: null, strategy: "DIRECT", createdAt: view.at.knownAt, turnCount: 0 };
};

/**
 * The sequence number that a message at a view would have had: the one after the last turn that was
 * recorded by then.
 */
const seqAt = async (space: SpaceStore, session: Session, view: View): Promise<number> => {
  if (!view.past) return session.turnCount + 1;
  const {
    turns: [last],
  } = await turnsOf(space, session, view, { last: 1 });
  if (last !== undefined) return last.seq + 1;
  const {
    turns: [first],
  } = await space.turns({ session: session.id, first: 1 });
  return first?.seq ?? session.turnCount + 1;
};

/**
 * The context that would be sent for a message, now or at a past view. Stores nothing, and calls no
 * model for a reply. Turns and notes that have since expired are counted in `cut`. Throws NOT_FOUND
 * (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.
 */
export const contextFor = async (
  services: ChatServices,
  space: SpaceStore,
  view: View,
  request: ContextRequest,
): Promise<PlannedContext> => {
  const { message, speaker } = request;
  checkMessage(message);
  const session = await sessionOf(services, space, view, request);
  const strategy = request.strategy ?? session.strategy;
  const mode = request.mode ?? DEFAULT_MODE;
  const before = request.session === null ? 1 : await seqAt(space, session, view);
  const context = await assemble(STRATEGIES[strategy], {
    services,
    space: await readableSpace(space),
    view,
    session,
    mode,
    message,
    ...(speaker != null && { speaker }),
    before,
    past: view.past,
  });
  return { strategy, mode, at: view.at, context };
};

/** The user turn of a turn: itself, or the one to which it replies; null for any other turn. */
const userTurnOf = async (space: SpaceStore, turn: Turn): Promise<Turn | null> => {
  if (turn.role === "USER") return turn;
  const id = repliedTurnId(turn.id);
  return id === null ? null : ((await space.turnsById([id]))[0] ?? null);
};

/**
 * The context of a turn as it was sent: the same for the message and its reply. Null if no reply
 * was requested, or if the message has expired.
 */
export const contextOfTurn = async (space: SpaceStore, turn: Turn): Promise<SentContext | null> => {
  const userTurn = await userTurnOf(space, turn);
  return userTurn && sentContext(space, userTurn.session, userTurn.id);
};

/**
 * The context of a turn, assembled again from memory as of that time, with the original strategy or
 * another one. Null for a turn that is neither the user's nor a reply to one. Content that has
 * since expired is counted in `cut`. Throws NOT_FOUND (session).
 */
export const recomputeContext = async (
  services: ChatServices,
  space: SpaceStore,
  turn: Turn,
  choice: StrategyChoice,
): Promise<PlannedContext | null> => {
  const userTurn = await userTurnOf(space, turn);
  if (userTurn === null) return null;
  const [earlierContext, session] = await Promise.all([
    sentContext(space, userTurn.session, userTurn.id),
    findSession(space, userTurn.session),
  ]);
  const strategy = choice.strategy ?? earlierContext?.strategy ?? session.strategy;
  const mode = choice.mode ?? earlierContext?.mode ?? DEFAULT_MODE;
  const at = earlierContext?.at ?? {
    knownAt: plusMillis(userTurn.recordedAt, -1),
    validAt: later(userTurn.occurredAt, userTurn.recordedAt),
  };
  const context = await assemble(
    STRATEGIES[strategy],
    {
      services,
      space: await readableSpace(space),
      view: { at, past: true },
      session,
      mode,
      message: userTurn.content,
      speaker: userTurn.speaker,
      before: userTurn.seq,
      past: true,
    },
    userTurn.id,
  );
  return { strategy, mode, at, context };
};
