import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId, TextId } from "../../../memory/ids.ts";
import { visibleAt, type Instant, type TimePoint } from "../../../memory/time.ts";
import type { TextHit, TextQuery } from "../../port.ts";
import type { TextDocument } from "../documents/text-document.ts";
import { vectorNumbers } from "../documents/vector-numbers.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, type Query } from "../query.ts";
import { believedVersions } from "./facts.ts";

const TEXT = ofType("text");
/** What a hit needs; a vector is never read back. */
const FIELDS = ["textId", "textKind", "subject", "text", "spans"];
/** The service refuses a query with more (FACTS.md §3). */
export const MOST_TERMS = 30;
/** So many texts that contain a string are looked at, the newest of them, to find those that contain most. */
const MOST_CONTAINING = 300;

type Parameters = Query["parameters"];

/** Texts that are visible at the time point: those of which a span is. */
const visible = ({ kinds, at, session, minConfidence }: Omit<TextQuery, "limit">): { readonly where: string[]; readonly parameters: NonNullable<Parameters> } => ({
  where: [
    TEXT, oneOf("textKind", "kinds"),
    `EXISTS(SELECT VALUE s FROM s IN c.spans WHERE s.recordedAt <= @knownAt AND s.expiredAt > @knownAt AND s.validFrom <= @validAt AND s.validTo > @validAt${
      minConfidence === undefined ? "" : " AND s.confidence >= @minConfidence"}${session === undefined ? "" : " AND s.session = @session"})`,
  ],
  parameters: {
    kinds, knownAt: at.knownAt, validAt: at.validAt, ...(minConfidence === undefined ? {} : { minConfidence }), ...(session === undefined ? {} : { session }),
  },
});

interface Row extends TextDocument {
  readonly score?: number;
}

const spanAt = ({ spans }: TextDocument, at: TimePoint) => spans.find((span) => visibleAt(span, at));

/** Hits with the versions of their facts, which are read in one request. */
const hitsOf = async (partition: Partition, rows: readonly Row[], at: TimePoint, scoreOf: (row: Row, rank: number) => number): Promise<TextHit[]> => {
  const facts = rows.filter(({ textKind }) => textKind === "FACT").flatMap((row) => {
    const span = spanAt(row, at);
    return span ? [{ fact: row.subject, n: span.n }] : [];
  });
  const versions = await believedVersions(partition, facts, at.knownAt);
  return rows.flatMap((row, i): TextHit[] => {
    const version: FactVersion | null = row.textKind === "FACT" ? (versions.get(row.subject) ?? null) : null;
    if (row.textKind === "FACT" && version === null) return [];
    return [{ text: { id: row.textId, kind: row.textKind, subject: row.subject, text: row.text }, version, score: scoreOf(row, i + 1) }];
  });
};

/** Terms as parameters of their own: the form that takes them as one array is broken (`reference/cosmos-wire.md`, 6). */
const termsOf = (terms: readonly string[]): { readonly list: string; readonly parameters: NonNullable<Parameters> } => {
  const used = terms.slice(0, MOST_TERMS);
  return { list: used.map((_, i) => `@term${i}`).join(", "), parameters: Object.fromEntries(used.map((term, i) => [`term${i}`, term])) };
};

/**
 * Full text, ranked by the service's BM25. It does not tell the scores: a hit's score is 1 / rank. Its statistics are those of the whole
 * container now, so that the order of what is found may change with what is written later; what is found does not.
 */
export const searchFullText = async (partition: Partition, terms: readonly string[], query: TextQuery): Promise<TextHit[]> => {
  if (terms.length === 0 || query.kinds.length === 0 || query.limit === 0) return [];
  const { where, parameters } = visible(query);
  const { list, parameters: words } = termsOf(terms);
  const rows = await partition.rank<Row>({
    fields: FIELDS, where: [...where, `FullTextContainsAny(c.text, ${list})`], parameters: { ...parameters, ...words }, orderBy: `RANK FullTextScore(c.text, ${list})`, top: query.limit,
  });
  return hitsOf(partition, rows, query.at, (_, rank) => 1 / rank);
};

/** Texts that had a vector of this embedder by then: vectors of two embedders are never compared. */
const withVector = (embedder: string, vector: Float32Array, knownAt: Instant): { readonly where: string[]; readonly parameters: NonNullable<Parameters> } => ({
  where: ["c.embedder = @embedder", "c.vectorAt <= @knownAt"], parameters: { embedder, knownAt, vector: vectorNumbers(vector) },
});

const DISTANCE = "VectorDistance(c.vector, @vector)";

