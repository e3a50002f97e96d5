import type { MemoryKind } from "../src/memory/search-text.ts";
import { search, type SearchHit, type SearchMode } from "../src/read/search/search.ts";
import type { ReadServices } from "../src/read/services.ts";
import type { View } from "../src/read/view.ts";
import { mean } from "./mean.ts";
import type { RememberedConversation } from "./remember.ts";

/** Ranks at which recall is measured. */
export const DEPTHS = [5, 10, 25, 50] as const;
/**
 * Number of hits to request. A fact and its utterance count as one utterance, so twice the deepest
 * rank is needed.
 */
const HITS = 2 * Math.max(...DEPTHS);

/** Arguments of `search`. */
export interface EvidenceSearch {
  readonly mode: SearchMode;
  readonly kinds: readonly MemoryKind[];
  readonly services: ReadServices;
}

/** `search` in the form in which clients use it, over messages and facts. */
export const defaultSearch = (services: ReadServices): EvidenceSearch => ({
  mode: "HYBRID",
  kinds: ["EVENT", "FACT"],
  services,
});

/** A question, and the utterances that answer it. */
export interface EvidenceQuestion {
  readonly text: string;
  readonly evidence: readonly string[];
}

/**
 * Share of its evidence that one question found at each of `DEPTHS`: among the first utterances,
 * and among the first hits.
 */
export interface EvidenceShares {
  readonly byUtterances: readonly number[];
  readonly byHits: readonly number[];
  readonly ms: number;
}

/** Mean recall at each of `DEPTHS`. */
export const recallAtDepths = (
  shares: readonly EvidenceShares[],
  measure: "byUtterances" | "byHits",
): number[] => DEPTHS.map((_, index) => mean(shares.map((one) => one[measure][index] ?? 0)));

/** The utterance of a hit: for an event its own, for a fact the one from which it was extracted. */
const utteranceOf = (
  { kind, subject, version }: SearchHit,
  { utteranceOf }: RememberedConversation,
): string | undefined => utteranceOf.get(kind === "EVENT" ? subject : (version?.event ?? ""));

const sharesAtDepths = (
  evidence: readonly string[],
  utterances: readonly (string | undefined)[],
): number[] =>
  DEPTHS.map((depth) => {
    const first = new Set(utterances.slice(0, depth));
    return evidence.filter((utterance) => first.has(utterance)).length / evidence.length;
  });

/** Asks a question, and measures which utterances it finds. */
export const findEvidence = async (
  remembered: RememberedConversation,
  view: View,
  { text, evidence }: EvidenceQuestion,
  { mode, kinds, services }: EvidenceSearch,
): Promise<EvidenceShares> => {
  const { hits, tookMs: ms } = await search(services, remembered.space, view, {
    query: text,
    mode,
    kinds,
    first: HITS,
  });
  const utterances = hits.map((hit) => utteranceOf(hit, remembered));
  return {
    ms,
    byUtterances: sharesAtDepths(evidence, [...new Set(utterances)]),
    byHits: sharesAtDepths(evidence, utterances),
  };
};
