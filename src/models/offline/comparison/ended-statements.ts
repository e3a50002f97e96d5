import { foldText } from "../../../language/folding.ts";
import { isShortValueOf, sameValue } from "../../../language/value.ts";
import type { FactOfOther } from "../../port.ts";
import { deviceIn, openingsOf } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { isMemberOf } from "../data/kinds.ts";
import { kinTerm } from "../data/kinship.ts";
import { keys as keysOf, listedWords, pairs, rowsOf, words } from "../data/words.ts";
import { verbReading } from "../english/tokens/verb-forms.ts";
import { upTo } from "../text/list-items.ts";
import { PREPOSITIONS, UNREAL } from "../data/word-sets.ts";
import {
  AFRAID,
  ANY_ACTIVITY,
  ARRANGEMENTS,
  INTENDING,
  LEARNING,
  type EndingFact,
  type Over,
} from "./what-is-over.ts";
import {
  arrangedAs,
  endingOf,
  isKin,
  isNamesake,
  isRelative,
  isSameName,
  onlyOne,
  opensWithOneOf,
  replacement,
  standingOf,
  type NamedChange,
  type NamedFact,
} from "./standing-facts.ts";
import {
  behind,
  gerundOf,
  hasObject,
  isAbout,
  isCalled,
  isGerund,
  isInGroup,
  isNamedAside,
  isObject,
  isOfMake,
  isPostIn,
  objectKeys,
  opensWith,
  type StandingStatement,
} from "./standing-statement.ts";

/** What is over, with the keys of its name. */
interface Wanted extends Over {
  readonly keys: readonly string[];
}

/** Verbs of possessions and opinions, which do not end together with an activity. */
const NO_DOING = new Set([
  ...listedWords("ended_statements_no_doing"),
  ...listedWords("tastes"),
  ...listedWords("mental"),
  ...UNREAL,
]);

/** Whether statements with this verb end. */
const isOfVerbs = ({ verb, progressive }: StandingStatement, { verbs }: Over): boolean =>
  verbs.has(verb) ||
  (progressive && verbs.has(gerundOf(verb))) ||
  (verbs.has(ANY_ACTIVITY) && verb !== "be" && (progressive || !NO_DOING.has(verb)));

/**
 * Whether the statement is about an arrangement with this partner: "has a membership at the Tate"
 * for "the Tate".
 */
const isArrangedWith = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const { object } = statement;
  const at = object.findIndex((word) => ARRANGEMENTS.has(word));
  const isWith = PREPOSITIONS.has(object[at + 1] ?? "");
  return (
    (at >= 0 && isWith && hasObject(behind(statement, at + 1), wantedKeys)) ||
    (MEMBERSHIP.test(object[at] ?? "") &&
      isSameName(wantedKeys, objectKeys(object.slice(0, at).join(" "))))
  );
};
const MEMBERSHIP = /^(?:membership|subscription)s?$/u;

const DETERMINER = /^(?:the|my|our|his|her|their) /u;
const MAKE = /^(?:(?:my|our|the|his|her|their) )?[\p{Lu}\d]/u;
const POSSESSING = listedWords("ended_statements_possessing");
/** Verbs for a preparation, of which the name may be the first part: "the Lewa half marathon". */
const PREPARING = listedWords("ended_statements_preparing");
const OWNING = listedWords("ended_statements_owning");
/** What somebody is with a thing: "is obsessed with Minecraft". */
const FOND = listedWords("ended_statements_fond");
const BY_MEANS = listedWords("ended_statements_by_means");
/**
 * Whether the statement names the thing by its make: "sold the Canon" ends "has a Canon DSLR", and
 * "cancelled Netflix" ends "watches everything on Netflix".
 */
const isByMake = (statement: StandingStatement, name: string, wantedKeys: readonly string[]) => {
  if (!MAKE.test(name)) return false;
  const { verb, object } = statement;
  if (PREPARING.has(verb) && opensWith(statement, wantedKeys)) return true;
  if (POSSESSING.has(verb) && isOfMake(statement, wantedKeys)) return true;
  const at = object.findIndex((word) => BY_MEANS.has(word));
  const isByMeans = verb === "be" ? FOND.has(object[0] ?? "") : !OWNING.has(verb);
  return at > 0 && isByMeans && opensWith(behind(statement, at), wantedKeys);
};

