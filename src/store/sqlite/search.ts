import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../port.ts";
import { bm25 } from "./full-text.ts";
import type { SpaceFile } from "./space-file.ts";
import { containing } from "./substrings.ts";
import type { VectorIndex } from "./vector-index.ts";
import { visibleHits } from "./visible-hits.ts";

/** Only facts and events belong to a session, so nothing else has to be ranked for one. */
const kindsOf = ({ kinds, session }: TextQuery): ReadonlySet<MemoryKind> =>
  new Set(kinds.filter((kind) => session === undefined || kind === "FACT" || kind === "EVENT"));

export const searchFullText = (
  file: SpaceFile,
  terms: readonly string[],
  query: TextQuery,
): TextHit[] => visibleHits(file, bm25(file, terms, kindsOf(query), query.at.knownAt), query);

export const searchVector = (
  file: SpaceFile,
  index: VectorIndex,
  vector: Float32Array,
  query: TextQuery,
): TextHit[] =>
  visibleHits(file, index.cosines(file, vector, kindsOf(query), query.at.knownAt), query);

export const searchSubstring = (
  file: SpaceFile,
  strings: readonly string[],
  query: TextQuery,
): TextHit[] =>
  visibleHits(file, containing(file, strings, kindsOf(query), query.at.knownAt), query);
