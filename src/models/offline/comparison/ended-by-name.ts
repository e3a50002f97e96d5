import { keys, listedWords, rowsOf, words } from "../data/words.ts";
import { openingsOf } from "../data/closings.ts";
import { knownVerb, verbReading } from "../english/tokens/verb-forms.ts";
import { DETERMINERS, PREPOSITIONS, UNREAL } from "../word-lists/sets.ts";
import {
  hasObject,
  isAbout,
  isInGroup,
  isObject,
  objectKeys,
  opensWith,
  type StandingStatement,
} from "./standing-statement.ts";
import { isKin, opensWithOneOf, standingOf, type Standing, type Told } from "./standing-facts.ts";

/** Verbs that end what they name, whatever it is: "gave up", "dropped". */
const ENDING = listedWords("ending_verbs");
/** Slots of what one does, takes or belongs to, which such a verb may mean by any other verb. */
export const ACTIVITIES = keys("hobby medication diet subscription member_of gym vehicle");
export const TASTES = listedWords("tastes");
/** What one has or thinks is not ended with what one does. */
const NO_DOING = new Set([
  ...words("have own keep need"),
  ...TASTES,
  ...listedWords("mental"),
  ...UNREAL,
]);
const LESSON = /^(?:lesson|class|course|tutor)/u;
const LEARNING = words("learn study do take have");
/** "dropped the Italian lessons" of "is learning Italian with a tutor". */
const isTaughtIn = (statement: StandingStatement, wanted: readonly string[]): boolean =>
  wanted.length > 1 &&
  LESSON.test(wanted.at(-1) ?? "") &&
  LEARNING.has(statement.verb) &&
  isAbout(statement, wanted.slice(0, -1));

/** Verbs for what one has as the known fact calls it: "stopped seeing Dr Chan", who is a physio. */
const HAVING = words("see use visit take have wear drive do play attend");

/** `take` before the value of "stopped taking fluoxetine", `give` of "gave up fluoxetine". */
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
/** "the Tate" of "has a membership at the Tate". */
const isArrangedWith = (known: StandingStatement, wanted: readonly string[]): boolean => {
  const at = known.object.findIndex((word) => ARRANGEMENTS.has(word));
  const isWith = PREPOSITIONS.has(known.object[at + 1] ?? "");
  return at >= 0 && isWith && hasObject({ ...known, object: known.object.slice(at + 2) }, wanted);
};

/** "cancelled my appointment", "gave up my season ticket", "finished physio": what one has. */
const isLetGo = (
  known: StandingStatement,
  wanted: readonly string[],
  value: string,
  verb = "",
): boolean =>
  (LETTING_GO.has(verb) ||
    (FINISHING.has(verb) && TREATMENTS.has(value.slice(value.lastIndexOf(" ") + 1)))) &&
  known.verb === "have" &&
  (isAbout(known, wanted) || isArrangedWith(known, wanted));

/** Whoever has given up driving drives nothing: not so of running, and a shop that one runs. */
const ALWAYS_SAME = words("drive ride smoke vape");
/** "nap" of "no more afternoon naps". */
export const DOINGS = /(?<= |^)\p{L}+(?=s$)/u;
/** "quit smoking" of "smokes ten cigarettes a day"; "quit running" of no "runs a coffee shop". */
export const isSameDoing = ({ verb, object }: StandingStatement, value: string): boolean =>
  (/^\p{L}+ing$/u.test(value)
    ? verbReading(value.toLowerCase()).lemma === verb
    : DOINGS.exec(value)?.[0] === verb) &&
  (ALWAYS_SAME.has(verb) || !/^(?:an?|the)$/u.test(object[0] ?? ""));

/** What is of a kind of habit, by the kind: of "caffeine" coffee. */
const KINDS_OF_HABIT = new Map(
  rowsOf("kinds_of_habit").map((row) => {
    const [kind = "", members = ""] = row.split("|");
    return [kind, words(members)] as const;
  }),
);
const TAKING = words("drink eat have take smoke vape");
/** "given up caffeine" of "drinks six coffees a day". */
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
/** "does not carpool anymore" of "carpools to work with Dev"; not of "runs a shop" by "does not run". */
const isSameAlone = ({ verb, object }: StandingStatement, value: string): boolean =>
  verb === value.toLowerCase() && !DETERMINERS.has(object[0] ?? "");

/** "is no longer pregnant" of "is five months pregnant" and of "is expecting a baby". */
const isSameState = (statement: StandingStatement, value: string): boolean => {
  const other = STATES.get(value);
  if (other === undefined) return false;
  const { verb, object } = statement;
  return (
    (verb === "be" && object.includes(value)) ||
    (verb === other.verb && opensWithOneOf(statement, other.openings))
  );
};

/** "has run out of oat milk": until the next shop; not so of pills that one takes. */
const RUN_OUT = / (?:run|runs|ran) out of /u;
const RID = / (?:rid|shot) of /u;
/** Verbs for what one needs as long as one has it: "no longer needs glasses". */
const NEEDED = words("wear use take attend see");

