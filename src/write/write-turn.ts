import type { Turn } from "../memory/session.ts";
import type { SpaceStore } from "../store/port.ts";
import { MESSAGE_BYTES } from "./limits.ts";
import { processLogged } from "./events/process.ts";
import type { WriteReport } from "./report.ts";
import type { WriteServices } from "./services.ts";
import { logEvent } from "./stages/log-event.ts";

/**
 * Whether a turn can become an event: a message of the user without an event, within the length of
 * a message.
 */
export const canBeEvent = ({ role, event, content }: Turn): boolean =>
  role === "USER" &&
  event === null &&
  content.trim() !== "" &&
  Buffer.byteLength(content, "utf8") <= MESSAGE_BYTES;

/**
 * Remembers a recorded turn without an event, as `write` does, at its time and with its speaker. A
 * turn is one event however often it is written: a repeated call returns the first report, with
 * `repeated`.
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
