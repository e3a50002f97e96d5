import type { Event } from "../memory/event.ts";
import { instantOf } from "../memory/time.ts";
import { turnExpiry } from "../memory/turn-ttl.ts";
import type { EventId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import { AlreadySettled, runPipeline } from "./pipeline.ts";
import { reportOf } from "./repeat-report.ts";
import type { WriteReport } from "./report.ts";
import { runOnce } from "./running-events.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { ExtractionFailed } from "./stages/extract.ts";
import { startMeter } from "./work.ts";

const readAgain = async (space: SpaceStore, event: Event): Promise<Event> => {
  const { recordedAt } = await space.head();
  const [current] = recordedAt === null ? [] : await space.events([event.id], recordedAt);
  return current ?? event;
};

/**
 * The turn of an event, stored under the event's own id, so that it is there once however often it is tried. One that was there before the
 * event is left alone. `recorded`: null where the event itself is not on record.
 */
export const keepTurn = async (
  { now }: Pick<WriteServices, "now">,
  space: SpaceStore,
  event: Event,
  recorded: EventId | null = event.id,
): Promise<void> => {
  if (event.session === null || event.turn !== event.id) return;
  const { message: content, occurredAt, recordedAt } = event;
  const [session] = await space.sessionsById([event.session]);
  if (!session) return;
  const expiresAt = turnExpiry(session.strategy, recordedAt);
  // One that was worked through late: its turn would be gone by now.
  if (expiresAt !== null && expiresAt <= instantOf(now())) return;
  await space.appendTurns(event.session, [
    {
      id: event.turn,
      role: "USER",
      content,
      metadata: null,
      toolName: null,
      toolCallId: null,
      occurredAt,
      recordedAt,
      event: recorded,
      expiresAt,
    },
  ]);
};

/**
 * Works an event through that is on record: its turn, then the pipeline. Where no model could extract, the event stays pending, the
 * report says so, and `services.onPending` is told. Throws what else goes wrong; the event stays pending then too.
 */
export const workThrough = (
  services: WriteServices,
  space: SpaceStore,
  event: Event,
  settings: WriteSettings,
  meter = startMeter(services),
): Promise<WriteReport> =>
  runOnce(event.id, async () => {
    try {
      await keepTurn(services, space, event);
      const report = await runPipeline(services, space, { event, settings, meter, dryRun: false });
      meter.end();
      return report;
    } catch (error) {
      if (error instanceof AlreadySettled) return reportOf(space, await readAgain(space, event));
      const fault = error instanceof ExtractionFailed ? error.cause : error;
      services.log.warn({ event: event.id, error: fault }, "the event stays pending");
      services.onPending(space, fault);
      if (!(error instanceof ExtractionFailed)) throw error;
      return {
        at: { knownAt: event.recordedAt, validAt: event.recordedAt },
        event,
        added: [],
        updated: [],
        unchanged: [],
        deleted: [],
        entities: [],
        relationships: [],
        decisions: [],
        tokens: meter.tokens,
        durationMs: meter.elapsedMs,
        extractor: services.models.extractor,
        error:
          "No model could extract from the message. It is on record and will be worked through later.",
        trace: meter.trace,
        drafted: { entities: [], facts: [], relationships: [], decisions: [] },
      };
    }
  });
