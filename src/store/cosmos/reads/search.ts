import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId, EventId, SessionId, TextId } from "../../../memory/ids.ts";
import { visibleAt, type Instant, type TimePoint } from "../../../memory/time.ts";
import type { HybridHits, HybridQuery, TextHit, TextQuery } from "../../port.ts";
import { ownText, type TextDocument } from "../documents/text-document.ts";
import { checkDimensions, vectorNumbers, type Embedder } from "../documents/vector-numbers.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, type Query } from "../query.ts";
import { believedVersions } from "./facts.ts";
import { scoresOf, sharesWord, wordsOf } from "./words.ts";

const TEXT = ofType("text");
/** What a hit needs; a vector is never read back. */
const FIELDS = ["textId", "textKind", "subject", "text", "own", "recordedAt", "spans"];
/** The service refuses a query with more (FACTS.md §3). */
export const MOST_TERMS = 30;
/** At least so many texts are fetched and put in order here, however few are wanted, so that the order of those that are given depends on what is visible alone. */
const LEAST_RANKED = 100;
/** The lists that are fused. */
const LISTS = 2;
/** At least so many are fetched of a fusion, both lists together. */
const MOST_FUSED = LISTS * LEAST_RANKED;
/** So many texts that contain a string are looked at, the newest of them, to find those that contain most. */
const MOST_CONTAINING = 300;

type Parameters = Query["parameters"];

/** Texts that are visible at the time point: those of which a span is. */
const visible = ({
  kinds,
  at,
  session,
  minConfidence,
  tier,
}: Omit<TextQuery, "limit">): {
  readonly where: string[];
  readonly parameters: NonNullable<Parameters>;
} => ({
  where: [
    TEXT,
    oneOf("textKind", "kinds"),
    `EXISTS(SELECT VALUE s FROM s IN c.spans WHERE s.recordedAt <= @knownAt AND s.expiredAt > @knownAt AND s.validFrom <= @validAt AND s.validTo > @validAt${
      minConfidence === undefined ? "" : " AND s.confidence >= @minConfidence"
    }${session === undefined ? "" : " AND s.session = @session"}${tier === undefined ? "" : " AND (s.tier = @tier OR c.textKind IN ('ENTITY', 'SUMMARY'))"})`,
  ],
  parameters: {
    kinds,
    knownAt: at.knownAt,
    validAt: at.validAt,
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(session === undefined ? {} : { session }),
    ...(tier === undefined ? {} : { tier }),
  },
});

interface Row extends TextDocument {
  readonly score?: number;
}

const spanAt = ({ spans }: TextDocument, at: TimePoint) =>
  spans.find((span) => visibleAt(span, at));

/** Hits with the versions of their facts, which are read in one request. */
const hitsOf = async (
  partition: Partition,
  found: readonly Scored[],
  at: TimePoint,
): Promise<TextHit[]> => {
  const facts = found
    .filter(({ row }) => row.textKind === "FACT")
    .flatMap(({ row }) => {
      const span = spanAt(row, at);
      return span ? [{ fact: row.subject, n: span.n }] : [];
    });
  const versions = await believedVersions(partition, facts, at.knownAt);
  return found.flatMap(({ row, score }): TextHit[] => {
    const version: FactVersion | null =
      row.textKind === "FACT" ? (versions.get(row.subject) ?? null) : null;
    if (row.textKind === "FACT" && version === null) return [];
    return [
      {
        text: { id: row.textId, kind: row.textKind, subject: row.subject, text: ownText(row) },
        version,
        score,
      },
    ];
  });
};

/** Words as parameters of their own: the form that takes them as one array is broken (azure-sdk-for-js #34332). */
const listOf = (
  words: readonly string[],
): { readonly list: string; readonly parameters: NonNullable<Parameters> } => ({
  list: words.map((_, i) => `@word${i}`).join(", "),
  parameters: Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
});

interface Scored {
  readonly row: Row;
  readonly score: number;
}

/** Best first; of equal scores the newest first. */
const bestFirst = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  (a.row.recordedAt > b.row.recordedAt
    ? -1
    : a.row.recordedAt < b.row.recordedAt
      ? 1
      : a.row.textId > b.row.textId
        ? -1
        : 1);

const depthOf = (limit: number): number => Math.max(limit, LEAST_RANKED);

interface More {
  readonly fields?: readonly string[];
  readonly where: readonly string[];
  readonly parameters: NonNullable<Parameters>;
}

/** The texts that have any of the words, as the service ranks them. */
const withWords = async (
  partition: Partition,
  words: readonly string[],
  query: TextQuery,
  more: More,
): Promise<Row[]> => {
  const { where, parameters } = visible(query);
  const { list, parameters: asked } = listOf(words);
  return partition.rank<Row>({
    fields: [...FIELDS, ...(more.fields ?? [])],
    where: [...where, `FullTextContainsAny(c.text, ${list})`, ...more.where],
    parameters: { ...parameters, ...asked, ...more.parameters },
    orderBy: `RANK FullTextScore(c.text, ${list})`,
    top: depthOf(query.limit),
  });
};

