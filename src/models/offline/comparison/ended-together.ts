import { sameValue } from "../../../language/value.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { FactOfOther, ReconciliationQuestion } from "../../port.ts";
import { deviceIn, openingsOf, takenInstead, type Opening } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { keys, listedWords, rowsOf, words } from "../data/words.ts";
import { isPartner, kinTerm } from "../data/kinship.ts";
import { OCCUPATIONS } from "../data/word-sets.ts";
import { paidFor } from "./changed-figures.ts";
import { allEnded, allOfLostThing, isJob } from "./ended-statements.ts";
import { endedWithDeparted } from "./ended-with-departed.ts";
import { OWNED, oversIn } from "./what-is-over.ts";
import {
  isKin,
  isRelative,
  isSameName,
  onlyOne,
  opensWithOneOf,
  standingOf,
  SUPPORTING,
  type NamedFact,
} from "./standing-facts.ts";
import { meansSameValue } from "./same-value.ts";
import { objectKeys, type StandingStatement } from "./standing-statement.ts";
import { lastWord } from "../text/tidy.ts";

/** Whether the statement counts relatives, who remain: "has two sisters". */
const isOfKin = (statement: StandingStatement): boolean =>
  isKin(statement) || (statement.verb === "have" && statement.object.some(isRelative));

const TOGETHER = listedWords("ended_together_together");
/** Whether somebody else does this together with the subject: "lives with Priscilla". */
const isTogetherWith = ({ subject, text }: FactOfOther, other: string): boolean =>
  standingOf([{ text, slot: null, value: null }], subject).some(
    ({ statement: { verb, complement } }) =>
      TOGETHER.has(verb) && ` ${complement.join(" ")} `.includes(` with ${other.toLowerCase()} `),
  );

/**
 * The known facts without a slot that end with a death: all states of the dead, and what others did
 * together with them. Past events remain. The slots of the dead end by the vocabulary.
 */
const endedByDeath = ({
  fact: { subject },
  candidates,
  ofOthers = [],
}: ReconciliationQuestion): readonly string[] => {
  const states = standingOf(
    candidates.filter(({ slot }) => slot === null),
    subject,
  ).filter(({ statement }) => !isOfKin(statement));
  const together = ofOthers.filter((fact) => fact.slot === null && isTogetherWith(fact, subject));
  return [...states.map(({ fact }) => fact.id), ...together.map(({ id }) => id)];
};

/** What a value of a slot contradicts. */
interface Contrary {
  readonly slot: string;
  /** Null for any value. */
  readonly value: string | null;
  /** The slots that end, or `slot=value`. */
  readonly slots: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  /** The first words of the objects; none for any. */
  readonly openings: readonly Opening[];
}
const CONTRARIES: readonly Contrary[] = rowsOf("contraries").map((row) => {
  const [slot = "", value = "", slots = "", verbs = "", openings = ""] = row.split("|");
  return {
    slot,
    value: value === "" ? null : value,
    slots: slots === "" ? new Set() : keys(slots),
    verbs: words(verbs),
    openings: openings === "" ? [["*"]] : openingsOf(openings),
  };
});

/** Whether the statement is about somebody at work: "sees a physio" ends with no partner. */
const isOfHelper = ({ object }: StandingStatement): boolean =>
  object.some((word) => OCCUPATIONS.has(word) || kinTerm(word)?.type === "person");

/**
 * The known facts that a value contradicts: "lives alone" after a flatmate moved in. A value of the
 * past contradicts none.
 */
const contradictedFacts = ({ fact, candidates }: ReconciliationQuestion): readonly string[] =>
  (fact.isOver === true ? [] : CONTRARIES)
    .filter(({ slot, value }) => slot === fact.slot && (value ?? fact.value) === fact.value)
    .flatMap(({ slots, verbs, openings }) => {
      const inSlots = candidates.filter(
        (known) => slots.has(known.slot ?? "") || slots.has(`${known.slot}=${known.value}`),
      );
      const states = standingOf(
        candidates.filter(({ slot }) => slot === null),
        fact.subject,
      ).filter(
        ({ statement }) =>
          verbs.has(statement.verb) &&
          opensWithOneOf(statement, openings) &&
          !isOfHelper(statement),
      );
      return [...inSlots, ...states.map((state) => state.fact)].map(({ id }) => id);
    });

