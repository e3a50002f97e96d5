import { foldText } from "../../../language/folding.ts";
import { keys, listedWords, rowsOf, words } from "../data/words.ts";
import { openingsOf } from "../data/closings.ts";
import { upTo } from "../text/list-items.ts";
import { knownVerb, verbReading } from "../english/tokens/verb-forms.ts";
import { DETERMINERS, PREPOSITIONS, UNREAL } from "../word-lists/sets.ts";
import {
  behind,
  hasObject,
  isAbout,
  isInGroup,
  isObject,
  objectKeys,
  opensWith,
  type StandingStatement,
} from "./standing-statement.ts";
import {
  arrangedAs,
  isKin,
  opensWithOneOf,
  standingOf,
  type Standing,
  type NamedFact,
} from "./standing-facts.ts";

/** Verbs that end anything that they name: "gave up", "dropped". */
const ENDING = listedWords("ending_verbs");
/**
 * Slots of activities, intakes and memberships. A verb that ends them may differ from the known
 * verb.
 */
export const ACTIVITIES = keys("hobby medication diet subscription member_of gym vehicle");
export const TASTES = listedWords("tastes");
/** Verbs of possessions and opinions, which do not end together with an activity. */
const NO_DOING = new Set([
  ...words("have own keep need"),
  ...TASTES,
  ...listedWords("mental"),
  ...UNREAL,
]);
const LESSON = /^(?:lesson|class|course|tutor)/u;
const LEARNING = words("learn study do take have");
/**
 * Whether the statement is about the subject of these lessons: "dropped the Italian lessons" ends
 * "is learning Italian with a tutor".
 */
const isTaughtIn = (statement: StandingStatement, wantedKeys: readonly string[]): boolean =>
  wantedKeys.length > 1 &&
  LESSON.test(wantedKeys.at(-1) ?? "") &&
  LEARNING.has(statement.verb) &&
  isAbout(statement, wantedKeys.slice(0, -1));

/**
 * Verbs whose end also ends a statement with "be": "stopped seeing Dr Chan" ends "is a patient of
 * Dr Chan".
 */
const HAVING = words("see use visit take have wear drive do play attend");

/**
 * The base of the last verb before the value: `take` in "stopped taking fluoxetine", `give` in
 * "gave up fluoxetine". Undefined if there is none.
 */
const lastVerbBefore = (text: string, value: string): string | undefined => {
  const at = text.toLowerCase().lastIndexOf(value.toLowerCase());
  const lemmas = text
    .slice(0, Math.max(at, 0))
    .toLowerCase()
    .split(" ")
    .flatMap((word) => knownVerb(word)?.lemma ?? []);
  return lemmas.findLast((lemma) => lemma !== "do" && lemma !== "be");
};

const LETTING_GO = words("cancel give end");
const FINISHING = words("finish complete");
const TREATMENTS = listedWords("treatments");
const ARRANGEMENTS = listedWords("arrangements");
/**
 * Whether the statement is about an arrangement with this partner: "has a membership at the Tate"
 * for "the Tate".
 */
const isArrangedWith = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const at = statement.object.findIndex((word) => ARRANGEMENTS.has(word));
  const isWith = PREPOSITIONS.has(statement.object[at + 1] ?? "");
  return at >= 0 && isWith && hasObject(behind(statement, at + 1), wantedKeys);
};

/**
 * Whether a possession or a treatment ends: "cancelled my appointment", "gave up my season ticket",
 * "finished physio".
 */
const isLetGo = (
  statement: StandingStatement,
  wantedKeys: readonly string[],
  value: string,
  verb = "",
): boolean =>
  (LETTING_GO.has(verb) ||
    (FINISHING.has(verb) && TREATMENTS.has(value.slice(value.lastIndexOf(" ") + 1)))) &&
  statement.verb === "have" &&
  (isAbout(statement, wantedKeys) || isArrangedWith(statement, wantedKeys));

/**
 * Verbs that mean the same with any object. Somebody who gave up driving drives nothing, but
 * somebody who gave up running may still run a shop.
 */
const ALWAYS_SAME = words("drive ride smoke vape");
/** The activity in a plural: "nap" in "no more afternoon naps". */
export const DOINGS = /(?<= |^)\p{L}+(?=s$)/u;
/** "teacher" of "teaching", "nurse" of "nursing". */
const isDoer = (object: readonly string[], value: string): boolean => {
  const { lemma } = verbReading(value.toLowerCase());
  const noun = upTo(object, (word) => PREPOSITIONS.has(word)).at(-1) ?? "";
  return [lemma, `${lemma}er`, `${lemma}r`, `${lemma}or`].includes(noun);
};
/**
 * Whether the activity is that of the statement: "quit smoking" ends "smokes ten cigarettes a day",
 * but "quit running" does not end "runs a coffee shop".
 */
export const isSameDoing = ({ verb, object }: StandingStatement, value: string): boolean =>
  (verb === "be" && /^\p{L}+ing$/u.test(value) && isDoer(object, value)) ||
  isSameVerb({ verb, object }, value);
