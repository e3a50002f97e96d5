import { foldText } from "../../../language/folding.ts";
import { keys, listedWords, rowsOf, words } from "../data/words.ts";
import {
  closingsFor,
  KIND_OF_SERVICE,
  openingsOf,
  takenInstead,
  type Closed,
  type Opening,
} from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { knownVerb, verbReading } from "../english/tokens/verb-forms.ts";
import { CALENDAR, DETERMINERS, PREPOSITIONS, UNREAL } from "../word-lists/sets.ts";
import { kinTerm } from "../word-lists/kinship.ts";
import {
  hasObject,
  isAbout,
  isInGroup,
  isObject,
  objectKeys,
  opensWith,
  standingStatement,
  type StandingStatement,
} from "./standing-statement.ts";

/** A known fact, or one that ends or replaces another, as far as names tell. */
interface Told {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
}

/** Verbs that end what they name, whatever it is: "gave up", "dropped". */
const ENDING = listedWords("ending_verbs");
/** Slots of what one does, takes or belongs to, which such a verb may mean by any other verb. */
const ACTIVITIES = keys("hobby medication diet subscription member_of gym vehicle");
const TASTES = listedWords("tastes");
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

/** Known facts of what goes on, each with its statement. */
type Standing<Known> = readonly {
  readonly known: Known;
  readonly statement: StandingStatement;
}[];

const standingOf = <Known extends Told>(
  known: readonly Known[],
  subject: string,
): Standing<Known> =>
  known.flatMap((one) => {
    const statement = standingStatement(one.text, subject);
    return statement === null ? [] : [{ known: one, statement }];
  });

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

/** Bonds that one gives up: with a doctor, a tutor, somebody whom one sees. */
const SERVICE =
  /^(?:patient_of|client_of|student_of|coached_by|mentored_by|partner_of|tenant_of)$/u;
