import { foldText } from "../../../language/folding.ts";
import { listedWords, rowsOf, words } from "../data/words.ts";
import {
  deviceIn,
  KIND_OF_DEVICE,
  KIND_OF_SERVICE,
  placeTaken,
  serviceIn,
  takenInstead,
} from "../data/closings.ts";
import { isMemberOf } from "../data/kinds.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";
import { kindOf } from "../extraction/corrected-facts.ts";
import { upTo } from "../text/list-items.ts";
import { otherFigureOf } from "./changed-figures.ts";
import { earlierTime } from "./moved-occasion.ts";
import { sameButForValue } from "./same-frame.ts";
import { CALENDAR, DETERMINERS, PREPOSITIONS } from "../data/word-sets.ts";
import {
  behindSubject,
  hasObject,
  isAbout,
  isAfterObject,
  objectKeys,
  standingStatement,
  type StandingStatement,
} from "./standing-statement.ts";
import {
  endingOf,
  isKin,
  onlyOne,
  replacement,
  standingOf,
  SUPPORTING,
  type NamedChange,
  type Standing,
  type NamedFact,
} from "./standing-facts.ts";

/** The known fact of the only statement. */
const onlyOf = <Known>(standing: Standing<Known>): Known | null => onlyOne(standing)?.fact ?? null;

const FAULTY = PHRASES.one("faulty");
const MENDED = PHRASES.one("mended");
/** The known fault that a repair ends: "Ana's boiler was mended" ends "Ana's boiler is broken". */
const mendedByName = <Known extends NamedFact>(
  value: string,
  knownFacts: readonly Known[],
): Known | null => {
  const wantedKeys = objectKeys(value);
  const isOfThing = ({ text }: Known): boolean => {
    const keys = objectKeys(text);
    return wantedKeys.every((key) => keys.includes(key));
  };
  return knownFacts.find((one) => FAULTY.test(one.text) && isOfThing(one)) ?? null;
};

const OWN = PHRASES.one("own");
const SHARING = listedWords("replaced_statements_sharing");
/** The known sharing that ownership ends: "has her own room now" ends "shares a room". */
const noLongerShared = <Known extends NamedFact>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const { shared } = groupsIn(OWN, text);
  if (shared === undefined) return null;
  const wantedKeys = objectKeys(shared);
  const match = standing.find(
    ({ fact: { slot }, statement }) =>
      (slot === null || slot === "roommate") &&
      SHARING.has(statement.verb) &&
      isAbout(statement, wantedKeys),
  );
  return match?.fact ?? null;
};

const TASTES = listedWords("tastes");
const WAY = PHRASES.one("way");
/** "commutes by train" is about the way to work. */
const isCommute = ({ verb, object }: StandingStatement, to: string): boolean =>
  verb === "commute" && /^(?:work|office)$/u.test(to) && !object.includes("to");

/** A way to travel, without a destination, is the way to work: "takes the staff bus now". */
const BARE_WAY = PHRASES.one("replaced_statements_bare_way");
/** The known way to the same place: "cycles to work now" ends "takes the bus to work". */
const replacedOnWay = <Known extends NamedFact>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const { to } = groupsIn(WAY, text);
  if (to === undefined)
    return BARE_WAY.test(text)
      ? onlyOf(
          standing.filter(({ fact }) => groupsIn(WAY, fact.text)["to"]?.toLowerCase() === "work"),
        )
      : null;
  return onlyOf(
    standing.filter(
      ({ fact, statement }) =>
        !TASTES.has(statement.verb) &&
        (groupsIn(WAY, fact.text)["to"]?.toLowerCase() === to || isCommute(statement, to)),
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
  ...[...KIND_OF_SERVICE, ...KIND_OF_DEVICE].flatMap(([name, kind]) =>
    objectKeys(name).map((key) => [key, kind] as const),
  ),
]);
const TAKEN = listedWords("replaced_statements_taken");
/** Verbs for the use of a firm or a program: "is with Vodafone", "banks with HSBC". */
const SERVICES = new Set([...TAKEN, ...listedWords("replaced_statements_services")]);
/** A kind that "be" states: "is on a special diet" is also about food. */
const DIET = "diet";