/** A name with a title, of somebody whom people see one of at a time. */
const TITLED =
  / (?:with|under|seeing|sees?|has|to) (?:an? )?(?:Dr|Doctor|Prof|Professor)\.? \p{Lu}/u;
const TITLE = /^(?:Dr|Doctor|Prof|Professor)(?!\p{L})/u;
/** Whether the fact names the only one with a title: "Ana's doctor is Dr Nolan". */
const hasTitle = ({ slot, value }: NamedFact): boolean => slot !== null && TITLE.test(value ?? "");

const FAVOURITE_SIDE = /^favou?rite_(?:\w+_)?(?:team|club|side)$/u;
/**
 * Whether the fact names the side of somebody: "supports Arsenal", "Ana's favourite team is
 * Arsenal".
 */
const isOfSide = ({ slot, text }: NamedFact): boolean =>
  slot === null ? SUPPORTING.test(text) : FAVOURITE_SIDE.test(slot);

/** Whether the fact names a device of this kind as a possession. */
const isDevice =
  (kind: string) =>
  ({ slot, value }: NamedFact): boolean =>
    slot === "owns" && deviceIn(value ?? "") === kind;

const SEEING = PHRASES.one("ended_together_seeing");
/** Whether the fact says whom somebody sees by appointment: "sees a tutor called Mr Barasa". */
const isAppointment = ({ slot, text }: NamedFact): boolean => slot === null && SEEING.test(text);

/** The facts of which there is one, by the fact that takes its place; null for other facts. */
const kindInPlace = (fact: NamedFact): ((knownFact: NamedFact) => boolean) | null => {
  if (isOfSide(fact)) return isOfSide;
  if (fact.slot !== null) return null;
  if (TITLED.test(fact.text)) return (knownFact) => hasTitle(knownFact) || isAppointment(knownFact);
  if (SEEING.test(fact.text)) return isAppointment;
  const device = deviceIn(takenInstead(fact.text) ?? "");
  return device === null ? null : isDevice(device);
};

/** Whether both are values of one slot, of which the newer one replaces the other by itself. */
const hasSameSlot = (a: NamedFact, b: NamedFact): boolean => a.slot !== null && a.slot === b.slot;

/**
 * The only known fact whose place a change takes without naming it: "is with Dr Shah now" ends
 * "Ana's doctor is Dr Nolan", and "supports Brentford now" another side.
 */
const inPlaceOf = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  const isOfKind = kindInPlace(fact);
  if (fact.action !== "UPDATE" || isOfKind === null) return [];
  const only = onlyOne(candidates.filter(isOfKind));
  return only === null || hasSameSlot(only, fact) ? [] : [only.id];
};

const OWN_HOME = PHRASES.one("own_home");
const LET = keys("landlord rent");
/** The known rent and landlord of a home that somebody has left for an own one. */
const leftForOwn = ({ fact, candidates }: ReconciliationQuestion): readonly string[] =>
  OWN_HOME.test(fact.text)
    ? candidates.filter(({ slot }) => LET.has(slot ?? "")).map(({ id }) => id)
    : [];

const OTHER_HOME = PHRASES.one("other_home");
/**
 * The known company of somebody who has another home, all but the partner: "has her own place",
 * "moved in with Theo", and the children and others who live with them rather than they with those.
 * For those with whom they lived, they are none any longer.
 */
