import type { TextHit, TextQuery } from "../../port.ts";
import {
  ownText,
  rankedText,
  TEXT,
  type Span,
  type TextDocument,
} from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf, ofType, type Query } from "../partition/query.ts";
import { believedVersions } from "../reads/facts.ts";
import { hasTags } from "../../../memory/tags.ts";
import { compareText, visibleAt, type Instant, type TimePoint } from "../../../memory/time.ts";
import { bm25Scores, type TermWords } from "./bm25.ts";

/** Maximum number of words in full-text functions. The service refuses more. */
export const MOST_WORDS = 30;
/**
 * Minimum number of texts that are fetched and ranked here, even if fewer are wanted. Unless more
 * texts match, the order of the hits depends only on visible texts.
 */
const LEAST_RANKED = 100;

/** Number of rows to fetch in order to rank `limit` hits. */
export const depthOf = (limit: number): number => Math.max(limit, LEAST_RANKED);

/** The properties that a hit needs; a vector is never read back. */
export const MATCH_PROPERTIES = [
  "textId",
  "textKind",
  "subject",
  "text",
  "own",
  "unfolded",
  "recordedAt",
  "spans",
] as const;
export type Match = Pick<TextDocument, (typeof MATCH_PROPERTIES)[number]>;
export const MATCH = TEXT.only(...MATCH_PROPERTIES);

export interface ScoredRow<R extends Match = Match> {
  readonly row: R;
  readonly score: number;
  /** The property for full text. */
  readonly termScores?: readonly number[];
}

/** Best first; of equal scores, the last recorded first. */
export const bestFirst = (a: ScoredRow, b: ScoredRow): number =>
  b.score - a.score ||
  compareText(b.row.recordedAt, a.row.recordedAt) ||
  compareText(b.row.textId, a.row.textId);

export const scoreByBm25 = <R extends Match>(
  rows: readonly R[],
  terms: readonly TermWords[],
): ScoredRow<R>[] => {
  const scores = bm25Scores(rows.map(rankedText), terms);
  return rows.map((row, i) => ({ row, ...(scores[i] ?? { score: 0 }) }));
};

/** Whether a query can have hits at all. */
export const isSatisfiable = ({ kinds, limit }: Pick<TextQuery, "kinds" | "limit">): boolean =>
  kinds.length > 0 && limit > 0;

/** Tiers do not apply to entities and summaries. */
const WITHOUT_TIER: ReadonlySet<string> = new Set(["ENTITY", "SUMMARY"]);

type Visibility = Omit<TextQuery, "limit">;

/** The span of a text that is visible at the time point and meets the conditions. */
const visibleSpan = (
  { spans, textKind }: Match,
  { at, minConfidence, session, tags, tier }: Visibility,
): Span | undefined =>
  spans.find(
    (span) =>
      visibleAt(span, at) &&
      (minConfidence === undefined || span.confidence >= minConfidence) &&
      (session === undefined || span.session === session) &&
      hasTags(span, tags) &&
      (tier === undefined || span.tier === tier || WITHOUT_TIER.has(textKind)),
  );

/**
 * Selects texts that may be visible at the time point, by plain indexed properties, because the
 * documentation of Cosmos DB describes no access to lists in ranking queries. `isVisible` checks
 * the returned rows.
 */
export const visibleTexts = ({
  kinds,
  at,
  minConfidence,
  session,
  tags = [],
  tier,
}: Visibility): Query => {
  const within = [
    "c.bounds.validFrom <= @validAt AND c.bounds.validTo > @validAt",
    ...(minConfidence === undefined ? [] : ["c.bounds.confidence >= @minConfidence"]),
    ...(session === undefined ? [] : ["ARRAY_CONTAINS(c.bounds.sessions, @session)"]),
    ...tags.map((_, i) => `ARRAY_CONTAINS(c.bounds.tags, @tag${i})`),
    ...(tier === undefined
      ? []
      : ["(ARRAY_CONTAINS(c.bounds.tiers, @tier) OR c.textKind IN ('ENTITY', 'SUMMARY'))"]),
  ].join(" AND ");
  return {
    where: [
      ofType("text"),
      oneOf("textKind", "kinds"),
      "c.recordedAt <= @knownAt",
      "(c.believedUntil > @knownAt OR NOT IS_DEFINED(c.believedUntil))",
      `((${within}) OR NOT IS_DEFINED(c.bounds.validTo))`,
    ],
    parameters: {
      kinds: [...kinds],
      knownAt: at.knownAt,
      validAt: at.validAt,
      ...(minConfidence === undefined ? {} : { minConfidence }),
      ...(session === undefined ? {} : { session }),
      ...Object.fromEntries(tags.map((tag, i) => [`tag${i}`, tag])),
      ...(tier === undefined ? {} : { tier }),
    },
  };
};

/**
 * The visible texts among the best rows. `fetch` returns at most `top` rows; if too few of them are
 * visible, more are fetched.
 */
export const visibleRows = async <R extends Match>(
  query: TextQuery,
  top: number,
  fetch: (top: number) => Promise<readonly R[]>,
): Promise<R[]> => {
  const rows = await fetch(top);
  const visible = rows.filter((row) => visibleSpan(row, query) !== undefined);
  return visible.length >= query.limit || rows.length < top
    ? visible
    : visibleRows(query, 2 * top, fetch);
};

/** The query with further conditions. */
export const narrowedQuery = ({ where, parameters, ...rest }: Query, more: Query): Query => ({
  ...rest,
  where: [...where, ...more.where],
  parameters: { ...parameters, ...more.parameters },
});

/**
 * Words as separate parameters, because the SDK breaks the form with one array (azure-sdk-for-js
 * #34332).
 */
export const wordParameters = (
  words: readonly string[],
): { readonly list: string; readonly parameters: NonNullable<Query["parameters"]> } => ({
  list: words.map((_, i) => `@word${i}`).join(", "),
  parameters: Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
});

/** The text that a hit on a row shows. */
export const textOf = (row: Match): TextHit["text"] => ({
  id: row.textId,
  kind: row.textKind,
  subject: row.subject,
  text: ownText(row),
});

/** The time at which the message of a row was said; undefined for other kinds. */
export const occurrenceOf = ({ textKind, spans: [span] }: Match): Instant | undefined =>
  textKind === "EVENT" ? span?.validFrom : undefined;

/**
 * The hits for scored rows, in their order. The fact versions are read in one request. Rows whose
 * fact is not believed are dropped.
 */
export const hitsOf = async (
  partition: Partition,
  scoredRows: readonly ScoredRow[],
  at: TimePoint,
): Promise<TextHit[]> => {
  const versions = await believedVersions(
    partition,
    scoredRows.flatMap(({ row: { textKind, subject, spans } }) => {
      const span = textKind === "FACT" ? spans.find((own) => visibleAt(own, at)) : undefined;
      return span ? [{ fact: subject, n: span.n }] : [];
    }),
    at.knownAt,
  );
  return scoredRows.flatMap(({ row, score, termScores }): TextHit[] => {
    const isFact = row.textKind === "FACT";
    const version = isFact ? (versions.get(row.subject) ?? null) : null;
    if (isFact && version === null) return [];
    return [{ text: textOf(row), version, occurredAt: occurrenceOf(row), score, termScores }];
  });
};
