import { sameValue } from "../../language/value.ts";
import { isDenial, isEmpty, ownWords, type FactVersion } from "../../memory/fact.ts";
import { OPEN } from "../../memory/time.ts";

/** Whether a claim speaks of the value of a fact: in the same words, of the same value, or of all values of the line. */
const speaksOf = (claim: FactVersion, fact: FactVersion): boolean => {
  const of = fact.resumes ?? fact.fact;
  if (claim.fact === of || claim.restates === of || claim.fact === fact.restates) return true;
  const { value, hash } = ownWords(claim);
  if (fact.value !== null && value !== null) return sameValue(value, fact.value);
  return isDenial(claim) ? value === null && claim.restates === null : hash === fact.hash;
};

/** Whether the time that a claim speaks of meets that of a fact. */
const meets = (claim: FactVersion, fact: FactVersion): boolean =>
  isEmpty(fact) || (claim.claimedFrom <= fact.validTo && fact.validFrom <= claim.claimedTo);

/**
 * The claims that tell of a fact, restatements and denials included, in the order in which they
 * were recorded. `line`: the versions of its line that are believed at a record time.
 */
export const claimsOf = (fact: FactVersion, line: readonly FactVersion[]): FactVersion[] =>
  line
    .filter(({ expiredAt, resumes }) => expiredAt === OPEN && resumes === null)
    .filter((claim) => speaksOf(claim, fact) && meets(claim, fact))
    .toSorted(
      (a, b) =>
        Number(a.firstRecordedAt > b.firstRecordedAt) -
          Number(a.firstRecordedAt < b.firstRecordedAt) || a.position - b.position,
    );
