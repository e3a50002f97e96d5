import { emptyOutcome, type Event } from "../../memory/event.ts";
import type { EventId } from "../../memory/ids.ts";
import { ModelUnavailable } from "../../models/port.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/** Number of runs of an event that may be cut off. After the last one the event is FAILED. */
const MOST_CUT_OFFS = 2;

/** Number of times the processing of an event was cut off since the service started. */
const cutOffs = new Map<EventId, number>();

export const forgetCutOffs = (event: EventId): void => void cutOffs.delete(event);

/** Whether an event must not run again, because it was cut off more than once. */
export const isCutOffForGood = (event: Event, fault: unknown): boolean => {
  if (!(fault instanceof ModelUnavailable && fault.kind === "CUT_OFF")) return false;
  const count = (cutOffs.get(event.id) ?? 0) + 1;
  cutOffs.set(event.id, count);
  return event.status === "FAILED" || count >= MOST_CUT_OFFS;
};

const TOO_MUCH_WORK =
  "Reading the message took too much time or memory and was stopped. The message is on record: retry it, or erase it.";

/**
 * Marks a PENDING event as FAILED, so that it does not block later events. Returns the recorded
 * event.
 */
export const failEvent = async (
  services: WriteServices,
  space: SpaceStore,
  event: Event,
): Promise<Event> => {
  forgetCutOffs(event.id);
  const { failedEvent } = await commitDraft(services, space, async (draft) => {
    const [current] = await space.events([event.id], draft.headPoint.knownAt);
    if (current?.status !== "PENDING")
      return { failedEvent: current ?? event, finishedDraft: null };
    const settlement = {
      status: "FAILED",
      emotion: null,
      outcome: emptyOutcome(services.models.extractor, TOO_MUCH_WORK),
    } as const;
    return {
      failedEvent: { ...current, ...settlement, settledAt: draft.recordedAt },
      finishedDraft: await draft.finish(new Vectors(services), {
        settle: () => ({ event: event.id, ...settlement }),
      }),
    };
  });
  return failedEvent;
};
