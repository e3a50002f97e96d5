import type { HybridHits, HybridQuery, TextHit, TextQuery } from "../../port.ts";
import { checkDimensions, vectorNumbers, type Embedder } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { events, type EventPlace } from "../reads/events.ts";
import { outsideOfCall } from "../connection/port-call.ts";
import { queryWords, sharesWord } from "./bm25.ts";
import { textsWithWords } from "./full-text.ts";
import type { Ranking, ServedRanking } from "../connection/ranking.ts";
import {
  bestFirst,
  MATCH,
  hitsOf,
  isSatisfiable,
  MOST_WORDS,
  narrowedQuery,
  scoreByBm25,
  occurrenceOf,
  textOf,
  visibleRows,
  visibleTexts,
  wordParameters,
  type Match,
  type ScoredRow,
} from "./text-query.ts";
import { DISTANCE, nearestTexts, searchVector } from "./vector.ts";

/** The lists that are fused: full text and vector. */
const FUSED_LISTS = 2;
/**
 * Minimum number of rows that are fetched from a fusion, so that few hits are ranked among enough
 * others, and the ratio of rows to requested hits. The engine reads twelve texts for each row, and
 * the list of near texts in addition.
 */
const LEAST_FUSED = 50;
const FUSED_SHARE = 0.8;

/**
 * Texts that contain one of the words, the best first by the reciprocal rank fusion of Cosmos DB (k
 * = 60). The WHERE contains the words, so that the full-text index narrows both lists. Near texts
 * without a word come from the vector index (`nearestTexts`).
 */
const fusedTexts = (
  partition: Partition,
  words: readonly string[],
  { vector, weights }: HybridQuery,
  query: TextQuery,
): Promise<Match[]> => {
  const { list, parameters } = wordParameters(words);
  const most = Math.max(Math.ceil(FUSED_SHARE * query.limit), LEAST_FUSED);
  const weightList = [weights.fullText, weights.vector]
    .map((weight) => Math.max(0, weight))
    .join(", ");
  return visibleRows({ ...query, limit: Math.min(query.limit, most) }, most, (top) =>
    partition.rank(
      MATCH,
      {
        ...narrowedQuery(visibleTexts(query), {
          where: [`FullTextContainsAny(c.text, ${list})`],
          parameters: { ...parameters, vector: vectorNumbers(vector) },
        }),
        orderBy: `RANK RRF(FullTextScore(c.text, ${list}), ${DISTANCE}, [${weightList}])`,
        top,
      },
      FUSED_LISTS,
    ),
  );
};

const textsOf = (
  partition: Partition,
  words: readonly string[],
  hybrid: HybridQuery,
  query: TextQuery,
  ranking: Ranking,
): Promise<Match[]> =>
  ranking === "NATIVE"
    ? fusedTexts(partition, words, hybrid, query)
    : textsWithWords(partition, MATCH, words, query, ranking);

/** The positions of the events whose texts were found, as the texts state them. */
const placesAmong = (scoredRows: readonly ScoredRow[]): EventPlace[] =>
  scoredRows.flatMap(({ row: { textKind, subject, spans } }) => {
    const [span] = spans;
    return textKind === "EVENT" && span
      ? [{ event: subject, session: span.session, occurredAt: span.validFrom }]
      : [];
  });

/** The hits for scored rows, without their facts. */
const hitsWithoutFacts = (scoredRows: readonly ScoredRow[]): TextHit[] =>
  scoredRows.map(({ row, score, termScores }) => ({
    text: textOf(row),
    version: null,
    occurredAt: occurrenceOf(row),
    score,
    termScores,
  }));

/** The hits of some rows, in their order and with their scores. */
const hitsAmong = (hits: readonly TextHit[], scoredRows: readonly ScoredRow[]): TextHit[] => {
  const hitsById = new Map(hits.map((hit) => [hit.text.id, hit]));
  return scoredRows.flatMap(({ row, score, termScores }) => {
    const hit = hitsById.get(row.textId);
    return hit ? [{ ...hit, score, termScores }] : [];
  });
};

/**
 * Full-text and vector search: texts with a word of the query, and texts near its vector, at the
 * same time. Cosmos DB returns neither scores nor ranks of full text, and computes them from the
 * current texts of all spaces of the container. The texts are therefore ranked again here, by BM25
 * over those that share a word. If no more texts match than are fetched, the result depends only on
 * them. `onPlaces` receives the positions of the events among them.
 */
export const searchHybrid = async (
  partition: Partition,
  rankings: ServedRanking,
  embedder: Embedder,
  hybrid: HybridQuery,
  query: TextQuery,
  onPlaces: (places: readonly EventPlace[]) => void,
): Promise<HybridHits> => {
  const { words, terms } = queryWords(hybrid.terms, query.relatedWords, MOST_WORDS);
  if (words.length === 0)
    return {
      fullText: [],
      vector: await searchVector(partition, embedder, hybrid.vector, query),
    };
  checkDimensions(embedder, hybrid.vector);
  if (!isSatisfiable(query)) return { fullText: [], vector: [] };
  const best = (scoredRows: readonly ScoredRow[]): ScoredRow[] =>
    scoredRows.toSorted(bestFirst).slice(0, query.limit);
  const [rows, near] = await Promise.all([
    rankings.search("NATIVE", (ranking) => textsOf(partition, words, hybrid, query, ranking)),
    nearestTexts(partition, embedder, hybrid.vector, query).then((scoredRows) => {
      const vector = best(scoredRows);
      // A fusion by Cosmos DB takes longer, so these are read meanwhile.
      const hits = hitsOf(partition, vector, query.at);
      hits.catch(() => undefined);
      return { vector, hits };
    }),
  ]);
  const { vector } = near;
  const fullText = best(
    scoreByBm25(
      rows.filter(({ text }) => sharesWord(text, words)),
      terms,
    ),
  );
  const places = placesAmong(fullText);
  onPlaces(places);
  const { onFound } = hybrid;
  if (onFound)
    outsideOfCall(() =>
      onFound({ fullText: hitsWithoutFacts(fullText), vector: hitsWithoutFacts(vector) }),
    );
  const nearIds = new Set(vector.map(({ row }) => row.textId));
  const [nearHits, textHits] = await Promise.all([
    near.hits,
    hitsOf(
      partition,
      fullText.filter(({ row }) => !nearIds.has(row.textId)),
      query.at,
    ),
    // The code that shows the hits reads them.
    events(
      partition,
      places.map(({ event }) => event),
      query.at.knownAt,
    ),
  ]);
  const hits = [...nearHits, ...textHits];
  return { fullText: hitsAmong(hits, fullText), vector: hitsAmong(hits, vector) };
};
