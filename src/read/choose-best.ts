import { byMerit, type Candidate } from "./candidates.ts";

/** A third of the places is kept for texts that hold an exact string of the query: ranking by stems may have passed them over. */
const PLACES_PER_EXACT_PLACE = 3;

/** The best of the candidates, at most `limit`, in order. */
export const chooseBest = (candidates: readonly Candidate[], limit: number): Candidate[] => {
  const exact = candidates
    .filter((candidate) => candidate.exact > 0)
    .toSorted((a, b) => b.exact - a.exact || byMerit(a, b));
  const kept = new Set(exact.slice(0, Math.floor(limit / PLACES_PER_EXACT_PLACE)));
  for (const candidate of candidates.toSorted(byMerit)) if (kept.size < limit) kept.add(candidate);
  return [...kept].toSorted(byMerit);
};
