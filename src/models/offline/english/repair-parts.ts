import { SUBJECT_PRONOUNS } from "../data/closed-class.ts";
import { OCCUPATIONS } from "../data/occupations.ts";
import type { PartOfSpeech } from "./token.ts";
import { knownVerb } from "./verb-forms.ts";

/** A word whose part of speech its neighbours may still change. */
export interface Guess {
  readonly lower: string;
  readonly capital: boolean;
  readonly after: string;
  part: PartOfSpeech;
}

const OPENS_PHRASE: ReadonlySet<PartOfSpeech> = new Set([
  "determiner",
  "possessive",
  "proper",
  "preposition",
  "pronoun",
  "number",
  "time",
  "adverb",
  "gerund",
]);
const NAMES_SUBJECT: ReadonlySet<PartOfSpeech> = new Set(["proper", "noun", "pronoun"]);
const OBJECT_PRONOUNS = new Set(["me", "us", "him", "them"]);

const skipAdverbs = (guesses: readonly Guess[], from: number): number => {
  let i = from;
  while (
    guesses[i] !== undefined &&
    (guesses[i]!.part === "adverb" || guesses[i]!.part === "negation")
  )
    i += 1;
  return i;
};

/** After "I", "she" or "they" there is a verb, whatever the tagger says. */
const afterSubjectPronoun = (guesses: readonly Guess[], i: number): void => {
  if (
    guesses[i]!.after !== "" ||
    !SUBJECT_PRONOUNS.has(guesses[i]!.lower) ||
    OBJECT_PRONOUNS.has(guesses[i]!.lower)
  )
    return;
  let at = skipAdverbs(guesses, i + 1);
  if (guesses[at]?.lower === "last" || guesses[at]?.lower === "first") at += 1;
  const next = guesses[at];
  if (next === undefined || next.part === "auxiliary" || next.part === "conjunction") return;
  if (knownVerb(next.lower) !== undefined && next.part !== "determiner" && next.part !== "pronoun")
    next.part = "verb";
};

/** "and joined Orion", "Vertix acquired us": a past form before a phrase that it may govern, after what may be its subject. */
const pastForm = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (
    guess.part === "verb" ||
    guess.part === "auxiliary" ||
    guess.part === "gerund" ||
    guess.part === "preposition"
  )
    return;
  const forms = knownVerb(guess.lower)?.forms;
  if (!forms?.has("past") || (guess.capital && i > 0 && guesses[i - 1]!.part === "proper")) return;
  let before = i - 1;
  while (guesses[before]?.part === "adverb") before -= 1;
  const previous = guesses[before];
  const next = guesses[i + 1];
  if (
    previous === undefined ||
    next === undefined ||
    (!OPENS_PHRASE.has(next.part) && next.part !== "noun" && next.part !== "adjective")
  )
    return;
  if (
    previous.part === "conjunction" ||
    (NAMES_SUBJECT.has(previous.part) && previous.after === "" && next.part !== "noun")
  )
    guess.part = "verb";
};

/** "the orders service", "my work", "a run": what a determiner opens and a base form would close is a noun. */
const nounAfterDeterminer = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.part !== "verb") return;
  const previous = guesses[i - 1];
  if (previous === undefined || previous.after !== "") return;
  const next = guesses[i + 1];
  if (
    OCCUPATIONS.has(guess.lower.replace(/s$/u, "")) &&
    /^(?:noun|adjective|number)$/u.test(previous.part) &&
    !/^(?:determiner|possessive|proper|pronoun)$/u.test(next?.part ?? "")
  )
    guess.part = "noun";
  else if (
    (previous.part === "determiner" &&
      previous.lower !== "that" &&
      previous.lower !== "this" &&
      previous.lower !== "both" &&
      previous.lower !== "all") ||
    previous.part === "possessive"
  ) {
    guess.part =
      knownVerb(guess.lower)?.forms.has("participle") &&
      (next?.part === "noun" || next?.part === "adjective")
        ? "adjective"
        : "noun";
  } else if (
    previous.part === "adjective" &&
    guesses[i - 2] !== undefined &&
    /determiner|possessive/u.test(guesses[i - 2]!.part) &&
    !knownVerb(guess.lower)?.forms.has("past")
  ) {
    guess.part = "noun";
  } else if (
    previous.part === "noun" &&
    knownVerb(guess.lower) === undefined &&
    !/(?:s|ed)$/u.test(guess.lower)
  ) {
    guess.part = "noun";
  } else if (
    ((previous.part === "preposition" && previous.lower !== "to") || previous.part === "number") &&
    !knownVerb(guess.lower)?.forms.has("past")
  ) {
    guess.part = "noun";
  }
};

/** "to" and a base form are an infinitive. */
const infinitive = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.lower !== "to" || guess.after !== "") return;
  const next = guesses[i + 1];
  const after = guesses[i + 2];
  if (
    next?.part === "noun" &&
    !next.capital &&
    knownVerb(next.lower)?.forms.has("base") &&
    after !== undefined &&
    OPENS_PHRASE.has(after.part) &&
    after.part !== "preposition"
  )
    next.part = "verb";
};

const STATIVE_BASES = new Set([
  "live",
  "work",
  "love",
  "like",
  "hate",
  "have",
  "speak",
  "use",
  "prefer",
  "own",
  "drive",
  "study",
  "play",
  "eat",
  "enjoy",
  "need",
  "want",
  "run",
  "go",
  "teach",
  "manage",
  "lead",
  "cook",
  "read",
  "write",
  "travel",
  "commute",
  "collect",
  "support",
  "visit",
  "take",
  "make",
  "pay",
]);

