import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { STOP_WORDS } from "../../../language/stop-words.ts";
import type { TimePoint } from "../../../memory/time.ts";
import { textsOfFacts } from "../tables/important-facts.ts";
import { toMillis } from "../database/instants.ts";
import { asList } from "../database/requests.ts";
import { bestFirst, firstOf, scoresOf, type Scores } from "./scores.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { lastNumber } from "./text-number.ts";
import { markAt } from "./corpus.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { visibleHits } from "./visible-hits.ts";

/**
 * Maximum number of facts of a subject that are all compared. For a subject with more facts,
 * candidates are searched for.
 */
const COMPARED = 64;
const COMPARED_WHERE_NEARNESS_DECIDES = 1_024;
/**
 * Maximum number of words of a text that are looked up: the longest ones, which tend to be the
 * rarest.
 */
const WORDS_LOOKED_UP = 48;
/**
 * Maximum number of texts that are read for one word, the newest ones. A word in more texts says
 * little about any of them.
 */
const TEXTS_PER_WORD = 256;
/**
 * Maximum number of texts with the rarest shared words, among which those of the subject are
 * selected.
 */
const TEXTS_LOOKED_AT = 256;
/** Number of candidates that are compared by vector, per requested fact. */
const CANDIDATES_PER_FACT = 8;

export interface SimilarQuery {
  readonly entities: readonly EntityId[];
  readonly text: string;
  readonly vector: Float32Array;
  readonly at: TimePoint;
  readonly limit: number;
}

const SHARING = `
SELECT rowid
FROM stem
WHERE stem MATCH ? AND rowid <= CAST(? AS INTEGER)
ORDER BY rowid DESC
LIMIT ${TEXTS_PER_WORD}`;

const NAMES = `
SELECT DISTINCT m.folded
FROM json_each(?) r
CROSS JOIN entity e ON e.id = r.value
CROSS JOIN name m ON m.entity = e.num`;

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].flatMap(stemsOf));

/**
 * Words that distinguish the facts of the entities: no names of these, which all facts contain, and
 * no stop words if there are other words.
 */
const tellingStems = (file: SpaceFile, { text, entities }: SimilarQuery): string[] => {
  const names = new Set(
    file.all<readonly [string]>(NAMES, asList(entities)).flatMap(([name]) => stemsOf(name)),
  );
  const stems = [...new Set(stemsOf(text))].filter((stem) => !names.has(stem));
  const meaningfulStems = stems.filter((stem) => !STOP_STEMS.has(stem));
  return (meaningfulStems.length > 0 ? meaningfulStems : stems)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_LOOKED_UP);
};

/**
 * Texts of facts that share words with a text, best first. Rare words weigh more. The cost does not
 * grow with the number of facts.
 */
const sharingWords = (file: SpaceFile, query: SimilarQuery): number[] => {
  const last = lastNumber("FACT", markAt(file, query.at.knownAt).place);
  const weights = new Map<number, number>();
  for (const stem of tellingStems(file, query)) {
    const texts = file.column(SHARING, `"${indexedStem("FACT", stem)}"`, last);
    const weight = Math.log(1 + TEXTS_PER_WORD / texts.length);
    for (const number of texts) weights.set(number, (weights.get(number) ?? 0) + weight);
  }
  return [...firstOf(bestFirst(scoresOf(weights)), TEXTS_LOOKED_AT).keys()];
};

/**
 * The texts among these that state a visible fact of the entities. ?1 texts, ?2 entities, ?3
 * knownAt, ?4 validAt.
 */
const OWNED = `
SELECT v.text
FROM json_each(?1) r
CROSS JOIN fact_version v INDEXED BY fact_text ON v.text = r.value
  AND v.entity IN (SELECT e.num FROM json_each(?2) o CROSS JOIN entity e ON e.id = o.value)
WHERE v.recorded <= ?3 AND ?3 < v.expired AND v.valid_from <= ?4 AND ?4 < v.valid_to`;

/**
 * The first `most` texts that state a visible fact of the entities. Stops reading when it has them.
 */
const textsOfEntities = (
  file: SpaceFile,
  texts: readonly number[],
  { entities, at }: SimilarQuery,
  most: number,
): number[] => {
  const facts: number[] = [];
  for (let from = 0; from < texts.length && facts.length < most; from += most) {
    const some = texts.slice(from, from + most);
    const theirs = new Set(
      file.column(
        OWNED,
        asList(some),
        asList(entities),
        toMillis(at.knownAt),
        toMillis(at.validAt),
      ),
    );
    facts.push(...some.filter((text) => theirs.has(text)));
  }
  return facts.slice(0, most);
};

/** Candidate texts with their cosines; 0 for a text without a vector. */
const candidates = (file: SpaceFile, index: VectorIndex, query: SimilarQuery): Scores => {
  const { vector, at, limit } = query;
  const most = index.embedder.decides ? COMPARED_WHERE_NEARNESS_DECIDES : COMPARED;
  const own = textsOfFacts(file, { ...query, limit: most + 1 });
  if (own.length > most && index.embedder.decides)
    return index.cosines(file, vector, new Set(["FACT"]), at.knownAt);
  const texts =
    own.length <= most
      ? own
      : textsOfEntities(file, sharingWords(file, query), query, limit * CANDIDATES_PER_FACT);
  const near = index.cosinesOf(file, vector, texts);
  return scoresOf(texts.map((number) => [number, near.get(number) ?? 0]));
};

/**
 * The visible facts of a subject that are nearest to a text. If the subject has few facts, all are
 * compared. Otherwise, only those that share the rarest words with the text; or, if the embedder's
 * similarity decides, the nearest of all texts.
 */
export const similarFacts = (
  file: SpaceFile,
  index: VectorIndex,
  query: SimilarQuery,
): { readonly version: FactVersion; readonly similarity: number }[] => {
  const { entities, at, limit } = query;
  const owners = new Set(entities);
  return visibleHits(
    file,
    candidates(file, index, query),
    { kinds: ["FACT"], at, limit },
    { keep: ({ version }) => version !== null && owners.has(version.entity) },
  ).flatMap(({ version, score }) => (version === null ? [] : [{ version, similarity: score }]));
};
