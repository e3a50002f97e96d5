import type { Event } from "../../memory/event.ts";
import type { EventId } from "../../memory/ids.ts";
import { notFound } from "../../memory/problem.ts";
import { instantOf } from "../../memory/time.ts";
import { turnExpiry } from "../../memory/turn-ttl.ts";
import type { SpaceStore } from "../../store/port.ts";
import { failEvent, forgetCutOffs, isCutOffForGood } from "./cut-off.ts";
import { startMeter } from "../meter.ts";
import { AlreadySettled, runPipeline } from "../pipeline.ts";
import { nothingRecorded, pendingReport, recordedReport, type WriteReport } from "../report.ts";
import type { WriteServices } from "../services.ts";
import type { WriteSettings } from "../settings.ts";
import { ExtractionFailed } from "../stages/extract.ts";
import type { LoggedEvent } from "../stages/log-event.ts";

/**
 * The events that this process is processing, so that a repeated write waits for the first result.
 */
const runningEvents = new Map<EventId, Promise<WriteReport>>();

/** The events that a write of this process will process with its own settings. */
const reservedEvents = new Set<EventId>();

/** Whether this process is processing an event or is about to. */
export const isRunning = (event: EventId): boolean =>
  reservedEvents.has(event) || runningEvents.has(event);

/**
 * Keeps the job for pending events away from an event while `work` logs and processes it. The job
 * would process it without the settings of its write.
 */
export const reservingEvent = async <T>(event: EventId, work: () => Promise<T>): Promise<T> => {
  reservedEvents.add(event);
  try {
    return await work();
  } finally {
    reservedEvents.delete(event);
  }
};

/** Runs an event unless it is already running; concurrent callers get the same report. */
const runOnce = (event: EventId, run: () => Promise<WriteReport>): Promise<WriteReport> => {
  const report = runningEvents.get(event) ?? run().finally(() => runningEvents.delete(event));
  runningEvents.set(event, report);
  return report;
};

/**
 * Stores the turn of an event under the id of the event, so that repeated attempts store one turn.
 * An event without a turn of its own is skipped. `recorded`: null if the event itself is not
 * recorded.
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
  // An event that is processed late, whose turn would have expired already.
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
 * Processes a recorded event: stores its turn and runs the pipeline. If no model could extract, the
 * event stays pending, the report says so, and `services.onPending` is called. If its processing
 * was stopped by force for the second time, the event is FAILED. Throws any other error; the event
 * stays pending then, too.
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
        services.log.warn(
          { event: event.id, error: fault },
          "Processing a message failed. It will not be retried.",
        );
        return recordedReport(space, await failEvent(services, space, event));
      }
      services.log.warn(
        { event: event.id, error: fault },
        "Processing a message failed. It will be retried.",
      );
      services.onPending(space, fault);
      if (error instanceof ExtractionFailed) return pendingReport(services, event, meter);
      throw error;
    }
  });

/**
 * The report of a message after its event is logged: for a repeated message the first report, for a
 * message that may not be remembered an empty report, and otherwise the report of processing it
 * now, or of the current run.
 */
export const processLogged = async (
  services: WriteServices,
  space: SpaceStore,
  { event, repeated, logged }: LoggedEvent,
  settings: WriteSettings = services.settings,
  meter = startMeter(services),
): Promise<WriteReport> => {
  if (!logged) return nothingRecorded(services, space);
  if (repeated && event.status !== "PENDING")
    return { ...(await recordedReport(space, event)), repeated };
  return processEvent(services, space, event, settings, meter);
};

/**
 * Processes a PENDING or FAILED event again. For any other event, returns the report of its write.
 * Throws NOT_FOUND.
 */
export const retryEvent = async (
  services: WriteServices,
  space: SpaceStore,
  id: EventId,
): Promise<WriteReport> => {
  const { recordedAt } = await space.head();
  const [event] = recordedAt === null ? [] : await space.events([id], recordedAt);
  if (!event) throw notFound("event");
  return event.status === "APPLIED"
    ? recordedReport(space, event)
    : processEvent(services, space, event, services.settings);
};
