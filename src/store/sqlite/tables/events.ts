import {
  CONVERSATION_GAP,
  type Emotion,
  type Event,
  type EventStatus,
  type Outcome,
} from "../../../memory/event.ts";
import type { EventId, SessionId } from "../../../memory/ids.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
import { END, toInstant, toInstantOrNull, toMillis } from "../database/instants.ts";
import { asList, asRequests } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { versionCacheOf, type VersionKey } from "../database/version-cache.ts";
import type { NearEvent } from "../../port.ts";
import { tagsColumn, tagsOf } from "./tags-column.ts";
import {
  isListOf,
  isNullOr,
  isNumber,
  isObjectOf,
  isText,
  isTokenUsage,
  jsonColumn,
  textList,
} from "../database/json-columns.ts";

/** An event beside others: the neighbours are JSON lists of `Neighbour`. */
type Row = readonly [
  request: number,
  session: string | null,
  ...self: Neighbour,
  before: string,
  after: string,
];

type Neighbour = readonly [
  recorded: number,
  id: string,
  speaker: string | null,
  tags: string | null,
  occurred: number,
];

/**
 * Whether an event had not been removed from search by a record time. An event without a message of
 * its own names its search text by number, which is found faster than by its id.
 */
export const isSearchable = (event: string, knownAt: string): string => `
CASE WHEN ${event}.text IS NULL THEN NOT EXISTS (SELECT 1 FROM text t WHERE t.id = ${event}.id AND t.expired <= ${knownAt})
  ELSE NOT EXISTS (SELECT 1 FROM text t WHERE t.num = ${event}.text AND t.expired <= ${knownAt}) END`;

const IS_VISIBLE = `b.recorded <= ?3 AND b.occurred <= ?4 AND ${isSearchable("b", "?3")}`;

/**
 * The events nearest to an event `v` on one side, nearest first: in its session or, without one,
 * among the others without one. ?2 reach, ?3 knownAt, ?4 validAt. Events whose search text has
 * expired do not count. One JSON array, because a row for each would take half as long again.
 */
const beside = (before: boolean): string => {
  const [sign, order] = before ? ["<", "DESC"] : [">", "ASC"];
  const nearest = (condition: string, nearness: string): string => `
(SELECT json_group_array(json_array(recorded, id, speaker, tags, occurred)) FROM (
  SELECT b.recorded, b.id, b.speaker, b.tags, b.occurred FROM event b ${condition} AND ${IS_VISIBLE}
  ORDER BY ${nearness} LIMIT ?2))`;
  const inSession = nearest(
    `WHERE b.session = v.session AND (b.recorded, b.id) ${sign} (v.recorded, v.id)`,
    `b.recorded ${order}, b.id ${order}`,
  );
  const alone = nearest(
    `INDEXED BY event_alone WHERE b.session IS NULL AND b.num ${sign} v.num`,
    `b.num ${order}`,
  );
  return `CASE WHEN v.session IS NULL THEN ${alone} ELSE ${inSession} END`;
};

/** ?1 events. */
const AROUND = `
SELECT r.key, v.session, v.recorded, v.id, v.speaker, v.tags, v.occurred, ${beside(true)}, ${beside(false)}
FROM json_each(?1) r
CROSS JOIN event v ON v.id = r.value AND v.recorded <= ?3 AND v.occurred <= ?4`;

const isNeighbour = (value: unknown): value is Neighbour => {
  if (!Array.isArray(value)) return false;
  const [recorded, id, speaker, tags, occurred]: unknown[] = value;
  return (
    isNumber(recorded) &&
    isText(id) &&
    isTextOrNull(speaker) &&
    isTextOrNull(tags) &&
    isNumber(occurred)
  );
};
const isTextOrNull = isNullOr(isText);
const neighboursOf = jsonColumn("recorded, id, speaker, tags, occurred", isListOf(isNeighbour));

/** In the order in which they were recorded. */
const inOrder = ([a, idOfA]: Neighbour, [b, idOfB]: Neighbour): number =>
  a - b || (idOfA < idOfB ? -1 : 1);

/** An event and its neighbours, in order; none if it is not visible. */
interface Surroundings {
  readonly events: readonly NearEvent[];
  /** Milliseconds of the latest of the nearest events: they are the nearest from then on. */
  readonly validFrom: number;
}

const NOWHERE: Surroundings = { events: [], validFrom: -Infinity };

/** The distance of a neighbour is negative before the event. */
const surroundingsOf = ([, session, ...columns]: Row): Surroundings => {
  const [recorded, id, speaker, tags, occurred, before, after] = columns;
  const self: Neighbour = [recorded, id, speaker, tags, occurred];
  const nearest = [...neighboursOf(before), self, ...neighboursOf(after)];
  const around = nearest
    .filter(([, , , , at]) => session !== null || Math.abs(at - occurred) <= CONVERSATION_GAP)
    .sort(inOrder);
  const place = around.indexOf(self);
  return {
    events: around.map(([, event, speaker, tags], index) => ({
      event,
      session,
      speaker,
      tags: tagsOf(tags),
      distance: index - place,
    })),
    validFrom: Math.max(...nearest.map(([, , , , at]) => at)),
  };
};