const isSameVerb = (
  { verb, object }: Pick<StandingStatement, "verb" | "object">,
  value: string,
): boolean =>
  (/^\p{L}+ing$/u.test(value)
    ? verbReading(value.toLowerCase()).lemma === verb
    : DOINGS.exec(value)?.[0] === verb) &&
  (ALWAYS_SAME.has(verb) || !/^(?:an?|the)$/u.test(object[0] ?? ""));

/** The members of a kind of habit, by the kind: "coffee" for "caffeine". */
const KINDS_OF_HABIT = new Map(
  rowsOf("kinds_of_habit").map((row) => {
    const [kind = "", members = ""] = row.split("|");
    return [kind, words(members)] as const;
  }),
);
const TAKING = words("drink eat have take smoke vape");
/**
 * Whether the statement is about a member of this kind: "given up caffeine" ends "drinks six
 * coffees a day".
 */
const isOfKind = ({ verb, object }: StandingStatement, value: string): boolean => {
  const members = KINDS_OF_HABIT.get(value.toLowerCase());
  return members !== undefined && TAKING.has(verb) && object.some((word) => members.has(word));
};

const STATES = new Map(
  rowsOf("states_in_other_words").map((row) => {
    const [state = "", verb = "", openings = ""] = row.split("|");
    return [state, { verb, openings: openingsOf(openings) }] as const;
  }),
);
/**
 * Whether the statement has this verb without an object: "does not carpool anymore" ends "carpools
 * to work with Dev", but "does not run" does not end "runs a shop".
 */
const isSameAlone = ({ verb, object }: StandingStatement, value: string): boolean =>
  verb === value.toLowerCase() && !DETERMINERS.has(object[0] ?? "");

/**
 * Whether the statement expresses this state: "is no longer pregnant" ends "is five months
 * pregnant" and "is expecting a baby".
 */
const isSameState = (statement: StandingStatement, value: string): boolean => {
  const other = STATES.get(value);
  if (other === undefined) return false;
  const { verb, object } = statement;
  return (
    (verb === "be" && object.includes(value)) ||
    (verb === other.verb && opensWithOneOf(statement, other.openings))
  );
};

/**
 * A shortage ends only what somebody takes, such as pills. "has run out of oat milk" lasts until
 * the next shopping.
 */
const RUN_OUT = / (?:run|runs|ran) out of /u;
const NOT_GOING = / not going to (?=\p{Lu})/u;
const PLANNING = words("go plan fly travel visit drive head");
/** Whether the statement is about a journey to this place: "is planning a trip to Peru". */
export const isJourneyTo = (
  statement: StandingStatement,
  wantedKeys: readonly string[],
): boolean => {
  const { verb, object } = statement;
  return PLANNING.has(verb) && hasObject(behind(statement, object.indexOf("to")), wantedKeys);
};
const RID = / (?:rid|shot) of /u;
/** Verbs for the use of a needed thing: "no longer needs glasses" ends "wears glasses". */
const NEEDED = words("wear use take attend see");

/** Whether somebody only lets a thing fall: "dropped the Harley in the driveway". */
const isLetFall = (statement: StandingStatement, verb: string | undefined): boolean =>
  verb === "drop" && POSSESSING.has(statement.verb);

/**
 * Whether the end of the named thing ends a known statement. `endedVerb` is the base of the ended
 * verb, or null if it may be any.
 */
const isEnded = (
  statement: StandingStatement,
  wantedKeys: readonly string[],
  endedVerb: string | null,
): boolean => {
  if (statement.verb === "be")
    return (
      (endedVerb === null || HAVING.has(endedVerb)) &&
      !isKin(statement) &&
      (isObject(statement, wantedKeys) || isInGroup(statement, wantedKeys))
    );
  const isSameVerb =
    statement.verb === endedVerb ||
    (TASTES.has(statement.verb) && endedVerb !== null && TASTES.has(endedVerb));
  if (isSameVerb && isAbout(statement, wantedKeys)) return true;
  if (endedVerb === "need") return NEEDED.has(statement.verb) && isAbout(statement, wantedKeys);
  const isDoing = statement.progressive || !NO_DOING.has(statement.verb);
  return (
    (endedVerb === null || endedVerb === "have") &&
    isDoing &&
    (isAbout(statement, wantedKeys) || isInGroup(statement, wantedKeys))
  );
};

/** The purpose after a name, which is no part of it: "takeaways to save money". */
const PURPOSE =
  /(?<=\p{L}) (?:(?:in order )?to (?:save|lose|get|be|make|help|avoid|spend|cut|eat|sleep|stay|keep|look|try)|because|as|since|so) .*$/u;

const MAKE = /^(?:(?:my|our|the|his|her|their) )?[\p{Lu}\d]/u;
const POSSESSING = words("have own drive ride wear use play keep shoot");
/**
 * Whether the statement names the thing by its make: "sold the Canon" ends "has a Canon DSLR", and
 * "cancelled Netflix" ends "watches everything on Netflix".
 */