const scored = (rows: readonly Row[], words: readonly string[]): Scored[] => {
  const scores = scoresOf(
    rows.map(({ text }) => text),
    words,
  );
  return rows.map((row, i) => ({ row, score: scores[i]! }));
};

/**
 * Full text. The service finds and ranks (BM25); it does not tell its scores, and makes them from what all spaces of the container hold
 * now. So what it finds is put in order here by BM25 over these texts alone: a search of the past stays as it was, and no other space
 * has a say, unless more texts match than are fetched (`LEAST_RANKED`, or `limit`).
 */
export const searchFullText = async (
  partition: Partition,
  terms: readonly string[],
  query: TextQuery,
): Promise<TextHit[]> => {
  const words = wordsOf(terms, MOST_TERMS);
  if (words.length === 0 || query.kinds.length === 0 || query.limit === 0) return [];
  const rows = await withWords(partition, words, query, { where: [], parameters: {} });
  return hitsOf(partition, scored(rows, words).toSorted(bestFirst).slice(0, query.limit), query.at);
};

/** Texts that had a vector of this embedder by then: vectors of two embedders are never compared. */
const withVector = (
  embedder: string,
  vector: Float32Array,
  knownAt: Instant,
): { readonly where: string[]; readonly parameters: NonNullable<Parameters> } => ({
  where: ["c.embedder = @embedder", "c.vectorAt <= @knownAt"],
  parameters: { embedder, knownAt, vector: vectorNumbers(vector) },
});

const DISTANCE = "VectorDistance(c.vector, @vector)";

/** The score is the cosine similarity, which is what the service's distance is. */
const nearest = async (
  partition: Partition,
  embedder: Embedder,
  vector: Float32Array,
  query: TextQuery,
  more: More,
): Promise<Scored[]> => {
  const { where, parameters } = visible(query);
  const near = withVector(embedder.id, vector, query.at.knownAt);
  const rows = await partition.rank<Row>({
    fields: [...FIELDS, `${DISTANCE} AS score`],
    where: [...where, ...near.where, ...more.where],
    parameters: { ...parameters, ...near.parameters, ...more.parameters },
    orderBy: DISTANCE,
    top: depthOf(query.limit),
  });
  return rows.map((row) => ({ row, score: row.score ?? 0 }));
};

export const searchVector = async (
  partition: Partition,
  embedder: Embedder,
  vector: Float32Array,
  query: TextQuery,
): Promise<TextHit[]> => {
  checkDimensions(embedder, vector);
  if (query.kinds.length === 0 || query.limit === 0) return [];
  const found = await nearest(partition, embedder, vector, query, { where: [], parameters: {} });
  return hitsOf(partition, found.toSorted(bestFirst).slice(0, query.limit), query.at);
};

/** A text that has a vector of this embedder, and had it by then. */
const isComparable = (
  { embedder: own, vectorAt }: Row,
  embedder: string,
  knownAt: Instant,
): boolean => own === embedder && vectorAt !== undefined && vectorAt <= knownAt;

/**
 * Text and vector fused by the service (reciprocal rank fusion, k = 60), in one query. It tells neither scores nor ranks, and makes those
 * of full text from what all spaces of the container hold now. So the best that it finds (`MOST_FUSED`) are put into their two lists
 * here, by BM25 over those that have any of the words and by cosine similarity: what is found of few enough texts depends on them alone.
 */
export const searchHybrid = async (
  partition: Partition,
  embedder: Embedder,
  { terms, vector, weights }: HybridQuery,
  query: TextQuery,
): Promise<HybridHits> => {
  const words = wordsOf(terms, MOST_TERMS);
  if (words.length === 0)
    return { fullText: [], vector: await searchVector(partition, embedder, vector, query) };
  checkDimensions(embedder, vector);
  if (query.kinds.length === 0 || query.limit === 0) return { fullText: [], vector: [] };
  const { where, parameters } = visible(query);
  const { list, parameters: asked } = listOf(words);
  const near = withVector(embedder.id, vector, query.at.knownAt);
  const rows = await partition.rank<Row>(
    {
      fields: [...FIELDS, "embedder", "vectorAt", `${DISTANCE} AS score`],
      where: [...where, `(FullTextContainsAny(c.text, ${list}) OR (${near.where.join(" AND ")}))`],
      parameters: { ...parameters, ...asked, ...near.parameters },
      orderBy: `RANK RRF(FullTextScore(c.text, ${list}), ${DISTANCE}, [${[weights.fullText, weights.vector].map((weight) => Math.max(0, weight)).join(", ")}])`,
      top: Math.max(query.limit * LISTS, MOST_FUSED),
    },
    LISTS,
  );
  const sharing = rows.filter(({ text }) => sharesWord(text, words));
  const fullText = scored(sharing, words).toSorted(bestFirst).slice(0, query.limit);
  const comparable = rows
    .filter((row) => isComparable(row, embedder.id, query.at.knownAt))
    .map((row) => ({ row, score: row.score ?? 0 }))
    .toSorted(bestFirst)
    .slice(0, query.limit);
  const hits = await hitsOf(partition, [...fullText, ...comparable], query.at);
  const hitOf = new Map(hits.map((hit) => [hit.text.id, hit]));
  const listed = (found: readonly Scored[]): TextHit[] =>
    found.flatMap(({ row, score }) => {
      const hit = hitOf.get(row.textId);
      return hit ? [{ ...hit, score }] : [];
    });
  return { fullText: listed(fullText), vector: listed(comparable) };
};

