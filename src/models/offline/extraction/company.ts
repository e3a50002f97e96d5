import { isKnownAs } from "../../../language/names.ts";
import { sameValue } from "../../../language/value.ts";
import {
  PLAIN_FACT,
  type ExtractedFact,
  type Extraction,
  type KnownEntity,
  type KnownFact,
} from "../../port.ts";

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

/** Whether the home is a new one, now or later: "we moved to Bergen", "we're moving in June". */
const isNewHome = ({ slot, action, polarity, validFrom, validTo, still }: ExtractedFact): boolean =>
  slot === HOME &&
  polarity === "HOLDS" &&
  validTo === null &&
  !still &&
  (action === "UPDATE" || validFrom !== null);

/** The known company in the old home, which goes on in the new one: "we moved to Bergen". */
const takenAlong = (fact: ExtractedFact, known: readonly KnownEntity[]): readonly ExtractedFact[] =>
  knownIn(COMPANY, fact.subject, known).map(({ value }) => ({
    ...fact,
    ...PLAIN_FACT,
    category: null,
    text: `${fact.subject} lives with ${value}`,
    slot: COMPANY,
    value,
    validFrom: fact.validFrom,
    fromPrecision: fact.fromPrecision,
  }));

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

/**
 * The extraction with what becomes of the known company at home: whoever moves together goes on
 * living together, and a couple that parts does not.
 */
export const withCompany = (
  extraction: Extraction,
  known: readonly KnownEntity[],
  movesTogether: boolean,
): Extraction => {
  const isSaid = (one: ExtractedFact): boolean =>
    extraction.facts.some(
      (fact) => fact.slot === COMPANY && (fact.value === null || sameValue(fact.value, one.value)),
    );
  const company = extraction.facts
    .flatMap((fact) => [
      ...partedCompany(fact, known),
      ...(movesTogether && isNewHome(fact) ? takenAlong(fact, known) : []),
    ])
    .filter((one) => !isSaid(one));
  return company.length === 0
    ? extraction
    : { ...extraction, facts: [...extraction.facts, ...company] };
};
