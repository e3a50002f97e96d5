import type { MemoryKind } from "../../src/memory/search-text.ts";
import { instantOf } from "../../src/memory/time.ts";
import { search, type SearchHit, type SearchMode } from "../../src/read/search.ts";
import type { ReadServices } from "../../src/read/services.ts";
import { viewAt } from "../../src/read/view.ts";
import type { Question } from "./conversation.ts";
import type { Remembered } from "./remember.ts";

/** How far down the results are looked at. */
export const DEPTHS = [5, 10, 25, 50] as const;
/** A fact and the utterance that it was drawn from tell the same: so many hits hold the deepest number of different utterances. */
const HITS = 2 * Math.max(...DEPTHS);

/** How `search` is asked. */
export interface Asking {
  readonly mode: SearchMode;
  readonly kinds: readonly MemoryKind[];
  readonly services: ReadServices;
}

/** How much of its evidence one question found at each of `DEPTHS`: among so many utterances, and among so many hits. */
export interface Found {
  readonly question: Question;
  readonly byUtterances: readonly number[];
  readonly byHits: readonly number[];
  readonly ms: number;
}

/** Which utterance a hit tells: an event its own, a fact the one that it was drawn from. */
const utteranceOf = (
  { kind, subject, version }: SearchHit,
  { utteranceOf }: Remembered,
): string | undefined => utteranceOf.get(kind === "EVENT" ? subject : (version?.event ?? ""));

const recallOf = (evidence: readonly string[], told: readonly (string | undefined)[]): number[] =>
  DEPTHS.map((depth) => {
    const first = new Set(told.slice(0, depth));
    return evidence.filter((one) => first.has(one)).length / evidence.length;
  });

/** Asks every question as of the head, and looks at which utterances the hits tell. */
export const findEvidence = async (
  remembered: Remembered,
  questions: readonly Question[],
  { mode, kinds, services }: Asking,
): Promise<Found[]> => {
  const { recordedAt } = await remembered.space.head();
  const view = viewAt({ head: recordedAt, now: recordedAt ?? instantOf(0) });
  const found: Found[] = [];
  for (const question of questions) {
    const { hits, tookMs: ms } = await search(services, remembered.space, view, {
      query: question.text,
      mode,
      kinds,
      first: HITS,
    });
    const told = hits.map((hit) => utteranceOf(hit, remembered));
    found.push({
      question,
      ms,
      byUtterances: recallOf(question.evidence, [...new Set(told)]),
      byHits: recallOf(question.evidence, told),
    });
  }
  return found;
};