/** The preposition before what somebody saves, owes or pays for, by the verb. */
const PURPOSES: Readonly<Record<string, string>> = { save: "to", owe: "on", pay: "for" };
const MOVING = listedWords("ended_statements_moving");
/**
 * Whether the statement is about a purpose: "booked Peru" ends "is saving for a trip to Peru",
 * "paid off the car" ends "owes $9,000 on the car", and "is not moving to Porto after all" ends "is
 * planning to move to Porto".
 */
const isForPurpose = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const { verb, object } = statement;
  const isPlanOfMove = INTENDING.has(verb) && MOVING.has(object[0] ?? "");
  const before = object.indexOf(isPlanOfMove ? "to" : (PURPOSES[verb] ?? ""));
  return before > 0 && isAbout(behind(statement, before), wantedKeys);
};

/**
 * The statement with the awaited thing as its object: "a hip replacement" in "is on the waiting
 * list for a hip replacement". Null if the statement is not about waiting.
 */
const awaitedIn = (statement: StandingStatement): StandingStatement | null => {
  const { verb, object } = statement;
  if (verb === "wait") return statement;
  const list = object.indexOf("list");
  return verb === "be" &&
    object[list - 1] === "waiting" &&
    /^(?:for|to)$/u.test(object[list + 1] ?? "")
    ? behind(statement, list + 1)
    : null;
};

const AT_VENUE = words("at in");
const SERVING = listedWords("ended_statements_serving");
/** Whether the statement is about what somebody does there: "does yoga at the leisure centre". */
const isAtVenue = (statement: StandingStatement, { name, keys, verbs }: Wanted): boolean => {
  const { verb, object } = statement;
  const at = object.findIndex((word) => AT_VENUE.has(word));
  if (at <= 0 || OWNING.has(verb) || verb === "be") return false;
  const place = behind(statement, at);
  // "left St Brendan's" ends "coaches the under-10s at St Brendan's GAA club".
  if (verbs.has(verb) && !SERVING.has(verb)) return MAKE.test(name) && opensWith(place, keys);
  // "is not at the museum anymore" ends "volunteers as a tour guide at the museum".
  const isOfAny =
    (verbs.has(ANY_ACTIVITY) && (verbs.has("have") || SERVING.has(verb))) ||
    (verbs.has(verb) && SERVING.has(verb));
  return isOfAny && (isObject(place, keys) || (MAKE.test(name) && opensWith(place, keys)));
};

/** Whether the awaited thing has arrived: "had the operation", "had their hip replaced". */
const hasCome = (statement: StandingStatement, { keys, verbs, ofPart }: Wanted): boolean => {
  const awaitedThing = verbs.has("wait") ? awaitedIn(statement) : null;
  if (awaitedThing === null) return false;
  const isPart =
    ofPart && keys.length > 0 && keys.every((key) => awaitedThing.object.includes(key));
  return isAbout(awaitedThing, keys) || isPart;
};

/** Whether the words name a relative: "gave his daughter away" ends no possession. */
const isOfSomebody = (wantedKeys: readonly string[]): boolean =>
  isRelative(wantedKeys.at(-1) ?? "");

const ATTENDING = words("go attend");
const LESSON = /^(?:lesson|clas|cours|tutor)/u;
/**
 * Whether the statement is about the subject of these lessons: "dropped the Italian lessons" ends
 * "is learning Italian with a tutor", and "gave up swimming" ends "goes to swimming lessons".
 */
const isTaughtIn = (statement: StandingStatement, keys: readonly string[]): boolean => {
  const { verb, object } = statement;
  if (keys.length > 1 && LESSON.test(keys.at(-1) ?? ""))
    return (LEARNING.has(verb) || ATTENDING.has(verb)) && isAbout(statement, keys.slice(0, -1));
  const at = object.findIndex((word) => LESSON.test(word));
  const first = PREPOSITIONS.has(object[0] ?? "") ? 1 : 0;
  return at > first && isSameName(keys, objectKeys(object.slice(first, at).join(" ")));
};

/**
 * Whether somebody leaves a group, in which one plays or does anything, and holds no post in it
 * then. Who leaves hospital may be a nurse there.
 */
const isFromGroup = (verbs: ReadonlySet<string>): boolean =>
  verbs.has("play") || verbs.has(ANY_ACTIVITY);

