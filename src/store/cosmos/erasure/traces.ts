import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import type { EntityId, EventId, FactId, SessionId } from "../../../memory/ids.ts";
import { foldName } from "../../../language/names.ts";
import { holdsWholeWords } from "../../../language/exact-strings.ts";
import type { Turn } from "../../../memory/session.ts";
import type { NoteKey, TraceQuery, Traces } from "../../port/erasure.ts";
import { COMMIT } from "../documents/commit-document.ts";
import { DECISION, decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import type { OwnedDocument } from "../documents/envelope.ts";
import { EVENT, type EventDocument } from "../documents/event-document.ts";
import { FACT } from "../documents/fact-document.ts";
import { MEMORY, memoryOf } from "../documents/memory-document.ts";
import { NOTE } from "../documents/note-document.ts";
import { REFERENCE, referenceOf } from "../documents/reference-document.ts";
import { RELATIONSHIP } from "../documents/relationship-document.ts";
import { TURN, turnOf } from "../documents/session-document.ts";
import { ANY_DOCUMENT, isText, Projection } from "../documents/shape.ts";
import { IS_FIRST_PART, ownText, TEXT } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf, ofType } from "../partition/query.ts";
import { groupBy } from "../../../collections/group-by.ts";
import { compareText, OPEN, type Instant } from "../../../memory/time.ts";
import { sortBySince } from "../reads/rows.ts";
import { stringsIn, type SpacePartitions } from "./remainders.ts";

const PAGE_SIZE = 200;

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
const distinctById = <D extends OwnedDocument>(documents: readonly D[]): D[] => [
  ...new Map(documents.map((document) => [document.id, document])).values(),
];

const lowerCased = (strings: readonly string[] = []): string[] =>
  distinct(strings.map((string) => string.toLowerCase()).filter((string) => string !== ""));

/** Whether a string in a JSON value contains one of the lower-cased strings, ignoring case. */
const containsString = (value: unknown, strings: readonly string[]): boolean =>
  stringsIn(value).some((text) => strings.some((string) => text.toLowerCase().includes(string)));

/** The condition that an expression contains one of the parameters `@string0`, …, ignoring case. */
const containsAny = (expression: string, strings: readonly string[]): string =>
  strings.map((_, i) => `CONTAINS(${expression}, @string${i}, true)`).join(" OR ");
const stringParameters = (strings: readonly string[]): Record<string, string> =>
  Object.fromEntries(strings.map((string, i) => [`string${i}`, string]));

const factsOfEntities = async (
  graph: Partition,
  entities: readonly EntityId[],
): Promise<FactId[]> => {
  const rows = await graph.queryAmong(FACT.only("fact", "since"), entities, (group) => ({
    where: [ofType("fact"), oneOf("entity", "entities")],
    parameters: { entities: group },
  }));
  return distinct(sortBySince(rows).map(({ fact }) => fact));
};

const factsSuperseded = async (graph: Partition, by: readonly FactId[]): Promise<FactId[]> => {
  const rows = await graph.queryAmong(FACT.only("fact", "since"), by, (facts) => ({
    where: [ofType("fact"), `(${oneOf("endedBy", "facts")} OR ${oneOf("closedBy", "facts")})`],
    parameters: { facts },
  }));
  return distinct(sortBySince(rows).map(({ fact }) => fact));
};

/** Relationships that depend on the facts, or that connect the entities. */
const tracedRelationships = async (
  graph: Partition,
  facts: readonly FactId[],
  entities: readonly EntityId[],
): Promise<Traces["relationships"]> => {
  const shape = RELATIONSHIP.only("relationship", "since");
  const rows = await Promise.all([
    graph.queryAmong(shape, facts, (group) => ({
      where: [ofType("relationship"), oneOf("evidence", "facts")],
      parameters: { facts: group },
    })),
    graph.queryAmong(shape, entities, (group) => ({
      where: [
        ofType("relationship"),
        `(${oneOf("source", "entities")} OR ${oneOf("target", "entities")})`,
      ],
      parameters: { entities: group },
    })),
  ]);
  return distinct(sortBySince(rows.flat()).map(({ relationship }) => relationship));
};