/** One query for all events. */
const readSurroundings = (
  file: SpaceFile,
  events: readonly EventId[],
  reach: number,
  knownAt: number,
  validAt: number,
): Surroundings[] => {
  const surroundings = events.map(() => NOWHERE);
  for (const row of file.all<Row>(AROUND, asList(events), reach, knownAt, validAt))
    surroundings[row[0]] = surroundingsOf(row);
  return surroundings;
};

/** By reach and event. */
const currentSurroundings = currentAnswers<`${number} ${EventId}`, Surroundings>();

/**
 * Reads the surroundings as they are at the end of valid time. They are the same earlier, unless one
 * of the nearest events has not occurred yet; those are read again.
 */
export const eventsAround = (
  file: SpaceFile,
  events: readonly EventId[],
  reach: number,
  at: TimePoint,
): (readonly NearEvent[])[] => {
  const [knownAt, validAt] = [toMillis(at.knownAt), toMillis(at.validAt)];
  const ofAllTime = currentSurroundings(
    file,
    knownAt,
    events.map((event) => `${reach} ${event}` as const),
    (missingKeys) =>
      readSurroundings(
        file,
        missingKeys.map((key) => key.slice(key.indexOf(" ") + 1)),
        reach,
        knownAt,
        END,
      ),
  );
  const early = events.filter((_, i) => (ofAllTime[i]?.validFrom ?? 0) > validAt);
  const earlier =
    early.length === 0
      ? [].values()
      : readSurroundings(file, early, reach, knownAt, validAt).values();
  return ofAllTime.map(({ events: around, validFrom }) =>
    validFrom > validAt ? (earlier.next().value?.events ?? []) : around,
  );
};

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
  timeZone: string | null,
  tags: string | null,
];

export const EVENT_COLUMNS = `v.id, coalesce(v.message, t.content), v.speaker, v.occurred, v.recorded, v.session, v.turn, v.idempotency_key, v.recent_messages, v.status, v.emotion, v.outcome, v.settled, v.time_zone, v.tags`;
const FROM_EVENT = `event v LEFT JOIN text t ON t.num = v.text`;

const recentMessagesOf = textList("event.recent_messages");
const emotionOf = jsonColumn<Emotion>(
  "event.emotion",
  isObjectOf({ label: isText, intensity: isNumber, energy: isNumber }),
);
const outcomeOf = jsonColumn<Outcome>(
  "event.outcome",
  isObjectOf({
    added: isListOf(isText),
    updated: isListOf(isText),
    unchanged: isListOf(isText),
    deleted: isListOf(isText),
    entities: isListOf(isText),
    relationships: isListOf(isText),
    tokens: isTokenUsage,
    durationMs: isNumber,
    extractor: isText,
    error: isNullOr(isText),
  }),
);

/** The event as of `knownAt`: pending if it was settled later. */
export const eventOf = (row: EventRow, knownAt: number): Event => {
  const [
    ,
    id,
    message,
    speaker,
    occurredMillis,
    recordedMillis,
    session,
    turn,
    idempotencyKey,
    recentMessages,
    status,
    emotion,
    outcome,
    settledMillis,
    timeZone,
    tags,
  ] = row;
  const pending = settledMillis !== null && settledMillis > knownAt;
  return {
    id,
    message,
    speaker,
    session,
    turn,
    idempotencyKey,
    occurredAt: toInstant(occurredMillis),
    ...(timeZone !== null && { timeZone }),
    ...(tags !== null && { tags: tagsOf(tags) }),
    recordedAt: toInstant(recordedMillis),
    recentMessages: recentMessagesOf(recentMessages),
    status: pending ? "PENDING" : status,
    emotion: pending || emotion === null ? null : emotionOf(emotion),
    outcome: pending || outcome === null ? null : outcomeOf(outcome),
    settledAt: pending ? null : toInstantOrNull(settledMillis),
  };
};

/**
 * An event in the version cache: its number, and the time of its settlement; 0 if it is not
 * settled.
 */
export const EVENT_KEY = `v.num, coalesce(v.settled, 0)`;

const BY_VERSION_KEY = `
SELECT r.key, ${EVENT_COLUMNS} FROM json_each(?) r CROSS JOIN event v ON v.num = r.value ->> 0 LEFT JOIN text t ON t.num = v.text
ORDER BY r.key`;

/** An event as it was before its settlement. */
const beforeSettled = (event: Event): Event => ({
  ...event,
  status: "PENDING",
  emotion: null,
  outcome: null,
  settledAt: null,
});

