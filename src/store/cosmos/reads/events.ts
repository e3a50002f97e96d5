import type { Decision } from "../../../memory/decision.ts";
import { CONVERSATION_GAP, type Event } from "../../../memory/event.ts";
import type { DecisionId, EventId, FactId, SessionId } from "../../../memory/ids.ts";
import type { Tagged } from "../../../memory/tags.ts";
import type { NearEvent } from "../../port.ts";
import { DECISION, decisionDocumentId, decisionOf } from "../documents/decision-document.ts";
import {
  EVENT,
  eventDocumentId,
  eventOf,
  type EventDocument,
} from "../documents/event-document.ts";
import { isList, isText, orAbsent, orNull } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";
import {
  IS_RECORDED,
  LATEST_RECORDED_FIRST,
  oneOf,
  ofType,
  type Query,
} from "../partition/query.ts";
import { groupBy } from "../../../collections/group-by.ts";
import { compareText, plusMillis, type Instant, type TimePoint } from "../../../memory/time.ts";
import { latestRecordTime, rowsByRequest, sortBySince, type AsOf } from "./rows.ts";

const IS_EVENT = ofType("event");
const IS_DECISION = ofType("decision");

export const events = async (
  partition: Partition,
  ids: readonly EventId[],
  knownAt: Instant,
): Promise<(Event | null)[]> => {
  const documents = await partition.readManyAsOf(EVENT, ids.map(eventDocumentId), knownAt);
  return ids.map((id) => {
    const document = documents.get(eventDocumentId(id));
    return document && document.recordedAt <= knownAt ? eventOf(document, knownAt) : null;
  });
};

/** The properties that order the events of a session, and their speakers. */
const SESSION_EVENT = EVENT.only(
  "event",
  "recordedAt",
  "occurredAt",
  "hiddenAt",
  "session",
  "outcome",
)
  .computing("speaker", "c.body.speaker", orNull<string>(isText))
  .computing("tags", "c.body.tags", orAbsent<readonly string[]>(isList));
type SessionEvent = Pick<
  EventDocument,
  "event" | "recordedAt" | "occurredAt" | "hiddenAt" | "session" | "outcome"
> &
  Tagged & { readonly speaker: string | null };

/** The session and position of an event. They never change. */
export type EventPlace = Pick<EventDocument, "event" | "session" | "occurredAt">;

const byRecording = (a: SessionEvent, b: SessionEvent): number =>
  compareText(a.recordedAt, b.recordedAt) || compareText(a.event, b.event);

/**
 * The neighbours of an event among others in their order, at most `reach` before and after it.
 */
const neighboursOf = (
  id: EventId,
  inOrder: readonly SessionEvent[],
  reach: number,
): NearEvent[] => {
  const position = inOrder.findIndex(({ event }) => event === id);
  const before = Math.min(position, reach);
  return inOrder
    .slice(Math.max(0, position - reach), position + reach + 1)
    .map(({ event, session, speaker, tags, outcome }, i) => ({
      event,
      session,
      speaker,
      tags,
      outcome,
      distance: i - before,
    }));
};

/**
 * The intervals around events in which neighbours may have been said, in order and without
 * overlaps.
 */
const timesAround = (
  centres: readonly EventPlace[],
): { readonly from: Instant; readonly to: Instant }[] => {
  const times: { from: Instant; to: Instant }[] = [];
  for (const { occurredAt } of centres.toSorted((a, b) =>
    compareText(a.occurredAt, b.occurredAt),
  )) {
    const [from, to] = [
      plusMillis(occurredAt, -CONVERSATION_GAP),
      plusMillis(occurredAt, CONVERSATION_GAP),
    ];
    const last = times.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else times.push({ from, to });
  }
  return times;
};

/**
 * Maximum number of sessions whose events are read for their neighbours: those of the first
 * requested events, which are the best hits.
 */
const MOST_SESSIONS = 10;
/**
 * Maximum number of events of sessions, and of events without a session, that are read for their
 * neighbours, so that the cost of a search depends on its hits, however long a session is. If more
 * events are close together, as those of an import without times, some have no neighbours.
 */
const MOST_NEAR = 400;

