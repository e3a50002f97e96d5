import type { Turn } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { MESSAGE_BYTES } from "./limits.ts";
import { processLogged } from "./process-event.ts";
import type { WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import { logEvent } from "./stages/log-event.ts";

/**
 * Whether a turn can become an event: a message of the user that is none yet, and not longer than a
 * message may be.
 */
export const canBeEvent = ({ role, event, content }: Turn): boolean =>
  role === "USER" &&
  event === null &&
  content.trim() !== "" &&
  Buffer.byteLength(content, "utf8") <= MESSAGE_BYTES;

/**
 * Remembers a turn that is on record without an event, as `write` does, as of the time when it was
 * said and by whom. A turn is one event however often it is written: again, it gives the report of the first
 * time, with `repeated`.
 */
export const writeTurn = async (
  services: WriteServices,
  space: SpaceStore,
  { id, session, speaker, content, occurredAt, timeZone, tags }: Turn,
  recentMessages: readonly string[],
  signal?: AbortSignal,
): Promise<WriteReport> => {
  const input = {
    message: content,
    speaker: speaker ?? null,
    session,
    occurredAt,
    timeZone,
    idempotencyKey: `turn:${id}`,
    recentMessages,
    turn: id,
    ...(tags !== undefined && { tags }),
  };
  return processLogged(services, space, await logEvent(services, space, input, signal));
};
