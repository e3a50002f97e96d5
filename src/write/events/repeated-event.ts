import { contentHash } from "../../memory/content-hash.ts";
import type { Event } from "../../memory/event.ts";
import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";

/**
 * The event of an earlier write with the same idempotency key. Throws IDEMPOTENCY_KEY_REUSED if its
 * message differs.
 */
export const repeatedEvent = async (
  space: SpaceStore,
  input: Pick<Event, "idempotencyKey" | "message">,
): Promise<Event | null> => {
  if (input.idempotencyKey === null) return null;
  const event = await space.eventByIdempotencyKey(input.idempotencyKey);
  if (event && contentHash(event.message) !== contentHash(input.message))
    throw new Problem(
      "IDEMPOTENCY_KEY_REUSED",
      "This idempotency key was used for another message. Use a new key for a new message.",
    );
  return event;
};