/** The given events that were said within an hour of one of them. */
const saidNear = ({ occurredAt }: SessionEvent, rows: readonly SessionEvent[]): SessionEvent[] => {
  const from = plusMillis(occurredAt, -CONVERSATION_GAP);
  const to = plusMillis(occurredAt, CONVERSATION_GAP);
  return rows.filter((row) => from <= row.occurredAt && row.occurredAt <= to);
};

type VisibleEvents = (query: Query) => Promise<SessionEvent[]>;

/**
 * Events of the sessions of some events, or without a session (null), that were said within an hour
 * of one of them. One query, or none: the latest first, so that the direct neighbours of an event
 * are included.
 */
const eventsNear = async (
  visibleEvents: VisibleEvents,
  centresOfSessions: readonly (readonly [SessionId | null, readonly EventPlace[]])[],
): Promise<SessionEvent[]> => {
  if (centresOfSessions.length === 0) return [];
  const parameters: Record<string, string> = {};
  const conditions = centresOfSessions.map(([session, centres], i) => {
    const times = timesAround(centres).map(({ from, to }, j) => {
      parameters[`from${i}x${j}`] = from;
      parameters[`to${i}x${j}`] = to;
      return `(c.occurredAt >= @from${i}x${j} AND c.occurredAt <= @to${i}x${j})`;
    });
    if (session !== null) parameters[`near${i}`] = session;
    const isOfSession = session === null ? "IS_NULL(c.session)" : `c.session = @near${i}`;
    return `(${isOfSession} AND (${times.join(" OR ")}))`;
  });
  return visibleEvents({
    where: [`(${conditions.join(" OR ")})`],
    parameters,
    orderBy: LATEST_RECORDED_FIRST,
    top: MOST_NEAR,
  });
};

/** The visible events among the given ones. Cached ones take no request. */
const centralEvents = async (
  partition: Partition,
  ids: readonly EventId[],
  knownAt: Instant,
  isVisible: (event: SessionEvent) => boolean,
): Promise<SessionEvent[]> => {
  const documents = await partition.readManyAsOf(EVENT, ids.map(eventDocumentId), knownAt);
  return [...documents.values()]
    .map(({ body: { speaker, tags }, ...row }): SessionEvent => ({ ...row, speaker, tags }))
    .filter(isVisible);
};

/** The events of the conversation of a central event, in their order. */
const conversationsOf = (
  centres: readonly SessionEvent[],
  nearEvents: readonly SessionEvent[],
): ((centre: SessionEvent) => readonly SessionEvent[]) => {
  const byId = new Map([...centres, ...nearEvents].map((row) => [row.event, row]));
  const bySession = groupBy([...byId.values()].toSorted(byRecording), ({ session }) => session);
  return (centre) => saidNear(centre, bySession.get(centre.session) ?? []);
};

/**
 * Reads the events whose position is unknown, then in one query those near them in their sessions,
 * and in another those near events without a session. Events removed from search are left out
 * unless they are requested.
 */