/** "Ana's sister is Noor": she is, whatever is given up. */
const isKin = ({ attribute }: StandingStatement): boolean => {
  const term = attribute === null ? undefined : kinTerm(attribute);
  return term !== undefined && !SERVICE.test(term.relation);
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
const DOINGS = /(?<= |^)\p{L}+(?=s$)/u;
/** "quit smoking" of "smokes ten cigarettes a day"; "quit running" of no "runs a coffee shop". */
const isSameDoing = ({ verb, object }: StandingStatement, value: string): boolean =>
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

const ANYTHING = "*";
/** Whether the object of a statement opens with one of some words: "off work" with `work`; any with `*`. */
const opensWithOneOf = ({ object }: StandingStatement, openings: readonly Opening[]): boolean =>
  openings.some((opening) =>
    [0, 1].some((at) => opening.every((word, i) => word === ANYTHING || object[at + i] === word)),
  );

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
const isByMake = (
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
const isServedBy = (
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
const endedStanding = <Known>(
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

const FAULTY = PHRASES.one("faulty");
const MENDED = PHRASES.one("mended");
/** "Ana's boiler was mended": the statement that says "Ana's boiler is broken". */
const mendedByName = <Known extends Told>(value: string, known: readonly Known[]): Known | null => {
  const wanted = objectKeys(value);
  const isOfThing = ({ text }: Known): boolean => {
    const keys = objectKeys(text);
    return wanted.every((key) => keys.includes(key));
  };
  return known.find((one) => FAULTY.test(one.text) && isOfThing(one)) ?? null;
};

/** "Lisbon flight" and "flight to Lisbon". */
const isSameName = (a: readonly string[], b: readonly string[]): boolean => {
  const [first, second] = [a, b].map((keys) =>
    keys
      .filter((key) => !PREPOSITIONS.has(key) && key !== "to")
      .toSorted()
      .join(" "),
  );
  return first === second;
};

/** "Ana's Tokyo flight got cancelled": the flight to Tokyo that she has. */
const goneByName = <Known>(value: string, standing: Standing<Known>): Known | null => {
  const wanted = objectKeys(value);
  const found = standing.find(({ statement }) => {
    if (isKin(statement)) return false;
    return statement.attribute === null
      ? isAbout(statement, wanted) || isServedBy(statement, value, wanted)
      : isSameName(wanted, objectKeys(statement.attribute)) || isObject(statement, wanted);
  });
  return found?.known ?? null;
};

/** "Ana's Brompton was stolen": what she has by that name, however it was told. */
const ownedByName = <Known extends Told>(value: string, known: readonly Known[]): Known | null =>
  known.find(
    (one) =>
      one.slot !== null &&
      POSSESSIONS.has(one.slot) &&
      one.value !== null &&
      foldText(one.value) === foldText(value),
  ) ?? null;

const TREATED = PHRASES.one("treated");
/** What one waits for: "a hip replacement" of "is on the waiting list for a hip replacement". */
const awaitedIn = (statement: StandingStatement): StandingStatement | null => {
  const { verb, object } = statement;
  if (verb === "wait") return statement;
  const list = object.indexOf("list");
  return verb === "be" &&
    object[list - 1] === "waiting" &&
    /^(?:for|to)$/u.test(object[list + 1] ?? "")
    ? { ...statement, object: object.slice(list + 2) }
    : null;
};

/** "had the operation", "had their hip replaced": it has come. */
const hasCome = (
  statement: StandingStatement,
  wanted: readonly string[],
  predicate: string,
): boolean => {
  const awaited = awaitedIn(statement);
  if (awaited === null) return false;
  const isPart = wanted.length > 0 && wanted.every((key) => awaited.object.includes(key));
  return isAbout(awaited, wanted) || (isPart && TREATED.test(predicate));
};

/** "booked Peru" of "is saving for a trip to Peru". */
const isJourneyTo = (statement: StandingStatement, wanted: readonly string[]): boolean => {
  const to = statement.object.indexOf("to");
  return to > 0 && hasObject({ ...statement, object: statement.object.slice(to + 1) }, wanted);
};

/** What one has is closed by its name, whatever slot it has; of other slots a claim tells. */
const POSSESSIONS = keys("owns vehicle subscription medication uses gym hobby");
const isClosable = ({ slot }: Told): boolean => slot === null || POSSESSIONS.has(slot);

/** "gave his daughter away". */
const isOfSomebody = (wanted: readonly string[]): boolean =>
  kinTerm(wanted.at(-1) ?? "")?.type === "person";

/** Whether a finished action ends a statement, by the verb and by what it names. */
const isClosed = (
  statement: StandingStatement,
  wanted: readonly string[],
  { verbs, openings, states }: Closed,
  name: string,
): boolean => {
  if (!verbs.has(statement.verb)) return false;
  if (states.size > 0) {
    const { attribute, object } = statement;
    const isOfName =
      attribute === null ? isAbout(statement, wanted) : isSameName(wanted, objectKeys(attribute));
    return isOfName && object.some((word) => states.has(word));
  }
  return (
    !(statement.verb === "have" && isOfSomebody(wanted)) &&
    (isAbout(statement, wanted) ||
      isByMake(statement, name, wanted) ||
      opensWithOneOf(statement, openings) ||
      (statement.verb === "save" && isJourneyTo(statement, wanted)))
  );
};

/**
 * The ongoing statement that a finished action ends: for "came home from hospital" the one that says
 * "is in hospital", for "paid Tom back" the one that says "owes Tom ten pounds". Null if there is
 * none.
 */
export const closedByAction = <Known extends Told>(
  { subject, text }: { readonly subject: string; readonly text: string },
  known: readonly Known[],
): NamedChange<Known> | null => {
  if (!text.toLowerCase().startsWith(`${subject} `.toLowerCase())) return null;
  const predicate = text.slice(subject.length + 1);
  const standing = standingOf(known.filter(isClosable), subject);
  for (const [pattern, closed] of closingsFor(predicate)) {
    if (!pattern.test(predicate)) continue;
    const { name } = groupsIn(pattern, predicate);
    const wanted = name === undefined ? [] : objectKeys(name);
    const found = standing.find(
      ({ statement }) =>
        isClosed(statement, wanted, closed, name ?? "") ||
        (closed.verbs.has("wait") && hasCome(statement, wanted, predicate)),
    );
    if (found !== undefined) return end(found.known);
  }
  return null;
};

const EXCHANGE = PHRASES.rows("exchange");

/** "switched from Barclays to Monzo": the one that names Barclays. */
const exchangedByName = <Known>(text: string, standing: Standing<Known>): Known | null => {
  const [dropped] = EXCHANGE.flatMap(([pattern]) => groupsIn(pattern, text)["dropped"] ?? []);
  if (dropped === undefined) return null;
  const wanted = objectKeys(dropped);
  const found = standing.find(
    ({ statement }) =>
      !isKin(statement) &&
      (hasObject(statement, wanted) ||
        (statement.verb === "be" && opensWith(statement, wanted)) ||
        isSameDoing(statement, dropped) ||
        isGoingFor(statement, dropped)),
  );
  return found?.known ?? null;
};

/** "running" of "goes for a run every morning". */
const isGoingFor = ({ verb, object }: StandingStatement, doing: string): boolean =>
  /^\p{L}+ing$/u.test(doing) &&
  /^(?:go|have)$/u.test(verb) &&
  object[0] === "a" &&
  object[1] === verbReading(doing.toLowerCase()).lemma;

const OWN = PHRASES.one("own");
const SHARING = words("share borrow rent");
/** "has her own room now": the one that she shared. */
const noLongerShared = <Known extends Told>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const { shared } = groupsIn(OWN, text);
  if (shared === undefined) return null;
  const wanted = objectKeys(shared);
  const found = standing.find(
    ({ known: { slot }, statement }) =>
      slot === null && SHARING.has(statement.verb) && isAbout(statement, wanted),
  );
  return found?.known ?? null;
};

const WAY = PHRASES.one("way");
/** "cycles to work now": how one got there so far. */
const replacedOnWay = <Known extends Told>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const { to } = groupsIn(WAY, text);
  if (to === undefined) return null;
  const [only, ...others] = standing.filter(
    ({ known, statement }) =>
      !TASTES.has(statement.verb) && groupsIn(WAY, known.text)["to"]?.toLowerCase() === to,
  );
  return only === undefined || others.length > 0 ? null : only.known;
};

const SORTS = rowsOf("other_sorts").flatMap((row) => {
  const [kind = "", sorts = ""] = row.split("|");
  return [...words(sorts)].flatMap((sort) =>
    objectKeys(kind).map((key) => [objectKeys(sort)[0] ?? sort, key] as const),
  );
});
const KIND_OF_SORT = new Map([
  ...SORTS,
  ...[...KIND_OF_SERVICE].flatMap(([name, kind]) =>
    objectKeys(name).map((key) => [key, kind] as const),
  ),
]);
const TAKEN = words("drink eat have take use buy prefer");
/** What one does with a firm or a program: "is with Vodafone", "banks with HSBC". */
const SERVICES = new Set([...TAKEN, ...words("be bank go shop listen search browse pay keep")]);
/** "is on a special diet" is told of food as well. */
const DIET = "diet";

/** "milk" of "oat milk in my tea", "coffee" of "decaf", "bank" of "Monzo". */
const kindsOf = (keys: readonly string[]): readonly string[] => {
  const end = keys.findIndex((key, i) => i > 0 && (PREPOSITIONS.has(key) || CALENDAR.has(key)));
  const last = keys.slice(0, end < 0 ? keys.length : end).at(-1) ?? "";
  return [...keys.flatMap((key) => KIND_OF_SORT.get(key) ?? []), last];
};

/** "has gone back to cow's milk": the oat milk that one drank so far. */
const replacedByKind = <Known extends Told>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const taken = takenInstead(text);
  if (taken === null || ONE_MORE.test(text)) return null;
  const wanted = objectKeys(taken);
  const [kind = ""] = kindsOf(wanted);
  const verbs = /^\p{Ll}/u.test(taken) ? TAKEN : SERVICES;
  const [only, ...others] = standing.filter(
    ({ known: { slot }, statement }) =>
      slot === null &&
      (verbs.has(statement.verb) || (statement.verb === "be" && kind === DIET)) &&
      kindsOf(objectKeys(statement.object.join(" "))).includes(kind) &&
      !hasObject(statement, wanted),
  );
  return only === undefined || others.length > 0 ? null : only.known;
};
const ONE_MORE = / (?:too|also|as well)(?!\p{L})/u;

const WHEREABOUTS = PHRASES.one("whereabouts_told");
/** "Ana's rehearsal is at the town hall now": a thing is at one place at a time. */
const replacedWhereabouts = <Known extends Told>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const attribute = standingStatement(text, subject)?.attribute ?? null;
  if (attribute === null || !WHEREABOUTS.test(text)) return null;
  const found = standing.find(
    ({ known, statement }) => statement.attribute === attribute && WHEREABOUTS.test(known.text),
  );
  return found?.known ?? null;
};

