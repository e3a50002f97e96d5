import type { MemoryKind } from "../../src/memory/search-text.ts";
import { instantOf } from "../../src/memory/time.ts";
import { search, type SearchHit, type SearchMode } from "../../src/read/search/search.ts";
import type { ReadServices } from "../../src/read/services.ts";
import { viewAt } from "../../src/read/view.ts";
import type { Question } from "./conversation.ts";
import type { RememberedConversation } from "./remember.ts";

/** Ranks at which recall is measured. */
export const DEPTHS = [5, 10, 25, 50] as const;
/**
 * Hits asked for. A fact and its utterance count as one utterance, so twice the deepest rank is
 * needed.
 */
const HITS = 2 * Math.max(...DEPTHS);

/** Arguments of `search`. */
export interface EvidenceSearch {
  readonly mode: SearchMode;
  readonly kinds: readonly MemoryKind[];
  readonly services: ReadServices;
}

/**
 * Share of its evidence that one question found at each of `DEPTHS`: among so many utterances, and
 * among so many hits.
 */
export interface QuestionEvidence {
  readonly question: Question;
  readonly byUtterances: readonly number[];
  readonly byHits: readonly number[];
  readonly ms: number;
}

/**
 * The utterance that a hit stands for: of an event its own, of a fact the one that it was extracted
 * from.
 */
const utteranceOf = (
  { kind, subject, version }: SearchHit,
  { utteranceOf }: RememberedConversation,
): string | undefined => utteranceOf.get(kind === "EVENT" ? subject : (version?.event ?? ""));

const recallOf = (
  evidence: readonly string[],
  utterances: readonly (string | undefined)[],
): number[] =>
  DEPTHS.map((depth) => {
    const first = new Set(utterances.slice(0, depth));
    return evidence.filter((utterance) => first.has(utterance)).length / evidence.length;
  });

/** Asks every question at the head, and measures which utterances the hits stand for. */
export const findEvidence = async (
  remembered: RememberedConversation,
  questions: readonly Question[],
  { mode, kinds, services }: EvidenceSearch,
): Promise<QuestionEvidence[]> => {
  const { recordedAt } = await remembered.space.head();
  const view = viewAt({ head: recordedAt, now: recordedAt ?? instantOf(0) });
  const results: QuestionEvidence[] = [];
  for (const question of questions) {
    const { hits, tookMs: ms } = await search(services, remembered.space, view, {
      query: question.text,
      mode,
      kinds,
      first: HITS,
    });
    const utterances = hits.map((hit) => utteranceOf(hit, remembered));
    results.push({
      question,
      ms,
      byUtterances: recallOf(question.evidence, [...new Set(utterances)]),
      byHits: recallOf(question.evidence, utterances),
    });
  }
  return results;
};