export const eventsAround = async (
  partition: Partition,
  ids: readonly EventId[],
  reach: number,
  { knownAt, validAt }: TimePoint,
  placeOf: (event: EventId) => EventPlace | undefined = () => undefined,
): Promise<NearEvent[][]> => {
  if (ids.length === 0) return [];
  const requestedIds = new Set(ids);
  const isVisible = ({ event, recordedAt, occurredAt, hiddenAt }: SessionEvent): boolean =>
    recordedAt <= knownAt &&
    occurredAt <= validAt &&
    (hiddenAt === undefined || hiddenAt > knownAt || requestedIds.has(event));
  const visibleEvents: VisibleEvents = async ({ where, parameters, ...rest }) => {
    const rows = await partition.query(SESSION_EVENT, {
      ...rest,
      where: [IS_EVENT, ...where, IS_RECORDED],
      parameters: { ...parameters, knownAt },
    });
    return rows.filter(isVisible);
  };
  const readCentres = (events: readonly EventId[]): Promise<SessionEvent[]> =>
    centralEvents(partition, events, knownAt, isVisible);
  const placedEvents = [...requestedIds].flatMap((id) => placeOf(id) ?? []);
  const placedIds = new Set(placedEvents.map(({ event }) => event));
  const unplacedEvents = await readCentres([...requestedIds].filter((id) => !placedIds.has(id)));
  const placeById = new Map(
    [...unplacedEvents, ...placedEvents].map((place) => [place.event, place]),
  );
  const bySession = groupBy(
    [...requestedIds].flatMap((id) => placeById.get(id) ?? []),
    ({ session }) => session,
  );
  const lone = [...bySession].filter(([session]) => session === null);
  const inSessions = [...bySession].filter(([session]) => session !== null);
  const [ofSessions, ofNone] = await Promise.all([
    eventsNear(visibleEvents, inSessions.slice(0, MOST_SESSIONS)),
    eventsNear(visibleEvents, lone),
  ]);
  const nearEvents = [...ofSessions, ...ofNone];
  const rowsById = new Map(nearEvents.map((row) => [row.event, row]));
  const centres = [
    ...unplacedEvents,
    ...[...placedIds].flatMap((id) => rowsById.get(id) ?? []),
    // Events beyond the limits are read one by one.
    ...(await readCentres([...placedIds].filter((id) => !rowsById.has(id)))),
  ];
  const conversationOf = conversationsOf(centres, nearEvents);
  const byId = new Map(centres.map((row) => [row.event, row]));
  return ids.map((id) => {
    const centre = byId.get(id);
    return centre ? neighboursOf(id, conversationOf(centre), reach) : [];
  });
};

export const eventByIdempotencyKey = async (
  partition: Partition,
  key: string,
  knownAt: Instant,
): Promise<Event | null> => {
  const [document] = await partition.query(EVENT, {
    where: [IS_EVENT, "c.idempotencyKey = @key", IS_RECORDED],
    parameters: { key, knownAt },
  });
  return document ? eventOf(document, knownAt) : null;
};

export const pendingEvents = async (
  partition: Partition,
  limit: number,
  knownAt: Instant,
): Promise<Event[]> => {
  const rows = await partition.query(EVENT, {
    where: [IS_EVENT, IS_RECORDED, '(c.status = "PENDING" OR c.settledAt > @knownAt)'],
    parameters: { knownAt },
    orderBy: "c.recordedAt",
    top: limit,
  });
  return rows.map((row) => eventOf(row, knownAt));
};

export const decisions = async (
  partition: Partition,
  ids: readonly DecisionId[],
  knownAt: Instant,
): Promise<(Decision | null)[]> => {
  const documents = await partition.readManyAsOf(DECISION, ids.map(decisionDocumentId), knownAt);
  return ids.map((id) => {
    const document = documents.get(decisionDocumentId(id));
    return document && document.recordedAt <= knownAt ? decisionOf(document, knownAt) : null;
  });
};

export const decisionsOfEvents = async (
  partition: Partition,
  ids: readonly EventId[],
  knownAt: Instant,
): Promise<Decision[][]> => {
  const rows = await partition.queryAmong(DECISION, ids, (events) => ({
    where: [IS_DECISION, oneOf("event", "events"), IS_RECORDED],
    parameters: { events, knownAt },
  }));
  const byEvent = groupBy(sortBySince(rows), ({ event }) => event);
  return ids.map((id) => (byEvent.get(id) ?? []).map((row) => decisionOf(row, knownAt)));
};

/** The NOOP decisions on each fact that were not reverted. */
export const confirmations = async (
  partition: Partition,
  requests: readonly (AsOf & { readonly fact: FactId })[],
): Promise<Decision[][]> => {
  const rows = await partition.queryAmong(
    DECISION,
    requests.map(({ fact }) => fact),
    (facts) => ({
      where: [IS_DECISION, 'c.action = "NOOP"', oneOf("fact", "facts"), IS_RECORDED],
      parameters: { facts, knownAt: latestRecordTime(requests) },
    }),
  );
  return rowsByRequest(
    requests,
    (request) => request.fact,
    sortBySince(rows),
    (row) => row.fact,
  ).map(({ request, rows: confirmingRows }) =>
    confirmingRows
      .map((row) => decisionOf(row, request.knownAt))
      .filter(({ reverted }) => reverted === null),
  );
};
