import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextHit, TextQuery } from "../port.ts";
import { bm25 } from "./full-text.ts";
import type { SpaceFile } from "./space-file.ts";
import { containing } from "./substrings.ts";
import { cosines, type StoreEmbedder } from "./vectors.ts";
import { visibleHits } from "./visible-hits.ts";

/** Only facts and events belong to a session, so nothing else has to be ranked for one. */
const kindsOf = ({ kinds, session }: TextQuery): ReadonlySet<MemoryKind> => new Set(kinds.filter((kind) => session === undefined || kind === "FACT" || kind === "EVENT"));

export const searchFullText = (file: SpaceFile, terms: readonly string[], query: TextQuery): TextHit[] =>
  visibleHits(file, bm25(file, terms, kindsOf(query), query.at.knownAt), query);

export const searchVector = (file: SpaceFile, embedder: StoreEmbedder, vector: Float32Array, query: TextQuery): TextHit[] =>
  visibleHits(file, cosines(file, embedder, vector, kindsOf(query), query.at.knownAt), query);

export const searchSubstring = (file: SpaceFile, strings: readonly string[], query: TextQuery): TextHit[] =>
  visibleHits(file, containing(file, strings, kindsOf(query), query.at.knownAt), query);
