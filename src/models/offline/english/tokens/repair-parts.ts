import { SUBJECT_PRONOUNS } from "../../word-lists/closed-class.ts";
import { OCCUPATIONS } from "../../word-lists/occupations.ts";
import { words } from "../../word-lists/word-list.ts";
import { capitalised } from "../../text/tidy.ts";
import type { PartOfSpeech, Token } from "./token.ts";
import { knownVerb, type VerbForm } from "./verb-forms.ts";

/** A word whose part of speech its neighbours may still change. */
interface Guess {
  readonly lower: string;
  readonly capital: boolean;
  readonly after: string;
  part: PartOfSpeech;
}

/** Corrects the word at `i`, or the one that it decides on. */
type Repair = (guesses: readonly Guess[], i: number) => void;

const NO_GUESS: Readonly<Guess> = { lower: "", capital: false, after: "", part: "none" };
const at = (guesses: readonly Guess[], i: number): Guess => guesses[i] ?? NO_GUESS;

const partSet = (list: string): ReadonlySet<string> => words(list);
const OPENS_PHRASE = partSet(
  "determiner possessive proper preposition pronoun number time adverb gerund",
);
const OPENS_OBJECT = partSet(
  "determiner possessive proper preposition pronoun number time adverb gerund noun adjective",
);
const NAMES_SUBJECT = partSet("proper noun pronoun");
const OWNS_NOUN = partSet("determiner possessive");
const STAYS = partSet("verb auxiliary gerund preposition");
const OBJECT_PRONOUNS = words("me us him them");
/** Determiners that may stand alone, so that a verb may follow: "that works". */
const STANDS_ALONE = words("that this both all");

const canBe = ({ lower }: Guess, form: VerbForm): boolean =>
  knownVerb(lower)?.forms.has(form) ?? false;
const hasFiniteVerb = (guesses: readonly Guess[]): boolean =>
  guesses.some(({ part }) => part === "verb" || part === "auxiliary");
const isAdverbial = ({ part }: Guess): boolean => part === "adverb" || part === "negation";

/** The first word before `i` that is neither adverb nor negation. */
const beforeAdverbials = (guesses: readonly Guess[], i: number): Guess => {
  let position = i - 1;
  while (isAdverbial(at(guesses, position))) position -= 1;
  return at(guesses, position);
};

/**
 * "Sprint 14 ends": an opening word before a number is no verb where another verb follows; not
 * "Ship 14 orders".
 */
const nounAtOpening: Repair = (guesses, i) => {
  const word = at(guesses, i);
  if (i > 0 || word.part !== "verb" || !word.capital || at(guesses, 1).part !== "number") return;
  const rest = guesses.slice(2);
  if (hasFiniteVerb(rest) || rest.some((other) => canBe(other, "third") || canBe(other, "past")))
    word.part = "noun";
};

/** "I really like", "do not like": a verb where one must follow; not "looks like rain". */
const likeAsVerb: Repair = (guesses, i) => {
  const word = at(guesses, i);
  if (
    word.lower === "like" &&
    word.part !== "verb" &&
    /^(?:i|we|they|you|do|does|did|would|will|to|also)$/u.test(beforeAdverbials(guesses, i).lower)
  )
    word.part = "verb";
};

/**
 * "a software engineer builds": an occupation behind what describes it; not "Ana guards the door".
 */
const isOccupation = (guesses: readonly Guess[], i: number): boolean =>
  OCCUPATIONS.has(at(guesses, i).lower.replace(/s$/u, "")) &&
  /^(?:noun|adjective|number)$/u.test(at(guesses, i - 1).part) &&
  !/^(?:determiner|possessive|proper|pronoun)$/u.test(at(guesses, i + 1).part);

const isOwned = (previous: Guess): boolean =>
  previous.part === "possessive" ||
  (previous.part === "determiner" && !STANDS_ALONE.has(previous.lower));

/**
 * "a long run", "pottery throw", "for work", "two runs": no verb, as its past is not meant; not "to
 * run".
 */