/**
 * The events as of `knownAt`, by number. Their content is read once, because only their settlement
 * changes it.
 */
export const eventsAt = (
  file: SpaceFile,
  keys: readonly VersionKey[],
  knownAt: number,
): Event[] => {
  const events = versionCacheOf(file).events.get(keys, (missingKeys) =>
    file.all<EventRow>(BY_VERSION_KEY, asRequests(missingKeys)).map((row) => eventOf(row, END)),
  );
  return events.map((event, i) => ((keys[i]?.[1] ?? 0) > knownAt ? beforeSettled(event) : event));
};

const BY_ID = `
SELECT r.key, ${EVENT_KEY} FROM json_each(?1) r CROSS JOIN event v ON v.id = r.value AND v.recorded <= ?2`;

const readEvents = (
  file: SpaceFile,
  ids: readonly EventId[],
  knownMillis: number,
): (Event | null)[] => {
  const rows = file.all<readonly [request: number, ...VersionKey]>(BY_ID, asList(ids), knownMillis);
  const foundEvents = eventsAt(
    file,
    rows.map(([, ...key]) => key),
    knownMillis,
  );
  const events = ids.map((): Event | null => null);
  for (const [i, [request]] of rows.entries()) events[request] = foundEvents[i] ?? null;
  return events;
};

const currentEvents = currentAnswers<EventId, Event | null>();

export const events = (
  file: SpaceFile,
  ids: readonly EventId[],
  knownAt: Instant,
): (Event | null)[] => {
  const knownMillis = toMillis(knownAt);
  return currentEvents(file, knownMillis, ids, (missingIds) =>
    readEvents(file, missingIds, knownMillis),
  );
};

const BY_KEY = `SELECT 0, ${EVENT_COLUMNS} FROM ${FROM_EVENT} WHERE v.idempotency_key = ?`;

export const eventByIdempotencyKey = (file: SpaceFile, key: string): Event | null => {
  const row = file.first<EventRow>(BY_KEY, key);
  return row === undefined ? null : eventOf(row, END);
};

const PENDING = `
SELECT 0, ${EVENT_COLUMNS}
FROM ${FROM_EVENT}
WHERE v.status = 'PENDING'
ORDER BY v.num
LIMIT ?`;

export const pendingEvents = (file: SpaceFile, limit: number): Event[] =>
  file.all<EventRow>(PENDING, limit).map((row) => eventOf(row, END));

const SEARCHABLE = `
SELECT v.id
FROM event v
CROSS JOIN text t ON t.id = v.id AND t.expired = ${END}
WHERE v.session = ?
ORDER BY v.num
LIMIT ?`;

export const searchableEvents = (file: SpaceFile, session: SessionId, limit: number): EventId[] =>
  file.all<readonly [EventId]>(SEARCHABLE, session, limit).map(([id]) => id);

const ADD = `
INSERT INTO event (id, message, text, speaker, occurred, recorded, session, turn, idempotency_key,
  recent_messages, status, emotion, outcome, settled, time_zone, tags)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const jsonOrNull = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value);

/**
 * `textNumber` is the number of the search text that equals the message, if any, so that it is
 * stored once.
 */
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
    event.timeZone ?? null,
    tagsColumn(event.tags),
  );
};

const SETTLE = `
UPDATE event
SET status = ?, emotion = ?, outcome = ?, settled = ?
WHERE id = ? AND (settled IS NULL OR status = 'FAILED')`;

/** Throws if the event does not exist or is settled. */
export const settleEvent = (
  file: SpaceFile,
  settlement: {
    readonly event: EventId;
    readonly status: EventStatus;
    readonly emotion: Emotion | null;
    readonly outcome: Outcome;
  },
  recordedMillis: number,
): void => {
  const { event, status, emotion, outcome } = settlement;
  if (
    file.run(
      SETTLE,
      status,
      jsonOrNull(emotion),
      JSON.stringify(outcome),
      recordedMillis,
      event,
    ) !== 1
  )
    throw new Error(`There is no event ${event} to settle.`);
};

const REWRITE = `
UPDATE event
SET message = ?, text = NULL, speaker = ?, turn = ?, idempotency_key = ?, recent_messages = ?,
  outcome = ?, tags = ?
WHERE id = ?`;

/** Rewrites an event. Unless `keepsText` is set, it stores the message itself from now on. */
export const rewriteEvent = (
  file: SpaceFile,
  { id, message, speaker, turn, idempotencyKey, recentMessages, outcome, tags }: Event,
  keepsText: boolean,
): void => {
  if (keepsText)
    file.run(
      `UPDATE event SET recent_messages = ?, outcome = ?, tags = ? WHERE id = ?`,
      JSON.stringify(recentMessages),
      jsonOrNull(outcome),
      tagsColumn(tags),
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
      tagsColumn(tags),
      id,
    );
};
