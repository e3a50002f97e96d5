import type { Emotion, Event, EventStatus, Outcome } from "../../../memory/event.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId, envelope, type Envelope } from "./envelope.ts";
import { DocumentShape, isObject, isText, orAbsent, orNull } from "./shape.ts";

/** The outcome of processing an event. It is set once. */
interface Settlement {
  readonly status: EventStatus;
  readonly emotion: Emotion | null;
  readonly outcome: Outcome | null;
  readonly settledAt: Instant | null;
}

export interface EventDocument extends Envelope, Settlement {
  readonly type: "event";
  readonly event: string;
  readonly recordedAt: Instant;
  readonly occurredAt: Instant;
  readonly session: string | null;
  readonly idempotencyKey: string | null;
  /** The time at which its text was removed from search. */
  readonly hiddenAt?: Instant;
  /** Properties that the rest of the document does not contain. */
  readonly body: Omit<
    Event,
    keyof Settlement | "id" | "recordedAt" | "occurredAt" | "session" | "idempotencyKey"
  >;
}

export const EVENT = new DocumentShape<EventDocument>("event", {
  event: isText,
  recordedAt: isText,
  occurredAt: isText,
  session: orNull(isText),
  idempotencyKey: orNull(isText),
  status: isText,
  emotion: orNull(isObject),
  outcome: orNull(isObject),
  settledAt: orNull(isText),
  hiddenAt: orAbsent(isText),
  body: isObject,
});

export const eventDocumentId = (event: string): string => documentId("event", event);

/**
 * The document of an event. What its settlement sets is beside the body, so that an operation can
 * set it alone.
 */
export const eventDocument = (
  space: SpaceId,
  { id, recordedAt, occurredAt, session, idempotencyKey, ...others }: Event,
): EventDocument => {
  const { status, emotion, outcome, settledAt, ...body } = others;
  return {
    ...envelope(space, "event", eventDocumentId(id)),
    event: id,
    recordedAt,
    occurredAt,
    session,
    idempotencyKey,
    status,
    emotion,
    outcome,
    settledAt,
    body,
  };
};

/** The event as known at `knownAt`: pending if it was settled later. */
export const eventOf = (document: EventDocument, knownAt: Instant): Event => {
  const { event: id, recordedAt, occurredAt, session, idempotencyKey, settledAt } = document;
  const { status, emotion, outcome, body } = document;
  const base = { ...body, id, recordedAt, occurredAt, session, idempotencyKey };
  return settledAt !== null && settledAt > knownAt
    ? { ...base, status: "PENDING", emotion: null, outcome: null, settledAt: null }
    : { ...base, status, emotion, outcome, settledAt };
};
