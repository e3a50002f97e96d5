import { contentHash } from "../../memory/content-hash.ts";
import type { Event } from "../../memory/event.ts";
import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft } from "../draft/draft.ts";
import { mayRememberMessage } from "../memory-switches.ts";
import { repeatedEvent } from "../events/repeated-event.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/** A message that is to become an event. */
export type NewEvent = Pick<
  Event,
  "message" | "speaker" | "timeZone" | "tags" | "session" | "idempotencyKey" | "recentMessages"
> & {
  /** Null for the current time. */
  readonly occurredAt: Event["occurredAt"] | null;
  /**
   * The turn of the event, if it is already recorded. Without it, an event of a session gets a new
   * turn.
   */
  readonly turn?: Event["turn"];
};

/** A pending event with the record time of a draft. */
export const pendingEvent = (
  id: string,
  input: NewEvent,
  recordedAt: Event["recordedAt"],
): Event => ({
  ...input,
  id,
  occurredAt: input.occurredAt ?? recordedAt,
  recordedAt,
  turn: input.turn ?? (input.session === null ? null : id),
  status: "PENDING",
  emotion: null,
  outcome: null,
  settledAt: null,
});

/** Throws BAD_REQUEST if the caller has disconnected before anything is recorded. */
export const refuseIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted)
    throw new Problem(
      "BAD_REQUEST",
      "The client disconnected before the message was recorded. Nothing was written.",
    );
};

export interface LoggedEvent {
  readonly event: Event;
  /** Whether it was recorded before, by its idempotency key. */
  readonly repeated: boolean;
  /**
   * False if the settings of the user forbid remembering it: it is not recorded, and nothing is
   * extracted from it.
   */
  readonly logged: boolean;
}

/**
 * An event that only this process knows. Its id follows from its idempotency key, so that a
 * repeated write finds its turn.
 */
const unloggedEvent = async (
  draft: Draft,
  input: NewEvent,
  freshId: string,
): Promise<LoggedEvent> => {
  const { session, idempotencyKey } = input;
  const id =
    idempotencyKey === null
      ? freshId
      : `unlogged-${contentHash(JSON.stringify([session, idempotencyKey]))}`;
  const [turn] =
    session === null || idempotencyKey === null ? [] : await draft.space.turnsById([id]);
  return {
    event: { ...pendingEvent(id, input, draft.recordedAt), status: "APPLIED" },
    repeated: turn != null,
    logged: false,
  };
};

/**
 * Records the event in a separate commit, before any model is called. With a known
 * idempotency key, returns the event of the first write. `id`: of a new event. Throws
 * IDEMPOTENCY_KEY_REUSED, and BAD_REQUEST if the signal aborts before the commit.
 */
export const logEvent = async (
  services: WriteServices,
  space: SpaceStore,
  input: NewEvent,
  signal?: AbortSignal,
  id = services.newId(),
): Promise<LoggedEvent> => {
  const vectors = new Vectors(services);
  const { event, repeated, logged } = await commitDraft(services, space, async (draft) => {
    refuseIfAborted(signal);
    const earlier = await repeatedEvent(space, input);
    if (earlier) return { event: earlier, repeated: true, logged: true, finishedDraft: null };
    if (!mayRememberMessage(draft.permits, input))
      return { ...(await unloggedEvent(draft, input, id)), finishedDraft: null };
    const log = pendingEvent(id, input, draft.recordedAt);
    return {
      event: log,
      repeated: false,
      logged: true,
      finishedDraft: await draft.finish(vectors, { log }),
    };
  });
  return { event, repeated, logged };
};
