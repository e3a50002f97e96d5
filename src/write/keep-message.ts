import type { Event } from "../memory/event.ts";
import type { Instant } from "../memory/time.ts";
import { NO_TOKENS } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { resolveRef } from "./entity-ref.ts";
import { draftEvent, repeatedEvent } from "./log-event.ts";
import { checkLength, checkShort, IDEMPOTENCY_KEY_LENGTH } from "./message-limits.ts";
import type { EntityRef } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";
import { checkKeeping } from "./write-gate.ts";

export interface KeepMessageRequest {
  readonly message: string;
  readonly speaker: string | null;
  readonly occurredAt: Instant | null;
  readonly idempotencyKey: string;
  /** The entity of which it becomes the profile, where that has none yet. */
  readonly profileOf?: EntityRef | undefined;
}

/**
 * Puts a message on record that is found by its words, and draws nothing from it (but for the profile that it is): what it says is recorded otherwise. No model is asked.
 * Throws BAD_USER_INPUT, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED, MEMORY_OFF.
 */
export const keepMessage = async (
  services: WriteServices,
  space: SpaceStore,
  request: KeepMessageRequest,
): Promise<Event> => {
  checkLength("message", request.message);
  checkShort("speaker", request.speaker);
  checkShort("idempotencyKey", request.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  const id = services.newId();
  const vectors = new Vectors(services);
  const { profileOf, ...message } = request;
  const input = { ...message, session: null, recentMessages: [] };
  const { event } = await commitDraft(services, space, async (draft) => {
    checkKeeping(draft.permits);
    const known = await repeatedEvent(space, input);
    if (known) return { event: known, finished: null };
    const event = draftEvent(draft, id, input);
    const entity = profileOf === undefined ? null : await resolveRef(draft, "profileOf", profileOf);
    if (entity?.profile === null)
      draft.entities.change(entity.entity, { profile: request.message });
    const outcome = {
      added: [],
      updated: [],
      unchanged: [],
      deleted: [],
      entities: entity === null ? [] : [entity.entity],
      relationships: [],
      tokens: NO_TOKENS,
      durationMs: 0,
      extractor: "none",
      error: null,
    };
    const finished = await draft.finish(vectors, {
      log: event,
      settle: () => ({ event: id, status: "APPLIED", emotion: null, outcome }),
      vectorOf: event,
    });
    return { event, finished };
  });
  return event;
};