/** Decisions on the events, and those that confirmed one of the facts or had it as a candidate. */
const tracedDecisions = async (
  graph: Partition,
  events: readonly EventId[],
  facts: readonly FactId[],
): Promise<Traces["decisions"]> => {
  const rows = await Promise.all([
    graph.queryAmong(DECISION, events, (group) => ({
      where: [ofType("decision"), oneOf("event", "events")],
      parameters: { events: group },
    })),
    graph.queryAmong(DECISION, facts, (group) => ({
      where: [
        ofType("decision"),
        `((c.action = "NOOP" AND ${oneOf("fact", "facts")}) OR EXISTS(SELECT VALUE f FROM f IN c.candidates WHERE ARRAY_CONTAINS(@facts, f)))`,
      ],
      parameters: { facts: group },
    })),
  ]);
  const documents: DecisionDocument[] = distinctById(rows.flat());
  return sortBySince(documents).map((document) => decisionOf(document, OPEN));
};

const changesAt = async (
  graph: Partition,
  recordTimes: readonly Instant[],
): Promise<Traces["changes"]> => {
  const rows = await graph.queryAmong(COMMIT, recordTimes, (times) => ({
    where: [ofType("commit"), oneOf("recordedAt", "times")],
    parameters: { times },
  }));
  return sortBySince(rows).flatMap(({ changes }) => changes);
};

const inRecordOrder = (rows: readonly Pick<EventDocument, "event" | "recordedAt">[]): EventId[] =>
  rows.toSorted((a, b) => compareText(a.recordedAt, b.recordedAt)).map(({ event }) => event);

const eventsOfSessions = async (
  graph: Partition,
  sessions: readonly SessionId[],
): Promise<EventId[]> =>
  inRecordOrder(
    await graph.queryAmong(EVENT.only("event", "recordedAt"), sessions, (group) => ({
      where: [ofType("event"), oneOf("session", "sessions")],
      parameters: { sessions: group },
    })),
  );

/** Rows that name a session: its turns, its notes and the session itself. */
export const SESSION_OWNED = new Projection<{ readonly session: SessionId }>(["session"], {
  session: isText,
});

const SPEAKER = new Projection<object>([], {}).computing(
  "speaker",
  "c.body.speaker",
  (value): value is string => isText(value),
);

/** Events of speakers, by folded names. */
const eventsOfSpeakers = async (
  graph: Partition,
  foldedNames: readonly string[],
): Promise<EventId[]> => {
  if (foldedNames.length === 0) return [];
  const rows = await graph.queryDistinct(SPEAKER, {
    where: [ofType("event"), "c.body.speaker != null"],
  });
  const speakers = rows
    .map(({ speaker }) => speaker)
    .filter((speaker) => foldedNames.includes(foldName(speaker)));
  return inRecordOrder(
    await graph.queryAmong(EVENT.only("event", "recordedAt"), speakers, (group) => ({
      where: [ofType("event"), oneOf("body.speaker", "speakers")],
      parameters: { speakers: group },
    })),
  );
};

/** Events that have one of the strings among their recent messages. */
const eventsAfterMessages = async (
  graph: Partition,
  strings: readonly string[],
): Promise<EventId[]> => {
  const rows = await graph.queryAmong(EVENT.only("event"), strings, (group) => ({
    where: [
      ofType("event"),
      `EXISTS(SELECT VALUE m FROM m IN c.body.recentMessages WHERE ${containsAny("m", group)})`,
    ],
    parameters: stringParameters(group),
  }));
  return distinctById(rows).map(({ event }) => event);
};

/**
 * Search texts that contain one of the strings. Only first parts are read, because further parts
 * repeat their content.
 */
const textsContaining = async (
  graph: Partition,
  strings: readonly string[],
): Promise<Traces["texts"]> => {
  const shape = TEXT.only("textId", "textKind", "subject", "text", "own");
  const rows = await graph.queryAmong(shape, strings, (group) => ({
    where: [ofType("text"), IS_FIRST_PART, `(${containsAny("c.text", group)})`],
    parameters: stringParameters(group),
  }));
  return distinctById(rows).map((row) => ({
    id: row.textId,
    kind: row.textKind,
    subject: row.subject,
    text: ownText(row),
  }));
};

/**
 * Sessions that contain one of the strings as a whole word. Turns, notes and titles are not
 * indexed, so all of them are read.
 */
const sessionsContaining = async (
  { turns, notes }: SpacePartitions,
  strings: readonly string[],
): Promise<SessionId[]> => {
  const sessions = new Set<SessionId>();
  if (strings.length === 0) return [];
  const isMatch = (text: string): boolean =>
    strings.some((string) => holdsWholeWords(text.toLowerCase(), string));
  for (const partition of [turns, notes])
    for await (const page of partition.pages(ANY_DOCUMENT, { where: [] }, PAGE_SIZE))
      for (const document of page)
        if (SESSION_OWNED.fits(document) && stringsIn(document).some(isMatch))
          sessions.add(document.session);
  return [...sessions];
};