const leftCompany = ({
  fact,
  candidates,
  ofOthers = [],
}: ReconciliationQuestion): readonly string[] => {
  if (!OTHER_HOME.test(fact.text)) return [];
  const partners = candidates.filter(({ slot }) => slot === "spouse").map(({ value }) => value);
  const isPartnerName = (value: string): boolean => {
    const term = kinTerm(lastWord(value));
    return partners.includes(value) || (term !== undefined && isPartner(term));
  };
  const children = candidates.filter(({ slot }) => slot === "child").map(({ value }) => value);
  const guests = ofOthers.filter((one) => isTogetherWith(one, fact.subject));
  const comesAlong = (value: string): boolean =>
    isPartnerName(value) ||
    children.includes(value) ||
    guests.some(({ subject, slot }) => slot === null && sameValue(subject, value));
  return [
    ...candidates.filter(
      ({ slot, value }) => slot === "roommate" && value !== null && !comesAlong(value),
    ),
    ...ofOthers.filter(({ slot, value }) => slot === "roommate" && sameValue(value, fact.subject)),
  ].map(({ id }) => id);
};

/**
 * The known rent, landlord and company of a home that somebody has no longer: "was thrown out",
 * "moved out of their parents' house".
 */
const leftHome = ({
  fact: { slot, value, subject },
  candidates,
}: ReconciliationQuestion): readonly string[] => {
  if (slot !== "residence" || value !== null) return [];
  const lets = candidates.filter((knownFact) => LET.has(knownFact.slot ?? ""));
  const company = standingOf(
    candidates.filter((knownFact) => knownFact.slot === null),
    subject,
  ).filter(({ statement: { verb, complement } }) => verb === "live" && complement[0] === "with");
  return [...lets, ...company.map(({ fact }) => fact)].map(({ id }) => id);
};

const LEARNERS = listedWords("ended_together_learners");
/** "is a student at Leeds", "is a first-year undergraduate" */
const STUDENT_AT = new RegExp(
  String.raw`^ is an? (?:\p{L}+ ){0,3}(?:${[...LEARNERS].join("|")})(?!\p{L})`,
  "u",
);
const LEFT_STUDIES = PHRASES.one("ended_together_left_studies");
/**
 * The school and the post as its student, which end together: "is a student at Leeds", "studies at
 * Leeds".
 */
const leftStudies = ({
  fact: { slot, value, text, subject, action },
  candidates,
}: ReconciliationQuestion): readonly string[] => {
  const isLearner = (role: string | null): boolean => LEARNERS.has(role?.split(" ").at(-1) ?? "");
  const isOver =
    LEFT_STUDIES.test(text) || (action === "DELETE" && slot === "role" && isLearner(value));
  const school = slot === "school" && action === "DELETE" ? (value ?? "") : null;
  if (!isOver && school === null) return [];
  const isStudies = (known: (typeof candidates)[number]): boolean =>
    (known.slot === "role" || known.slot === null) &&
    (isLearner(known.value) || STUDENT_AT.test(known.text.slice(subject.length)));
  return candidates
    .filter(
      (known) =>
        (isStudies(known) && known.text.includes(school ?? "")) ||
        (isOver && known.slot === "school"),
    )
    .map(({ id }) => id);
};

const COURSE = PHRASES.one("ended_together_course");
/**
 * The known course at a school, which ends with its subject: "is doing an evening course at the
 * college" after "finished the pottery course", which was what somebody studied.
 */
const finishedCourse = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  const { of } = groupsIn(COURSE, fact.value ?? "");
  const isStudied = candidates.some(
    ({ slot, value }) => slot === "field_of_study" && meansSameValue(value ?? "", of ?? ""),
  );
  return of === undefined || !isStudied || oversIn(fact).length === 0
    ? []
    : candidates
        .filter((known) => known.slot === "school" && / (?:course|class)(?:es)? /u.test(known.text))
        .map(({ id }) => id);
};

/** What is said of a thing that was given away: "Ana's car insurance is Axa" after "sold the car". */
const ofLostThing = (
  { fact, candidates }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): readonly string[] =>
  OWNED.has(fact.slot ?? "")
    ? allEnded(
        [...oversIn(fact), ...oversIn({ ...fact, value: null })],
        candidates.filter(({ slot }) => slot === null || vocabulary.definition(slot) === null),
        fact.subject,
      ).map(({ id }) => id)
    : [];