/** The score is the cosine similarity, which is what the service's distance is. */
const nearest = (partition: Partition, embedder: string, vector: Float32Array, query: TextQuery, more: { readonly where: readonly string[]; readonly parameters: NonNullable<Parameters> }): Promise<Row[]> => {
  const { where, parameters } = visible(query);
  const near = withVector(embedder, vector, query.at.knownAt);
  return partition.rank<Row>({
    fields: [...FIELDS, `${DISTANCE} AS score`], where: [...where, ...near.where, ...more.where], parameters: { ...parameters, ...near.parameters, ...more.parameters }, orderBy: DISTANCE, top: query.limit,
  });
};

export const searchVector = async (partition: Partition, embedder: string, vector: Float32Array, query: TextQuery): Promise<TextHit[]> => {
  if (query.kinds.length === 0 || query.limit === 0) return [];
  const rows = await nearest(partition, embedder, vector, query, { where: [], parameters: {} });
  return hitsOf(partition, rows, query.at, ({ score }) => score ?? 0);
};

/**
 * Text and vector fused by the service (reciprocal rank fusion, k = 60), in one query; the weights are those of the text and of the
 * vector. It tells neither scores nor ranks: a hit's score is 1 / rank. Without terms the vector ranks alone.
 */
export const searchHybrid = async (
  partition: Partition, embedder: string, terms: readonly string[], vector: Float32Array, weights: readonly [text: number, vector: number], query: TextQuery,
): Promise<TextHit[]> => {
  if (terms.length === 0) return searchVector(partition, embedder, vector, query);
  if (query.kinds.length === 0 || query.limit === 0) return [];
  const { where, parameters } = visible(query);
  const { list, parameters: words } = termsOf(terms);
  const near = withVector(embedder, vector, query.at.knownAt);
  const rows = await partition.rank<Row>({
    fields: FIELDS,
    where: [...where, `(FullTextContainsAny(c.text, ${list}) OR (${near.where.join(" AND ")}))`],
    parameters: { ...parameters, ...words, ...near.parameters },
    orderBy: `RANK RRF(FullTextScore(c.text, ${list}), ${DISTANCE}, [${weights.map((weight) => Math.max(0, weight)).join(", ")}])`,
    top: query.limit,
  }, 2);
  return hitsOf(partition, rows, query.at, (_, rank) => 1 / rank);
};

export const searchSubstring = async (partition: Partition, strings: readonly string[], query: TextQuery): Promise<TextHit[]> => {
  const wanted = [...new Set(strings)].filter((string) => string !== "");
  if (wanted.length === 0 || query.kinds.length === 0 || query.limit === 0) return [];
  const { where, parameters } = visible(query);
  const rows = await partition.query<Row>({
    fields: FIELDS,
    where: [...where, `(${wanted.map((_, i) => `CONTAINS(c.text, @string${i}, true)`).join(" OR ")})`],
    parameters: { ...parameters, ...Object.fromEntries(wanted.map((string, i) => [`string${i}`, string])) },
    orderBy: "c.recordedAt DESC",
    top: MOST_CONTAINING,
  });
  const lower = wanted.map((string) => string.toLowerCase());
  const scoreOf = ({ text }: Row): number => lower.filter((string) => text.toLowerCase().includes(string)).length;
  const best = rows.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, query.limit);
  return hitsOf(partition, best, query.at, scoreOf);
};

export const similarFacts = async (
  partition: Partition, embedder: string, { entities, vector, at, limit }: { readonly entities: readonly EntityId[]; readonly vector: Float32Array; readonly at: TimePoint; readonly limit: number },
): Promise<{ readonly version: FactVersion; readonly similarity: number }[]> => {
  if (entities.length === 0 || limit === 0) return [];
  const rows = await nearest(partition, embedder, vector, { kinds: ["FACT"], at, limit }, { where: [oneOf("entity", "entities")], parameters: { entities } });
  const hits = await hitsOf(partition, rows, at, ({ score }) => score ?? 0);
  return hits.flatMap(({ version, score }) => (version ? [{ version, similarity: score }] : []));
};

/** The search texts of entities that stand at `knownAt`. */
export const entityTexts = async (partition: Partition, entities: readonly EntityId[], knownAt: Instant): Promise<({ readonly id: TextId; readonly text: string } | null)[]> => {
  if (entities.length === 0) return [];
  const rows = await partition.query<TextDocument>({
    fields: ["textId", "subject", "text"],
    where: [TEXT, 'c.textKind = "ENTITY"', oneOf("subject", "entities"), "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt"],
    parameters: { entities: [...new Set(entities)], knownAt },
  });
  const bySubject = new Map(rows.map(({ subject, textId, text }) => [subject, { id: textId, text }]));
  return entities.map((entity) => bySubject.get(entity) ?? null);
};
