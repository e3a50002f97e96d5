import { notFound, Problem } from "../../memory/problem.ts";
import { checkTags } from "../../memory/tags.ts";
import type { SpaceStore } from "../../store/port.ts";
import {
  checkLength,
  checkOccurredAt,
  checkShort,
  IDEMPOTENCY_KEY_LENGTH,
  RECENT_MESSAGES,
} from "../limits.ts";
import { zoneOfRequest } from "../message-zone.ts";
import type { WriteRequest } from "../requests.ts";
import type { WriteSettings } from "../settings.ts";
import type { NewEvent } from "./log-event.ts";

/**
 * Checks a request and builds its event. Throws MESSAGE_TOO_LONG, BAD_USER_INPUT,
 * INVALID_INSTANT, and NOT_FOUND for an unknown session. The caller handles blank messages.
 */
export const guard = async (
  space: SpaceStore,
  request: WriteRequest,
  { timeZone }: Pick<WriteSettings, "timeZone">,
  now: number,
): Promise<NewEvent> => {
  const { message, recentMessages = null, session = null } = request;
  checkLength("The message", message);
  checkShort("speaker", request.speaker);
  checkShort("idempotencyKey", request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  if (recentMessages !== null && recentMessages.length > RECENT_MESSAGES)
    throw new Problem(
      "BAD_USER_INPUT",
      `recentMessages has ${recentMessages.length} messages; at most ${RECENT_MESSAGES} are allowed.`,
    );
  checkOccurredAt("occurredAt", request.occurredAt, now);
  for (const recent of recentMessages ?? []) checkLength("A recent message", recent);
  const tags = checkTags(request.tags);
  const zone = zoneOfRequest(request, timeZone);
  if (session !== null) await checkSession(space, session);
  return {
    message,
    speaker: request.speaker?.trim() ?? null,
    session,
    occurredAt: request.occurredAt ?? null,
    idempotencyKey: request.idempotencyKey ?? null,
    recentMessages: recentMessages ?? [],
    ...(zone !== null && { timeZone: zone }),
    ...(tags !== undefined && { tags }),
  };
};

/** Throws NOT_FOUND for an unknown session. */
export const checkSession = async (space: SpaceStore, session: string): Promise<void> => {
  const [storedSession] = await space.sessionsById([session]);
  if (!storedSession) throw notFound("session");
};
