import type { Decision } from "../../../memory/decision.ts";
import type { Event } from "../../../memory/event.ts";
import type { DecisionId, EventId, FactId } from "../../../memory/ids.ts";
import type { Tagged } from "../../../memory/tags.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
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
import { IS_RECORDED, oneOf, ofType } from "../partition/query.ts";
import {
  compareText,
  groupBy,
  latestRecordTime,
  rowsByRequest,
  sortBySince,
  type AsOf,
} from "./rows.ts";

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

/** What puts the events of a session in order, and their speakers. */
const SESSION_EVENT = EVENT.only("event", "recordedAt", "occurredAt", "hiddenAt", "session")
  .computing("speaker", "c.body.speaker", orNull<string>(isText))
  .computing("tags", "c.body.tags", orAbsent<readonly string[]>(isList));
type SessionEvent = Pick<
  EventDocument,
  "event" | "recordedAt" | "occurredAt" | "hiddenAt" | "session"
> &
  Tagged & { readonly speaker: string | null };

const bySessionOrder = (a: SessionEvent, b: SessionEvent): number =>
  compareText(a.recordedAt, b.recordedAt) || compareText(a.event, b.event);

/**
 * The neighbours of an event among all events of its session, at most `reach` before and after it.
 */
const neighboursOf = (
  id: EventId,
  sessionEvents: readonly SessionEvent[],
  reach: number,
): NearEvent[] => {
  const position = sessionEvents.findIndex(({ event }) => event === id);
  const before = Math.min(position, reach);
  return sessionEvents
    .slice(Math.max(0, position - reach), position + reach + 1)
    .map(({ event, session, speaker, tags }, i) => ({
      event,
      session,
      speaker,
      tags,
      distance: i - before,
    }));
};

const sessionEventOf = ({ body, ...document }: EventDocument): SessionEvent => ({
  ...document,
  speaker: body.speaker,
});

/**
 * Takes two queries: the events that are not kept, then all events of their sessions. Events taken out
 * of search are left out unless they are asked for.
 */
export const eventsAround = async (
  partition: Partition,
  ids: readonly EventId[],
  reach: number,
  { knownAt, validAt }: TimePoint,
): Promise<NearEvent[][]> => {
  if (ids.length === 0) return [];
  const areVisible = (rows: readonly SessionEvent[]): SessionEvent[] =>
    rows.filter(
      ({ recordedAt, occurredAt, hiddenAt, event }) =>
        recordedAt <= knownAt &&
        occurredAt <= validAt &&
        (hiddenAt === undefined || hiddenAt > knownAt || ids.includes(event)),
    );
  const visibleEvents = async (
    condition: string,
    parameters: Record<string, readonly string[]>,
  ): Promise<SessionEvent[]> => {
    const rows = await partition.query(SESSION_EVENT, {
      where: [IS_EVENT, condition, IS_RECORDED],
      parameters: { ...parameters, knownAt },
    });
    return areVisible(rows);
  };
  const kept = [...partition.keptDocuments(EVENT, ids.map(eventDocumentId), knownAt).values()];
  const keptIds = new Set(kept.map(({ event }) => event));
  const unread = [...new Set(ids)].filter((id) => !keptIds.has(id));
  const centres = [
    ...areVisible(kept.map(sessionEventOf)),
    ...(unread.length === 0
      ? []
      : await visibleEvents(oneOf("event", "events"), { events: unread })),
  ];
  const sessions = [...new Set(centres.flatMap(({ session }) => session ?? []))];
  const ofSessions =
    sessions.length === 0 ? [] : await visibleEvents(oneOf("session", "sessions"), { sessions });
  const bySession = new Map(
    [...groupBy(ofSessions, ({ session }) => session)].map(([session, rows]) => [
      session,
      rows.toSorted(bySessionOrder),
    ]),
  );
  const byId = new Map(centres.map((row) => [row.event, row]));
  return ids.map((id) => {
    const centre = byId.get(id);
    if (!centre) return [];
    const sessionEvents =
      centre.session === null ? [centre] : (bySession.get(centre.session) ?? [centre]);
    return neighboursOf(id, sessionEvents, reach);
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
  ).map(({ request, rows: confirming }) =>
    confirming
      .map((row) => decisionOf(row, request.knownAt))
      .filter(({ reverted }) => reverted === null),
  );
};
