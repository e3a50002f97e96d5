import type { Emotion, Event, EventStatus, Outcome } from "../../memory/event.ts";
import type { EventId, SessionId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import { END, toInstant, toInstantOrNull, toMillis } from "./instants.ts";
import { asList, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

export type EventRow = readonly [
  request: number,
  id: string,
  message: string,
  speaker: string | null,
  occurred: number,
  recorded: number,
  session: string | null,
  turn: string | null,
  idempotencyKey: string | null,
  recentMessages: string,
  status: EventStatus,
  emotion: string | null,
  outcome: string | null,
  settled: number | null,
];

export const EVENT_COLUMNS = `v.id, coalesce(v.message, t.content), v.speaker, v.occurred, v.recorded, v.session, v.turn, v.idempotency_key, v.recent_messages, v.status, v.emotion, v.outcome, v.settled`;
const FROM_EVENT = `event v LEFT JOIN text t ON t.num = v.text`;

/** An event that was settled after `knownAt` was pending then. */
export const eventOf = (row: EventRow, knownAt: number): Event => {
  const [
    ,
    id,
    message,
    speaker,
    occurred,
    recorded,
    session,
    turn,
    idempotencyKey,
    recentMessages,
    status,
    emotion,
    outcome,
    settled,
  ] = row;
  const pending = settled !== null && settled > knownAt;
  return {
    id,
    message,
    speaker,
    session,
    turn,
    idempotencyKey,
    occurredAt: toInstant(occurred),
    recordedAt: toInstant(recorded),
    recentMessages: JSON.parse(recentMessages) as string[],
    status: pending ? "PENDING" : status,
    emotion: pending || emotion === null ? null : (JSON.parse(emotion) as Emotion),
    outcome: pending || outcome === null ? null : (JSON.parse(outcome) as Outcome),
    settledAt: pending ? null : toInstantOrNull(settled),
  };
};

const BY_ID = `
SELECT r.key, ${EVENT_COLUMNS} FROM json_each(?1) r CROSS JOIN event v ON v.id = r.value AND v.recorded <= ?2 LEFT JOIN text t ON t.num = v.text`;

export const events = (
  file: SpaceFile,
  ids: readonly EventId[],
  knownAt: Instant,
): (Event | null)[] => {
  const known = toMillis(knownAt);
  return oneByRequest(ids.length, file.all<EventRow>(BY_ID, asList(ids), known), (row) =>
    eventOf(row, known),
  );
};

const BY_KEY = `SELECT 0, ${EVENT_COLUMNS} FROM ${FROM_EVENT} WHERE v.idempotency_key = ?`;

export const eventByIdempotencyKey = (file: SpaceFile, key: string): Event | null => {
  const row = file.first<EventRow>(BY_KEY, key);
  return row === undefined ? null : eventOf(row, END);
};

const PENDING = `SELECT 0, ${EVENT_COLUMNS} FROM ${FROM_EVENT} WHERE v.status = 'PENDING' ORDER BY v.num LIMIT ?`;

export const pendingEvents = (file: SpaceFile, limit: number): Event[] =>
  file.all<EventRow>(PENDING, limit).map((row) => eventOf(row, END));

const SEARCHABLE = `SELECT v.id FROM event v CROSS JOIN text t ON t.id = v.id AND t.expired = ${END} WHERE v.session = ? ORDER BY v.num LIMIT ?`;

export const searchableEvents = (file: SpaceFile, session: SessionId, limit: number): EventId[] =>
  file.all<readonly [EventId]>(SEARCHABLE, session, limit).map(([id]) => id);

const ADD = `
INSERT INTO event (id, message, text, speaker, occurred, recorded, session, turn, idempotency_key, recent_messages, status, emotion, outcome, settled)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const jsonOrNull = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value);

/** `textNumber` is that of a search text which holds the message, so that it is stored once. */
export const recordEvent = (file: SpaceFile, event: Event, textNumber: number | null): void => {
  file.run(
    ADD,
    event.id,
    textNumber === null ? event.message : null,
    textNumber,
    event.speaker,
    toMillis(event.occurredAt),
    toMillis(event.recordedAt),
    event.session,
    event.turn,
    event.idempotencyKey,
    JSON.stringify(event.recentMessages),
    event.status,
    jsonOrNull(event.emotion),
    jsonOrNull(event.outcome),
    event.settledAt === null ? null : toMillis(event.settledAt),
  );
};

const SETTLE = `UPDATE event SET status = ?, emotion = ?, outcome = ?, settled = ? WHERE id = ? AND settled IS NULL`;

/** Throws where there is no such event, or it was settled before. */
export const settleEvent = (
  file: SpaceFile,
  settled: {
    readonly event: EventId;
    readonly status: EventStatus;
    readonly emotion: Emotion | null;
    readonly outcome: Outcome;
  },
  recorded: number,
): void => {
  const { event, status, emotion, outcome } = settled;
  if (file.run(SETTLE, status, jsonOrNull(emotion), JSON.stringify(outcome), recorded, event) !== 1)
    throw new Error(`No event ${event} to be settled.`);
};

const REWRITE = `UPDATE event SET message = ?, text = NULL, speaker = ?, turn = ?, idempotency_key = ?, recent_messages = ?, outcome = ? WHERE id = ?`;

/** Its message is no search text's any more. */
export const rewriteEvent = (
  file: SpaceFile,
  { id, message, speaker, turn, idempotencyKey, recentMessages, outcome }: Event,
  keepsText: boolean,
): void => {
  if (keepsText)
    file.run(
      `UPDATE event SET recent_messages = ?, outcome = ? WHERE id = ?`,
      JSON.stringify(recentMessages),
      jsonOrNull(outcome),
      id,
    );
  else
    file.run(
      REWRITE,
      message,
      speaker,
      turn,
      idempotencyKey,
      JSON.stringify(recentMessages),
      jsonOrNull(outcome),
      id,
    );
};