/** "My parents live in Rome", "Ana runs marathons": a noun or adjective by the tagger, but a verb by its place. */
const betweenSubjectAndObject = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.capital || (guess.part !== "noun" && guess.part !== "adjective")) return;
  const reading = knownVerb(guess.lower);
  const previous = guesses[i - 1];
  const next = guesses[i + 1];
  if (
    reading === undefined ||
    previous === undefined ||
    previous.after !== "" ||
    next === undefined ||
    guesses.some((other) => other.part === "verb" || other.part === "auxiliary")
  )
    return;
  const third =
    reading.forms.has("third") &&
    (previous.part === "proper" ||
      previous.part === "noun" ||
      (previous.part === "number" && /^(?:noun|proper)$/u.test(guesses[i - 2]?.part ?? ""))) &&
    next.part !== "verb";
  const base =
    reading.forms.has("base") &&
    previous.part === "noun" &&
    previous.lower.endsWith("s") &&
    STATIVE_BASES.has(reading.lemma);
  if (
    (third || base) &&
    (OPENS_PHRASE.has(next.part) || next.part === "noun" || next.part === "adjective")
  )
    guess.part = "verb";
};

/** "Hosting costs $3,500/month": before an amount of money, after what may cost it. */
const costsAnAmount = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (
    guess.part !== "noun" ||
    !/^costs?$/u.test(guess.lower) ||
    guesses.some(({ part }) => part === "verb" || part === "auxiliary")
  )
    return;
  const previous = guesses[i - 1];
  if (
    previous !== undefined &&
    /^(?:noun|proper|gerund|pronoun)$/u.test(previous.part) &&
    previous.after === "" &&
    guesses[i + 1]?.part === "number"
  ) {
    guess.part = "verb";
    if (previous.part === "gerund") previous.part = "noun";
  }
};

/** "the monthly bill", "a weekly sync": an adverb between article and noun is an adjective. */
const adverbInPhrase = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  const [previous, next] = [guesses[i - 1], guesses[i + 1]];
  if (guess.lower === "back" && previous?.part === "possessive" && next?.part !== "noun")
    guess.part = "noun";
  if (
    guess.part === "adverb" &&
    guess.after === "" &&
    guess.lower.endsWith("ly") &&
    (previous?.part === "determiner" || previous?.part === "possessive") &&
    (next?.part === "noun" || next?.part === "gerund")
  )
    guess.part = "adjective";
};

/** `his` and `her` before a noun own it; `her` at the end of a phrase is somebody. */
const herAndHis = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.lower !== "her") return;
  const next = guesses[i + 1];
  if (
    next === undefined ||
    guess.after !== "" ||
    /preposition|conjunction|adverb|determiner|possessive|time|auxiliary|pronoun/u.test(next.part)
  )
    guess.part = "pronoun";
};

/** "like" after what a verb must follow is a verb: "do not like", "I really like". */
const likeAsVerb = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.lower !== "like" || guess.part === "verb") return;
  let before = i - 1;
  while (
    guesses[before] !== undefined &&
    (guesses[before]!.part === "adverb" || guesses[before]!.part === "negation")
  )
    before -= 1;
  const previous = guesses[before];
  if (
    previous !== undefined &&
    /^(?:i|we|they|you|do|does|did|would|will|to|also)$/u.test(previous.lower)
  )
    guess.part = "verb";
};

/** "was cut to €9,500": a participle behind "be" or "have" before a phrase. */
const participleBehindAuxiliary = (guesses: readonly Guess[], i: number): void => {
  const guess = guesses[i]!;
  if (guess.part !== "noun" || guess.capital || !knownVerb(guess.lower)?.forms.has("participle"))
    return;
  const [previous, next] = [guesses[i - 1], guesses[i + 1]];
  if (
    previous?.part === "auxiliary" &&
    /^(?:is|are|was|were|been|be|has|have|had)$/u.test(previous.lower) &&
    (next === undefined || next.part === "preposition" || next.part === "time")
  )
    guess.part = "verb";
};

/** "Sprint 14 ends": an opening word before a number is no verb where another verb follows. */
const nounAtOpening = (guesses: readonly Guess[], i: number): void => {
  if (
    i === 0 &&
    guesses[0]!.part === "verb" &&
    guesses[0]!.capital &&
    guesses[1]?.part === "number" &&
    guesses
      .slice(2)
      .some(
        ({ part, lower }) =>
          part === "verb" ||
          part === "auxiliary" ||
          knownVerb(lower)?.forms.has("third") ||
          knownVerb(lower)?.forms.has("past"),
      )
  )
    guesses[0]!.part = "noun";
};

/** Corrects the tagger where the neighbours of a word leave no doubt. */
export const repairParts = (guesses: readonly Guess[]): void => {
  for (const rule of [
    nounAtOpening,
    likeAsVerb,
    nounAfterDeterminer,
    afterSubjectPronoun,
    pastForm,
    infinitive,
    betweenSubjectAndObject,
    costsAnAmount,
    adverbInPhrase,
    participleBehindAuxiliary,
    herAndHis,
  ]) {
    for (let i = 0; i < guesses.length; i += 1) rule(guesses, i);
  }
};