/** Whether the statement is about the named thing, by whatever words. */
const isNamed = (statement: StandingStatement, wantedEnd: Wanted): boolean => {
  const { name, keys, verbs, owned } = wantedEnd;
  const { verb, attribute } = statement;
  if (keys.length === 0 || (verb === "have" && isOfSomebody(keys))) return false;
  // "does not have the flight anymore" ends "Ana's flight is on Friday"; "cancelled the dentist"
  // ends an appointment.
  const isPerson = kinTerm(attribute ?? "") !== undefined;
  const mayBeAttribute = owned || (verbs.has("have") && !isPerson);
  if (mayBeAttribute && attribute !== null && isSameName(keys, objectKeys(attribute))) return true;
  if (isFromGroup(verbs) && isPostIn(statement, keys)) return true;
  return verb === "be" && verbs.has(ANY_ACTIVITY)
    ? isNamedState(statement, name, keys)
    : isNamedDoing(statement, name, keys) || isAtVenue(statement, wantedEnd);
};

/** Whether what somebody is, or has as an attribute, is named. */
const isNamedState = (
  statement: StandingStatement,
  name: string,
  keys: readonly string[],
): boolean =>
  isObject(statement, keys) ||
  // "is in Spain visiting family"
  isObject({ ...statement, object: upTo(statement.object, isGerund) }, keys) ||
  isInGroup(statement, keys) ||
  // "replaced the Dell" ends "Noor's laptop is a Dell XPS".
  (statement.attribute !== null && MAKE.test(name) && opensWith(statement, keys));

/** Whether the statement is about the fear of a thing: "is scared of flying". */
const isFearOf = (statement: StandingStatement, keys: readonly string[]): boolean => {
  const { verb, object } = statement;
  const at = object.findIndex((word) => word === "of" || word === "about");
  return verb === "be" && AFRAID.has(object[at - 1] ?? "") && isObject(behind(statement, at), keys);
};

/** Whether what somebody does or has is named. */
const isNamedDoing = (
  statement: StandingStatement,
  name: string,
  keys: readonly string[],
): boolean =>
  isAbout(statement, keys) ||
  // "bought the camper" ends "is saving for a camper van"
  (statement.verb === "save" && opensWith(statement, keys)) ||
  isInGroup(statement, keys) ||
  isTaughtIn(statement, keys) ||
  isFearOf(statement, keys) ||
  // "owns a narrowboat called Dora"
  isCalled(statement.object, keys) ||
  (MAKE.test(name) && isNamedAside(statement.object, keys)) ||
  isByMake(statement, name, keys) ||
  isArrangedWith(statement, keys) ||
  isForPurpose(statement, keys) ||
  (statement.verb === "have" &&
    (statement.object.some((word) => deviceIn(word) === name) || isOfKind(statement, name)));

/**
 * Verbs that mean the same with any object. Somebody who gave up driving drives nothing, but
 * somebody who gave up running may still run a shop.
 */
const ALWAYS_SAME = listedWords("ended_statements_always_same");
/** The activity in a plural: "nap" in "no more afternoon naps"; "energy drinks" are things. */
const DOINGS = /(?<= |^)(?!drinks$)\p{L}+(?=s$)/u;
const GERUND = /^\p{L}+ing$/u;

/** The verb of an activity: `smoke` of "smoking", `nap` of "afternoon naps". Else undefined. */
const verbOf = (name: string): string | undefined =>
  GERUND.test(name) ? verbReading(name.toLowerCase()).lemma : DOINGS.exec(name)?.[0];

/** The people who work in a field: "barrister" for "law". */
const FIELDS_OF_WORK = new Map(
  rowsOf("fields_of_work").map((row) => {
    const [field = "", people = ""] = row.split("|");
    return [field.replaceAll("_", " "), words(people)] as const;
  }),
);
/** "teacher" of "teaching", "nurse" of "nursing", "barrister" of "the law". */
const isDoer = ({ verb, object, complement }: StandingStatement, name: string): boolean => {
  if (verb !== "be" && !(verb === "work" && complement[0] === "as")) return false;
  const noun = upTo(object, (word) => PREPOSITIONS.has(word)).at(-1) ?? "";
  const field = name.replace(DETERMINER, "").toLowerCase();
  if (FIELDS_OF_WORK.get(field)?.has(noun) === true) return true;
  const lemma = verbOf(name);
  return GERUND.test(name) && [lemma, `${lemma}er`, `${lemma}r`, `${lemma}or`].includes(noun);
};