/**
 * The kinds of a thing: "milk" for "oat milk in my tea", "coffee" for "decaf", "bank" for "Monzo".
 */
const kindsOf = (keys: readonly string[]): readonly string[] => {
  const name = upTo(keys, (key, i) => i > 0 && isAfterObject(key));
  return [...keys.flatMap((key) => KIND_OF_SORT.get(key) ?? []), name.at(-1) ?? ""];
};

/** "is on the basic tariff" */
const isOn = ({ attribute, verb, complement }: StandingStatement): boolean =>
  attribute === null && verb === "be" && complement[0] === "on";

const PURPOSE =
  / for (?!(?:that|this|it|now|good)$)(?:(?:my|our|his|her|their|the|an?) )?(?<purpose>\p{L}[^,.;]{1,40})$/u;
/** Keys of the words for what something is used for: "uses MySQL for analytics". */
const purposesOf = (text: string): readonly string[] =>
  objectKeys(groupsIn(PURPOSE, text)["purpose"] ?? "");
/** Whether two texts name different purposes: "MySQL for analytics" leaves "Postgres for billing". */
const haveOtherPurposes = (text: string, knownText: string): boolean => {
  const [purposes, knownPurposes] = [purposesOf(text), purposesOf(knownText)];
  return (
    purposes.length > 0 &&
    knownPurposes.length > 0 &&
    !purposes.some((key) => knownPurposes.includes(key))
  );
};

/** The known thing of the same kind: "has gone back to cow's milk" ends "drinks oat milk". */
const replacedByKind = <Known extends NamedFact>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  // The texts of facts say no "now"; that they state a change says it.
  const takenName = takenInstead(text) ?? takenInstead(`${text} now`);
  if (takenName === null || ONE_MORE.test(text) || OF_FORMER.test(text)) return null;
  const wantedKeys = objectKeys(takenName);
  const [kind = ""] = kindsOf(wantedKeys);
  // Other things have versions too: `otherVersion` looks for the same one.
  if (VERSION.test(kind)) return null;
  const isThing = /^\p{Ll}/u.test(takenName) && !KIND_OF_SERVICE.has(foldText(takenName));
  const verbs = isThing ? TAKEN : SERVICES;
  return onlyOf(
    standing.filter(
      ({ fact: { text: knownText, slot, value }, statement }) =>
        (slot === null ||
          slot === "hobby" ||
          (statement.attribute !== null && KIND_OF_SERVICE.get(foldText(value ?? "")) === kind)) &&
        (verbs.has(statement.verb) ||
          isOn(statement) ||
          (statement.verb === "be" && kind === DIET)) &&
        kindsOf(objectKeys(statement.object.join(" "))).includes(kind) &&
        !haveOtherPurposes(text, knownText) &&
        !hasObject(statement, wantedKeys),
    ),
  );
};
/** The only known service of the kind, in whatever slot: "switched to Tidal" ends Spotify, not Netflix. */
export const replacedService = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): Known | null => {
  // "user's old company switched to Teams" says nothing of the user.
  const takenName = text.startsWith(`${subject} `) ? takenInstead(text) : null;
  const kind = serviceIn(takenName);
  return kind === null || ONE_MORE.test(text)
    ? null
    : onlyOne(
        knownFacts.filter(
          ({ slot, value }) =>
            slot !== null && serviceIn(value) === kind && foldText(value ?? "") !== takenName,
        ),
      );
};