export const searchSubstring = async (
  partition: Partition,
  strings: readonly string[],
  query: TextQuery,
): Promise<TextHit[]> => {
  const wanted = [...new Map(strings.map((string) => [string.toLowerCase(), string]))].filter(
    ([lower]) => lower !== "",
  );
  if (wanted.length === 0 || query.kinds.length === 0 || query.limit === 0) return [];
  const { where, parameters } = visible(query);
  const containing = (text: string): string =>
    wanted.map((_, i) => `CONTAINS(${text}, @string${i}, true)`).join(" OR ");
  const rows = await partition.query<Row>({
    fields: FIELDS,
    where: [
      ...where,
      `(${containing("c.text")})`,
      `(NOT IS_DEFINED(c.own) OR ${containing("SUBSTRING(c.text, 0, c.own)")})`,
    ],
    parameters: {
      ...parameters,
      ...Object.fromEntries(wanted.map(([, string], i) => [`string${i}`, string])),
    },
    orderBy: "c.recordedAt DESC",
    top: Math.max(query.limit, MOST_CONTAINING),
  });
  const found = rows.map((row) => ({
    row,
    score: wanted.filter(([lower]) => ownText(row).toLowerCase().includes(lower)).length,
  }));
  return hitsOf(partition, found.toSorted(bestFirst).slice(0, query.limit), query.at);
};

/** Those that share words with the text and those that are near, side by side; of equally near ones those that share more. Without a vector the similarity is 0. */
export const similarFacts = async (
  partition: Partition,
  embedder: Embedder,
  {
    entities,
    text,
    vector,
    at,
    limit,
  }: {
    readonly entities: readonly EntityId[];
    readonly text: string;
    readonly vector: Float32Array;
    readonly at: TimePoint;
    readonly limit: number;
  },
): Promise<{ readonly version: FactVersion; readonly similarity: number }[]> => {
  checkDimensions(embedder, vector);
  if (entities.length === 0 || limit === 0) return [];
  const query: TextQuery = { kinds: ["FACT"], at, limit };
  const more: More = { where: [oneOf("entity", "entities")], parameters: { entities } };
  const words = wordsOf([text], MOST_TERMS);
  const [near, sharing] = await Promise.all([
    nearest(partition, embedder, vector, query, more),
    words.length === 0
      ? []
      : withWords(partition, words, query, {
          fields: ["embedder", "vectorAt", `${DISTANCE} AS score`],
          where: more.where,
          parameters: { ...more.parameters, vector: vectorNumbers(vector) },
        }),
  ]);
  const rows = new Map(
    [
      ...near.map(({ row }) => row),
      ...sharing.map((row) => ({
        ...row,
        score: isComparable(row, embedder.id, at.knownAt) ? (row.score ?? 0) : 0,
      })),
    ].map((row) => [row.textId, row]),
  );
  const best = scored([...rows.values()], words)
    .toSorted((a, b) => (b.row.score ?? 0) - (a.row.score ?? 0) || bestFirst(a, b))
    .slice(0, limit);
  const hits = await hitsOf(
    partition,
    best.map(({ row }) => ({ row, score: row.score ?? 0 })),
    at,
  );
  return hits.flatMap(({ version, score }) => (version ? [{ version, similarity: score }] : []));
};

/** The search texts of entities that stand at `knownAt`. */
export const entityTexts = async (
  partition: Partition,
  entities: readonly EntityId[],
  knownAt: Instant,
): Promise<({ readonly id: TextId; readonly text: string } | null)[]> => {
  if (entities.length === 0) return [];
  const rows = await partition.query<TextDocument>({
    fields: ["textId", "subject", "text"],
    where: [
      TEXT,
      'c.textKind = "ENTITY"',
      oneOf("subject", "entities"),
      "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt",
    ],
    parameters: { entities: [...new Set(entities)], knownAt },
  });
  const bySubject = new Map(
    rows.map(({ subject, textId, text }) => [subject, { id: textId, text }]),
  );
  return entities.map((entity) => bySubject.get(entity) ?? null);
};

/** Events of a session whose texts stand, the first recorded first. */
export const searchableEvents = async (
  partition: Partition,
  session: SessionId,
  limit: number,
  knownAt: Instant,
): Promise<EventId[]> => {
  const rows = await partition.query<TextDocument>({
    fields: ["textId"],
    where: [
      TEXT,
      'c.textKind = "EVENT"',
      "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt",
      "EXISTS(SELECT VALUE s FROM s IN c.spans WHERE s.session = @session)",
    ],
    parameters: { session, knownAt },
    orderBy: "c.recordedAt",
    top: limit,
  });
  return rows.map(({ textId }) => textId);
};
