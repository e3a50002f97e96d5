import type { EventId, SessionId } from "../../../memory/ids.ts";
import { holdsWholeWords } from "../../../language/exact-strings.ts";
import { foldName } from "../../../language/names.ts";
import type { NoteKey, TraceQuery, Traces } from "../../port/erasure.ts";
import { changesAt } from "../tables/changes.ts";
import { decisionsConcerning } from "../tables/decisions.ts";
import { referencesConcerning } from "../tables/references.ts";
import { asList } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { inLowerCase } from "../search/substrings.ts";
import { turnsOfSessions } from "../tables/turns.ts";

const FACTS = `
SELECT f.id
FROM json_each(?) r
CROSS JOIN entity e ON e.id = r.value
CROSS JOIN fact f ON f.entity = e.num
ORDER BY f.num`;
const SUPERSEDED = `
SELECT f.id FROM fact f WHERE f.num IN (
  SELECT v.fact FROM json_each(?1) r CROSS JOIN fact_version v INDEXED BY fact_ended_by ON v.end_by = r.value
  UNION SELECT v.fact FROM json_each(?1) r CROSS JOIN fact_version v INDEXED BY fact_closed_by ON v.closing_by = r.value)`;
const RELATIONSHIPS = `
SELECT l.id FROM relationship l WHERE l.num IN (
  SELECT x.num FROM json_each(?1) r CROSS JOIN relationship x ON x.evidence = r.value
  UNION SELECT x.num FROM json_each(?2) r CROSS JOIN entity e ON e.id = r.value CROSS JOIN relationship x INDEXED BY relationship_source ON x.source = e.num
  UNION SELECT x.num FROM json_each(?2) r CROSS JOIN entity e ON e.id = r.value CROSS JOIN relationship x INDEXED BY relationship_target ON x.target = e.num)`;
const EVENTS = `
SELECT v.id
FROM json_each(?) r
CROSS JOIN event v INDEXED BY event_session ON v.session = r.value
ORDER BY v.num`;
/** All speakers, found by stepping through the index. */
const SPEAKERS = `
WITH RECURSIVE spoken (speaker) AS (
  SELECT min(speaker) FROM event WHERE speaker IS NOT NULL
  UNION ALL SELECT (SELECT min(speaker) FROM event WHERE speaker > s.speaker) FROM spoken s WHERE s.speaker IS NOT NULL)
SELECT speaker FROM spoken WHERE speaker IS NOT NULL`;
const EVENTS_OF_SPEAKERS = `
SELECT v.id
FROM json_each(?) r
CROSS JOIN event v ON v.speaker = r.value
ORDER BY v.num`;
const RECENT_MESSAGES = `
SELECT v.id, v.recent_messages
FROM event v INDEXED BY event_told
WHERE v.recent_messages <> '[]'`;
/** All texts of sessions. The notes of the space belong to no session. */
const IN_SESSIONS = `
SELECT id, title, NULL, NULL, NULL FROM session WHERE title IS NOT NULL
UNION ALL SELECT s.id, t.content, t.metadata, t.tool_name, t.speaker
FROM turn t
CROSS JOIN session s ON s.num = t.session
UNION ALL SELECT s.id, n.path, n.value, NULL, NULL FROM note n CROSS JOIN session s ON s.num = n.session`;
const NOTES = `
SELECT s.id, n.path
FROM json_each(?) r
CROSS JOIN session s ON s.id = r.value
CROSS JOIN note n ON n.session = s.num`;
const SPACE_NOTES = `SELECT path, value FROM note WHERE session = 0`;

/** Whether a text contains one of the lower-cased strings. */
const holds = (text: string, strings: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return strings.some((string) => lower.includes(string));
};

/** Whether a text contains one of the strings as whole words. */
const says = (text: string, strings: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return strings.some((string) => holdsWholeWords(lower, string));
};

/** Strings in their spelling within JSON. */
const asJson = (strings: readonly string[]): string[] =>
  strings.map((string) => JSON.stringify(string).slice(1, -1));

const ids = <T extends string>(
  file: SpaceFile,
  sql: string,
  ...lists: readonly (readonly string[])[]
): T[] =>
  lists.every((list) => list.length === 0)
    ? []
    : file.all<readonly [T]>(sql, ...lists.map(asList)).map(([id]) => id);

const eventsOfSpeakers = (file: SpaceFile, foldedNames: readonly string[]): EventId[] =>
  foldedNames.length === 0
    ? []
    : ids(
        file,
        EVENTS_OF_SPEAKERS,
        file
          .all<readonly [string]>(SPEAKERS)
          .map(([speaker]) => speaker)
          .filter((speaker) => foldedNames.includes(foldName(speaker))),
      );

const eventsQuoting = (file: SpaceFile, strings: readonly string[]): EventId[] => {
  if (strings.length === 0) return [];
  const jsonForms = asJson(strings);
  return file
    .all<readonly [EventId, string]>(RECENT_MESSAGES)
    .flatMap(([id, recentMessages]) => (holds(recentMessages, jsonForms) ? [id] : []));
};

const sessionsMentioning = (file: SpaceFile, strings: readonly string[]): SessionId[] => {
  if (strings.length === 0) return [];
  const writtenForms = [...strings, ...asJson(strings)];
  const sessions = new Set<SessionId>();
  for (const [session, ...texts] of file.each<readonly [SessionId, ...(string | null)[]]>(
    IN_SESSIONS,
  ))
    if (!sessions.has(session) && texts.some((text) => text !== null && says(text, writtenForms)))
      sessions.add(session);
  return [...sessions];
};

const ofSpace = (file: SpaceFile, strings: readonly string[]): NoteKey[] => {
  if (strings.length === 0) return [];
  const jsonForms = asJson(strings);
  return file
    .all<readonly [string, string]>(SPACE_NOTES)
    .filter(([path, value]) => holds(path, strings) || holds(value, jsonForms))
    .map(([path]) => ({ session: null, path }));
};

const notesOf = (
  file: SpaceFile,
  sessions: readonly SessionId[],
  strings: readonly string[],
): NoteKey[] => [
  ...file
    .all<readonly [string, string]>(NOTES, asList(sessions))
    .map(([session, path]) => ({ session, path })),
  ...ofSpace(file, strings),
];

/** All traces but the texts that contain strings, which are searched for in parts. */
export const traces = (file: SpaceFile, query: TraceQuery): Omit<Traces, "texts"> => {
  const {
    entities = [],
    facts = [],
    events = [],
    sessions = [],
    speakers = [],
    times = [],
  } = query;
  const strings = inLowerCase(query.strings ?? []);
  const words = [...strings, ...inLowerCase(query.messages ?? [])];
  return {
    facts: ids(file, FACTS, entities),
    supersededFacts: ids(file, SUPERSEDED, facts),
    relationships: ids(file, RELATIONSHIPS, facts, entities),
    decisions: decisionsConcerning(file, events, facts),
    changes: times.length === 0 ? [] : changesAt(file, times),
    events: ids(file, EVENTS, sessions),
    spokenEvents: eventsOfSpeakers(file, speakers),
    eventsQuoting: eventsQuoting(file, words),
    sessionsQuoting: sessionsMentioning(file, inLowerCase(query.words ?? [])),
    references: referencesConcerning(file, entities, sessions),
    turns: sessions.length === 0 ? [] : turnsOfSessions(file, sessions),
    notes: notesOf(file, sessions, words),
  };
};
