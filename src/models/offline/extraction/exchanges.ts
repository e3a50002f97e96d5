import { foldName, isKnownAs } from "../../../language/names.ts";
import type { ExtractedFact, Extraction, KnownEntity, KnownFact } from "../../port.ts";
import { serviceIn, takenInstead } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { isByWords } from "./compared-slot.ts";
import { kindOf } from "./corrected-facts.ts";

const EXCHANGED = PHRASES.one("exchanged");
const AFTER_TAKEN = PHRASES.one("after_taken");
const DETERMINER = /^(?:my|our|his|her|their|the|an?) /iu;

const knownFactsOf = (
  subject: string,
  knownEntities: readonly KnownEntity[],
): readonly KnownFact[] =>
  knownEntities.filter((entity) => isKnownAs(entity, subject)).flatMap(({ facts }) => facts);

/** The only current fact of the subject with such a value; undefined for none or for several. */
const knownFactOf = (
  subject: string,
  knownEntities: readonly KnownEntity[],
  isMeant: (value: string) => boolean,
): KnownFact | undefined => {
  const facts = knownFactsOf(subject, knownEntities).filter(
    ({ slot, value, to }) => slot !== null && to === null && isMeant(value ?? ""),
  );
  const [fact, ...others] = new Map(facts.map((one) => [one.text, one])).values();
  return others.length > 0 ? undefined : fact;
};

/** The fact, moved into the slot of the value that it replaces. */
const inSlotOfDropped = (
  fact: ExtractedFact,
  knownEntities: readonly KnownEntity[],
): ExtractedFact => {
  // "are moving from Slack to Teams next month" ends nothing yet.
  const isPlan = fact.validFrom === null && fact.validTo !== null;
  if (fact.polarity !== "HOLDS" || isPlan) return fact;
  const {
    dropped: droppedName,
    swapped: swappedName = "",
    taken: takenName = "",
  } = groupsIn(EXCHANGED, fact.text);
  const oldName = foldName((droppedName ?? swappedName).replace(DETERMINER, ""));
  const isDropped = (value: string): boolean => foldName(value) === oldName;
  const droppedFact = knownFactOf(fact.subject, knownEntities, isDropped);
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

/** The fact in the slot of the service of its kind: "switched to the Greens", who was with Labour. */
const inSlotOfService = (
  fact: ExtractedFact,
  knownEntities: readonly KnownEntity[],
): ExtractedFact => {
  const isOwn = fact.slot === null && fact.text.startsWith(`${fact.subject} `);
  const taken = isOwn ? takenInstead(fact.text) : null;
  const kind = serviceIn(taken);
  if (taken === null || kind === null) return fact;
  const isOfKind = (value: string): boolean => serviceIn(value) === kind;
  const known = knownFactOf(fact.subject, knownEntities, isOfKind);
  return known?.slot == null || isByWords(known.slot)
    ? fact
    : { ...fact, action: "NEW", slot: known.slot, value: taken.replace(DETERMINER, "") };
};

const THEIR_JOB = /(?:his|her|their) job(?= after all)/u;
const GOES_ON = PHRASES.one("exchanges_goes_on");
/** The fact that a job goes on which was to end: "is not leaving their job after all". */
const withJobKept = (fact: ExtractedFact, knownEntities: readonly KnownEntity[]): ExtractedFact => {
  if (fact.slot !== null || !GOES_ON.test(fact.text)) return fact;
  const job = knownFactsOf(fact.subject, knownEntities).findLast(({ slot }) => slot === "employer");
  if (job?.value == null) return fact;
  const { slot, value } = job;
  return { ...fact, slot, value, text: fact.text.replace(THEIR_JOB, value) };
};

/**
 * The extraction with what only known facts show: a job that goes on, and each service in the slot of the known one of its kind: "switched to the
 * Greens" makes a member of them of who was one of Labour.
 */
export const withServices = (
  extraction: Extraction,
  known: readonly KnownEntity[],
): Extraction => ({
  ...extraction,
  facts: extraction.facts.map((fact) => withJobKept(inSlotOfService(fact, known), known)),
});
