import type { Decision } from "../../../memory/decision.ts";
import type { Event } from "../../../memory/event.ts";
import type { DecisionId, EventId } from "../../../memory/ids.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
import type { NearEvent } from "../../port.ts";
import {
  decisionDocumentId,
  decisionOf,
  type DecisionDocument,
} from "../documents/decision-document.ts";
import { eventDocumentId, eventOf, type EventDocument } from "../documents/event-document.ts";
import { grouped } from "../grouped.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, RECORDED } from "../query.ts";
import { byRequest, bySince, idsOf, latestOf, type AsOf } from "./requests.ts";

const EVENT = ofType("event");
const DECISION = ofType("decision");

export const events = async (
  partition: Partition,
  ids: readonly EventId[],
  knownAt: Instant,
): Promise<(Event | null)[]> => {
  const found = await partition.readMany<EventDocument>(ids.map(eventDocumentId));
  return ids.map((id) => {
    const event = found.get(eventDocumentId(id));
    return event && event.recordedAt <= knownAt ? eventOf(event, knownAt) : null;
  });
};

type Beside = Pick<
  EventDocument,
  "id" | "tenant" | "user" | "event" | "recordedAt" | "occurredAt" | "hiddenAt" | "session"
> & { readonly speaker: string | null };
const inOrder = (a: Beside, b: Beside): number =>
  a.recordedAt === b.recordedAt
    ? a.event < b.event
      ? -1
      : 1
    : a.recordedAt < b.recordedAt
      ? -1
      : 1;

/** Two requests: the events, then all of their sessions, of which only what puts them in order is read. */
export const eventsAround = async (
  partition: Partition,
  ids: readonly EventId[],
  reach: number,
  { knownAt, validAt }: TimePoint,
): Promise<NearEvent[][]> => {
  if (ids.length === 0) return [];
  const visible = async (
    where: string,
    parameters: Record<string, readonly string[]>,
  ): Promise<Beside[]> => {
    const rows = await partition.query<Beside>({
      fields: [
        "event",
        "recordedAt",
        "occurredAt",
        "hiddenAt",
        "session",
        "c.body.speaker AS speaker",
      ],
      where: [EVENT, where, RECORDED],
      parameters: { ...parameters, knownAt },
    });
    return rows.filter(
      ({ occurredAt, hiddenAt, event }) =>
        occurredAt <= validAt &&
        (hiddenAt === undefined || hiddenAt > knownAt || ids.includes(event)),
    );
  };
  const own = await visible(oneOf("event", "events"), { events: [...new Set(ids)] });
  const sessions = [...new Set(own.flatMap(({ session }) => session ?? []))];
  const others =
    sessions.length === 0 ? [] : await visible(oneOf("session", "sessions"), { sessions });
  const bySession = new Map(
    [...grouped(others, ({ session }) => session!)].map(([session, rows]) => [
      session,
      rows.toSorted(inOrder),
    ]),
  );
  const byId = new Map(own.map((row) => [row.event, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const all = row.session === null ? [row] : bySession.get(row.session)!;
    const at = all.findIndex(({ event }) => event === id);
    return all
      .slice(Math.max(0, at - reach), at + reach + 1)
      .map(({ event, session, speaker }, i) => ({
        event,
        session,
        speaker,
        distance: i - Math.min(at, reach),
      }));
  });
};

export const eventByIdempotencyKey = async (
  partition: Partition,
  key: string,
  knownAt: Instant,
): Promise<Event | null> => {
  const [found] = await partition.query<EventDocument>({
    where: [EVENT, "c.idempotencyKey = @key", RECORDED],
    parameters: { key, knownAt },
  });
  return found ? eventOf(found, knownAt) : null;
};

export const pendingEvents = async (
  partition: Partition,
  limit: number,
  knownAt: Instant,
): Promise<Event[]> => {
  const rows = await partition.query<EventDocument>({
    where: [EVENT, RECORDED, '(c.status = "PENDING" OR c.settledAt > @knownAt)'],
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
  const found = await partition.readMany<DecisionDocument>(ids.map(decisionDocumentId));
  return ids.map((id) => {
    const decision = found.get(decisionDocumentId(id));
    return decision && decision.recordedAt <= knownAt ? decisionOf(decision, knownAt) : null;
  });
};

export const decisionsOfEvents = async (
  partition: Partition,
  ids: readonly EventId[],
  knownAt: Instant,
): Promise<Decision[][]> => {
  if (ids.length === 0) return [];
  const rows = await partition.queryAmong<DecisionDocument>(ids, (events) => ({
    where: [DECISION, oneOf("event", "events"), RECORDED],
    parameters: { events, knownAt },
  }));
  const byEvent = grouped(bySince(rows), ({ event }) => event);
  return ids.map((id) => (byEvent.get(id) ?? []).map((row) => decisionOf(row, knownAt)));
};

export const confirmations = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<Decision[][]> => {
  if (requests.length === 0) return [];
  const rows = await partition.queryAmong<DecisionDocument>(idsOf(requests), (facts) => ({
    where: [DECISION, 'c.action = "NOOP"', oneOf("fact", "facts"), RECORDED],
    parameters: { facts, knownAt: latestOf(requests) },
  }));
  return byRequest(requests, bySince(rows), ({ fact }) => fact!).map((own, i) =>
    own
      .map((row) => decisionOf(row, requests[i]!.knownAt))
      .filter(({ reverted }) => reverted === null),
  );
};
