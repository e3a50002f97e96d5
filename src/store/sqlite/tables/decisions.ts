import type { Decision, DecisionAction, DecidedBy } from "../../../memory/decision.ts";
import { factOfVersion } from "../../../memory/fact.ts";
import type { DecisionId, EventId, FactId } from "../../../memory/ids.ts";
import type { Instant } from "../../../memory/time.ts";
import { END, toInstant, toMillis } from "../database/instants.ts";
import { asList, asRequests, byRequest, oneByRequest } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { versionCacheOf, type VersionKey } from "../database/version-cache.ts";
import {
  isEitherOf,
  isListOf,
  isNullOr,
  isNumber,
  isObjectOf,
  isOneOf,
  isText,
  isTokenUsage,
  jsonColumn,
} from "../database/json-columns.ts";

export type DecisionRow = readonly [
  request: number,
  id: string,
  action: DecisionAction,
  decidedBy: DecidedBy,
  reason: string,
  candidates: string,
  factText: string,
  fact: string | null,
  effects: string,
  event: string | null,
  occurred: number,
  recorded: number,
  model: string | null,
  tokens: string | null,
  reverted: number | null,
  revertedBy: string | null,
];

export const DECISION_COLUMNS = `d.id, d.action, d.decided_by, d.reason, d.candidates, d.fact_text, d.fact, d.effects, d.event, d.occurred, d.recorded, d.model, d.tokens, d.reverted, d.reverted_by`;

const candidatesOf = jsonColumn<Decision["candidates"]>(
  "decision.candidates",
  isListOf(isObjectOf({ version: isText, similarity: isNumber })),
);
const effectsOf = jsonColumn<Decision["effects"]>(
  "decision.effects",
  isListOf(
    isEitherOf(
      isObjectOf({
        kind: isOneOf("FACT"),
        fact: isText,
        before: isNullOr(isNumber),
        after: isNullOr(isNumber),
      }),
      isEitherOf(
        isObjectOf({ kind: isOneOf("MERGED", "SPLIT"), from: isText, into: isText }),
        isObjectOf({ kind: isOneOf("PROFILE"), entity: isText }),
      ),
    ),
  ),
);
const tokensOf = jsonColumn("decision.tokens", isTokenUsage);

/** The decision as of `knownAt`: not reverted if it was reverted later. */
export const decisionOf = (row: DecisionRow, knownAt: number): Decision => {
  const [
    ,
    id,
    action,
    decidedBy,
    reason,
    candidates,
    factText,
    fact,
    effects,
    event,
    occurredMillis,
    recordedMillis,
    model,
    tokens,
    revertedMillis,
    revertedBy,
  ] = row;
  return {
    id,
    action,
    decidedBy,
    reason,
    factText,
    fact,
    event,
    model,
    candidates: candidatesOf(candidates),
    effects: effectsOf(effects),
    occurredAt: toInstant(occurredMillis),
    recordedAt: toInstant(recordedMillis),
    tokens: tokens === null ? null : tokensOf(tokens),
    reverted:
      revertedMillis === null || revertedBy === null || revertedMillis > knownAt
        ? null
        : { at: toInstant(revertedMillis), by: revertedBy },
  };
};

const BY_ID = `
SELECT r.key, ${DECISION_COLUMNS}
FROM json_each(?1) r
CROSS JOIN decision d ON d.id = r.value AND d.recorded <= ?2`;

export const decisions = (
  file: SpaceFile,
  ids: readonly DecisionId[],
  knownAt: Instant,
): (Decision | null)[] => {
  const knownMillis = toMillis(knownAt);
  return oneByRequest(ids, file.all<DecisionRow>(BY_ID, asList(ids), knownMillis), (row) =>
    decisionOf(row, knownMillis),
  );
};

/**
 * A decision in the version cache: its number, and the time of its revert; 0 if it is not reverted.
 */
const DECISION_KEY = `d.num, coalesce(d.reverted, 0)`;

const BY_VERSION_KEY = `
SELECT r.key, ${DECISION_COLUMNS} FROM json_each(?) r CROSS JOIN decision d ON d.num = r.value ->> 0
ORDER BY r.key`;

/**
 * The decisions as of `knownAt`, by number. Their content is read once, because only a revert
 * changes it.
 */
const decisionsAt = (
  file: SpaceFile,
  keys: readonly VersionKey[],
  knownMillis: number,
): Decision[] =>
  versionCacheOf(file)
    .decisions.get(keys, (missingKeys) =>
      file
        .all<DecisionRow>(BY_VERSION_KEY, asRequests(missingKeys))
        .map((row) => decisionOf(row, END)),
    )
    .map((decision, i) =>
      (keys[i]?.[1] ?? 0) > knownMillis ? { ...decision, reverted: null } : decision,
    );

const OF_EVENTS = `
SELECT r.key, ${DECISION_KEY}
FROM json_each(?1) r
CROSS JOIN decision d ON d.event = r.value AND d.recorded <= ?2
ORDER BY r.key, d.num`;

/** One query finds their keys; the decisions themselves come from the cache as far as possible. */
const readDecisionsOfEvents = (
  file: SpaceFile,
  events: readonly EventId[],
  knownMillis: number,
): Decision[][] => {
  const rows = file.all<readonly [request: number, ...VersionKey]>(
    OF_EVENTS,
    asList(events),
    knownMillis,
  );
  const foundDecisions = decisionsAt(
    file,
    rows.map(([, ...key]) => key),
    knownMillis,
  );
  const decisions = events.map((): Decision[] => []);
  for (const [i, [request]] of rows.entries()) {
    const decision = foundDecisions[i];
    if (decision !== undefined) decisions[request]?.push(decision);
  }
  return decisions;
};

const currentDecisions = currentAnswers<EventId, readonly Decision[]>();

