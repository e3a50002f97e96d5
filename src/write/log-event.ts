import type { Event } from "../memory/event.ts";
import { contentHash } from "../memory/content-hash.ts";
import { Problem } from "../memory/problem.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { Draft } from "./draft/draft.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";
import { takesMessage } from "./write-gate.ts";

export type NewEvent = Pick<
  Event,
  "message" | "speaker" | "session" | "idempotencyKey" | "recentMessages"
> & {
  readonly occurredAt: Event["occurredAt"] | null;
  /** The turn that it is the event of, where that is on record already; else it makes one of its own. */
  readonly turn?: Event["turn"];
};

/** An event that a draft is about to log. */
export const draftEvent = (draft: Draft, id: string, input: NewEvent): Event => ({
  ...input,
  id,
  occurredAt: input.occurredAt ?? draft.recordedAt,
  recordedAt: draft.recordedAt,
  turn: input.turn ?? (input.session === null ? null : id),
  status: "PENDING",
  emotion: null,
  outcome: null,
  settledAt: null,
});

/** The event that an idempotency key has brought about already. Throws IDEMPOTENCY_KEY_REUSED where it was another message. */
export const repeatedEvent = async (space: SpaceStore, input: NewEvent): Promise<Event | null> => {
  if (input.idempotencyKey === null) return null;
  const event = await space.eventByIdempotencyKey(input.idempotencyKey);
  if (event && contentHash(event.message) !== contentHash(input.message))
    throw new Problem(
      "IDEMPOTENCY_KEY_REUSED",
      "This idempotency key came with another message before. Take a new key for a new message.",
    );
  return event;
};

/** Nothing is on record yet of what a caller sent who goes away now. */
export const refuseIfGone = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted)
    throw new Problem(
      "BAD_REQUEST",
      "The caller went away before the message was on record. Nothing was written.",
    );
};

/** An event of which only this process knows: what is done with its message leaves nothing on record. */
const unlogged = async (draft: Draft, input: NewEvent, fresh: string): Promise<LoggedEvent> => {
  const id =
    input.idempotencyKey === null
      ? fresh
      : `unlogged-${contentHash(JSON.stringify([input.session, input.idempotencyKey]))}`;
  const [turn] =
    input.session === null || input.idempotencyKey === null
      ? []
      : await draft.space.turnsById([id]);
  return {
    event: { ...draftEvent(draft, id, input), status: "APPLIED" },
    repeated: turn != null,
    logged: false,
  };
};

export interface LoggedEvent {
  readonly event: Event;
  /** Whether it was there already, by its idempotency key. */
  readonly repeated: boolean;
  /** False where the user's settings let nobody remember it: then nothing of it is on record, and nothing is to be drawn from it. */
  readonly logged: boolean;
}

/**
 * Stage 2. Puts the event on record, in a commit of its own, before any model is asked. With an idempotency key, gives the event of the
 * first write instead. Throws BAD_REQUEST where the signal has aborted before that.
 */
export const logEvent = async (
  services: WriteServices,
  space: SpaceStore,
  input: NewEvent,
  signal?: AbortSignal,
): Promise<LoggedEvent> => {
  const id = services.newId();
  const vectors = new Vectors(services);
  const { event, repeated, logged } = await commitDraft(services, space, async (draft) => {
    refuseIfGone(signal);
    const known = await repeatedEvent(space, input);
    if (known) return { event: known, repeated: true, logged: true, finished: null };
    if (!takesMessage(draft.permits, input))
      return { ...(await unlogged(draft, input, id)), finished: null };
    const event = draftEvent(draft, id, input);
    return {
      event,
      repeated: false,
      logged: true,
      finished: await draft.finish(vectors, { log: event }),
    };
  });
  return { event, repeated, logged };
};
