import { isShortValueOf, sameValue } from "../../../language/value.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { FactOfOther, HandedOver, ReconciliationQuestion } from "../../port.ts";
import { departureIn, type Departure } from "../data/departures.ts";
import { keys, rowsOf } from "../data/words.ts";
import { kinTerm } from "../data/kinship.ts";
import { OCCUPATIONS } from "../data/word-sets.ts";
import { allEnded } from "./ended-statements.ts";
import { overOfAll } from "./what-is-over.ts";
import { behindSubject } from "./standing-statement.ts";
import { lastWord } from "../text/tidy.ts";

/**
 * The relations, or `occupation` for any, in which somebody is no longer to others, by the
 * departure.
 */
const RELATIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rowsOf("departures").map((row) => {
    const [departure = "", relations = ""] = row.split("|");
    return [departure, keys(relations)] as const;
  }),
);

const ROLE_BEFORE =
  /(?:^| )(?:an?|the|another|his|her|their|\p{L}+['’]s) (?<role>\p{Ll}[\p{Ll} -]{1,40}?)(?: called| named|,)? $/u;
/**
 * The role of somebody in a fact about another: "window cleaner" of "Ana's window cleaner is Stan".
 */
const roleIn = ({ slot, value, text, label }: FactOfOther, name: string): string | null => {
  if (slot !== null) return sameValue(value, name) ? (label ?? slot).replaceAll("_", " ") : null;
  const at = text.indexOf(name);
  const before = text.slice(0, Math.max(at, 0)).replace(/ (?:is|are) $/u, " ");
  return ROLE_BEFORE.exec(before)?.groups?.["role"] ?? null;
};

const OWN_ROLE = /^ is [^,;]{1,60}['’]s (?<role>\p{Ll}[\p{Ll} -]{1,30})$/u;

/** A noun for somebody who does something for others: "tuner", "decorator". */
const DOER = /(?:er|or|ist|ician)$/u;

/** Whether a role is one of those that end with the departure. */
const endsWith = (role: string | null, departure: Departure): boolean => {
  if (role === null) return false;
  const relations = RELATIONS.get(departure);
  const last = lastWord(role);
  const term = kinTerm(role) ?? kinTerm(last);
  return term === undefined
    ? relations?.has("occupation") === true && (OCCUPATIONS.has(last) || DOER.test(last))
    : relations?.has(term.relation) === true;
};

/** Whether somebody is this to others by their work, and another may take their place. */
export const isOfWork = (role: string): boolean => endsWith(role, "trade");

/** What others have or do with a thing that is no more: "plays in a band called Rustbucket". */
const endedWithThing = (
  name: string,
  ofOthers: readonly FactOfOther[],
  vocabulary: Vocabulary,
): readonly string[] =>
  ofOthers
    .filter((fact) => {
      if (fact.slot === null) return allEnded([overOfAll(name)], [fact], fact.subject).length > 0;
      const isOfThing = sameValue(fact.value, name) || isShortValueOf(name, fact.value);
      return isOfThing && !vocabulary.isLasting(fact.slot);
    })
    .map(({ id }) => id);

const BESIDE = /^ (?:shares?|is sharing|works?|is working) (?:.{1,40} )?with (?<who>[^,;]{2,40})$/u;
/** Whether somebody works beside the one who works for nobody any longer: "shares an office with". */
const isBeside = ({ text, subject }: FactOfOther, name: string, departure: Departure): boolean =>
  /^(?:trade|area)$/u.test(departure) &&
  sameValue(BESIDE.exec(behindSubject(text, subject) ?? "")?.groups?.["who"] ?? null, name);

/** What others still do without the departed: "works at Acme" for "works at Acme with Stan". */
export const goesOnWithoutDeparted = ({
  fact: { subject, text },
  ofOthers = [],
}: ReconciliationQuestion): readonly HandedOver[] => {
  const departure = departureIn(text, subject);
  return departure === undefined
    ? []
    : ofOthers
        .filter((one) => one.slot !== null && isBeside(one, subject, departure))
        .map(({ id, text: known, value }) => ({
          id,
          text: known.slice(0, known.lastIndexOf(" with ")),
          value,
        }));
};

/**
 * The known facts that end with the departure of their subject: what others have or do with a thing
 * that is no more, and in which somebody serves, lives next to or is with somebody.
 */
export const endedWithDeparted = (
  { fact, candidates, ofOthers = [] }: ReconciliationQuestion,
  vocabulary: Vocabulary,
): readonly string[] => {
  const { subject, text } = fact;
  const departure = departureIn(text, subject);
  if (departure === undefined) return [];
  if (departure === "itself") return endedWithThing(subject, ofOthers, vocabulary);
  const ownRole = (one: string): string | null =>
    OWN_ROLE.exec(behindSubject(one, subject) ?? "")?.groups?.["role"] ?? null;
  return [
    ...ofOthers.filter(
      (one) => endsWith(roleIn(one, subject), departure) || isBeside(one, subject, departure),
    ),
    ...candidates.filter((one) => endsWith(ownRole(one.text), departure)),
  ].map(({ id }) => id);
};