const NAME = /\p{Lu}[\p{L}\d]{2,}|\p{Ll}\p{Lu}\p{L}{2,}/gu;
/** "upgraded to an iPhone 15": the iPhone that one had. */
const upgradedByName = <Known extends Told>(
  { text, value }: { readonly text: string; readonly value: string },
  standing: Standing<Known>,
): Known | null => {
  if (!UPGRADING.test(text)) return null;
  const names = (value.match(NAME) ?? []).map((name) => name.toLowerCase());
  const found = standing.find(
    ({ known, statement }) =>
      (known.value === null || foldText(known.value) !== foldText(value)) &&
      !isKin(statement) &&
      names.some((name) => statement.object.includes(name)),
  );
  return found?.known ?? null;
};
const UPGRADING = / (?:up|down)grade[sd]? /u;
const LEFT_HOME = / moved (?:into|out|away)\b/u;
const EXCLUSIVE = listedWords("exclusive_verbs");
/** "is reading Middlemarch now", "lives alone now": the one thing that was done so far by that verb. */
const replacedByVerb = <Known extends Told>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const verb = LEFT_HOME.test(text) ? "live" : standingStatement(text, subject)?.verb;
  if (verb === undefined || !EXCLUSIVE.has(verb)) return null;
  const [only, ...others] = standing.filter(
    ({ known, statement }) => known.slot === null && statement.verb === verb,
  );
  return only === undefined || others.length > 0 ? null : only.known;
};

