import { isKnownAs } from "../../../language/names.ts";
import { sameValue } from "../../../language/value.ts";
import type { ExtractedFact, Extraction, KnownEntity, KnownFact } from "../../port.ts";

const HOME = "residence";
const BOND = "spouse";
const COMPANY = "roommate";

/** The values that a slot of somebody has, as far as known. */
const knownIn = (
  slot: string,
  subject: string,
  known: readonly KnownEntity[],
): readonly KnownFact[] =>
  known
    .filter((entity) => isKnownAs(entity, subject))
    .flatMap(({ facts }) => facts)
    .filter((fact) => fact.slot === slot && fact.value !== null && fact.to === null);

/** The end of living with the partner from whom somebody has parted: "Idris and I broke up". */
const partedCompany = (
  fact: ExtractedFact,
  known: readonly KnownEntity[],
): readonly ExtractedFact[] => {
  const { slot, action, subject, value } = fact;
  if (slot !== BOND || action !== "DELETE") return [];
  const partners = value === null ? knownIn(BOND, subject, known).map((one) => one.value) : [value];
  return knownIn(COMPANY, subject, known)
    .filter((one) => partners.some((partner) => sameValue(partner, one.value)))
    .map((one) => ({
      ...fact,
      category: null,
      label: null,
      relations: [],
      text: `${subject} no longer lives with ${one.value}`,
      slot: COMPANY,
      value: one.value,
    }));
};

/** Whether somebody leaves a home for another one that the message names. */
const leavesForOther = (
  { slot, subject, value, polarity }: ExtractedFact,
  { facts }: Extraction,
): boolean =>
  slot === HOME &&
  value === null &&
  polarity === "ENDED" &&
  facts.some((fact) => fact.slot === HOME && fact.subject === subject && fact.polarity === "HOLDS");

/** Whether it was said before of whom it is: "lives with Ana" beside "Ana's flatmate". */
const isCompanyAgain = (
  { slot, subject, value, polarity, validFrom }: ExtractedFact,
  before: readonly ExtractedFact[],
): boolean =>
  slot === COMPANY &&
  polarity === "HOLDS" &&
  before.some(
    (fact) =>
      fact.slot === slot &&
      fact.subject === subject &&
      fact.polarity === polarity &&
      fact.validFrom === validFrom &&
      fact.value === value,
  );

/**
 * The extraction with what becomes of the known company at home: a couple that parts does not go on
 * living together.
 */
export const withCompany = (extraction: Extraction, known: readonly KnownEntity[]): Extraction => {
  const isSaid = (one: ExtractedFact): boolean =>
    extraction.facts.some(
      (fact) => fact.slot === COMPANY && (fact.value === null || sameValue(fact.value, one.value)),
    );
  const facts = extraction.facts.filter(
    (fact, i) =>
      !leavesForOther(fact, extraction) && !isCompanyAgain(fact, extraction.facts.slice(0, i)),
  );
  const parted = facts.flatMap((fact) => partedCompany(fact, known)).filter((one) => !isSaid(one));
  return { ...extraction, facts: [...facts, ...parted] };
};
