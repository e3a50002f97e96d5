import { closingsFor, openingsOf, type ClosedStatements } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { keys, listedWords, rowsOf, words } from "../data/words.ts";
import { asDone, knownVerb } from "../english/tokens/verb-forms.ts";
import type { ReconciliationQuestion } from "../../port.ts";
import { lastWord } from "../text/tidy.ts";

/** What a statement says to be over. By these fields, the known statements that end are found. */
export interface Over extends ClosedStatements {
  /**
   * What is over, in the words of the statement: "my Spanish classes". Empty if it names nothing.
   */
  readonly name: string;
  /** Whether the name may be a part of what was awaited: "their hip" of a hip replacement. */
  readonly ofPart: boolean;
  /** Whether the name may be an attribute of the subject: the cough of "Dad's cough has gone". */
  readonly owned: boolean;
  /** Whether it is the work of somebody whose employer is not known: "got laid off". */
  readonly job: boolean;
  /** Whether the statement puts something else in its place. */
  readonly replaced: boolean;
  /** The row of the table of finished actions that gives it; null for others. */
  readonly closing: RegExp | null;
}

/** A statement that may end others. */
export type EndingFact = ReconciliationQuestion["fact"];

const over = (fields: Partial<Over>): Over => ({
  name: "",
  verbs: new Set(),
  openings: [],
  states: new Set(),
  bonds: new Set(),
  ofPart: false,
  owned: false,
  job: false,
  replaced: false,
  closing: null,
  ...fields,
});

/** Stands for the verb of any activity. */
export const ANY_ACTIVITY = "*";

/** Verbs that end anything that they name: "gave up", "dropped". */
const ENDING = listedWords("ending_verbs");
const TASTES = listedWords("tastes");
/** Verbs of a possession that may be let go: "cancelled my appointment". */
const CANCELLING = listedWords("what_is_over_cancelling");
const TREATMENTS = listedWords("treatments");
export const ARRANGEMENTS = listedWords("arrangements");
const LESSON = /(?:^| )(?:lesson|class|course|tutor)\p{L}*$/u;
/** Verbs of which one says that something of any kind is over: "no longer has Netflix". */
const OF_ANY = listedWords("what_is_over_of_any");
/** Verbs whose end also ends a statement with "be": "stopped seeing Dr Chan". */
const HAVING = listedWords("what_is_over_having");
/** Verbs for a possession, of which the end may use another one: "no longer has bees". */
const KEEPING = listedWords("what_is_over_keeping");
/** Slots whose value is a possession. */
export const OWNED = keys("vehicle owns");
/** Verbs for a romance, of which the end may use another one: "stopped seeing Theo". */
const COURTING = words("see date");
/** Verbs for a subject, of which the end may use another one: "does not study Italian anymore". */
const STUDYING = words("learn study");
/** Verbs for a plan, of which the end may use another one: "no longer wants to move". */
export const INTENDING = listedWords("what_is_over_intending");
/** Verbs for the use of a needed thing: "no longer needs glasses" ends "wears glasses". */
const NEEDED = listedWords("what_is_over_needed");
/**
 * A shortage ends only what somebody takes, such as pills. "has run out of oat milk" lasts until
 * the next shopping.
 */
export const RUN_OUT = / (?:run|runs|ran) out of /u;
const RID = / (?:rid|shot) of /u;
/** The purpose after a name, which is not part of it: "takeaways to save money". */
const PURPOSE = PHRASES.one("what_is_over_purpose");

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

/** The activity itself: "gave up piano", but not "gave up the piano". */
export const ACTIVITY_ALONE = PHRASES.one("what_is_over_activity_alone");

/** Whether a possession ends by this verb: "cancelled my appointment", "finished physio". */
const isLetGo = (verb: string, text: string, name: string): boolean => {
  const last = lastWord(name);
  return (
    (CANCELLING.has(verb) && !ACTIVITY_ALONE.test(text)) ||
    ARRANGEMENTS.has(last) ||
    TREATMENTS.has(last)
  );
};

/** What somebody is because of a thing: "is scared of flying". */
export const AFRAID = listedWords("what_is_over_afraid");
const FEAR = new RegExp(` (?:${[...AFRAID].join("|")}) (?:of|about) `, "u");

