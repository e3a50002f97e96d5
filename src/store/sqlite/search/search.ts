import type { MemoryKind } from "../../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../../port.ts";
import { bm25 } from "./full-text.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { scoreIn } from "./scores.ts";
import { scoreSubstrings } from "./substrings.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { visibleHits } from "./visible-hits.ts";

/**
 * Only facts and events belong to a session or have tags, so a search for either ranks no other
 * kinds.
 */
const kindsOf = ({ kinds, session, tags }: TextQuery): readonly MemoryKind[] =>
  kinds.filter(
    (kind) => (session === undefined && tags === undefined) || kind === "FACT" || kind === "EVENT",
  );

export const searchFullText = (
  file: SpaceFile,
  terms: readonly string[],
  query: TextQuery,
): TextHit[] => {
  const { total, terms: termScores } = bm25(file, terms, { ...query, kinds: kindsOf(query) });
  return visibleHits(file, total, query, {
    termScoresOf: (text) => termScores.map((scores) => scoreIn(scores, text)),
  });
};

export const searchVector = (
  file: SpaceFile,
  index: VectorIndex,
  vector: Float32Array,
  query: TextQuery,
): TextHit[] =>
  visibleHits(file, index.cosines(file, vector, new Set(kindsOf(query)), query.at.knownAt), query);

export const searchSubstring = (
  file: SpaceFile,
  strings: readonly string[],
  query: TextQuery,
): TextHit[] =>
  visibleHits(
    file,
    scoreSubstrings(file, strings, new Set(kindsOf(query)), query.at.knownAt),
    query,
  );