const USED = PHRASES.one("replaced_statements_used");
const SWITCHING = PHRASES.one("replaced_statements_switching");
/** The tool in a text whose kind nobody knows: "uses Grobble". Null if there is none. */
const unknownTool = (text: string): string | null => {
  const { tool } = groupsIn(USED, text);
  return tool === undefined || objectKeys(tool).some((key) => KIND_OF_SORT.has(key)) ? null : tool;
};
/**
 * The only known tool for the same purpose, or the only one of no known kind: "switched to Frobnik"
 * ends "uses Grobble", and "uses Quizlet for flashcards now" ends "uses Mochi for flashcards".
 */
const replacedTool = <Known extends NamedFact>(
  text: string,
  standing: Standing<Known>,
): Known | null => {
  const tool = unknownTool(text);
  if (tool === null || ONE_MORE.test(text)) return null;
  const others = standing.filter(({ fact }) => {
    const known = unknownTool(fact.text);
    return fact.slot === null && known !== null && known !== tool;
  });
  const purposes = purposesOf(text);
  const ofPurpose = others.filter(({ fact }) =>
    purposesOf(fact.text).some((key) => purposes.includes(key)),
  );
  if (ofPurpose.length > 0) return onlyOf(ofPurpose);
  return purposes.length === 0 && SWITCHING.test(text) ? onlyOf(others) : null;
};
const VERSION = /^(?:version|release)$/u;
/** What is said of somebody else by now: "user's old company switched to Teams". */
const OF_FORMER = /^\S+['’]s (?:old|former|previous) /u;
const ONE_MORE = / (?:too|also|as well)(?!\p{L})/u;

const ABSTAINS =
  / (?:never|does not|do not) (?:drinks?|eats?|has|have|takes?|touch(?:es)?)(?: any)? (?<what>\p{Ll}{3,})(?! (?:in|on|at|before|after|when) )/u;
/**
 * The known abstinence that ends: "is back on the chocolate" ends "is off chocolate", and "has a
 * glass of wine on Fridays now" ends "never drinks alcohol".
 */
const endedAbstinence = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const takenName = takenInstead(text);
  const thing = takenName === null ? [] : objectKeys(takenName).slice(-1);
  const own = standingStatement(text, subject);
  const takes = own !== null && TAKEN.has(own.verb) && !ABSTAINS.test(text);
  return onlyOf(
    standing.filter(({ fact, statement }) => {
      const isOff = statement.verb === "be" && statement.complement[0] === "off";
      const { what } = groupsIn(ABSTAINS, fact.text);
      return (
        fact.slot === null &&
        ((isOff && hasObject(statement, thing)) ||
          (takes &&
            what !== undefined &&
            own.object.some((word) => word === what || isMemberOf(word, what))))
      );
    }),
  );
};

/** The known abstinence that a habit contradicts: "eats bread again" ends "does not eat gluten". */
export const contradictedAbstinence = <Known extends NamedFact>(
  fact: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): Known | null => endedAbstinence(fact, standingOf(knownFacts, fact.subject));

const MANNERS = new Set([...TASTES, ...listedWords("replaced_statements_manners")]);
const isPlainWord = (word: string, i: number): boolean =>
  // "with milk", "without sugar"
  ((i === 0 && /^with(?:out)?$/u.test(word)) || !PREPOSITIONS.has(word)) &&
  !CALENDAR.has(word) &&
  !DETERMINERS.has(word) &&
  /^\p{Ll}/u.test(word);
/** "steak" and "well done" of "likes their steak well done"; null without a manner. */
const thingAndManner = ({
  verb,
  object,
}: StandingStatement): { readonly thing: string; readonly manner: string } | null => {
  const [thing = "", ...manner] = object.filter((word) => !OWNERS.has(word));
  const isOfThing = MANNERS.has(verb) && object.length > 1 && OWNERS.has(object[0] ?? "");
  return isOfThing &&
    manner.length > 0 &&
    manner.length <= MOST_MANNER_WORDS &&
    manner.every(isPlainWord)
    ? { thing, manner: manner.join(" ") }
    : null;
};
const OWNERS = listedWords("replaced_statements_owners");
const MOST_MANNER_WORDS = 3;
/** The known manner: "likes their steak well done now" ends "likes their steak rare". */
const replacedManner = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const statement = standingStatement(text, subject);
  const own = statement === null ? null : thingAndManner(statement);
  return own === null
    ? null
    : onlyOf(
        standing.filter(({ fact, statement: known }) => {
          const other = fact.slot === null ? thingAndManner(known) : null;
          return other !== null && other.thing === own.thing && other.manner !== own.manner;
        }),
      );
};

