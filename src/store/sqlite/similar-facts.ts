import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, TextId } from "../../memory/ids.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";
import { bestFirst, firstOf } from "./best-first.ts";
import { importantFacts } from "./important-facts.ts";
import type { SpaceFile } from "./space-file.ts";
import { stemsOf } from "./stems.ts";
import { FIRST_NUMBER, lastNumber } from "./text-number.ts";
import { markAt, numberOfText } from "./texts.ts";
import { cosines, cosinesOf, type StoreEmbedder } from "./vectors.ts";
import { visibleHits } from "./visible-hits.ts";

/** Facts of a subject that are compared one by one; of a subject with more, candidates are searched for. */
const COMPARED = 64;
const COMPARED_WHERE_NEARNESS_DECIDES = 1_024;
/** Texts that are looked at for one word, the newest: a word that more share tells little about any. */
const TEXTS_PER_WORD = 256;
/** Texts that share the most telling words, which are looked at at all. */
const TEXTS_LOOKED_AT = 256;
/** Candidates that are compared by vector, per fact that is wanted. */
const CANDIDATES_PER_FACT = 8;

export interface SimilarQuery {
  readonly entities: readonly EntityId[];
  readonly text: string;
  readonly vector: Float32Array;
  readonly at: TimePoint;
  readonly limit: number;
}

export interface SimilarFact {
  readonly version: FactVersion;
  readonly similarity: number;
}

const SHARING = `SELECT rowid FROM stem WHERE stem MATCH ? AND rowid >= ${FIRST_NUMBER.FACT} AND rowid <= CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ${TEXTS_PER_WORD}`;

/** Facts' texts that share words with a text: each word weighs the more the fewer texts have it. Costs the same however many facts there are. */
const sharingWords = (file: SpaceFile, text: string, knownAt: Instant): Map<number, number> => {
  const last = lastNumber("FACT", markAt(file, knownAt).place);
  const weights = new Map<number, number>();
  for (const stem of new Set(stemsOf(text))) {
    const texts = file.all<readonly [number]>(SHARING, `"${stem}"`, last);
    for (const [number] of texts) weights.set(number, (weights.get(number) ?? 0) + Math.log(1 + TEXTS_PER_WORD / texts.length));
  }
  return firstOf(bestFirst(weights), TEXTS_LOOKED_AT);
};

const byNearness = (a: SimilarFact, b: SimilarFact): number => b.similarity - a.similarity || (a.version.fact < b.version.fact ? -1 : 1);

const compared = (file: SpaceFile, embedder: StoreEmbedder, versions: readonly FactVersion[], { vector, limit }: SimilarQuery): SimilarFact[] => {
  const numbers = new Map<TextId, number | null>(versions.map(({ textId }) => [textId, numberOfText(file, textId)]));
  const scores = cosinesOf(file, embedder, vector, [...numbers.values()].flatMap((number) => number ?? []));
  return versions.map((version) => ({ version, similarity: scores.get(numbers.get(version.textId) ?? NaN) ?? 0 })).toSorted(byNearness).slice(0, limit);
};

/**
 * The visible facts of a subject that are nearest to a text. All are compared where the subject has few. Of many, those are that share
 * the rarest words with it; or, where the embedder's nearness decides, those that are nearest of all.
 */
export const similarFacts = (file: SpaceFile, embedder: StoreEmbedder, query: SimilarQuery): SimilarFact[] => {
  const { entities, text, vector, at, limit } = query;
  const most = embedder.decides ? COMPARED_WHERE_NEARNESS_DECIDES : COMPARED;
  const [own = []] = importantFacts(file, [{ entities, at, limit: most + 1 }]);
  if (own.length <= most) return compared(file, embedder, own, query);
  const owners = new Set(entities);
  const best = (scores: ReadonlyMap<number, number>, count: number) =>
    visibleHits(file, scores, { kinds: ["FACT"], at, limit: count }, ({ version }) => version !== null && owners.has(version.entity));
  if (embedder.decides) {
    const nearest = best(cosines(file, embedder, vector, new Set(["FACT"]), at.knownAt), limit);
    return nearest.flatMap(({ version, score }) => (version === null ? [] : [{ version, similarity: score }]));
  }
  const candidates = best(sharingWords(file, text, at.knownAt), limit * CANDIDATES_PER_FACT);
  return compared(file, embedder, candidates.flatMap(({ version }) => version ?? []), query);
};
