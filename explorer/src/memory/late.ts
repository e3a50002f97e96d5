import { DAY_MS, instantOf } from "../state/dates.ts";
import type { Said } from "../state/memory.tsx";

/** Delay from which on a message counts as late. */
export const LATE_MS = 20 * DAY_MS;

/** A message that was recorded long after it was said. */
export interface LateMessage {
  readonly message: Said;
  readonly saidAt: number;
  readonly heardAt: number;
}

/** Null for a message that was not late. */
export const lateMessageOf = (message: Said): LateMessage | null => {
  const [saidAt, heardAt] = [instantOf(message.occurredAt), instantOf(message.recordedAt)];
  return heardAt - saidAt > LATE_MS ? { message, saidAt, heardAt } : null;
};
