import type { Event } from "../../memory/event.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import { checkLength, checkShort, IDEMPOTENCY_KEY_LENGTH } from "../limits.ts";
import { startMeter } from "../meter.ts";
import { checkLongTermMemory } from "../memory-switches.ts";
import { outcomeOf, type WriteResult } from "../report.ts";
import type { EntityRef } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { repeatedEvent } from "../events/repeated-event.ts";
import { pendingEvent } from "../stages/log-event.ts";
import { Vectors } from "../vectors/vectors.ts";
import { resolveRef } from "./entity-ref.ts";

export interface KeepMessageRequest {
  readonly message: string;
  readonly speaker: string | null;
  readonly occurredAt: Instant | null;
  readonly idempotencyKey: string;
  /** The entity that gets the message as its profile if it has none. */
  readonly profileOf?: EntityRef | undefined;
}

/**
 * Records a message so that searches find it, and extracts nothing from it: its facts are recorded
 * separately. Calls no model. Throws BAD_USER_INPUT, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED,
 * MEMORY_OFF.
 */
export const keepMessage = async (
  services: WriteServices,
  space: SpaceStore,
  { profileOf, ...message }: KeepMessageRequest,
): Promise<Event> => {
  checkLength("message", message.message);
  checkShort("speaker", message.speaker);
  checkShort("idempotencyKey", message.idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  const meter = startMeter();
  const id = services.newId();
  const vectors = new Vectors(services);
  const input = { ...message, session: null, recentMessages: [] };
  const { event } = await commitDraft(services, space, async (draft) => {
    checkLongTermMemory(draft.permits);
    const earlierEvent = await repeatedEvent(space, input);
    if (earlierEvent) return { event: earlierEvent, finishedDraft: null };
    const event = pendingEvent(id, input, draft.recordedAt);
    const entity = profileOf === undefined ? null : await resolveRef(draft, "profileOf", profileOf);
    if (entity?.profile === null)
      draft.entities.change(entity.entity, { profile: message.message });
    const result: WriteResult = {
      facts: [],
      entities: entity === null ? [] : [entity.entity],
      relationships: [],
      extractor: "none",
      error: null,
    };
    const finishedDraft = await draft.finish(vectors, {
      log: event,
      settle: (draftContents) => ({
        event: id,
        status: "APPLIED",
        emotion: null,
        outcome: outcomeOf(draft, draftContents, result, meter),
      }),
      vectorOf: event,
    });
    return { event, finishedDraft };
  });
  return event;
};