/** The decisions about each event that were recorded by `knownAt`. */
export const decisionsOfEvents = (
  file: SpaceFile,
  events: readonly EventId[],
  knownAt: Instant,
): (readonly Decision[])[] => {
  const knownMillis = toMillis(knownAt);
  return currentDecisions(file, knownMillis, events, (missingEvents) =>
    readDecisionsOfEvents(file, missingEvents, knownMillis),
  );
};

const CONFIRMATIONS = `
SELECT r.key, ${DECISION_COLUMNS}
FROM json_each(?) r
CROSS JOIN decision d ON d.fact = r.value ->> 0
  AND d.action = 'NOOP'
  AND d.recorded <= r.value ->> 1
  AND (d.reverted IS NULL OR d.reverted > r.value ->> 1)
ORDER BY r.key, d.num`;

export const confirmations = (
  file: SpaceFile,
  requests: readonly { readonly fact: FactId; readonly knownAt: Instant }[],
): Decision[][] => {
  const rows = file.all<DecisionRow>(
    CONFIRMATIONS,
    asRequests(requests.map(({ fact, knownAt }) => [fact, toMillis(knownAt)])),
  );
  return byRequest(requests, rows, (row, { knownAt }) => decisionOf(row, toMillis(knownAt)));
};

const ADD = `
INSERT INTO decision (id, action, decided_by, reason, candidates, fact_text, fact, effects, event,
  occurred, recorded, model, tokens, reverted, reverted_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const ADD_CANDIDATE = `INSERT INTO decision_candidate (fact, decision) VALUES (?, ?)`;

/** Records a decision, with an index row for each fact among its candidates. */
export const recordDecision = (file: SpaceFile, decision: Decision): void => {
  const {
    id,
    action,
    decidedBy,
    reason,
    candidates,
    factText,
    fact,
    effects,
    event,
    occurredAt,
    recordedAt,
    model,
    tokens,
    reverted,
  } = decision;
  const number = file.insert(
    ADD,
    id,
    action,
    decidedBy,
    reason,
    JSON.stringify(candidates),
    factText,
    fact,
    JSON.stringify(effects),
    event,
    toMillis(occurredAt),
    toMillis(recordedAt),
    model,
    tokens === null ? null : JSON.stringify(tokens),
    reverted === null ? null : toMillis(reverted.at),
    reverted === null ? null : reverted.by,
  );
  for (const fact of new Set(candidates.map(({ version }) => factOfVersion(version))))
    file.run(ADD_CANDIDATE, fact, number);
};

const TRACES = `
SELECT 0, ${DECISION_COLUMNS} FROM decision d WHERE d.num IN (
  SELECT x.num FROM json_each(?1) r CROSS JOIN decision x ON x.event = r.value
  UNION SELECT x.num FROM json_each(?2) r CROSS JOIN decision x INDEXED BY decision_confirmed ON x.fact = r.value AND x.action = 'NOOP'
  UNION SELECT c.decision FROM json_each(?2) r CROSS JOIN decision_candidate c ON c.fact = r.value)
ORDER BY d.num`;

/**
 * Current decisions on the events, and those that confirmed one of the facts or had it as a
 * candidate.
 */
export const decisionsConcerning = (
  file: SpaceFile,
  events: readonly EventId[],
  facts: readonly FactId[],
): Decision[] =>
  file.all<DecisionRow>(TRACES, asList(events), asList(facts)).map((row) => decisionOf(row, END));

const NUMBER = `SELECT num FROM decision WHERE id = ?`;
const DROP_CANDIDATES = `
DELETE FROM decision_candidate
WHERE decision = ?2 AND fact IN (SELECT value FROM json_each(?1))`;
const DROP = `DELETE FROM decision WHERE num = ?`;
const REWRITE = `
UPDATE decision
SET reason = ?, candidates = ?, fact_text = ?, fact = ?, effects = ?, event = ?
WHERE num = ?`;

const CANDIDATES = `SELECT candidates FROM decision WHERE num = ?`;

/** The facts among the candidates of a decision. */
const factsComparedBy = (file: SpaceFile, number: number): string[] => {
  const [json] = file.first<readonly [string]>(CANDIDATES, number) ?? ["[]"];
  return [...new Set(candidatesOf(json).map(({ version }) => factOfVersion(version)))];
};

/** Returns the number of decisions. */
export const removeDecision = (file: SpaceFile, id: DecisionId): number => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [null];
  if (number === null) return 0;
  file.run(DROP_CANDIDATES, asList(factsComparedBy(file, number)), number);
  return file.run(DROP, number);
};

/**
 * Replaces what an erasure redacts in a decision. Facts that are no longer among its candidates
 * leave the index.
 */
export const rewriteDecision = (
  file: SpaceFile,
  { id, reason, candidates, factText, fact, effects, event }: Decision,
): void => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [null];
  if (number === null) return;
  const candidateFacts = new Set(candidates.map(({ version }) => factOfVersion(version)));
  file.run(
    DROP_CANDIDATES,
    asList(factsComparedBy(file, number).filter((one) => !candidateFacts.has(one))),
    number,
  );
  file.run(
    REWRITE,
    reason,
    JSON.stringify(candidates),
    factText,
    fact,
    JSON.stringify(effects),
    event,
    number,
  );
};

const REVERT = `
UPDATE decision
SET reverted = ?, reverted_by = ?
WHERE id = ? AND reverted IS NULL`;

/** Throws if the decision does not exist or is reverted. */
export const recordRevert = (
  file: SpaceFile,
  decision: DecisionId,
  by: DecisionId,
  recordedMillis: number,
): void => {
  if (file.run(REVERT, recordedMillis, by, decision) !== 1)
    throw new Error(`There is no decision ${decision} to revert.`);
};
