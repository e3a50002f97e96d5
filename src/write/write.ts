import { instantOf, later } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { startMeter, type Meter } from "./meter.ts";
import { runPipeline } from "./pipeline.ts";
import { processLogged, reservingEvent, storeTurn } from "./events/process.ts";
import { nothingRecorded, type WriteReport } from "./report.ts";
import type { WriteRequest } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { withOverrides, type WriteSettings } from "./settings.ts";
import { guard } from "./stages/guard.ts";
import { logEvent, pendingEvent, refuseIfAborted, type NewEvent } from "./stages/log-event.ts";

/** Runs stages 3 to 11 for an event that is never logged. */
const dryRun = async (
  services: WriteServices,
  space: SpaceStore,
  input: NewEvent,
  settings: WriteSettings,
  meter: Meter,
): Promise<WriteReport> => {
  const { recordedAt: head } = await space.lastHead();
  const now = instantOf(services.now());
  const recordedAt = head === null ? now : later(now, head);
  const event = { ...pendingEvent(services.newId(), input, recordedAt), turn: null };
  return runPipeline(services, space, { event, settings, meter, dryRun: true });
};

/**
 * Remembers a message. A blank message does nothing. For a message that the settings of the user
 * forbid to remember, only the turn of its session is stored. The event is recorded before any
 * model is called. If no model can extract, the event stays pending, the report says so, and it is
 * processed later. A repeated write with the same idempotency key returns the first report. Throws
 * MESSAGE_TOO_LONG, BAD_USER_INPUT, INVALID_INSTANT, INVALID_OVERRIDE, NOT_FOUND (session),
 * IDEMPOTENCY_KEY_REUSED, and BAD_REQUEST if the signal aborts in time.
 */
export const write = async (
  services: WriteServices,
  space: SpaceStore,
  request: WriteRequest,
): Promise<WriteReport> => {
  const meter = startMeter(services);
  const settings = withOverrides(services.settings, request.config);
  if (request.message.trim() === "") return nothingRecorded(services, space);
  const input = await meter.stage("guard", async () => ({
    value: await guard(space, request, settings, services.now()),
    data: { bytes: Buffer.byteLength(request.message, "utf8") },
  }));
  refuseIfAborted(request.signal);
  if (request.dryRun) return dryRun(services, space, input, settings, meter);
  const id = services.newId();
  return reservingEvent(id, async () => {
    const loggedEvent = await meter.stage("log", async () => {
      const value = await logEvent(services, space, input, request.signal, id);
      const { event, repeated } = value;
      return { value, data: { recordedAt: event.recordedAt, repeated, logged: value.logged } };
    });
    if (!loggedEvent.logged) {
      const { event } = loggedEvent;
      const turn = event.session === null ? null : event.id;
      await storeTurn(services, space, { ...event, turn }, null);
    }
    return processLogged(services, space, loggedEvent, settings, meter);
  });
};