/** What takes the place of something that it does not name. */
const replacedInPlace = <Known extends Told>(
  told: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null =>
  replacedOnWay(told.text, standing) ??
  noLongerShared(told.text, standing) ??
  replacedByKind(told.text, standing) ??
  replacedWhereabouts(told, standing) ??
  replacedByVerb(told, standing);

/** A known statement with what becomes of it: the change takes its place, or it only ends. */
export interface NamedChange<Known> {
  readonly action: "UPDATE" | "DELETE";
  readonly known: Known;
}

const replacement = <Known>(known: Known | null): NamedChange<Known> | null =>
  known && { action: "UPDATE", known };
/** What ends a value of a slot is no value of it. */
const end = <Known extends Told>(known: Known | null): NamedChange<Known> | null =>
  known && { action: known.slot === null ? "UPDATE" : "DELETE", known };

/**
 * The known statement that a change ends or puts another in the place of, by what it names: of
 * "switched from Barclays to Monzo" the one that says "banks with Barclays"; of "lives alone now",
 * which names nothing, the one of the same verb. Null where there is none.
 */
export const changedByName = <Known extends Told>(
  { subject, text, slot, value }: Told & { readonly subject: string },
  known: readonly Known[],
): NamedChange<Known> | null => {
  const standing = standingOf(known, subject);
  if (value === null)
    return replacement(
      exchangedByName(text, standing) ??
        (text.includes(" instead of ") ? null : replacedInPlace({ subject, text }, standing)),
    );
  if (text.toLowerCase().startsWith(`${subject}'s ${value}`.toLowerCase()))
    return end(
      MENDED.test(text)
        ? mendedByName(value, known)
        : (goneByName(value, standing) ?? ownedByName(value, known)),
    );
  const change = { text, value };
  const isNamed = slot === null || ACTIVITIES.has(slot);
  return (
    replacement(exchangedByName(text, standing) ?? upgradedByName(change, standing)) ??
    (isNamed ? end(endedStanding(change, standing)) : null)
  );
};