const PREFERENCE =
  / prefers? (?!to )(?<chosen>\p{L}[^,.;]{1,40}?)(?: (?:over|to|rather than|instead of) (?<rejected>\p{L}[^,.;]{1,40}?))?(?: (?:now|these days|nowadays|again))?$/u;
/** What somebody prefers, and to what; null for other texts. */
const preferenceIn = (text: string): readonly [chosen: string, rejected: string | null] | null => {
  const { chosen, rejected } = groupsIn(PREFERENCE, text);
  const keysOf = (name: string): string => objectKeys(name).join(" ");
  return chosen === undefined
    ? null
    : [keysOf(chosen), rejected === undefined ? null : keysOf(rejected)];
};
/**
 * The known preference that is the other way round: "prefers coffee now" ends "prefers tea over
 * coffee", but not "prefers tea over juice".
 */
export const reversedPreference = <Known extends NamedFact>(
  { text, action }: { readonly text: string; readonly action: string },
  knownFacts: readonly Known[],
): Known | null => {
  const own = preferenceIn(text);
  if (own === null) return null;
  const [chosen, rejected] = own;
  const isReversed = (known: string): boolean => {
    const [knownChosen, knownRejected] = preferenceIn(known) ?? [null, null];
    return (
      knownRejected === chosen &&
      (rejected === null ? action === "UPDATE" : rejected === knownChosen)
    );
  };
  return onlyOne(knownFacts.filter((known) => isReversed(known.text)));
};

const WHEREABOUTS = PHRASES.one("stated_place");
/**
 * The known place of a thing, which is in one place at a time: "Ana's rehearsal is at the town hall
 * now" ends its earlier place.
 */
const replacedWhereabouts = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const attribute = standingStatement(text, subject)?.attribute ?? null;
  if (attribute === null || !WHEREABOUTS.test(text)) return null;
  const match = standing.find(
    ({ fact, statement }) => statement.attribute === attribute && WHEREABOUTS.test(fact.text),
  );
  return match?.fact ?? null;
};

const BASE = PHRASES.one("replaced_statements_base");
/** The known base of the same thing: "Ana's site runs on Fly.io now" ends its earlier base. */
const replacedBase = <Known extends NamedFact>(
  text: string,
  knownFacts: readonly Known[],
): Known | null => {
  const { what } = groupsIn(BASE, text);
  return what === undefined
    ? null
    : onlyOne(knownFacts.filter((known) => groupsIn(BASE, known.text)["what"] === what));
};

const NAME = /\p{Lu}[\p{L}\d]{2,}|\p{Ll}\p{Lu}\p{L}{2,}/gu;
/**
 * The known product that an upgrade replaces: "upgraded to an iPhone 15" ends "has an iPhone 12".
 */
const upgradedByName = <Known extends NamedFact>(
  { text, value }: { readonly text: string; readonly value: string },
  standing: Standing<Known>,
): Known | null => {
  if (!UPGRADING.test(text)) return null;
  const names = (value.match(NAME) ?? []).map((name) => name.toLowerCase());
  const match = standing.find(
    ({ fact, statement }) =>
      (fact.value === null || foldText(fact.value) !== foldText(value)) &&
      !isKin(statement) &&
      names.some((name) => statement.object.includes(name)),
  );
  return match?.fact ?? null;
};
const UPGRADING = / (?:up|down)grade[sd]? /u;