/** Who gives a treatment: "physiotherapist" for "physiotherapy". */
const TREATERS = new Map(
  rowsOf("treaters").flatMap((row) => {
    const [treatments = "", people = ""] = row.split("|");
    return [...words(treatments)].map((treatment) => [treatment, words(people)] as const);
  }),
);
const VISITING = listedWords("ended_statements_visiting");
/** "sees a physiotherapist" by "the physiotherapy" */
const isTreatedIn = ({ verb, object }: StandingStatement, name: string): boolean => {
  const people = TREATERS.get(name.replace(DETERMINER, "").toLowerCase());
  return VISITING.has(verb) && object.some((word) => people?.has(word) === true);
};

/** "captains the team" by the post of "captain", "chairs the board" by that of "chair". */
const isLedBy = ({ verb, progressive }: StandingStatement, name: string): boolean =>
  !progressive && LEADING.has(verb) && name.toLowerCase() === verb;
const LEADING = listedWords("ended_statements_leading");

/** The verb of a noun for an arrangement: `sponsor` of "the sponsorship". */
const DOING_OF_NOUN = pairs("doings_of_nouns");

/** Whether no object follows the verb: "climbs (twice) a week", but not "runs a shop". */
const isWithoutObject = ([first = "", second = ""]: readonly string[]): boolean =>
  !/^(?:an?|the)$/u.test(first) || /^(?:day|week|fortnight|month|year|night)$/u.test(second);

/**
 * Whether the activity is that of the statement: "quit smoking" ends "smokes ten cigarettes a day",
 * but "quit running" does not end "runs a coffee shop".
 */
const isSameDoing = (statement: StandingStatement, { name, verbs }: Over): boolean => {
  const { verb, object } = statement;
  // "does not carpool anymore"
  const doing = verbOf(name) ?? (verbs.has(ANY_ACTIVITY) ? name.toLowerCase() : undefined);
  const ofNoun = DOING_OF_NOUN[name.replace(DETERMINER, "")];
  return (
    ofNoun === verb ||
    isDoer(statement, name) ||
    isTreatedIn(statement, name) ||
    isLedBy(statement, name) ||
    (doing === verb && (ALWAYS_SAME.has(verb) || isWithoutObject(object)))
  );
};

const STATES = rowsOf("states_in_other_words").map((row) => {
  const [state = "", verb = "", openings = ""] = row.split("|");
  return { state, verb, openings: openingsOf(openings) };
});
/** The verb of a statement, which differs for "is having a baby". */
const asStated = ({ verb, progressive }: StandingStatement): string =>
  progressive && verb === "have" ? "having" : verb;
/**
 * Whether the statement expresses this state: "is no longer pregnant" ends "is five months
 * pregnant", "is due in May" and "is expecting a baby".
 */
const isSameState = (statement: StandingStatement, name: string): boolean =>
  STATES.some(
    ({ state, verb, openings }) =>
      state === name &&
      ((statement.verb === "be" && statement.object.includes(name)) ||
        (asStated(statement) === verb && opensWithOneOf(statement, openings))),
  );

const TAKING = listedWords("ended_statements_taking");
/**
 * Whether the statement is about a member of this kind: "given up caffeine" ends "drinks six
 * coffees a day".
 */
const isOfKind = ({ verb, object }: StandingStatement, name: string): boolean =>
  TAKING.has(verb) && object.some((word) => isMemberOf(word, name));

/** Verbs for the use of a firm with which somebody has an arrangement. */
const SERVED = listedWords("ended_statements_served");
/** Whether the statement is about the use of this service: "goes to PureGym". */
const isServedBy = (statement: StandingStatement, { name, keys }: Wanted): boolean => {
  const isArranged = keys.length > 1 && ARRANGEMENTS.has(keys.at(-1) ?? "");
  const service = isArranged ? keys.slice(0, -1) : keys;
  return (
    ((isArranged || MAKE.test(name)) &&
      SERVED.has(statement.verb) &&
      isAbout(statement, service)) ||
    isByMake(statement, name, service)
  );
};

