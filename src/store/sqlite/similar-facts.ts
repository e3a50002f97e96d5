import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { STOP_WORDS } from "../../memory/stop-words.ts";
import type { TimePoint } from "../../memory/time.ts";
import { textsOfFacts } from "./important-facts.ts";
import { toMillis } from "./instants.ts";
import { asList } from "./requests.ts";
import { bestFirst, firstOf, scoresOf, type Scores } from "./scores.ts";
import type { SpaceFile } from "./space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { lastNumber } from "./text-number.ts";
import { markAt } from "./texts.ts";
import type { VectorIndex } from "./vector-index.ts";
import { visibleHits } from "./visible-hits.ts";

/** Facts of a subject that are compared one by one; of a subject with more, candidates are searched for. */
const COMPARED = 64;
const COMPARED_WHERE_NEARNESS_DECIDES = 1_024;
/** Words of a text that are looked up: of more the longest, which tend to be the rarest. */
const WORDS_LOOKED_UP = 48;
/** Texts that are looked at for one word, the newest: a word that more share tells little about any. */
const TEXTS_PER_WORD = 256;
/** Texts that share the most telling words, of which those of the subject are found. */
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

const SHARING = `SELECT rowid FROM stem WHERE stem MATCH ? AND rowid <= CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ${TEXTS_PER_WORD}`;

const NAMES = `SELECT DISTINCT m.folded FROM json_each(?) r CROSS JOIN entity e ON e.id = r.value CROSS JOIN name m ON m.entity = e.num`;

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].flatMap(stemsOf));

/** The words of a text that tell facts of the entities apart: their names are in all of them, and stop words tell nothing where there is another word. */
const tellingStems = (file: SpaceFile, { text, entities }: SimilarQuery): string[] => {
  const names = new Set(
    file.all<readonly [string]>(NAMES, asList(entities)).flatMap(([name]) => stemsOf(name)),
  );
  const stems = [...new Set(stemsOf(text))].filter((stem) => !names.has(stem));
  const telling = stems.filter((stem) => !STOP_STEMS.has(stem));
  return (telling.length > 0 ? telling : stems)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS_LOOKED_UP);
};

/** Facts' texts that share words with a text, the most telling first: a word weighs the more the fewer texts have it. Costs the same however many facts there are. */
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

/** Which of some texts are what a fact of the entities says at a time point. ?1 texts, ?2 entities, ?3 knownAt, ?4 validAt. */
const OWNED = `
SELECT v.text
FROM json_each(?1) r
CROSS JOIN fact_version v INDEXED BY fact_text ON v.text = r.value AND v.entity IN (SELECT e.num FROM json_each(?2) o CROSS JOIN entity e ON e.id = o.value)
WHERE v.recorded <= ?3 AND ?3 < v.expired AND v.valid_from <= ?4 AND ?4 < v.valid_to`;

/** The first `most` of some texts in order that are what a fact of the entities says; as few are looked at as that takes. */
const owned = (
  file: SpaceFile,
  texts: readonly number[],
  { entities, at }: SimilarQuery,
  most: number,
): number[] => {
  const found: number[] = [];
  for (let from = 0; from < texts.length && found.length < most; from += most) {
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
    found.push(...some.filter((text) => theirs.has(text)));
  }
  return found.slice(0, most);
};

/** The texts among which the nearest are looked for, with their cosine; a text without a vector is near nothing. */
const candidates = (file: SpaceFile, index: VectorIndex, query: SimilarQuery): Scores => {
  const { vector, at, limit } = query;
  const most = index.embedder.decides ? COMPARED_WHERE_NEARNESS_DECIDES : COMPARED;
  const own = textsOfFacts(file, { ...query, limit: most + 1 });
  if (own.length > most && index.embedder.decides)
    return index.cosines(file, vector, new Set(["FACT"]), at.knownAt);
  const texts =
    own.length <= most
      ? own
      : owned(file, sharingWords(file, query), query, limit * CANDIDATES_PER_FACT);
  const near = index.cosinesOf(file, vector, texts);
  return scoresOf(texts.map((number) => [number, near.get(number) ?? 0]));
};

/**
 * The visible facts of a subject that are nearest to a text. All are compared where the subject has few. Of many, those are that share
 * the rarest words with it; or, where the embedder's nearness decides, those that are nearest of all.
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
    ({ version }) => version !== null && owners.has(version.entity),
  ).flatMap(({ version, score }) => (version === null ? [] : [{ version, similarity: score }]));
};
