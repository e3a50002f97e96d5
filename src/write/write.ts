import type { Event } from "../memory/event.ts";
import { Problem } from "../memory/problem.ts";
import { instantOf, later } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { logEvent, refuseIfGone, type NewEvent } from "./log-event.ts";
import {
  checkLength,
  checkShort,
  IDEMPOTENCY_KEY_LENGTH,
  RECENT_MESSAGES,
} from "./message-limits.ts";
import { nothingDone } from "./nothing-done.ts";
import { runPipeline } from "./pipeline.ts";
import { reportOf } from "./repeat-report.ts";
import type { WriteReport } from "./report.ts";
import type { WriteRequest } from "./requests.ts";
import { runningReport } from "./running-events.ts";
import type { WriteServices } from "./services.ts";
import { withOverrides, type WriteSettings } from "./settings.ts";
import { startMeter, type Meter } from "./work.ts";
import { keepTurn, workThrough } from "./work-through.ts";

const checked = async (space: SpaceStore, request: WriteRequest): Promise<NewEvent> => {
  checkLength("The message", request.message);
  checkShort("speaker", request.speaker);
  checkShort("idempotencyKey", request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  const recentMessages = request.recentMessages ?? [];
  if (recentMessages.length > RECENT_MESSAGES)
    throw new Problem(
      "BAD_USER_INPUT",
      `recentMessages holds ${recentMessages.length} messages; at most ${RECENT_MESSAGES} are taken.`,
    );
  for (const message of recentMessages) checkLength("A recent message", message);
  if (request.session != null && (await space.sessionsById([request.session]))[0] == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  return {
    message: request.message,
    speaker: request.speaker?.trim() ?? null,
    session: request.session ?? null,
    occurredAt: request.occurredAt ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    recentMessages,
  };
};

/** Stages 3 to 10 without persisting anything: the event is one that was never logged. */
const dryRun = async (
  services: WriteServices,
  space: SpaceStore,
  input: NewEvent,
  settings: WriteSettings,
  meter: Meter,
): Promise<WriteReport> => {
  const { recordedAt: head } = await space.head();
  const now = instantOf(services.now());
  const recordedAt = head === null ? now : later(now, head);
  const event: Event = {
    ...input,
    id: services.newId(),
    occurredAt: input.occurredAt ?? recordedAt,
    recordedAt,
    turn: null,
    status: "PENDING",
    emotion: null,
    outcome: null,
    settledAt: null,
  };
  return runPipeline(services, space, { event, settings, meter, dryRun: true });
};

/**
 * Remembers a message (DESIGN.md §3). An empty or blank one does nothing; of one that the user's settings let nobody remember only the turn
 * of its session is kept. The event is on record before any model is asked; where no
 * model can extract, it stays pending, the report tells so, and it is tried again later. With an idempotency key a repeated write gives
 * the first one's report. Throws MESSAGE_TOO_LONG, BAD_USER_INPUT, INVALID_OVERRIDE, NOT_FOUND (session), IDEMPOTENCY_KEY_REUSED.
 */
export const write = async (
  services: WriteServices,
  space: SpaceStore,
  request: WriteRequest,
): Promise<WriteReport> => {
  const meter = startMeter(services);
  const settings = withOverrides(services.settings, request.config);
  if (request.message.trim() === "") return nothingDone(services);
  const input = await meter.noting(
    "guard",
    () => checked(space, request),
    ({ message }) => ({ bytes: Buffer.byteLength(message, "utf8") }),
  );
  refuseIfGone(request.signal);
  if (request.dryRun) return dryRun(services, space, input, settings, meter);
  const { event, repeated, logged } = await meter.noting(
    "log",
    () => logEvent(services, space, input, request.signal),
    ({ event, repeated, logged }) => ({ recordedAt: event.recordedAt, repeated, logged }),
  );
  if (!logged) {
    await keepTurn(
      services,
      space,
      { ...event, turn: event.session === null ? null : event.id },
      null,
    );
    return nothingDone(services);
  }
  if (repeated && event.status !== "PENDING")
    return { ...(await reportOf(space, event)), repeated };
  return runningReport(event.id) ?? workThrough(services, space, event, settings, meter);
};