const closesPhrase = (guesses: readonly Guess[], i: number): boolean => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  switch (previous.part) {
    case "adjective":
      return OWNS_NOUN.has(at(guesses, i - 2).part) && !canBe(word, "past");
    case "noun":
      return knownVerb(word.lower) === undefined && !/(?:s|ed)$/u.test(word.lower);
    case "preposition":
      return previous.lower !== "to" && !canBe(word, "past");
    case "number":
      return !canBe(word, "past");
    default:
      return false;
  }
};

/**
 * "the orders service", "my work", "a run": what a determiner opens and a base form would close is
 * a noun; not "that works".
 */
const nounAfterDeterminer: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  if (word.part !== "verb" || previous.after !== "") return;
  if (isOccupation(guesses, i)) word.part = "noun";
  else if (isOwned(previous))
    word.part =
      canBe(word, "participle") && /^(?:noun|adjective)$/u.test(at(guesses, i + 1).part)
        ? "adjective"
        : "noun";
  else if (closesPhrase(guesses, i)) word.part = "noun";
};

/**
 * "I run", "she last worked": a verb follows the pronoun of a subject, whatever the tagger says;
 * not "told me work is hard".
 */
const verbAfterSubjectPronoun: Repair = (guesses, i) => {
  const pronoun = at(guesses, i);
  if (
    pronoun.after !== "" ||
    !SUBJECT_PRONOUNS.has(pronoun.lower) ||
    OBJECT_PRONOUNS.has(pronoun.lower)
  )
    return;
  let position = i + 1;
  while (isAdverbial(at(guesses, position))) position += 1;
  if (/^(?:last|first)$/u.test(at(guesses, position).lower)) position += 1;
  const word = at(guesses, position);
  if (
    !/^(?:auxiliary|conjunction|determiner|pronoun|none)$/u.test(word.part) &&
    knownVerb(word.lower) !== undefined
  )
    word.part = "verb";
};

/**
 * "and joined Orion", "Vertix acquired us": a past form before a phrase that it may govern, after
 * what may be its subject; not "a fitted kitchen".
 */
const pastForm: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const next = at(guesses, i + 1);
  if (STAYS.has(word.part) || !canBe(word, "past") || !OPENS_OBJECT.has(next.part)) return;
  if (word.capital && at(guesses, i - 1).part === "proper") return;
  let before = i - 1;
  while (at(guesses, before).part === "adverb") before -= 1;
  const previous = at(guesses, before);
  if (
    previous.part === "conjunction" ||
    (NAMES_SUBJECT.has(previous.part) && previous.after === "" && next.part !== "noun")
  )
    word.part = "verb";
};

/**
 * "to plan the trip": "to" and a base form are an infinitive; not "to work" without an object,
 * which may be a place.
 */
const infinitive: Repair = (guesses, i) => {
  const to = at(guesses, i);
  const next = at(guesses, i + 1);
  const after = at(guesses, i + 2);
  if (
    to.lower === "to" &&
    to.after === "" &&
    next.part === "noun" &&
    !next.capital &&
    canBe(next, "base") &&
    OPENS_PHRASE.has(after.part) &&
    after.part !== "preposition"
  )
    next.part = "verb";
};

const STATIVE_BASES = words(`live work love like hate have speak use prefer own drive study play eat
  enjoy need want run go teach manage lead cook read write travel commute collect support visit take make pay`);

/**
 * "My parents live in Rome", "Ana runs marathons": a noun or adjective by the tagger, a verb by its
 * place; not "the office plants".
 */
