import {
  factOfVersion,
  isChanged,
  type FactVersion,
  type SupersedeReason,
} from "../../../memory/fact.ts";
import { groupBy } from "../../../collections/group-by.ts";
import type { EntityId, FactId, FactVersionId } from "../../../memory/ids.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
import type { LineQuery } from "../../port.ts";
import {
  FACT_COLUMNS,
  factVersionOf,
  JOIN_ENTITY_AND_TEXT,
  type FactRow,
} from "./fact-versions.ts";
import { END, toInstant, toMillis, BEFORE_END } from "../database/instants.ts";
import { asList, asRequests, byRequest, oneByRequest } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { versionCacheOf, type VersionKey } from "../database/version-cache.ts";

const AT_PLACES = `
SELECT r.key, ${FACT_COLUMNS}
FROM json_each(?) r
CROSS JOIN fact f ON f.num = r.value ->> 0
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = r.value ->> 1
${JOIN_ENTITY_AND_TEXT}
ORDER BY r.key`;

/** Believed versions of facts by fact number and record time. */
export const factsAt = (file: SpaceFile, places: readonly VersionKey[]): FactVersion[] =>
  versionCacheOf(file).facts.get(places, (missingKeys) =>
    file
      .all<FactRow>(AT_PLACES, asRequests(missingKeys))
      .map((row) => factVersionOf(row, BEFORE_END)),
  );

type Request = { readonly fact: FactId; readonly knownAt: Instant };
const asRows = (requests: readonly Request[]): string =>
  asRequests(requests.map(({ fact, knownAt }) => [fact, toMillis(knownAt)]));

/**
 * The position of the newest version of each fact, and its changing property: the reason why it is
 * no longer believed.
 */
type NewestRow = readonly [
  request: number,
  fact: number,
  recorded: number,
  expired: number,
  reason: SupersedeReason | null,
  by: string | null,
  decision: string | null,
];

/**
 * ?1 facts, ?2 knownAt. The row of a fact contains the intervals of its newest version, so the
 * version itself is read only if it has expired or was recorded later.
 */
const AS_OF = `
SELECT r.key, f.num, coalesce(v.recorded, f.recorded), coalesce(v.expired, f.expired),
  v.closing_reason, v.closing_by, v.closing_decision
FROM json_each(?1) r
CROSS JOIN fact f ON f.id = r.value AND f.first_recorded <= ?2
LEFT JOIN fact_version v ON v.fact = f.num AND v.recorded = CASE
  WHEN f.recorded > ?2 THEN (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= ?2)
  WHEN f.expired <= ?2 THEN f.recorded END`;

/** The form at `knownAt` of a version that was read as believed. */
const asKnownAt = (
  version: FactVersion,
  [, , , expiredMillis, reason, by, decision]: NewestRow,
  knownAt: number,
): FactVersion =>
  expiredMillis > knownAt
    ? version
    : {
        ...version,
        expiredAt: toInstant(expiredMillis),
        closing: reason === null || decision === null ? null : { reason, by, decision },
      };

/** One query finds the keys; the versions come from the cache as far as possible. */
const readFactsAt = (
  file: SpaceFile,
  facts: readonly FactId[],
  knownAt: number,
): (FactVersion | null)[] => {
  const rows = file.all<NewestRow>(AS_OF, asList(facts), knownAt);
  const versions = factsAt(
    file,
    rows.map(([, fact, recordedMillis]) => [fact, recordedMillis]),
  );
  const answers = facts.map((): FactVersion | null => null);
  for (const [i, row] of rows.entries()) {
    const version = versions[i];
    if (version !== undefined) answers[row[0]] = asKnownAt(version, row, knownAt);
  }
  return answers;
};

const currentFacts = currentAnswers<FactId, FactVersion | null>();

/** The versions of facts as of the record time of each request. */
export const factsAsOf = (
  file: SpaceFile,
  requests: readonly Request[],
): (FactVersion | null)[] => {
  const answers = new Map<Request, FactVersion | null>();
  for (const [at, requestsAt] of groupBy(requests, ({ knownAt }) => knownAt)) {
    const knownAt = toMillis(at);
    const facts = requestsAt.map(({ fact }) => fact);
    const versions = currentFacts(file, knownAt, facts, (missingFacts) =>
      readFactsAt(file, missingFacts, knownAt),
    );
    for (const [i, request] of requestsAt.entries()) answers.set(request, versions[i] ?? null);
  }
  return requests.map((request) => answers.get(request) ?? null);
};

