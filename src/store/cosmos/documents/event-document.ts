import type { Emotion, Event, EventStatus, Outcome } from "../../../memory/event.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import { documentId } from "./document-id.ts";
import { envelope, type Envelope } from "./envelope.ts";

/** What became of an event: added once. */
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
  /** From when on its text is found no more, where it was taken out of search. */
  readonly hiddenAt?: Instant;
  readonly body: Omit<Event, keyof Settlement>;
}

export const eventDocumentId = (event: string): string => documentId("event", event);

export const eventDocument = (
  space: SpaceId,
  { status, emotion, outcome, settledAt, ...body }: Event,
): EventDocument => ({
  ...envelope(space, "event", eventDocumentId(body.id)),
  event: body.id,
  recordedAt: body.recordedAt,
  occurredAt: body.occurredAt,
  session: body.session,
  idempotencyKey: body.idempotencyKey,
  status,
  emotion,
  outcome,
  settledAt,
  body,
});

/** The event as it was known at `knownAt`: pending, where it was worked through only later. */
export const eventOf = (
  { body, status, emotion, outcome, settledAt }: EventDocument,
  knownAt: Instant,
): Event =>
  settledAt !== null && settledAt > knownAt
    ? { ...body, status: "PENDING", emotion: null, outcome: null, settledAt: null }
    : { ...body, status, emotion, outcome, settledAt };