const verbBetweenSubjectAndObject: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  const next = at(guesses, i + 1);
  if (word.capital || (word.part !== "noun" && word.part !== "adjective")) return;
  if (previous.after !== "" || !OPENS_OBJECT.has(next.part) || hasFiniteVerb(guesses)) return;
  const reading = knownVerb(word.lower);
  if (reading === undefined) return;
  const ofName =
    /^(?:proper|noun)$/u.test(previous.part) ||
    (previous.part === "number" && /^(?:noun|proper)$/u.test(at(guesses, i - 2).part));
  const ofSeveral = previous.part === "noun" && previous.lower.endsWith("s");
  if (
    (reading.forms.has("third") && ofName) ||
    (reading.forms.has("base") && ofSeveral && STATIVE_BASES.has(reading.lemma))
  )
    word.part = "verb";
};

/**
 * "Hosting costs $3,500/month": before an amount of money, after what may cost it; not "the costs
 * 2026".
 */
const costsAnAmount: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  if (
    word.part !== "noun" ||
    !/^costs?$/u.test(word.lower) ||
    !/^(?:noun|proper|gerund|pronoun)$/u.test(previous.part) ||
    previous.after !== "" ||
    at(guesses, i + 1).part !== "number" ||
    hasFiniteVerb(guesses)
  )
    return;
  word.part = "verb";
  if (previous.part === "gerund") previous.part = "noun";
};

/** "the monthly bill", "my back": no adverb behind what owns a noun; not "is monthly". */
const adverbInPhrase: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  const next = at(guesses, i + 1);
  if (word.lower === "back" && previous.part === "possessive" && next.part !== "noun")
    word.part = "noun";
  if (
    word.part === "adverb" &&
    word.after === "" &&
    /ly$|^(?:home|back)$/u.test(word.lower) &&
    OWNS_NOUN.has(previous.part) &&
    /^(?:noun|gerund)$/u.test(next.part)
  )
    word.part = "adjective";
};

/** "to head of design": no infinitive. */
const nounBeforeOf: Repair = (guesses, i) => {
  const word = at(guesses, i);
  if (word.part === "verb" && OCCUPATIONS.has(word.lower) && at(guesses, i + 1).lower === "of")
    word.part = "noun";
};

/** "was cut to €9,500": a participle behind "be" or "have" before a phrase; not "is set theory". */
const participleBehindAuxiliary: Repair = (guesses, i) => {
  const word = at(guesses, i);
  const previous = at(guesses, i - 1);
  if (
    word.part === "noun" &&
    !word.capital &&
    canBe(word, "participle") &&
    previous.part === "auxiliary" &&
    /^(?:is|are|was|were|been|be|has|have|had)$/u.test(previous.lower) &&
    /^(?:preposition|time|none)$/u.test(at(guesses, i + 1).part)
  )
    word.part = "verb";
};

/** "I met her": somebody at the end of a phrase; "her sister" owns. */
const herAsObject: Repair = (guesses, i) => {
  const word = at(guesses, i);
  if (
    word.lower === "her" &&
    (word.after !== "" ||
      /preposition|conjunction|adverb|determiner|possessive|time|auxiliary|pronoun|none/u.test(
        at(guesses, i + 1).part,
      ))
  )
    word.part = "pronoun";
};

/** In this order: each sees what those before it have corrected in the whole sentence. */
const REPAIRS: readonly Repair[] = [
  nounAtOpening,
  likeAsVerb,
  nounAfterDeterminer,
  verbAfterSubjectPronoun,
  pastForm,
  infinitive,
  verbBetweenSubjectAndObject,
  costsAnAmount,
  adverbInPhrase,
  nounBeforeOf,
  participleBehindAuxiliary,
  herAsObject,
];

/** The same words, with the tagger corrected where the neighbours of a word leave no doubt. */
export const repairParts = <T extends Pick<Token, "text" | "lower" | "after" | "part">>(
  tokens: readonly T[],
): T[] => {
  const guesses = tokens.map(({ text, lower, after, part }): Guess => ({
    lower,
    capital: capitalised(text),
    after,
    part,
  }));
  for (const repair of REPAIRS) for (let i = 0; i < guesses.length; i += 1) repair(guesses, i);
  return tokens.map((token, i) => {
    const { part } = at(guesses, i);
    return part === token.part ? token : { ...token, part };
  });
};