/** Whether what a known statement tells has ended, by what is named. */
const isEnded = (
  known: StandingStatement,
  wanted: readonly string[],
  ended: string | null,
): boolean => {
  if (known.verb === "be")
    return (
      (ended === null || HAVING.has(ended)) &&
      !isKin(known) &&
      (isObject(known, wanted) || isInGroup(known, wanted))
    );
  const isSameVerb =
    known.verb === ended || (TASTES.has(known.verb) && ended !== null && TASTES.has(ended));
  if (isSameVerb && isAbout(known, wanted)) return true;
  if (ended === "need") return NEEDED.has(known.verb) && isAbout(known, wanted);
  const isDoing = known.progressive || !NO_DOING.has(known.verb);
  return (
    (ended === null || ended === "have") &&
    isDoing &&
    (isAbout(known, wanted) || isInGroup(known, wanted))
  );
};

/** "takeaways to save money" */
const PURPOSE =
  /(?<=\p{L}) (?:(?:in order )?to (?:save|lose|get|be|make|help|avoid|spend|cut|eat|sleep|stay|keep|look|try)|because|as|since|so) .*$/u;

const MAKE = /^(?:(?:my|our|the|his|her|their) )?[\p{Lu}\d]/u;
const POSSESSING = words("have own drive ride wear use play keep shoot");
/** "sold the Canon" of "has a Canon DSLR", "cancelled Netflix" of "watches everything on Netflix". */
export const isByMake = (
  statement: StandingStatement,
  value: string,
  wanted: readonly string[],
): boolean => {
  if (!MAKE.test(value)) return false;
  const { verb, object } = statement;
  if (POSSESSING.has(verb)) return opensWith(statement, wanted);
  const at = object.findIndex((word) => BY_MEANS.has(word));
  return (
    at > 0 && verb !== "be" && opensWith({ ...statement, object: object.slice(at + 1) }, wanted)
  );
};
const BY_MEANS = words("on with in using through via");

/** What one does at or with a firm that one has an arrangement with. */
const SERVED = words("go bank train use be exercise shop read watch");
/** "goes to PureGym" of "PureGym membership", and what is called by its make. */
export const isServedBy = (
  statement: StandingStatement,
  value: string,
  wanted: readonly string[],
): boolean => {
  const isArranged = wanted.length > 1 && ARRANGEMENTS.has(wanted.at(-1) ?? "");
  const service = isArranged ? wanted.slice(0, -1) : wanted;
  const mayServe = isArranged || MAKE.test(value);
  return (
    (mayServe && SERVED.has(statement.verb) && isAbout(statement, service)) ||
    isByMake(statement, value, service)
  );
};

/**
 * The known statement of what has ended, by its name: of "gave up pilates" the one that says "does
 * pilates on Tuesdays"; of "stopped taking fluoxetine" one of what is taken.
 */
export const endedStanding = <Known>(
  { text, value }: { readonly text: string; readonly value: string },
  standing: Standing<Known>,
): Known | null => {
  const wanted = objectKeys(value.replace(PURPOSE, ""));
  const verb = lastVerbBefore(text, value);
  const ended = verb === undefined || ENDING.has(verb) || RID.test(text) ? null : verb;
  const isOfAny = ended === null || /^(?:have|use|go)$/u.test(ended);
  const isRunOut = RUN_OUT.test(text);
  const found = standing.find(
    ({ statement }) =>
      ((!isRunOut || statement.verb === "take") && isEnded(statement, wanted, ended)) ||
      isTaughtIn(statement, wanted) ||
      (isOfAny && isServedBy(statement, value, wanted)) ||
      (ended === null && isOfKind(statement, value)) ||
      isLetGo(statement, wanted, value, verb) ||
      isSameDoing(statement, value) ||
      (verb === undefined && isSameAlone(statement, value)) ||
      isSameState(statement, value),
  );
  return found?.known ?? null;
};

/** What one is said to leave, where it may be a group. */
const LEFT_BY_NAME = keys("employer residence school");
/** "left Paper Kites": no firm, but the band that one is known to be in. */
const groupLeft = <Known>(value: string, standing: Standing<Known>): Known | null => {
  const wanted = objectKeys(value);
  return standing.find(({ statement }) => isInGroup(statement, wanted))?.known ?? null;
};

/** The known statement that a denial ends by its name; null where no statement has it for its object. */
export const endedByName = <Known extends Told>(
  { subject, text, slot, value }: Told & { readonly subject: string; readonly value: string },
  known: readonly Known[],
): Known | null => {
  const standing = standingOf(known, subject);
  if (slot === null || ACTIVITIES.has(slot)) return endedStanding({ text, value }, standing);
  return LEFT_BY_NAME.has(slot) ? groupLeft(value, standing) : null;
};
