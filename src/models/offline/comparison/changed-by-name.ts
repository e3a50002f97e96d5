import { foldText } from "../../../language/folding.ts";
import { listedWords, rowsOf, words } from "../data/words.ts";
import { KIND_OF_SERVICE, takenInstead } from "../data/closings.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { verbReading } from "../english/tokens/verb-forms.ts";
import { CALENDAR, PREPOSITIONS } from "../word-lists/sets.ts";
import {
  hasObject,
  isAbout,
  isObject,
  objectKeys,
  opensWith,
  standingStatement,
  type StandingStatement,
} from "./standing-statement.ts";
import {
  end,
  isKin,
  isSameName,
  POSSESSIONS,
  replacement,
  standingOf,
  type NamedChange,
  type Standing,
  type Told,
} from "./standing-facts.ts";
import { ACTIVITIES, endedStanding, isSameDoing, isServedBy, TASTES } from "./ended-by-name.ts";

/** The known fact of the only statement; null of several, since it is not clear which is meant. */
const onlyOf = <Known>([only, ...others]: Standing<Known>): Known | null =>
  only === undefined || others.length > 0 ? null : only.known;

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
  return onlyOf(
    standing.filter(
      ({ known, statement }) =>
        !TASTES.has(statement.verb) && groupsIn(WAY, known.text)["to"]?.toLowerCase() === to,
    ),
  );
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
  return onlyOf(
    standing.filter(
      ({ known: { slot }, statement }) =>
        slot === null &&
        (verbs.has(statement.verb) || (statement.verb === "be" && kind === DIET)) &&
        kindsOf(objectKeys(statement.object.join(" "))).includes(kind) &&
        !hasObject(statement, wanted),
    ),
  );
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
  return onlyOf(
    standing.filter(({ known, statement }) => known.slot === null && statement.verb === verb),
  );
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
