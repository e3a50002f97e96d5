import { PHRASES } from "../data/expressions.ts";
import { keys, listedWords } from "../data/words.ts";
import type { Opening } from "../data/closings.ts";
import { PREPOSITIONS } from "../data/word-sets.ts";
import { kinTerm } from "../data/kinship.ts";
import { verbReading } from "../english/tokens/verb-forms.ts";
import {
  behindSubject,
  objectKeys,
  standingStatement,
  type StandingStatement,
} from "./standing-statement.ts";

/** The fields of a fact that the comparison by names needs. */
export interface NamedFact {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
}

/** Known facts about ongoing states, each with its statement. */
export type Standing<Known> = readonly {
  readonly fact: Known;
  readonly statement: StandingStatement;
}[];

/** The only one; null for none, and for several, because it is unclear which one is meant. */
export const onlyOne = <T>([only, ...others]: readonly T[]): T | null =>
  only === undefined || others.length > 0 ? null : only;

/** The known facts about ongoing states. Events are omitted. */
export const standingOf = <Known extends NamedFact>(
  knownFacts: readonly Known[],
  subject: string,
): Standing<Known> =>
  knownFacts.flatMap((fact) => {
    const statement = standingStatement(fact.text, subject);
    return statement === null ? [] : [{ fact, statement }];
  });

const OF_OWN = /^['’]s \p{L}+(?: \p{L}+)? (?<verb>\p{Ll}+)(?!\p{L})/u;
/**
 * Whether a fact holds now: it is about an ongoing state, what its subject can do, or what a thing
 * of the subject does: "user's laptop has 16 GB of RAM".
 */
export const isPresentOf = ({ text }: NamedFact, subject: string): boolean => {
  const rest = behindSubject(text, subject) ?? "";
  const verb = OF_OWN.exec(rest)?.groups?.["verb"];
  return (
    standingStatement(text, subject) !== null ||
    rest.startsWith(" can ") ||
    (verb !== undefined && (verb === "are" || verbReading(verb).forms.has("third")))
  );
};

/** Bonds that somebody can give up: with a doctor, a tutor or a partner. */
const SERVICE =
  /^(?:patient_of|client_of|student_of|coached_by|mentored_by|partner_of|tenant_of)$/u;
/** Whether the word names a relative or a friend, and not a doctor or a pet. */
export const isRelative = (word: string): boolean => {
  const term = kinTerm(word);
  return term !== undefined && term.type === "person" && !SERVICE.test(term.relation);
};
/**
 * Whether the statement is about a relative: "Ana's sister is Noor" holds, whatever else is given
 * up.
 */
export const isKin = ({ attribute }: StandingStatement): boolean =>
  attribute !== null && isRelative(attribute);

/** Slots of belonging to a firm or a school. */
export const EMPLOYMENT = keys("employer school");
/**
 * Whether the words only sound like the firm or the school: who gave up oranges still works for
 * Orange, and who gave up reading still studies at Reading.
 */
export const isNamesake = ({ slot, value }: NamedFact, name: string): boolean => {
  const lower = (value ?? "").toLowerCase();
  return EMPLOYMENT.has(slot ?? "") && value !== lower && [lower, `${lower}s`].includes(name);
};

const ANYTHING = "*";
const OFTEN = PHRASES.one("standing_facts_often");
/**
 * Whether the words after the verb open with one of the openings, with or without a preposition:
 * `work` matches "off work", and `with+*` matches "with" and any word.
 */
export const opensWithOneOf = (
  { object, complement }: StandingStatement,
  openings: readonly Opening[],
): boolean => {
  const opensAt = (opening: Opening, texts: readonly string[]): boolean =>
    opening.every((word, i) => word === ANYTHING || texts[i]?.replace(/,$/u, "") === word);
  // "works four days a week" does not open with "days".
  const behindFirst = OFTEN.test(object.join(" ")) ? [] : object.slice(1);
  return openings.some(
    (opening) =>
      opensAt(opening, object) || opensAt(opening, behindFirst) || opensAt(opening, complement),
  );
};

/** Whether two names have the same words: "Lisbon flight" and "flight to Lisbon". */
export const isSameName = (a: readonly string[], b: readonly string[]): boolean => {
  const [first, second] = [a, b].map((keys) =>
    keys
      .filter((key) => !PREPOSITIONS.has(key) && key !== "to")
      .toSorted()
      .join(" "),
  );
  return first === second;
};

const ENCOUNTERS = new Set([...listedWords("encounters")].flatMap(objectKeys));
/**
 * The known day of an arrangement with this name, which is a slot of its own: "dentist
 * appointment", or "the dentist" for short. Null if there is none.
 */
export const arrangedAs = <Known extends NamedFact>(
  wantedKeys: readonly string[],
  knownFacts: readonly Known[],
): Known | null =>
  knownFacts.find(({ slot }) => {
    const slotKeys = objectKeys((slot ?? "").replaceAll("_", " "));
    return (
      ENCOUNTERS.has(slotKeys.at(-1) ?? "") &&
      (isSameName(slotKeys, wantedKeys) || isSameName(slotKeys.slice(0, -1), wantedKeys))
    );
  }) ?? null;

/** "supports Brentford", but not "supports her mother". */
export const SUPPORTING = / supports? (?:the )?\p{Lu}/u;

/** A known fact and its change: UPDATE replaces it, DELETE only ends it. */
export interface NamedChange<Known> {
  readonly action: "UPDATE" | "DELETE";
  readonly fact: Known;
}

export const replacement = <Known>(fact: Known | null): NamedChange<Known> | null =>
  fact && { action: "UPDATE", fact };
/**
 * The end of a known fact. In a slot it is a deletion, because the ending statement is not a value
 * of the slot.
 */
export const endingOf = <Known extends NamedFact>(fact: Known | null): NamedChange<Known> | null =>
  fact && { action: fact.slot === null ? "UPDATE" : "DELETE", fact };