const PLANNING = listedWords("ended_statements_planning");
const JOURNEY = listedWords("ended_statements_journey");
/** "their trip to Peru" */
const JOURNEY_TO = new RegExp(
  String.raw`^(?:(?:the|his|her|their|our|my|a) )?(?:${[...JOURNEY].join("|")}|visit|flights?) to (?<place>\p{Lu}.*)$`,
  "u",
);
/**
 * Whether the statement is about a journey to this place: "is planning a trip to Peru", "is off to
 * Peru on a cruise" for "the Peru cruise".
 */
const isJourneyTo = (statement: StandingStatement, { name, keys }: Wanted): boolean => {
  const { verb, object, complement } = statement;
  const isPlanned = PLANNING.has(verb) || (verb === "be" && complement[0] === "off");
  const { place: destination } = groupsIn(JOURNEY_TO, name);
  const isNamedFirst = keys.length > 1 && JOURNEY.has(keys.at(-1) ?? "");
  const namedPlace = isNamedFirst ? keys.slice(0, -1) : keys;
  const place = destination === undefined ? namedPlace : objectKeys(destination);
  if (isPlanned) return hasObject(behind(statement, object.indexOf("to")), place);
  // "has a holiday booked in Crete"
  const before = object.findIndex((word) => word === "in" || word === "to");
  const isBooked =
    verb === "have" && object.slice(0, Math.max(before, 0)).some((word) => JOURNEY.has(word));
  return isBooked && hasObject(behind(statement, before), place);
};

/** Whether the statement is about this activity: "goes for a run" is about "running". */
const isGoingFor = ({ verb, object }: StandingStatement, name: string): boolean =>
  GERUND.test(name) &&
  /^(?:go|have)$/u.test(verb) &&
  object[0] === "a" &&
  object[1] === verbOf(name);

/** Whether the statement is about an activity of this name, with a verb of its own. */
const isActivity = (statement: StandingStatement, wantedEnd: Wanted): boolean =>
  isServedBy(statement, wantedEnd) ||
  isOfKind(statement, wantedEnd.name) ||
  isJourneyTo(statement, wantedEnd) ||
  isGoingFor(statement, wantedEnd.name);

/** Whether the statement gives the thing such a state: "the bike has a flat tyre". */
const isOfState = (statement: StandingStatement, { keys, states }: Wanted): boolean =>
  statement.object.some((word) => states.has(word.replace(/,$/u, ""))) &&
  (keys.length === 0 ||
    (statement.attribute === null
      ? isAbout(statement, keys)
      : isSameName(keys, objectKeys(statement.attribute))));

/** What a thing has as long as somebody owns it: the insurance of "car insurance". */
const OF_OWNED = listedWords("ended_statements_of_owned");
/**
 * Whether the statement is about a thing that somebody has no longer: "sold the Golf" ends "Ana's
 * Golf is insured with Axa" and "Ana's Golf insurance is Axa".
 */
const isOfLostThing = ({ attribute }: StandingStatement, { keys, verbs }: Wanted): boolean => {
  if (attribute === null || keys.length === 0 || kinTerm(attribute) !== undefined) return false;
  const last = attribute.lastIndexOf(" ");
  const owner = OF_OWNED.has(attribute.slice(last + 1)) ? attribute.slice(0, last) : attribute;
  const isThing = [attribute, owner].some((own) => isSameName(keys, objectKeys(own)));
  return verbs.has("have") && verbs.has("own") && isThing;
};

/** Whether a statement ends with what is over. */
const isEnded = (statement: StandingStatement, wantedEnd: Wanted): boolean => {
  const { name, keys, verbs, states, openings } = wantedEnd;
  if (isKin(statement)) return false;
  if (states.size === 0 && isOfLostThing(statement, wantedEnd)) return true;
  const isMeant = states.size > 0 ? isOfState(statement, wantedEnd) : isNamed(statement, wantedEnd);
  if (isOfVerbs(statement, wantedEnd) && (isMeant || opensWithOneOf(statement, openings)))
    return true;
  if (keys.length === 0 || states.size > 0) return false;
  // "walks without a stick" ends "walks with a stick", and "needs no crutches" "is on crutches".
  if (
    verbs.has("need") &&
    /^(?:with|on|in)$/u.test(statement.complement[0] ?? "") &&
    hasObject(statement, keys)
  )
    return true;
  return (
    isSameDoing(statement, wantedEnd) ||
    isSameState(statement, name) ||
    (verbs.has("drink") && isOfKind(statement, name)) ||
    (verbs.has(ANY_ACTIVITY) && isOfActivity(statement, wantedEnd)) ||
    hasCome(statement, wantedEnd)
  );
};

