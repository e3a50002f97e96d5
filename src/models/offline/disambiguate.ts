import { foldName } from "../../memory/names.ts";
import { namesAlike } from "./names-alike.ts";

export interface NameCandidate {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Types that nothing is known of: they agree with any other. */
const OPEN_TYPES = new Set(["concept", "unknown", "entity", ""]);
const typesAgree = (a: string, b: string): boolean =>
  a === b || OPEN_TYPES.has(a) || OPEN_TYPES.has(b);

/**
 * Which candidate a name means, by rules on names alone; null where none does, or more than one may. A wrong merge costs more than
 * a missed one.
 */
export const disambiguate = (
  name: string,
  type: string,
  candidates: readonly NameCandidate[],
): string | null => {
  const alike = candidates.filter(
    (candidate) =>
      typesAgree(type, candidate.type) &&
      namesAlike(name, candidate.name, OPEN_TYPES.has(type) ? candidate.type : type),
  );
  const exact = alike.filter((candidate) => foldName(candidate.name) === foldName(name));
  const meant = exact.length > 0 ? exact : alike;
  return meant.length === 1 ? meant[0]!.id : null;
};
