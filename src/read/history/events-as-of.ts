import type { Decision } from "../../memory/decision.ts";
import type { Event } from "../../memory/event.ts";
import type { Instant } from "../../memory/time.ts";

/**
 * An event as it was known at a record time: null before it was recorded, and pending before it was
 * settled.
 */
export const eventAsOf = (event: Event, knownAt: Instant): Event | null => {
  if (event.recordedAt > knownAt) return null;
  if (event.settledAt === null || event.settledAt <= knownAt) return event;
  return { ...event, status: "PENDING", emotion: null, outcome: null, settledAt: null };
};

/**
 * A decision as it was known at a record time: null before it was recorded, and in force before it
 * was reverted.
 */
export const decisionAsOf = (decision: Decision, knownAt: Instant): Decision | null => {
  if (decision.recordedAt > knownAt) return null;
  return decision.reverted === null || decision.reverted.at <= knownAt
    ? decision
    : { ...decision, reverted: null };
};
