import type { Turn } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { logEvent } from "./log-event.ts";
import { MESSAGE_BYTES } from "./message-limits.ts";
import { nothingDone } from "./nothing-done.ts";
import { reportOf } from "./repeat-report.ts";
import type { WriteReport } from "./report.ts";
import { runningReport } from "./running-events.ts";
import type { WriteServices } from "./services.ts";
import { workThrough } from "./work-through.ts";

/** What a turn is known by among events: one turn is one event, however often it is written. */
const keyOf = (turn: Turn): string => `turn:${turn.id}`;

/** Whether a turn can be an event: something that the user said, that is none yet. */
export const canBeEvent = ({ role, event, content }: Turn): boolean =>
  role === "USER" &&
  event === null &&
  content.trim() !== "" &&
  Buffer.byteLength(content, "utf8") <= MESSAGE_BYTES;

/**
 * Remembers what a turn says that is on record without an event (DESIGN.md §3): as `write` does, at the time when it was said. Done before,
 * it gives the first one's report, with `repeated`. Where no model can extract, the event stays pending and is tried again later.
 */
export const writeTurn = async (
  services: WriteServices,
  space: SpaceStore,
  turn: Turn,
  recentMessages: readonly string[],
  signal?: AbortSignal,
): Promise<{ readonly report: WriteReport; readonly repeated: boolean }> => {
  const { id, session, content, occurredAt } = turn;
  const { event, repeated, logged } = await logEvent(
    services,
    space,
    {
      message: content,
      speaker: null,
      session,
      occurredAt,
      idempotencyKey: keyOf(turn),
      recentMessages,
      turn: id,
    },
    signal,
  );
  if (!logged) return { report: nothingDone(services), repeated: false };
  if (repeated && event.status !== "PENDING")
    return { report: await reportOf(space, event), repeated };
  return {
    report: await (runningReport(event.id) ??
      workThrough(services, space, event, services.settings)),
    repeated: false,
  };
};
