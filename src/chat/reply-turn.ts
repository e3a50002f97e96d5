import type { TurnId } from "../memory/ids.ts";

/** The id of the reply to a turn: there is one, however often it is stored. */
export const replyTurnId = (turn: TurnId): TurnId => `${turn}-reply`;

/** The turn that a reply was given to; null for a turn that is no reply. */
export const repliedTurnId = (reply: TurnId): TurnId | null =>
  reply.endsWith("-reply") ? reply.slice(0, -"-reply".length) : null;