/**
 * The known arrangement, "has a mortgage with Scotiabank" for "Ana's mortgage is with TD now", or
 * place: "Ana's office is on Baker Street" for "Ana's office is King Street".
 */
const replacedArrangement = <Known extends NamedFact>(
  slot: string,
  standing: Standing<Known>,
): Known | null => {
  const name = slot.replaceAll("_", " ");
  const wantedKeys = objectKeys(name);
  const match = standing.find(
    ({ fact, statement }) =>
      (statement.verb === "have" &&
        statement.object.includes("with") &&
        isAbout(statement, wantedKeys)) ||
      (fact.slot === null && statement.attribute === name && WHEREABOUTS.test(fact.text)),
  );
  return match?.fact ?? null;
};

/** The known device of the same kind: "got a Pixel 9" ends "Ana's phone is an iPhone". */
const replacedDevice = <Known>(value: string, standing: Standing<Known>): Known | null => {
  const kind = deviceIn(value);
  return kind === null
    ? null
    : (standing.find(
        ({ statement: { attribute, verb, complement } }) =>
          attribute === kind && verb === "be" && !PREPOSITIONS.has(complement[0] ?? ""),
      )?.fact ?? null);
};
const SIDE_JOB = PHRASES.one("replaced_statements_side_job");
/**
 * The only job of which no employer is known: "joined Bolt" ends "works nights at a bakery", but not
 * "works Saturdays at a charity shop".
 */
const replacedJob = <Known extends NamedFact>(standing: Standing<Known>): Known | null =>
  onlyOf(
    standing.filter(
      ({ fact, statement: { verb, complement } }) =>
        fact.slot === null &&
        verb === "work" &&
        !SIDE_JOB.test(fact.text) &&
        /(?<!\p{L})(?:at|for|in) (?:an?|the) \p{L}/u.test(complement.join(" ")),
    ),
  );
/** "banks with Barclays" for "Ana's bank is Monzo now": the statement whose verb is the slot. */
const replacedVerbOfSlot = <Known extends NamedFact>(
  slot: string,
  standing: Standing<Known>,
): Known | null =>
  EXCLUSIVE.has(slot)
    ? onlyOf(
        standing.filter(({ fact, statement: { verb } }) => fact.slot === null && verb === slot),
      )
    : null;
/** The only medication with an amount: "Ana's dose is 100 mg" ends "takes 50 mg of sertraline". */
const replacedDose = <Known extends NamedFact>(knownFacts: readonly Known[]): Known | null =>
  onlyOne(knownFacts.filter(({ slot, text }) => slot === "medication" && /\d/u.test(text)));
const LEFT_HOME = PHRASES.one("replaced_statements_left_home");
const EXCLUSIVE = listedWords("exclusive_verbs");
/** Verbs for what somebody intends, which is the same only up to the next verb: "to be a pilot". */
const WISHING = listedWords("replaced_statements_wishing");
const opensAlike = (a: readonly string[], b: readonly string[], length: number): boolean =>
  a.length >= length && a.slice(0, length).join(" ") === b.slice(0, length).join(" ");
const kindsOfObject = ({ object }: StandingStatement): readonly string[] => {
  const keys = objectKeys(object.join(" "));
  return [...kindsOf(keys), ...keys.slice(0, 1)];
};
/**
 * Whether two statements with the same exclusive verb are about the same: "works at a bakery" says
 * nothing of "works out a lot", and who wears a watch may wear glasses.
 */
const areAlike = (statement: StandingStatement, known: StandingStatement): boolean => {
  const { verb, complement } = statement;
  if (WISHING.has(verb))
    return complement[0] === "to" && opensAlike(complement, known.complement, 2);
  if (verb === "work")
    return PREPOSITIONS.has(complement[0] ?? "") && opensAlike(complement, known.complement, 1);
  if (verb === "watch") return statement.progressive && known.progressive;
  return (
    verb !== "wear" || kindsOfObject(statement).some((kind) => kindsOfObject(known).includes(kind))
  );
};
/**
 * The only known statement with the same exclusive verb: "is reading Middlemarch now" ends the
 * reading of another book, and "lives alone now" ends "lives with Tom".
 */
