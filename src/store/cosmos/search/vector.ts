import type { Instant } from "../../../memory/time.ts";
import type { TextHit, TextQuery } from "../../port.ts";
import { isNumber, orAbsent } from "../documents/shape.ts";
import {
  checkDimensions,
  TEXT,
  vectorNumbers,
  type Embedder,
  type TextDocument,
} from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import type { Query } from "../partition/query.ts";
import {
  bestFirst,
  MATCH,
  MATCH_PROPERTIES,
  depthOf,
  hitsOf,
  isSatisfiable,
  narrowedQuery,
  visibleRows,
  visibleTexts,
  type Match,
  type ScoredRow,
} from "./text-query.ts";

/** The distance that the service returns is the cosine similarity. */
export const DISTANCE = "VectorDistance(c.vector, @vector)";

/** Texts with a vector. A text without one has no score. */
const NEAR_MATCH = MATCH.computing("score", DISTANCE, orAbsent<number>(isNumber));

/**
 * Texts with or without a vector, with the properties that tell whether the vector is comparable.
 */
export const MIXED_MATCH = TEXT.only(...MATCH_PROPERTIES, "embedder", "vectorAt").computing(
  "score",
  DISTANCE,
  orAbsent<number>(isNumber),
);
export type MixedCandidate = Match &
  Pick<TextDocument, "embedder" | "vectorAt"> & { readonly score: number | undefined };

/**
 * Texts that had a vector of this embedder by `@knownAt`. Vectors of two embedders are never
 * compared.
 */
const comparableTexts = (
  { id }: Embedder,
  vector: Float32Array,
  knownAt: Instant,
): Required<Pick<Query, "where" | "parameters">> => ({
  where: ["c.embedder = @embedder", "c.vectorAt <= @knownAt"],
  parameters: { embedder: id, knownAt, vector: vectorNumbers(vector) },
});

/** The same condition on a row. */
export const isComparable = (
  { embedder, vectorAt }: MixedCandidate,
  { id }: Embedder,
  knownAt: Instant,
): boolean => embedder === id && vectorAt !== undefined && vectorAt <= knownAt;

/**
 * The visible texts that are nearest to the vector, scored by cosine similarity: one query in one
 * partition.
 */
export const nearestTexts = async (
  partition: Partition,
  embedder: Embedder,
  vector: Float32Array,
  query: TextQuery,
  more: Query = { where: [] },
): Promise<ScoredRow[]> => {
  const comparable = comparableTexts(embedder, vector, query.at.knownAt);
  const rows = await visibleRows(query, depthOf(query.limit), (top) =>
    partition.nearest(NEAR_MATCH, {
      ...narrowedQuery(narrowedQuery(visibleTexts(query), comparable), more),
      orderBy: DISTANCE,
      top,
    }),
  );
  return rows.map((row) => ({ row, score: row.score ?? 0 }));
};

export const searchVector = async (
  partition: Partition,
  embedder: Embedder,
  vector: Float32Array,
  query: TextQuery,
): Promise<TextHit[]> => {
  checkDimensions(embedder, vector);
  if (!isSatisfiable(query)) return [];
  const nearest = await nearestTexts(partition, embedder, vector, query);
  return hitsOf(partition, nearest.toSorted(bestFirst).slice(0, query.limit), query.at);
};