/** The verbs of what ends, by the verb of the end: `take` for "stopped taking fluoxetine". */
const verbsEndedBy = (verb: string | undefined, text: string, name: string): Iterable<string> => {
  if (RUN_OUT.test(text)) return ["take"];
  if (FEAR.test(text)) return ["be"];
  if (verb === undefined || ENDING.has(verb) || RID.test(text))
    return [ANY_ACTIVITY, "be", ...(isLetGo(verb ?? "", text, name) ? ["have"] : [])];
  if (OF_ANY.has(verb)) return [ANY_ACTIVITY, "be", ...(verb === "have" ? KEEPING : [verb])];
  if (verb === "need") return NEEDED;
  if (INTENDING.has(verb)) return INTENDING;
  if (TASTES.has(verb)) return TASTES;
  if (COURTING.has(verb)) return [...COURTING, "be"];
  if (STUDYING.has(verb)) return STUDYING;
  return HAVING.has(verb) ? [verb, "be"] : [verb];
};

/**
 * The days or hours behind what is over. Only these end: "no longer works Saturdays", "stopped
 * working at weekends". Empty if all of it is over.
 */
const onlyOn = (text: string, name: string): ReadonlySet<string> => {
  const { part } = groupsIn(PART_OF_WEEK, text.slice(text.lastIndexOf(name) + name.length));
  const day = part?.toLowerCase().replace(/s$/u, "");
  return day === undefined ? new Set() : new Set([day, `${day}s`]);
};
const PART_OF_WEEK = PHRASES.one("part_of_week");

/** What a denial says to be over, by its value: "gave up pilates", "no longer takes fluoxetine". */
const deniedIn = (fact: EndingFact, value: string): Over => {
  const name = value.replace(PURPOSE, "");
  const verbs = verbsEndedBy(lastVerbBefore(fact.text, value), fact.text, name);
  return over({
    name,
    verbs: new Set([...verbs, ...(LESSON.test(name) ? LEARNING : [])]),
    states: onlyOn(fact.text, name),
  });
};
export const LEARNING = listedWords("what_is_over_learning");

/** The shortest part of a compound: "bee" of "beekeeping". */
const SHORTEST_PART = 3;
const DOING_FIRST = /^(?<doing>\p{Ll}+ing) (?<thing>.+)$/u;
/**
 * A name in two parts, "stamp" and "collecting", also for "collecting stamps"; each division of a
 * single word.
 */
const divisionsOf = (name: string): readonly (readonly [thing: string, doing: string])[] => {
  const { thing, doing } = groupsIn(DOING_FIRST, name);
  if (thing !== undefined && doing !== undefined) return [[thing, doing]];
  const [first = "", second, ...others] = name.split(/[ -]/u);
  if (others.length > 0) return [];
  if (second !== undefined) return [[first, second]];
  return Array.from({ length: Math.max(0, first.length - 2 * SHORTEST_PART) }, (_, i) => {
    const at = i + SHORTEST_PART;
    return [first.slice(0, at), first.slice(at)];
  });
};

/**
 * What is done with a thing, by the name of the activity: "gave up beekeeping" ends "keeps bees",
 * and "gave up horse riding" "rides horses".
 */
const compoundIn = (name: string): readonly Over[] =>
  divisionsOf(name).flatMap(([thing, doing]) => {
    const verb = knownVerb(doing);
    return verb?.forms.has("gerund") ? [over({ name: thing, verbs: new Set([verb.lemma]) })] : [];
  });

/** How a statement without a slot says what the slot does: "is seeing Mel" for a partner. */
const VERBS_OF_SLOTS = new Map(
  rowsOf("verbs_of_slots").flatMap((row) => {
    const [slots = "", verbs = ""] = row.split("|");
    return [...keys(slots)].map((slot) => [slot, words(verbs)] as const);
  }),
);
/**
 * Slots of activities, intakes and memberships. A verb that ends them may differ from the known
 * verb.
 */
const ACTIVITIES = keys("hobby medication diet subscription member_of gym vehicle");

/** How a statement without a slot says where somebody studies: "is in her third year at York". */
const OF_STUDIES = openingsOf(
  "uni university college " +
    "first second third fourth fifth final last"
      .split(" ")
      .map((year) => `in+*+${year}+year`)
      .join(" "),
);

/** Slots that end for both when they end for one. */
const BOTH_WAYS = keys("spouse");
const OWNED_THING =
  /(?:the|their|his|her) (?<thing>\p{Ll}[\p{Ll}-]{1,15})(?=$|[,.;]| (?:to|for|in|on|at|last|this|yesterday|today|because|and|so)(?!\p{L}))/u;
/** What is said of a thing that somebody has no longer: of the car of "Ana scrapped the car". */
const thingIn = ({ text }: EndingFact): readonly Over[] => {
  const { thing } = groupsIn(OWNED_THING, text);
  return thing === undefined ? [] : [over({ name: thing, verbs: KEEPING })];
};