export const isByMake = (
  statement: StandingStatement,
  value: string,
  wantedKeys: readonly string[],
): boolean => {
  if (!MAKE.test(value)) return false;
  const { verb, object } = statement;
  if (POSSESSING.has(verb)) return opensWith(statement, wantedKeys);
  const at = object.findIndex((word) => BY_MEANS.has(word));
  return at > 0 && verb !== "be" && opensWith(behind(statement, at), wantedKeys);
};
const BY_MEANS = words("on with in using through via");

/** Verbs for the use of a firm with which somebody has an arrangement. */
const SERVED = words("go bank train use be exercise shop read watch");
/**
 * Whether the statement is about the use of this service, or names a thing by its make: "PureGym
 * membership" matches "goes to PureGym".
 */
export const isServedBy = (
  statement: StandingStatement,
  value: string,
  wantedKeys: readonly string[],
): boolean => {
  const isArranged = wantedKeys.length > 1 && ARRANGEMENTS.has(wantedKeys.at(-1) ?? "");
  const service = isArranged ? wantedKeys.slice(0, -1) : wantedKeys;
  const mayServe = isArranged || MAKE.test(value);
  return (
    (mayServe && SERVED.has(statement.verb) && isAbout(statement, service)) ||
    isByMake(statement, value, service)
  );
};

/**
 * The known statement that ends, by the name of what ended; null if there is none. "gave up
 * pilates" ends "does pilates on Tuesdays", and "stopped taking fluoxetine" ends "takes
 * fluoxetine".
 */
export const endedStanding = <Known>(
  { text, value }: { readonly text: string; readonly value: string },
  standing: Standing<Known>,
): Known | null => {
  const wantedKeys = objectKeys(value.replace(PURPOSE, ""));
  const verb = lastVerbBefore(text, value);
  const endedVerb = verb === undefined || ENDING.has(verb) || RID.test(text) ? null : verb;
  const isOfAny = endedVerb === null || /^(?:have|use|go)$/u.test(endedVerb);
  const isRunOut = RUN_OUT.test(text);
  const isJourneyOff = NOT_GOING.test(text);
  const kept = standing.filter(({ statement }) => !isLetFall(statement, verb));
  const match = kept.find(
    ({ statement }) =>
      (isJourneyOff && isJourneyTo(statement, wantedKeys)) ||
      ((!isRunOut || statement.verb === "take") && isEnded(statement, wantedKeys, endedVerb)) ||
      isTaughtIn(statement, wantedKeys) ||
      (isOfAny && isServedBy(statement, value, wantedKeys)) ||
      (endedVerb === null && isOfKind(statement, value)) ||
      isLetGo(statement, wantedKeys, value, verb) ||
      isSameDoing(statement, value) ||
      (verb === undefined && isSameAlone(statement, value)) ||
      isSameState(statement, value),
  );
  return match?.fact ?? null;
};

/** Whether the attribute is somebody who lives beside or with the subject. */
const LIVES_NEAR = /^(?:neighbou?r|lodger|tenant)$/u;
/** The known neighbour or lodger who has moved out; null if there is none. */
const movedOut = <Known extends NamedFact>(
  value: string,
  standing: Standing<Known>,
): Known | null =>
  standing.find(
    ({ fact, statement: { attribute } }) =>
      LIVES_NEAR.test(attribute ?? "") && foldText(fact.value ?? "") === foldText(value),
  )?.fact ?? null;

/** What one does with a group of others: "runs with Leeds Harriers". */
const TAKING_PART = words("run play sing row swim train ride dance act volunteer fence climb");
/** Whether the statement is about going to this place, and says no more: "goes to Elm Park". */
const isWhereOneGoes = (statement: StandingStatement, wantedKeys: readonly string[]): boolean =>
  /^(?:go|attend)$/u.test(statement.verb) &&
  statement.object.length === wantedKeys.length &&
  isObject(statement, wantedKeys);
/** Slots of a departure whose value may be a group. */
const LEFT_BY_NAME = keys("employer residence school");
/**
 * The known membership of a group with this name: "left Paper Kites" ends "plays in a band called
 * Paper Kites", although it reads like the name of a firm, and "is at Paper Kites". Null if there is
 * none.
 */
const leftGroup = <Known>(value: string, standing: Standing<Known>): Known | null => {
  const wantedKeys = objectKeys(value);
  return (
    standing.find(
      ({ statement }) =>
        isInGroup(statement, wantedKeys) ||
        (statement.verb === "be" && isObject(statement, wantedKeys)) ||
        isWhereOneGoes(statement, wantedKeys) ||
        (TAKING_PART.has(statement.verb) && isAbout(statement, wantedKeys)),
    )?.fact ?? null
  );
};

/** The known statement that a denial ends, by the name of its object; null if there is none. */
export const endedByName = <Known extends NamedFact>(
  { subject, text, slot, value }: NamedFact & { readonly subject: string; readonly value: string },
  knownFacts: readonly Known[],
): Known | null => {
  const standing = standingOf(knownFacts, subject);
  if (slot === null || ACTIVITIES.has(slot))
    return endedStanding({ text, value }, standing) ?? arrangedAs(objectKeys(value), knownFacts);
  if (slot === "roommate") return movedOut(value, standing);
  return LEFT_BY_NAME.has(slot) ? leftGroup(value, standing) : null;
};