const FIRM = / (?:at|for|with|in|to) (?:the |an? )?\p{Lu}[\p{L}\d&'’-]*/u;
/**
 * The known work for another firm, which ends with a new job: "teaches Year 4 at Marlow" after "has
 * been made deputy head at Redmoor".
 */
const formerWork = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  const { slot, action, text, subject } = fact;
  const isNewJob = action === "UPDATE" && (slot === "employer" || slot === "role");
  const firm = FIRM.exec(text.slice(subject.length))?.[0].split(" ").at(-1);
  if (!isNewJob || firm === undefined) return [];
  return standingOf(
    candidates.filter((knownFact) => knownFact.slot === null && !knownFact.text.includes(firm)),
    subject,
  )
    .filter(isJob)
    .map((job) => job.fact.id);
};

/**
 * All known statements about what a denial says to be over. The slots of a person end by the
 * verdict.
 */
const endedInEveryWay = ({ fact, candidates }: ReconciliationQuestion): readonly string[] =>
  fact.value === null
    ? []
    : allEnded(
        oversIn(fact),
        candidates.filter(({ slot }) => slot === null),
        fact.subject,
      ).map(({ id }) => id);

const BILLED = listedWords("ended_together_billed");
/**
 * The known price of a service that another firm provides now: "Ana's car insurance costs 540 euros"
 * after "Ana's car insurance is HUK".
 */
const formerPrice = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  const { slot, value, action } = fact;
  const named = objectKeys((slot ?? "").replaceAll("_", " "));
  const isChanged = candidates.some(
    (known) =>
      known.slot === slot && known.value !== null && !meansSameValue(known.value, value ?? ""),
  );
  return action === "UPDATE" && BILLED.has(slot?.split("_").at(-1) ?? "") && isChanged
    ? candidates
        .filter((known) => known.slot !== slot && isSameName(paidFor(known.text), named))
        .map(({ id }) => id)
    : [];
};

const ALONE =
  / only takes? (?:the |their )?(?<kept>\p{L}[^,.;]{1,30}?)(?: (?:now|these days|anymore))?$/u;
/**
 * The known medication beside the only one that is left: "takes iron tablets" after "only takes the
 * vitamin D". None if what is left was not known: "only takes paracetamol".
 */
export const leftOut = ({ fact, candidates }: ReconciliationQuestion): readonly string[] => {
  const { kept } = groupsIn(ALONE, fact.text);
  if (kept === undefined) return [];
  const known = candidates.find(
    ({ slot, value }) => slot === "medication" && meansSameValue(value ?? "", kept),
  );
  return known === undefined
    ? []
    : candidates
        .filter((other) => other.slot === known.slot && other.id !== known.id)
        .map(({ id }) => id);
};

/** The ids of all known facts that end with a statement, besides the one that its verdict names. */
export const endedTogether = (
  question: ReconciliationQuestion,
  vocabulary: Vocabulary,
): readonly string[] => {
  const { slot, action } = question.fact;
  const withoutSlot = question.candidates.filter((known) => known.slot === null);
  if (action === "DELETE" && slot === null)
    return [
      ...endedWithDeparted(question, vocabulary),
      ...endedInEveryWay(question),
      ...leftStudies(question),
    ];
  if (action === "DELETE")
    return [...leftHome(question), ...leftStudies(question), ...ofLostThing(question, vocabulary)];
  if (slot === null || FAVOURITE_SIDE.test(slot))
    return [
      ...inPlaceOf(question),
      ...allOfLostThing(oversIn(question.fact), withoutSlot, question.fact.subject).map(
        ({ id }) => id,
      ),
      ...leftStudies(question),
      ...finishedCourse(question),
      ...leftForOwn(question),
      ...leftCompany(question),
    ];
  return vocabulary.endsEverything(slot)
    ? endedByDeath(question)
    : [
        ...contradictedFacts(question),
        ...formerWork(question),
        ...formerPrice(question),
        ...leftCompany(question),
      ];
};