/** Whether the statement is about this activity, or about learning it. */
const isOfActivity = (statement: StandingStatement, wantedEnd: Wanted): boolean =>
  isActivity(statement, wantedEnd) ||
  (LEARNING.has(statement.verb) && isTaughtIn(statement, wantedEnd.keys));

type Labelled<Known> = Known & { readonly label?: string | null };

const THINGS = keysOf("pet owns vehicle subscription medication uses gym");
/** The noun of an arrangement behind its name: "their Netflix subscription". */
const ARRANGED = /(?<=\p{L}) (?:subscription|membership)$/u;
/**
 * Whether the fact is a possession with this name, whatever its text says, or a pet of this kind:
 * "Rex is Ana's dog" for "dog".
 */
const isPossession = (
  { slot, value, label }: Labelled<NamedFact>,
  name: string,
  { replaced }: Over,
): boolean =>
  THINGS.has(slot ?? "") &&
  (foldText(value ?? "") === foldText(name.replace(ARRANGED, "")) ||
    (label != null && (label === name || isMemberOf(label, name))) ||
    (replaced && isShortValueOf(name, value)));

/** Verbs of work that name no employer by themselves: "drives trucks for Werner". */
const WORKING = listedWords("verbs_of_work");
/** "has a part-time job at a bakery" */
const JOB_AT = / job (?:at|with|in) /u;
const FOR_FIRM = / (?:for|at|with) (?:the )?\p{Lu}/u;
export const isJob = ({
  fact,
  statement,
}: {
  fact: NamedFact;
  statement: StandingStatement;
}): boolean =>
  (WORKING.has(statement.verb) && FOR_FIRM.test(fact.text)) ||
  (statement.verb === "have" && JOB_AT.test(fact.text));

/** Words after what somebody does for a living: "quit the taxi business". */
const LINE = PHRASES.one("ended_statements_line");

const wantedAs = (over: Over, name: string): Wanted => ({
  ...over,
  keys: name === "" ? [] : objectKeys(name),
});
/** What is over: "the cake business", and its line alone, "the taxi" of "the taxi business". */
const wantedOf = (over: Over): readonly Wanted[] =>
  [...new Set([over.name, over.name.replace(LINE, "")])].map((name) => wantedAs(over, name));
const isEndedByAny = (statement: StandingStatement, wantedEnds: readonly Wanted[]): boolean =>
  wantedEnds.some((wantedEnd) => isEnded(statement, wantedEnd));

/** All known statements that end with something of what is over. */
export const allEnded = <Known extends NamedFact>(
  overs: readonly Over[],
  knownFacts: readonly Known[],
  subject: string,
): readonly Known[] => {
  const standing = standingOf(knownFacts, subject);
  return overs
    .map(wantedOf)
    .flatMap((wantedEnds) =>
      standing.filter(({ statement }) => isEndedByAny(statement, wantedEnds)),
    )
    .map(({ fact }) => fact);
};

/** All known statements about a thing that somebody has no longer: its insurance, and its cost. */
export const allOfLostThing = <Known extends NamedFact>(
  overs: readonly Over[],
  knownFacts: readonly Known[],
  subject: string,
): readonly Known[] => {
  const wantedEnds = overs.flatMap(wantedOf);
  return standingOf(knownFacts, subject)
    .filter(({ statement }) => wantedEnds.some((wanted) => isOfLostThing(statement, wanted)))
    .map(({ fact }) => fact);
};

/** The known fact that ends with what is over; null if there is none. */
const endedFact = <Known extends NamedFact>(
  over: Over,
  facts: readonly Known[],
  subject: string,
): Known | null => {
  const knownFacts = facts.filter((fact) => !isNamesake(fact, over.name));
  const wantedEnds = wantedOf(over);
  const name = over.name.replace(DETERMINER, "");
  if (over.job) return standingOf(knownFacts, subject).find(isJob)?.fact ?? null;
  const mayBeThing = over.verbs.has("have") && name !== "";
  const isRole = ({ slot, value }: NamedFact): boolean =>
    slot === "role" && wantedEnds.some(({ keys }) => isSameName(keys, objectKeys(value ?? "")));
  return (
    standingOf(knownFacts, subject).find(({ statement }) => isEndedByAny(statement, wantedEnds))
      ?.fact ??
    (mayBeThing ? knownFacts.find((fact) => isPossession(fact, name, over)) : undefined) ??
    (over.verbs.has(ANY_ACTIVITY) && name !== "" ? knownFacts.find(isRole) : undefined) ??
    (mayBeThing || over.verbs.has(ANY_ACTIVITY)
      ? arrangedAs(wantedEnds[0]?.keys ?? [], knownFacts)
      : null)
  );
};

