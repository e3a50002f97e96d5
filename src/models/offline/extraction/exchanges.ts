import { foldName, isKnownAs } from "../../../language/names.ts";
import type { ExtractedFact, Extraction, KnownEntity, KnownFact } from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { kindOf } from "./corrected-facts.ts";

const EXCHANGED = PHRASES.one("exchanged");
const AFTER_TAKEN = PHRASES.one("after_taken");
const DETERMINER = /^(?:my|our|his|her|their|the|an?) /iu;

/** The known fact of the subject with the dropped value; undefined for none or for several. */
const droppedFactOf = (
  name: string,
  subject: string,
  knownEntities: readonly KnownEntity[],
): KnownFact | undefined => {
  const droppedName = foldName(name.replace(DETERMINER, ""));
  const [fact, ...others] = knownEntities
    .filter((entity) => isKnownAs(entity, subject))
    .flatMap(({ facts }) => facts)
    .filter(
      ({ slot, value, to }) =>
        slot !== null && to === null && foldName(value ?? "") === droppedName,
    );
  return others.length > 0 ? undefined : fact;
};

/** The fact, moved into the slot of the value that it replaces. */
const inSlotOfDropped = (
  fact: ExtractedFact,
  knownEntities: readonly KnownEntity[],
): ExtractedFact => {
  if (fact.polarity !== "HOLDS") return fact;
  const {
    dropped: droppedName,
    swapped: swappedName = "",
    taken: takenName = "",
  } = groupsIn(EXCHANGED, fact.text);
  const droppedFact = droppedFactOf(droppedName ?? swappedName, fact.subject, knownEntities);
  const value = takenName.replace(DETERMINER, "").replace(AFTER_TAKEN, "");
  // "from Monday to Tuesday" moves something that the text does not name.
  const isNamed = /^(?:name|word)$/u.test(kindOf(value));
  const isValue = fact.slot === null || foldName(fact.value ?? "") === foldName(value);
  return droppedFact === undefined || value === "" || !isNamed || !isValue
    ? fact
    : { ...fact, action: "UPDATE", slot: droppedFact.slot, value };
};

/**
 * The extraction with each exchange in the slot of the value that it replaces: "switched from Dr
 * Amin to Dr Ito" gets the slot in which Dr Amin is on record.
 */
export const withExchanges = (
  extraction: Extraction,
  known: readonly KnownEntity[],
): Extraction => ({
  ...extraction,
  facts: extraction.facts.map((fact) => inSlotOfDropped(fact, known)),
});
