import type { FactVersion } from "../../../memory/fact.ts";
import type { SpaceStore, TextQuery } from "../../port.ts";
import { checkDimensions, vectorNumbers, type Embedder } from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf } from "../partition/query.ts";
import { wordsOf } from "./bm25.ts";
import { textsWithWords } from "./full-text.ts";
import type { ServedRanking } from "../connection/ranking.ts";
import {
  bestFirst,
  hitsOf,
  MOST_WORDS,
  scoreByBm25,
  type Match,
  type ScoredRow,
} from "./text-query.ts";
import { isComparable, MIXED_MATCH, nearestTexts } from "./vector.ts";

/** Nearest first; of equally near facts, those that share more words first, by BM25. */
const rankBySimilarity = (texts: readonly ScoredRow[], words: readonly string[]): ScoredRow[] => {
  const similarities = new Map(texts.map(({ row, score }) => [row.textId, { row, score }]));
  const rows: Match[] = [...similarities.values()].map(({ row }) => row);
  const similarityOf = ({ textId }: Match): number => similarities.get(textId)?.score ?? 0;
  return scoreByBm25(
    rows,
    words.map((word) => ({ own: [word], relatedWords: [] })),
  )
    .toSorted((a, b) => similarityOf(b.row) - similarityOf(a.row) || bestFirst(a, b))
    .map(({ row }) => ({ row, score: similarityOf(row) }));
};

/**
 * Facts of the entities that share words with the text or whose vectors are near its vector. The
 * similarity is the cosine; 0 for a fact without a comparable vector. It runs at every write of a
 * fact, so it is always ranked here, without statistics and without a plan.
 */
export const similarFacts = async (
  partition: Partition,
  rankings: ServedRanking,
  embedder: Embedder,
  { entities, text, vector, at, limit }: Parameters<SpaceStore["similarFacts"]>[0],
): Promise<{ readonly version: FactVersion; readonly similarity: number }[]> => {
  checkDimensions(embedder, vector);
  if (entities.length === 0 || limit === 0) return [];
  const query: TextQuery = { kinds: ["FACT"], at, limit };
  const ofEntities = {
    where: [oneOf("entity", "entities")],
    parameters: { entities: [...entities] },
  };
  const words = wordsOf([text], MOST_WORDS);
  const [nearest, withWords] = await Promise.all([
    nearestTexts(partition, embedder, vector, query, ofEntities),
    words.length === 0
      ? []
      : rankings.search("SERVICE", (ranking) =>
          textsWithWords(partition, MIXED_MATCH, words, query, ranking, {
            where: ofEntities.where,
            parameters: { ...ofEntities.parameters, vector: vectorNumbers(vector) },
          }),
        ),
  ]);
  const sharingWords = withWords.map((row) => ({
    row,
    score: isComparable(row, embedder, at.knownAt) ? (row.score ?? 0) : 0,
  }));
  const best = rankBySimilarity([...nearest, ...sharingWords], words).slice(0, limit);
  const hits = await hitsOf(partition, best, at);
  return hits.flatMap(({ version, score }) => (version ? [{ version, similarity: score }] : []));
};