const replacedByVerb = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
): Known | null => {
  const statement = standingStatement(text, subject);
  const verb = LEFT_HOME.test(text) ? "live" : statement?.verb;
  if (verb === undefined || !EXCLUSIVE.has(verb)) return null;
  const isOfKind = (one: string): boolean => verb !== "support" || SUPPORTING.test(one);
  if (!isOfKind(text)) return null;
  return onlyOf(
    standing.filter(
      ({ fact, statement: known }) =>
        // "reports to the CEO now" ends "reports to Helen", whose slot says that she is the boss.
        (fact.slot === null || verb === "report") &&
        known.verb === verb &&
        isOfKind(fact.text) &&
        (statement?.verb !== verb || areAlike(statement, known)),
    ),
  );
};

/** The kind of a name with its article: "the Hare" and "The Bell" are of one, "Queen" of another. */
const sortOf = (name: string): string => {
  const article = /^(?:the|an?) (?=\p{Lu})/iu.exec(name)?.[0] ?? "";
  return article.toLowerCase() + kindOf(name.slice(article.length));
};
const FAVOURITE = /'s favourite(?: now)? is (?<taken>\S[^,.;]{0,60})$/u;
/** The only favourite of the same sort: "user's favourite is Queen" ends "favourite band is …". */
const replacedFavourite = <Known extends NamedFact>(
  text: string,
  knownFacts: readonly Known[],
): Known | null => {
  const { taken } = groupsIn(FAVOURITE, text);
  return taken === undefined
    ? null
    : onlyOne(
        knownFacts.filter(
          ({ slot, value }) =>
            slot?.startsWith("favourite_") === true && sortOf(value ?? "") === sortOf(taken),
        ),
      );
};

const LEARNS_AT = PHRASES.one("place_of_pupil");
/**
 * The only school or side that somebody goes to: "switched to Montessori". "Started at Hillcrest"
 * leaves no side.
 */
const replacedPlace = <Known extends NamedFact>(
  text: string,
  knownFacts: readonly Known[],
): Known | null =>
  placeTaken(text) === null
    ? null
    : onlyOne(
        knownFacts.filter(
          (one) =>
            LEARNS_AT.test(one.text) && (one.slot === "school" || !text.includes(" started at ")),
        ),
      );

const INSTEAD_OF = / instead of (?<dropped>[^,.;]{2,40}?)(?= for | in | this | next |[,.;]|$)/u;
/**
 * The only known statement with what has been dropped: "has decided on Greece instead of Tuscany for
 * the wedding" ends "is planning the wedding in Tuscany", but not "loves Tuscany".
 */
const replacedChoice = <Known extends NamedFact>(
  text: string,
  subject: string,
  standing: Standing<Known>,
): Known | null => {
  const droppedKeys = objectKeys(groupsIn(INSTEAD_OF, text)["dropped"] ?? "");
  const about = new Set(objectKeys(behindSubject(text, subject) ?? "").filter(isNamingKey));
  return droppedKeys.length === 0
    ? null
    : onlyOf(
        standing.filter(({ fact, statement }) => {
          const keys = objectKeys(behindSubject(fact.text, subject) ?? "");
          return (
            fact.slot === null &&
            !TASTES.has(statement.verb) &&
            droppedKeys.every((key) => keys.includes(key)) &&
            keys.some((key) => about.has(key) && !droppedKeys.includes(key))
          );
        }),
      );
};
const isNamingKey = (key: string): boolean =>
  !PREPOSITIONS.has(key) && !/^(?:to|be|ha|is|and|or|\d+)$/u.test(key);

