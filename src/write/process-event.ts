import type { Event } from "../memory/event.ts";
import type { EventId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import { instantOf } from "../memory/time.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { SpaceStore } from "../store/port.ts";
import { failEvent, forgetCutOffs, isCutOffForGood } from "./cut-off-events.ts";
import { startMeter } from "./meter.ts";
import { AlreadySettled, runPipeline } from "./pipeline.ts";
import { nothingRecorded, pendingReport, recordedReport, type WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { ExtractionFailed } from "./stages/extract.ts";
import type { LoggedEvent } from "./stages/log-event.ts";

/**
 * The events that this process is processing now, so that a repeated write waits for the result of
 * the first.
 */
const runningEvents = new Map<EventId, Promise<WriteReport>>();

/** The events that a write of this process is about to process with settings of its own. */
const reservedEvents = new Set<EventId>();

/** Whether this process is processing an event now, or is about to. */
export const isRunning = (event: EventId): boolean =>
  reservedEvents.has(event) || runningEvents.has(event);

/**
 * Keeps the job for pending events off an event while `work` logs and processes it: the job would
 * process it without the settings of its write.
 */
export const reserving = async <T>(event: EventId, work: () => Promise<T>): Promise<T> => {
  reservedEvents.add(event);
  try {
    return await work();
  } finally {
    reservedEvents.delete(event);
  }
};

/** Runs an event unless it is running already; all who ask meanwhile get the same report. */
const runOnce = (event: EventId, run: () => Promise<WriteReport>): Promise<WriteReport> => {
  const report = runningEvents.get(event) ?? run().finally(() => runningEvents.delete(event));
  runningEvents.set(event, report);
  return report;
};

/**
 * Stores the turn of an event under the event's own id, so that there is one however often this is
 * tried. An event without a turn of its own is left alone. `recorded`: null where the event itself
 * is not on record.
 */
export const storeTurn = async (
  { now }: Pick<WriteServices, "now">,
  space: SpaceStore,
  event: Event,
  recordedEvent: EventId | null = event.id,
): Promise<void> => {
  if (event.session === null || event.turn !== event.id) return;
  const { message: content, speaker, occurredAt, recordedAt, tags } = event;
  const [session] = await space.sessionsById([event.session]);
  if (!session) return;
  const expiresAt = turnExpiry(session.strategy, recordedAt);
  // An event that was processed late: its turn would have expired by now.
  if (expiresAt !== null && expiresAt <= instantOf(now())) return;
  await space.appendTurns(event.session, [
    {
      id: event.turn,
      role: "USER",
      ...(speaker !== null && { speaker }),
      content,
      metadata: null,
      toolName: null,
      toolCallId: null,
      occurredAt,
      recordedAt,
      event: recordedEvent,
      expiresAt,
      ...(tags !== undefined && { tags }),
    },
  ]);
};

const currentVersion = async (space: SpaceStore, event: Event): Promise<Event> => {
  const { recordedAt } = await space.head();
  const [current] = recordedAt === null ? [] : await space.events([event.id], recordedAt);
  return current ?? event;
};

/**
 * Processes an event that is on record: stores its turn and runs the pipeline. Where no model could
 * extract, the event stays pending, the report says so, and `services.onPending` is told. Where the
 * work on it was ended by force for the second time, the event has FAILED. Throws any other
 * failure; the event stays pending then too.
 */
export const processEvent = (
  services: WriteServices,
  space: SpaceStore,
  event: Event,
  settings: WriteSettings,
  meter = startMeter(services),
): Promise<WriteReport> =>
  runOnce(event.id, async () => {
    try {
      await storeTurn(services, space, event);
      const report = await runPipeline(services, space, { event, settings, meter, dryRun: false });
      meter.end();
      forgetCutOffs(event.id);
      return report;
    } catch (error) {
      if (error instanceof AlreadySettled)
        return recordedReport(space, await currentVersion(space, event));
      const fault = error instanceof ExtractionFailed ? error.cause : error;
      if (isCutOffForGood(event, fault)) {
        services.log.warn({ event: event.id, error: fault }, "the event has failed");
        return recordedReport(space, await failEvent(services, space, event));
      }
      services.log.warn({ event: event.id, error: fault }, "the event stays pending");
      services.onPending(space, fault);
      if (error instanceof ExtractionFailed) return pendingReport(services, event, meter);
      throw error;
    }
  });

/**
 * The report of a message that went through stage 2: of the first write for a repeat, of nothing
 * for a message that may not be remembered, and else of processing it now, or of the run that is
 * under way.
 */
export const processLogged = async (
  services: WriteServices,
  space: SpaceStore,
  { event, repeated, logged }: LoggedEvent,
  settings: WriteSettings = services.settings,
  meter = startMeter(services),
): Promise<WriteReport> => {
  if (!logged) return nothingRecorded(services);
  if (repeated && event.status !== "PENDING")
    return { ...(await recordedReport(space, event)), repeated };
  return processEvent(services, space, event, settings, meter);
};

/**
 * Processes an event that is PENDING or FAILED again. Of any other it gives the report of its
 * write. Throws NOT_FOUND.
 */
export const retryEvent = async (
  services: WriteServices,
  space: SpaceStore,
  id: EventId,
): Promise<WriteReport> => {
  const { recordedAt } = await space.head();
  const [event] = recordedAt === null ? [] : await space.events([id], recordedAt);
  if (!event) throw new Problem("NOT_FOUND", "The event does not exist.");
  return event.status === "APPLIED"
    ? recordedReport(space, event)
    : processEvent(services, space, event, services.settings);
};