/** Whether a fact states one of the bonds, with this person as the value. */
const isBond = (fact: Labelled<NamedFact>, { bonds }: Over): boolean =>
  bonds.has(fact.slot ?? "") || bonds.has(fact.label ?? "");

const isPerson = (name: string, person: string | null): boolean =>
  sameValue(name, person) || isShortValueOf(name, person);

/**
 * The known bond that ends: after "Pete left the band", "Nick's drummer is Pete", and after "Carys
 * left Huw" the bond of either. Null if there is none.
 */
export const endedBond = <Known extends NamedFact>(
  overs: readonly Over[],
  knownFacts: readonly Known[],
  factsOfOthers: readonly FactOfOther[],
  subject: string,
): Known | FactOfOther | null => {
  for (const over of overs.filter(({ bonds }) => bonds.size > 0)) {
    const { name } = over;
    const bond =
      knownFacts.find((fact) => isBond(fact, over) && name !== "" && isPerson(name, fact.value)) ??
      factsOfOthers.find(
        (fact) =>
          isBond(fact, over) &&
          sameValue(fact.value, subject) &&
          (name === "" || isPerson(name, fact.subject)),
      );
    if (bond !== undefined) return bond;
  }
  return null;
};

/** Whether a fact about another says that they are this to the subject: "Pete is Ana's lodger". */
const isRoleOf = ({ text, value, label }: FactOfOther, role: string, subject: string): boolean =>
  text.endsWith(` is ${subject}'s ${role}`) || (label === role && sameValue(value, subject));

const NO_MORE =
  / (?:no longer has|does not have|has no) (?:an? |any )?(?<role>\p{Ll}[\p{Ll} -]{2,25}?)(?: any ?more)?$/u;
/**
 * The only person in a role that nobody has any more: after "does not have a lodger anymore", the
 * fact that Pete is the lodger. Null if nobody or several people have it.
 */
export const endedRole = <Known extends Labelled<NamedFact>>(
  { text, subject }: EndingFact,
  knownFacts: readonly Known[],
  factsOfOthers: readonly FactOfOther[],
): Known | FactOfOther | null => {
  const { role = "" } = groupsIn(NO_MORE, text);
  if (kinTerm(role)?.type !== "person") return null;
  const isRole = ({ slot, label }: Known): boolean =>
    [label, slot].some((one) => one?.replaceAll("_", " ") === role);
  return onlyOne<Known | FactOfOther>([
    ...knownFacts.filter(isRole),
    ...factsOfOthers.filter((fact) => isRoleOf(fact, role, subject)),
  ]);
};

/** The first known fact that ends because one of these is over; null if none does. */
export const firstEnded = <Known extends NamedFact>(
  overs: readonly Over[],
  knownFacts: readonly Known[],
  subject: string,
): NamedChange<Known> | null => {
  for (const over of overs) {
    const fact = endedFact(over, knownFacts, subject);
    if (fact !== null) return over.replaced ? replacement(fact) : endingOf(fact);
  }
  return null;
};

/**
 * The known facts that end by the other meanings of the action by which the first one ends, or by
 * the name of what is over: who calls off a wedding is no longer engaged, and no longer plans to get
 * married; who drops out of the training is in no third year.
 */
export const endedBesides = <Known extends NamedFact>(
  overs: readonly Over[],
  knownFacts: readonly Known[],
  subject: string,
): readonly Known[] => {
  const [first, ...others] = overs.flatMap((over) => {
    const fact = over.replaced ? null : endedFact(over, knownFacts, subject);
    return fact === null ? [] : [{ fact, closing: over.closing }];
  });
  return first?.closing == null
    ? []
    : others
        .filter(({ closing }) => closing === null || closing === first.closing)
        .map(({ fact }) => fact);
};