/** References to the entities, or from the sessions. */
const tracedReferences = async (
  graph: Partition,
  entities: readonly EntityId[],
  sessions: readonly SessionId[],
): Promise<Traces["references"]> => {
  const rows = await Promise.all([
    graph.queryAmong(REFERENCE, entities, (group) => ({
      where: [ofType("reference"), oneOf("entity", "entities")],
      parameters: { entities: group },
    })),
    graph.queryAmong(REFERENCE, sessions, (group) => ({
      where: [ofType("reference"), oneOf("session", "sessions")],
      parameters: { sessions: group },
    })),
  ]);
  return sortBySince(distinctById(rows.flat())).map(referenceOf);
};

/**
 * Turns of the sessions, one session after the other, including expired ones that the service has
 * not removed yet.
 */
const turnsOfSessions = async (
  turns: Partition,
  sessions: readonly SessionId[],
): Promise<Turn[]> => {
  const rows = await turns.queryAmong(TURN, sessions, (group) => ({
    where: [ofType("turn"), oneOf("session", "sessions")],
    parameters: { sessions: group },
  }));
  return [...groupBy(rows, ({ session }) => session).values()]
    .flatMap((turnsOfSession) => turnsOfSession.toSorted((a, b) => a.seq - b.seq))
    .map(turnOf);
};

/** Notes of the sessions, and notes of the space that contain one of the strings. */
const tracedNotes = async (
  { notes, spaceNotes }: SpacePartitions,
  sessions: readonly SessionId[],
  strings: readonly string[],
): Promise<NoteKey[]> => {
  const [ofSessions, ofSpace] = await Promise.all([
    notes.queryAmong(NOTE.only("session", "path"), sessions, (group) => ({
      where: [ofType("note"), oneOf("session", "sessions")],
      parameters: { sessions: group },
    })),
    strings.length === 0 ? [] : spaceNotes.query(NOTE, { where: [ofType("note")] }),
  ]);
  return [
    ...ofSessions.map(({ session = null, path }) => ({ session, path })),
    ...ofSpace
      .filter(({ path, value }) => containsString([path, value], strings))
      .map(({ path }) => ({ session: null, path })),
  ];
};

/** All stored data that relates to the query, of all valid and record times. */
export const traces = async (space: SpacePartitions, query: TraceQuery): Promise<Traces> => {
  const { graph, turns } = space;
  const {
    entities = [],
    facts = [],
    events = [],
    sessions = [],
    speakers = [],
    times = [],
  } = query;
  const strings = lowerCased(query.strings);
  const stringsAndMessages = distinct([...strings, ...lowerCased(query.messages)]);
  const [
    entityFacts,
    supersededFacts,
    relationships,
    decisions,
    changes,
    sessionEvents,
    spokenEvents,
    eventsQuoting,
    texts,
    sessionsQuoting,
    references,
    sessionTurns,
    notes,
  ] = await Promise.all([
    factsOfEntities(graph, entities),
    factsSuperseded(graph, facts),
    tracedRelationships(graph, facts, entities),
    tracedDecisions(graph, events, facts),
    changesAt(graph, times),
    eventsOfSessions(graph, sessions),
    eventsOfSpeakers(graph, speakers),
    eventsAfterMessages(graph, stringsAndMessages),
    textsContaining(graph, strings),
    sessionsContaining(space, lowerCased(query.words)),
    tracedReferences(graph, entities, sessions),
    turnsOfSessions(turns, sessions),
    tracedNotes(space, sessions, stringsAndMessages),
  ]);
  return {
    facts: entityFacts,
    supersededFacts,
    relationships,
    decisions,
    changes,
    events: sessionEvents,
    spokenEvents,
    eventsQuoting,
    texts,
    sessionsQuoting,
    references,
    turns: sessionTurns,
    notes,
  };
};

export const allMemories = async ({
  graph,
}: Pick<SpacePartitions, "graph">): Promise<DerivedMemory[]> => {
  const rows = await graph.query(MEMORY, { where: [ofType("memory")] });
  return sortBySince(rows).map((row) => memoryOf(row, OPEN));
};