/** What may have changed about a fact: its newest version, or what this is valid for. */
interface NewestState {
  readonly isOther: boolean;
  readonly validFrom: number;
  readonly validTo: number;
}

/**
 * ?1 facts, ?2 knownAt. Most facts show as they were stated, and their newest version shows this
 * without being read completely.
 */
const NEWEST_STATES = `
SELECT r.key, f.valid_from, f.valid_to, f.recorded > ?2 OR f.expired <= ?2
  OR EXISTS (SELECT 1 FROM fact_version v WHERE v.fact = f.num AND v.recorded = f.recorded
    AND (v.source_context = 'CORRECTED' OR v.claim ->> '$.own.value' IS NOT v.value AND v.claim ->> '$.own.by' IS NOT NULL))
FROM json_each(?1) r
CROSS JOIN fact f ON f.id = r.value AND f.first_recorded <= ?2`;

const readNewestStates = (
  file: SpaceFile,
  facts: readonly FactId[],
  knownAt: number,
): (NewestState | null)[] =>
  oneByRequest(
    facts,
    file.all<readonly [request: number, validFrom: number, validTo: number, isOther: 0 | 1]>(
      NEWEST_STATES,
      asList(facts),
      knownAt,
    ),
    ([, validFrom, validTo, isOther]) => ({ isOther: isOther === 1, validFrom, validTo }),
  );

const currentStates = currentAnswers<FactId, NewestState | null>();

/** First finds the facts that may have changed, then compares their versions. */
export const changedFacts = (
  file: SpaceFile,
  facts: readonly FactId[],
  { knownAt, validAt }: TimePoint,
): FactVersion[] => {
  const [knownMillis, validMillis] = [toMillis(knownAt), toMillis(validAt)];
  const states = currentStates(file, knownMillis, facts, (missingFacts) =>
    readNewestStates(file, missingFacts, knownMillis),
  );
  const mayHaveChanged = (state: NewestState | null | undefined): boolean =>
    state != null &&
    (state.isOther || state.validFrom > validMillis || state.validTo <= validMillis);
  const ids = facts.flatMap((fact, i) => (mayHaveChanged(states[i]) ? [{ fact, knownAt }] : []));
  if (ids.length === 0) return [];
  return factsAsOf(file, ids).flatMap((version) =>
    version !== null && isChanged(version, { knownAt, validAt }) ? [version] : [],
  );
};

const HISTORY = `
SELECT r.key, ${FACT_COLUMNS}
FROM json_each(?) r
CROSS JOIN fact f ON f.id = r.value ->> 0
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded <= r.value ->> 1
${JOIN_ENTITY_AND_TEXT}
ORDER BY r.key, v.recorded`;

export const factHistory = (file: SpaceFile, requests: readonly Request[]): FactVersion[][] =>
  byRequest(requests, file.all<FactRow>(HISTORY, asRows(requests)), (row, { knownAt }) =>
    factVersionOf(row, toMillis(knownAt)),
  );

const BY_VERSION = `
SELECT r.key, ${FACT_COLUMNS}
FROM json_each(?) r
CROSS JOIN fact f ON f.id = r.value ->> 0
CROSS JOIN fact_version v ON v.fact = f.num AND v.n = r.value ->> 1 AND v.recorded <= r.value ->> 2
${JOIN_ENTITY_AND_TEXT}`;

const numberOf = (version: FactVersionId): number =>
  Number(version.slice(version.lastIndexOf(".") + 1));

export const factVersions = (
  file: SpaceFile,
  requests: readonly { readonly version: FactVersionId; readonly knownAt: Instant }[],
): (FactVersion | null)[] => {
  const rows = file.all<FactRow>(
    BY_VERSION,
    asRequests(
      requests.map(({ version, knownAt }) => [
        factOfVersion(version),
        numberOf(version),
        toMillis(knownAt),
      ]),
    ),
  );
  return oneByRequest(requests, rows, (row, { knownAt }) => factVersionOf(row, toMillis(knownAt)));
};

/**
 * A version names the fact that replaced it: a believed version in its end, an expired one in its
 * closing.
 */