/** Verbs for being at a school. */
const ATTENDING = listedWords("what_is_over_attending");
/** What is over with a slot whose value is not named: "lost their job", "sold the car". */
const wholeSlot = (fact: EndingFact, slot: string): readonly Over[] => {
  if (slot === "employer") return [over({ job: true })];
  if (slot === "school") return [over({ verbs: ATTENDING, openings: OF_STUDIES })];
  if (OWNED.has(slot)) return thingIn(fact);
  return BOTH_WAYS.has(slot) ? [over({ bonds: new Set([slot]) })] : [];
};

/** What is over by the value of the fact. */
const valueIn = (fact: EndingFact): readonly Over[] => {
  const { slot, value, action } = fact;
  if (value === null) return action === "DELETE" && slot !== null ? wholeSlot(fact, slot) : [];
  if (slot === null || (action === "DELETE" && ACTIVITIES.has(slot)))
    return [deniedIn(fact, value), ...(slot === "hobby" ? compoundIn(value) : [])];
  const verbs = action === "DELETE" ? VERBS_OF_SLOTS.get(slot) : undefined;
  return verbs === undefined ? [] : [over({ name: value, verbs })];
};

const EXCHANGE = PHRASES.rows("exchange");
/** What is dropped for something else: Barclays in "switched from Barclays to Monzo". */
const droppedIn = ({ text }: EndingFact): readonly Over[] =>
  EXCHANGE.flatMap(([pattern]) => groupsIn(pattern, text)["dropped"] ?? [])
    .slice(0, 1)
    .map((name) => over({ name, verbs: ANYTHING, replaced: true }));
const ANYTHING = new Set([ANY_ACTIVITY, ...listedWords("what_is_over_anything"), ...TASTES]);

/**
 * Whether the subject no longer has the value: the flight of "Ana's Tokyo flight got cancelled".
 */
const isLost = ({ subject, text, value }: EndingFact): boolean =>
  value !== null && text.toLowerCase().startsWith(`${subject}'s ${value}`.toLowerCase());

const LEAVING = /^(?:(?:has|have|just) )*left /u;
const OF_THE_DAY = PHRASES.one("of_the_day");
const FOR_A_DAY = PHRASES.one("what_is_over_for_a_day");
const TREATED = PHRASES.one("treated");
/** What a finished action ends: "came home from hospital", "paid Tom back". */
const closedIn = ({ subject, text }: EndingFact): readonly Over[] => {
  if (!text.toLowerCase().startsWith(`${subject} `.toLowerCase())) return [];
  const predicate = asDone(text.slice(subject.length + 1));
  // "left the club at midnight"
  if (LEAVING.test(predicate) && OF_THE_DAY.test(predicate)) return [];
  // "came out of the care home for the day"
  if (FOR_A_DAY.test(predicate)) return [];
  const ofPart = TREATED.test(predicate);
  return closingsFor(predicate).flatMap(([pattern, closed]) => {
    const { name = "" } = groupsIn(pattern, predicate);
    return pattern.test(predicate) ? [over({ ...closed, name, ofPart, closing: pattern })] : [];
  });
};

const MENDED = PHRASES.one("mended");
/** That everything with or in something is over, because it is no more. */
export const overOfAll = (name: string): Over => over({ name, verbs: ANYTHING });

/**
 * "has been cycling to work instead of the bus", "is on Ozempic instead of metformin", but not "had
 * tea instead of coffee".
 */
const HABIT_INSTEAD = / (?:(?:has|have) been|is|are) (?:now )?(?:\p{L}+ing|on|with) .*instead of /u;

const CHOSEN = PHRASES.one("what_is_over_chosen");

/** What a statement says to be over; nothing for most statements. */
export const oversIn = (fact: EndingFact): readonly Over[] => {
  if (isLost(fact))
    return MENDED.test(fact.text)
      ? []
      : [over({ name: fact.value ?? "", verbs: ANYTHING, owned: true })];
  const closedThings = closedIn(fact);
  // "has picked Greece instead of Tuscany for the wedding" says nothing of Tuscany itself.
  if (CHOSEN.test(fact.text)) return closedThings;
  if (fact.action === "NEW")
    return HABIT_INSTEAD.test(fact.text) ? [...closedThings, ...droppedIn(fact)] : closedThings;
  return [...closedThings, ...droppedIn(fact), ...valueIn(fact)];
};