const DAYS_OF = /(?<=.)_days?$/u;
const LESSON_OF = new RegExp(
  `(?<=.)_(?:${[...listedWords("replaced_statements_lessons")].join("|")})$`,
  "u",
);
const ON_DAYS = PHRASES.one("replaced_statements_on_days");
/**
 * The only known statement about the days of an activity: "Ana's gym days are Tuesday and Friday"
 * ends "goes to the gym on Mondays", and "Ana's yoga class is Thursdays" "teaches yoga on Tuesdays".
 */
const replacedDays = <Known extends NamedFact>(
  slot: string,
  standing: Standing<Known>,
): Known | null => {
  const keys = objectKeys(slot.replace(DAYS_OF, "").replace(LESSON_OF, "").replaceAll("_", " "));
  return onlyOf(
    standing.filter(
      ({ fact, statement }) =>
        fact.slot === null &&
        ON_DAYS.test(fact.text) &&
        (isAbout(statement, keys) || keys.includes(statement.verb)),
    ),
  );
};

/** The known fact that a statement replaces without naming it. */
const replacedInPlace = <Known extends NamedFact>(
  fact: { readonly subject: string; readonly text: string },
  standing: Standing<Known>,
  knownFacts: readonly Known[],
): Known | null =>
  replacedOnWay(fact.text, standing) ??
  sameButForValue(fact, knownFacts) ??
  noLongerShared(fact.text, standing) ??
  replacedByKind(fact.text, standing) ??
  replacedTool(fact.text, standing) ??
  endedAbstinence(fact, standing) ??
  replacedManner(fact, standing) ??
  replacedWhereabouts(fact, standing) ??
  replacedByVerb(fact, standing);

/** The known fact, of any slot or none, that a new value of a slot replaces. */
const replacedByValue = <Known extends NamedFact>(
  {
    text,
    slot,
    value,
  }: { readonly text: string; readonly slot: string | null; readonly value: string },
  standing: Standing<Known>,
  knownFacts: readonly Known[],
): Known | null => {
  switch (slot) {
    case null:
      return replacedByKind(text, standing);
    case "owns":
      return replacedDevice(value, standing);
    case "employer":
      return replacedJob(standing);
    case "dose":
      return replacedDose(knownFacts);
    default:
      return DAYS_OF.test(slot) || (LESSON_OF.test(slot) && ON_DAYS.test(value))
        ? replacedDays(slot, standing)
        : (replacedArrangement(slot, standing) ?? replacedVerbOfSlot(slot, standing));
  }
};

/**
 * The known fact that a change replaces without naming it: "cycles to work now" replaces "takes the
 * bus to work". Null if there is none.
 */
export const replacedBy = <Known extends NamedFact>(
  { subject, text, slot, value }: NamedFact & { readonly subject: string },
  knownFacts: readonly Known[],
): NamedChange<Known> | null => {
  // Without a slot, `changedBy` has looked for it.
  const earlier = slot === null ? null : (earlierTime({ subject, text, slot }, knownFacts) ?? null);
  if (earlier !== null) return replacement(earlier);
  const standing = standingOf(knownFacts, subject);
  if (value === null)
    return INSTEAD_OF.test(text)
      ? replacement(replacedChoice(text, subject, standing) ?? replacedOnWay(text, standing))
      : replacement(
          replacedFavourite(text, knownFacts) ??
            replacedPlace(text, knownFacts) ??
            replacedBase(text, knownFacts) ??
            replacedInPlace({ subject, text }, standing, knownFacts),
        );
  if (MENDED.test(text)) return endingOf(mendedByName(value, knownFacts));
  return replacement(
    upgradedByName({ text, value }, standing) ??
      replacedByValue({ text, slot, value }, standing, knownFacts) ??
      (slot === null ? null : otherFigureOf({ subject, slot, value }, knownFacts)),
  );
};