const SUPERSEDED_BY = `
WITH request (key, fact, known) AS MATERIALIZED (SELECT key, value ->> 0, value ->> 1 FROM json_each(?)),
  candidate (key, fact, known, num) AS MATERIALIZED (
    SELECT r.key, r.fact, r.known, v.fact FROM request r CROSS JOIN fact_version v ON v.end_by = r.fact
    UNION SELECT r.key, r.fact, r.known, v.fact FROM request r CROSS JOIN fact_version v ON v.closing_by = r.fact
  )
SELECT c.key, ${FACT_COLUMNS}
FROM candidate c
CROSS JOIN fact f ON f.num = c.num
CROSS JOIN fact_version v ON v.fact = f.num
  AND v.recorded = (SELECT max(x.recorded) FROM fact_version x WHERE x.fact = f.num AND x.recorded <= c.known)
${JOIN_ENTITY_AND_TEXT}
WHERE CASE WHEN v.expired > c.known THEN v.end_by ELSE v.closing_by END = c.fact
ORDER BY c.key, f.num`;

export const factsSupersededBy = (file: SpaceFile, requests: readonly Request[]): FactVersion[][] =>
  byRequest(requests, file.all<FactRow>(SUPERSEDED_BY, asRows(requests)), (row, { knownAt }) =>
    factVersionOf(row, toMillis(knownAt)),
  );

/**
 * ?1 entities or chains, ?2 slots, ?3 the instant from which on a fact must count; null for every
 * fact of the line.
 */
const line = (where: string): string => `
SELECT 0, ${FACT_COLUMNS}
FROM json_each(?1) r
${where} AND (?3 IS NULL OR f.line_end > ?3)
CROSS JOIN fact_version v ON v.fact = f.num AND v.recorded = f.recorded
${JOIN_ENTITY_AND_TEXT}`;
const LINE_OF_SLOT = line(
  "CROSS JOIN entity o ON o.id = r.value CROSS JOIN json_each(?2) s CROSS JOIN fact f ON f.entity = o.num AND f.slot = s.value",
);
const LINE_OF_CHAIN = line("CROSS JOIN fact f ON f.chain = r.value AND ?2 IS NULL");
/** Without the null case, SQLite seeks to the bound in the index. */
const withBound = (sql: string): string =>
  sql.replace("(?3 IS NULL OR f.line_end > ?3)", "f.line_end > ?3");

export const factLine = (file: SpaceFile, query: LineQuery, validFrom?: Instant): FactVersion[] => {
  const sql = "chain" in query ? LINE_OF_CHAIN : LINE_OF_SLOT;
  const owners = "chain" in query ? [query.chain] : query.entities;
  const slots = "chain" in query ? null : asList(query.slots);
  const rows =
    validFrom === undefined
      ? file.all<FactRow>(sql, asList(owners), slots, null)
      : file.all<FactRow>(withBound(sql), asList(owners), slots, toMillis(validFrom));
  return rows.toSorted((a, b) => a[1] - b[1]).map((row) => factVersionOf(row, END - 1));
};

/** Steps from slot to slot in the index: one lookup per slot, however many facts it has. */
const SLOTS = `
WITH RECURSIVE step (entity, slot) AS (
  SELECT e.num, (SELECT min(s.slot) FROM fact_slot s WHERE s.entity = e.num) FROM json_each(?) r CROSS JOIN entity e ON e.id = r.value
  UNION ALL SELECT p.entity, (SELECT min(s.slot) FROM fact_slot s WHERE s.entity = p.entity AND s.slot > p.slot) FROM step p WHERE p.slot IS NOT NULL
)
SELECT DISTINCT slot FROM step WHERE slot IS NOT NULL ORDER BY slot`;

export const slots = (file: SpaceFile, entities: readonly EntityId[]): string[] =>
  file.all<readonly [string]>(SLOTS, asList(entities)).map(([slot]) => slot);

/** ?1 entities, ?2 hash, ?3 knownAt, ?4 validAt. */
const BY_HASH = `
SELECT 0, ${FACT_COLUMNS}
FROM text t
CROSS JOIN fact_version w INDEXED BY fact_text ON w.text = t.num
  AND w.recorded <= ?3
  AND ?3 < w.expired
  AND w.valid_from <= ?4
  AND ?4 < w.valid_to
CROSS JOIN fact_version v ON v.fact = w.fact AND v.recorded = w.recorded
CROSS JOIN fact f ON f.num = v.fact
CROSS JOIN entity e ON e.num = v.entity AND e.id IN (SELECT value FROM json_each(?1))
WHERE t.hash = ?2
ORDER BY f.num`;

export const factsByHash = (
  file: SpaceFile,
  entities: readonly EntityId[],
  hash: string,
  at: TimePoint,
): FactVersion[] => {
  const knownAt = toMillis(at.knownAt);
  return file
    .all<FactRow>(BY_HASH, asList(entities), hash, knownAt, toMillis(at.validAt))
    .map((row) => factVersionOf(row, knownAt));
};
