import { PHRASES } from "../../data/expressions.ts";
import { listedWords } from "../../data/words.ts";
import { FIRMS, TECHNOLOGIES } from "../../data/word-sets.ts";
import { itemsOf } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import { firstOf, isNaming, textOf, tokenAt, type Token } from "../tokens/token.ts";
import type { Statement } from "./statement.ts";

/** An entity that a phrase names. */
export interface Target {
  readonly name: string;
  readonly type: string | null;
  readonly proper: boolean;
}

const NO_ENTITY = listedWords("no_entity");
/** Words that are not part of a value. */
export const LOOSE = listedWords("loose");

/**
 * The entity in a phrase. The type applies if the name shows none, or always with `surely`. Null
 * for descriptions ("a bank") and for words that are never an entity ("home").
 */
export const targetIn = (
  phrase: Phrase | undefined,
  discourse: Discourse,
  type: string | null = null,
  surely = false,
): Target | null => {
  if (phrase === undefined || phrase.time !== null) return null;
  const namedHead = nameIn(phrase);
  if (
    namedHead === null ||
    (!namedHead.proper && (namedHead.indefinite || NO_ENTITY.has(namedHead.name.toLowerCase())))
  )
    return null;
  if (!namedHead.proper && !/^[\p{L}\d][\p{L}\d .'&+-]*$/u.test(namedHead.name)) return null;
  const meantType = surely ? type : (namedHead.type ?? type);
  const name = namedHead.proper
    ? discourse.note({ name: namedHead.name, type: meantType, gender: namedHead.gender })
    : (discourse.findings.entity(namedHead.name, type) ?? namedHead.name);
  return { name, type: meantType, proper: namedHead.proper };
};

const NO_EMPLOYER = PHRASES.one("targets_no_employer");
/** Where somebody learns if there is no article: "at university", but "works at the university". */
const STUDIES = listedWords("targets_studies");
const isNoEmployer = ({ tokens }: Phrase, { name }: Target): boolean =>
  NO_EMPLOYER.test(name) ||
  (STUDIES.has(name.toLowerCase()) && firstOf(tokens).part !== "determiner");
/** Whether the dictionary or the gazetteer knows the name as a place. */
export const isKnownPlace = (name: string, { lexicon }: Discourse): boolean =>
  /City|Country|Region|Place/u.test(lexicon.tagger.lookUp(name.toLowerCase()) ?? "") ||
  lexicon.gazetteer.get(name)?.type === "place";

/** Whether the name is a known firm: "Asda". */
export const isKnownFirm = (phrase: Phrase, { lexicon }: Discourse): boolean => {
  const { name = "" } = nameIn(phrase) ?? {};
  return FIRMS.has(name.toLowerCase()) || lexicon.gazetteer.get(name)?.type === "organization";
};

const AS_CLIENT = listedWords("targets_as_client");
/**
 * Whether those with whom or what somebody works are no employer, however they are called: "with
 * Bosch and Siemens", "closely with Volvo", "with Priya Nair", "with Python".
 */
export const isWithOthers = (phrase: Phrase, { complement, verb }: Statement): boolean => {
  if (phrase.preposition !== "with" || verb.lemma !== "work") return false;
  const { name = "", type = null } = nameIn(phrase) ?? {};
  const isPlain = firstOf(phrase.tokens).part !== "determiner";
  return (
    (isPlain && name.includes(" ") && type !== "organization") ||
    type === "product" ||
    TECHNOLOGIES.has(name.toLowerCase()) ||
    itemsOf(phrase.tokens).length > 1 ||
    complement.some(({ lower }) => AS_CLIENT.has(lower))
  );
};

const FIRM_NOUNS = listedWords("nouns_of_organization");
/** Whether the noun means a firm or an institution: "the bank", but not "the kitchen". */
export const isFirmNoun = (phrase: Phrase): boolean =>
  FIRM_NOUNS.has(headOf(phrase).at(-1)?.lower ?? "");
/**
 * The noun before "called": "a startup called Alan" is a firm, and "a coworking space called
 * Hubbub" is not. Null if there is none.
 */
const kindOfCalled = ({ tokens }: Phrase): string | null => {
  const calling = tokens.findIndex(isNaming);
  return calling < 1 ? null : tokenAt(tokens, calling - 1).lower;
};
const isCalledFirm = (phrase: Phrase): boolean => FIRM_NOUNS.has(kindOfCalled(phrase) ?? "");
export const isCalledOtherwise = (phrase: Phrase): boolean =>
  kindOfCalled(phrase) !== null && !isCalledFirm(phrase);

/** The organization in a phrase: "Acme", but not "home" or "my aunt". Null if there is none. */
export const organizationIn = (givenPhrase: Phrase, discourse: Discourse): Target | null => {
  const phrase = { ...givenPhrase, tokens: withPartners(givenPhrase.tokens) };
  // After "at", a name that looks like a surname is a firm, because nobody works at a person.
  const { name = "", type = null } = nameIn(phrase) ?? {};
  const isAt = phrase.preposition === "at" || isCalledFirm(phrase);
  // "employed by Severn Trent": the first word is not a given name.
  const isFirm =
    name.includes(" ") &&
    !/FirstName|MaleName|FemaleName|Honorific/u.test(
      discourse.lexicon.tagger.lookUp((name.split(" ")[0] ?? "").toLowerCase()) ?? "",
    );
  const isGuess =
    ((isAt || (isFirm && /^(?:for|by)$/u.test(phrase.preposition ?? ""))) && type === "person") ||
    (type === "place" && phrase.preposition !== "in" && !isKnownPlace(name, discourse));
  const target = targetIn(phrase, discourse, "organization", isGuess);
  return target === null ||
    target.type === "person" ||
    (target.type === "place" && target.proper) ||
    isNoEmployer(phrase, target)
    ? null
    : target;
};

/**
 * The tokens with one token for a firm of two names: "Marks and Spencer", but not "Tesco and my
 * mum".
 */
const withPartners = (tokens: readonly Token[]): readonly Token[] => {
  const [first, and, second, ...rest] = tokens;
  if (first?.name == null || and?.lower !== "and" || second?.name == null || first.after !== "")
    return tokens;
  const text = `${first.text} and ${second.text}`;
  const name = { name: text, type: "organization", gender: null };
  return [{ ...second, text, lower: text.toLowerCase(), name }, ...rest];
};

const DETERMINER = /^(?:an?|the|my|our|his|her|their)\s+/iu;
/** "one Toyota": as some count what they have. */
const withoutDeterminer = (text: string): string =>
  text.replace(DETERMINER, "").replace(/^one (?=\p{Lu})/u, "");

/** The tokens without adverbs at the end: "70 kg now". */
const withoutLoose = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(0, tokens.findLastIndex(({ lower }) => !LOOSE.has(lower)) + 1);

/** The words of a phrase without an article. */
export const valueIn = (phrase: Phrase): string =>
  withoutDeterminer(tidy(textOf(withoutLoose(phrase.tokens))));

/** The words of the head of a phrase without an article. */
export const headValue = (phrase: Phrase): string =>
  withoutDeterminer(tidy(textOf(withoutLoose(headOf(phrase)))));
