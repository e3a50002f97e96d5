import type { SessionId } from "../memory/ids.ts";
import type { Session, Strategy, Turn } from "../memory/session.ts";
import { later, plusMillis } from "../memory/time.ts";
import { turnsOf } from "../read/session-turns.ts";
import type { View } from "../read/view.ts";
import type { SpaceStore } from "../store/port.ts";
import { assemble } from "./assemble.ts";
import { findSession } from "./find-session.ts";
import type { Mode } from "./mode.ts";
import { POLICIES } from "./policies.ts";
import { readableSpace } from "../read/readable-space.ts";
import { repliedTurnId } from "./reply-turn.ts";
import { checkMessage } from "./request.ts";
import { sentContext, type SentContext } from "./sent-context.ts";
import type { ChatServices } from "./services.ts";

/** What would be sent for a message. */
export type PlannedContext = Omit<SentContext, "answered">;

/** By which policy; what is left out is that of the session, and THINK. */
export interface Manner {
  readonly strategy?: Strategy | null | undefined;
  readonly mode?: Mode | null | undefined;
}

export interface ContextRequest extends Manner {
  readonly session: SessionId;
  readonly message: string;
}

/** The sequence number that a message at a view would have had: after the last turn that was recorded by then. */
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
 * What would be sent for a message, now or at a moment of the past; nothing is stored and no model is asked for a reply. A turn or a note
 * of then that has expired is told in `cut`. Throws NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.
 */
export const contextFor = async (
  services: ChatServices,
  space: SpaceStore,
  view: View,
  request: ContextRequest,
): Promise<PlannedContext> => {
  checkMessage(request.message);
  const { background, settings } = services;
  const { id } = await findSession(space, request.session);
  await background.settled(space, id, settings.catchUpMillis);
  const session = await findSession(space, id);
  const { strategy = null, mode = null, message } = request;
  const manner = { strategy: strategy ?? session.strategy, mode: mode ?? "THINK" } as const;
  const before = await seqAt(space, session, view);
  const context = await assemble(POLICIES[manner.strategy], {
    services,
    space: await readableSpace(space),
    view,
    session,
    mode: manner.mode,
    message,
    before,
    past: view.past,
  });
  return { ...manner, at: view.at, context };
};

/** The user's turn that a turn is, or replies to; null for any other. */
const askingTurn = async (space: SpaceStore, turn: Turn): Promise<Turn | null> => {
  if (turn.role === "USER") return turn;
  const id = repliedTurnId(turn.id);
  return id === null ? null : ((await space.turnsById([id]))[0] ?? null);
};

/** The context of a turn, as it was sent: the same for the message and its reply. Null where no reply was asked for, and where the message has expired. */
export const contextOfTurn = async (space: SpaceStore, turn: Turn): Promise<SentContext | null> => {
  const asking = await askingTurn(space, turn);
  return asking && sentContext(space, asking.session, asking.id);
};

/**
 * The context of a turn, put together again from memory as it was then: as the first time, or by another strategy. Null for a turn that is
 * neither the user's nor a reply to it. What has expired since is told in `cut`.
 */
export const contextAgain = async (
  services: ChatServices,
  space: SpaceStore,
  turn: Turn,
  { strategy, mode }: Manner,
): Promise<PlannedContext | null> => {
  const asking = await askingTurn(space, turn);
  if (asking === null) return null;
  const [sent, session] = await Promise.all([
    sentContext(space, asking.session, asking.id),
    findSession(space, asking.session),
  ]);
  const manner = {
    strategy: strategy ?? sent?.strategy ?? session.strategy,
    mode: mode ?? sent?.mode ?? "THINK",
  } as const;
  const at = sent?.at ?? {
    knownAt: plusMillis(asking.recordedAt, -1),
    validAt: later(asking.occurredAt, asking.recordedAt),
  };
  const context = await assemble(
    POLICIES[manner.strategy],
    {
      services,
      space: await readableSpace(space),
      view: { at, past: true },
      session,
      mode: manner.mode,
      message: asking.content,
      before: asking.seq,
      past: true,
    },
    asking.id,
  );
  return { ...manner, at, context };
};
