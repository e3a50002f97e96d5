import type { TextHit, TextQuery } from "../../port.ts";
import type { Projection } from "../documents/shape.ts";
import { ownText } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { LATEST_RECORDED_FIRST, type Query } from "../partition/query.ts";
import { queryWords, wordsOf } from "./bm25.ts";
import type { Ranking, ServedRanking } from "../connection/ranking.ts";
import {
  bestFirst,
  MATCH,
  depthOf,
  hitsOf,
  isSatisfiable,
  MOST_WORDS,
  narrowedQuery,
  scoreByBm25,
  visibleRows,
  visibleTexts,
  wordParameters,
  type Match,
} from "./text-query.ts";

/**
 * Maximum number of texts that are ranked here. If more contain a word of the query, the last
 * recorded ones are ranked.
 */
const MOST_RANKED = 1000;

/** The condition that a text has one of the words. */
const hasWord = (words: readonly string[], ranking: Ranking): Query => {
  const { list, parameters } = wordParameters(words);
  const where =
    ranking === "SCAN"
      ? `(${words.map((_, i) => `CONTAINS(c.text, @word${i}, true)`).join(" OR ")})`
      : `FullTextContainsAny(c.text, ${list})`;
  return { where: [where], parameters };
};

/**
 * Visible texts with any of the words, in no particular order: one query in one partition, without
 * statistics.
 */
export const textsWithWords = <R extends Match>(
  partition: Partition,
  shape: Projection<R>,
  words: readonly string[],
  query: TextQuery,
  ranking: Ranking,
  more: Query = { where: [] },
): Promise<R[]> =>
  visibleRows(query, MOST_RANKED, (top) =>
    partition.query(shape, {
      ...narrowedQuery(narrowedQuery(visibleTexts(query), hasWord(words, ranking)), more),
      orderBy: LATEST_RECORDED_FIRST,
      top,
    }),
  );

/**
 * Visible texts that contain any of the words, the best first by the full-text score of Cosmos DB.
 */
const bestTextsWithWords = (
  partition: Partition,
  words: readonly string[],
  query: TextQuery,
): Promise<Match[]> => {
  const { list } = wordParameters(words);
  return visibleRows(query, depthOf(query.limit), (top) =>
    partition.rank(MATCH, {
      ...narrowedQuery(visibleTexts(query), hasWord(words, "NATIVE")),
      orderBy: `RANK FullTextScore(c.text, ${list})`,
      top,
    }),
  );
};

/**
 * Full-text search. Texts found by Cosmos DB are ranked here, by BM25 over these texts alone,
 * because Cosmos DB does not return its scores and computes them from the current texts of all
 * spaces of the container. Unless more texts match than are fetched, a search of the past returns
 * its earlier result, and no other space affects it.
 */
export const searchFullText = async (
  partition: Partition,
  rankings: ServedRanking,
  terms: readonly string[],
  query: TextQuery,
): Promise<TextHit[]> => {
  const { words, terms: termWords } = queryWords(terms, query.relatedWords, MOST_WORDS);
  if (words.length === 0 || !isSatisfiable(query)) return [];
  const rows = await rankings.search("NATIVE", (ranking) =>
    ranking === "NATIVE"
      ? bestTextsWithWords(partition, words, query)
      : textsWithWords(partition, MATCH, words, query, ranking),
  );
  const rankedRows = scoreByBm25(rows, termWords).toSorted(bestFirst).slice(0, query.limit);
  return hitsOf(partition, rankedRows, query.at);
};

/**
 * Maximum number of texts ranked by how many of the strings they contain: the most recent with a
 * word of any string.
 */
const MOST_CONTAINING = 300;
/**
 * Maximum number of texts that are searched for strings that are not words (parts of words, signs):
 * the last recorded ones.
 */
const MOST_READ_THROUGH = 200;
/** Maximum length of a word that is looked up in the full-text index. */
const LONGEST_WORD = 64;

/** A condition on the property, or on its start where further words follow a text itself. */
const containing = (strings: readonly string[]): Query => {
  const containsAny = (text: string): string =>
    strings.map((_, i) => `CONTAINS(${text}, @string${i}, true)`).join(" OR ");
  return {
    where: [
      `(${containsAny("c.text")})`,
      `(NOT IS_DEFINED(c.own) OR ${containsAny("SUBSTRING(c.text, 0, c.own)")})`,
    ],
    parameters: Object.fromEntries(strings.map((string, i) => [`string${i}`, string])),
  };
};

/** The longest word of each string. */
const lookedUpWords = (strings: readonly string[]): string[] =>
  [...new Set(strings.flatMap((string) => wordsOf([string], 1)))]
    .filter(({ length }) => length <= LONGEST_WORD)
    .slice(0, MOST_WORDS);

/**
 * Texts that may contain one of the strings. No index serves `CONTAINS`, so the full-text index
 * narrows the scan to texts with a word of a string, and the latest texts are scanned in addition.
 * Without full text, all texts are scanned.
 */
const textsWithStrings = async (
  partition: Partition,
  strings: readonly string[],
  query: TextQuery,
  ranking: Ranking,
): Promise<Match[]> => {
  const latest = (more: Query, most: number): Promise<Match[]> =>
    visibleRows({ ...query, limit: Math.min(query.limit, most) }, most, (top) =>
      partition.query(MATCH, {
        ...narrowedQuery(visibleTexts(query), more),
        orderBy: LATEST_RECORDED_FIRST,
        top,
      }),
    );
  const mostContaining = Math.max(query.limit, MOST_CONTAINING);
  if (ranking === "SCAN") return latest(containing(strings), mostContaining);
  const words = lookedUpWords(strings);
  const [withWord, readThrough] = await Promise.all([
    words.length === 0
      ? []
      : latest(narrowedQuery(hasWord(words, ranking), containing(strings)), mostContaining),
    latest({ where: [] }, MOST_READ_THROUGH),
  ]);
  const byText = new Map([...withWord, ...readThrough].map((row) => [row.textId, row]));
  return [...byText.values()];
};

/**
 * Texts that contain any of the strings, ignoring case; those that contain most of them first. The
 * words after the text itself do not count. A string that is part of a word is found only in the
 * latest texts (`MOST_READ_THROUGH`).
 */
export const searchSubstring = async (
  partition: Partition,
  rankings: ServedRanking,
  strings: readonly string[],
  query: TextQuery,
): Promise<TextHit[]> => {
  const byLowerCase = new Map(strings.map((string) => [string.toLowerCase(), string]));
  byLowerCase.delete("");
  if (byLowerCase.size === 0 || !isSatisfiable(query)) return [];
  const rows = await rankings.search("SERVICE", (ranking) =>
    textsWithStrings(partition, [...byLowerCase.values()], query, ranking),
  );
  const scoredRows = rows.flatMap((row) => {
    const text = ownText(row).toLowerCase();
    const score = [...byLowerCase.keys()].filter((lower) => text.includes(lower)).length;
    return score === 0 ? [] : [{ row, score }];
  });
  return hitsOf(partition, scoredRows.toSorted(bestFirst).slice(0, query.limit), query.at);
};
