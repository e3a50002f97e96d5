import type { Event, Outcome } from "../memory/event.ts";
import type { EventId } from "../memory/ids.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import { ModelUnavailable } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./draft/commit.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors/vectors.ts";

/** Runs of an event that may be cut off. After the last one the event has FAILED. */
const MOST_CUT_OFFS = 2;

/** How often the processing of an event was cut off since the service started. */
const cutOffs = new Map<EventId, number>();

export const forgetCutOffs = (event: EventId): void => void cutOffs.delete(event);

/** Whether a run of an event has ended for good: it was cut off, and not for the first time. */
export const isCutOffForGood = (event: Event, fault: unknown): boolean => {
  if (!(fault instanceof ModelUnavailable && fault.kind === "CUT_OFF")) return false;
  const count = (cutOffs.get(event.id) ?? 0) + 1;
  cutOffs.set(event.id, count);
  return event.status === "FAILED" || count >= MOST_CUT_OFFS;
};

const failedOutcome = (extractor: string): Outcome => ({
  added: [],
  updated: [],
  unchanged: [],
  deleted: [],
  entities: [],
  relationships: [],
  tokens: NO_TOKENS,
  durationMs: 0,
  extractor,
  error:
    "Reading the message took too much time or memory and was stopped. The message is on record: retry it, or erase it.",
});

/**
 * Settles an event that is PENDING as FAILED, so that it holds up no other. Gives the event as it
 * is on record then.
 */
export const failEvent = async (
  services: WriteServices,
  space: SpaceStore,
  event: Event,
): Promise<Event> => {
  forgetCutOffs(event.id);
  const { failed } = await commitDraft(services, space, async (draft) => {
    const [current] = await space.events([event.id], draft.headPoint.knownAt);
    if (current?.status !== "PENDING") return { failed: current ?? event, finishedDraft: null };
    const settlement = {
      status: "FAILED",
      emotion: null,
      outcome: failedOutcome(services.models.extractor),
    } as const;
    return {
      failed: { ...current, ...settlement, settledAt: draft.recordedAt },
      finishedDraft: await draft.finish(new Vectors(services), {
        settle: () => ({ event: event.id, ...settlement }),
      }),
    };
  });
  return failed;
};
