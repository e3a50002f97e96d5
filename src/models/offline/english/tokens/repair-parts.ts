import { compilerOf } from "../../data/expressions.ts";
import { loadTable } from "../../data/load.ts";
import { isCapitalised } from "../../text/tidy.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { words } from "../../data/words.ts";
import type { PartOfSpeech, Token } from "./token.ts";
import { knownVerb, type VerbReading } from "./verb-forms.ts";

/** A word whose part of speech its neighbours may still change. */
interface Guess {
  readonly lower: string;
  readonly capital: boolean;
  readonly first: boolean;
  readonly after: string;
  readonly verb: VerbReading | undefined;
  part: PartOfSpeech;
}

const NO_GUESS: Readonly<Guess> = {
  lower: "",
  capital: false,
  first: false,
  after: "",
  verb: undefined,
  part: "none",
};
const at = (guesses: readonly Guess[], i: number): Guess => guesses[i] ?? NO_GUESS;

type Ask = (guess: Guess) => boolean;
/** The conditions of `repairs.yaml` for one word. */
type Asked = Readonly<Record<string, string | boolean>>;

const compile = compilerOf({});
const canBe = ({ verb }: Guess, form: string): boolean =>
  [...(verb?.forms ?? [])].some((verbForm) => verbForm === form);

const OF_WORDS: Readonly<Record<string, (wantedWords: ReadonlySet<string>) => Ask>> = {
  part: (parts) => (guess) => parts.has(guess.part),
  not: (parts) => (guess) => !parts.has(guess.part),
  is: (some) => (guess) => some.has(guess.lower),
  isnt: (some) => (guess) => !some.has(guess.lower),
  can: (forms) => (guess) => [...forms].some((form) => canBe(guess, form)),
  cannot: (forms) => (guess) => ![...forms].some((form) => canBe(guess, form)),
  lemma: (lemmas) => (guess) => lemmas.has(guess.verb?.lemma ?? ""),
};
const OF_A_WORD: Readonly<Record<string, Ask>> = {
  capital: ({ capital }) => capital,
  first: ({ first }) => first,
  joined: ({ after }) => after === "",
  known: ({ verb }) => verb !== undefined,
  occupation: ({ lower }) => OCCUPATIONS.has(lower.replace(/s$/u, "")),
};

const askOf = ([name, condition]: [string, string | boolean]): Ask => {
  if (typeof condition === "boolean") return (guess) => OF_A_WORD[name]?.(guess) === condition;
  if (name === "ends") {
    const expression = compile(condition);
    return ({ lower }) => expression.test(lower);
  }
  return OF_WORDS[name]?.(words(condition)) ?? (() => false);
};

/** The position of the first word before `i` that is neither an adverb nor a negation. */
const beforeAdverbials = (guesses: readonly Guess[], i: number): number => {
  let before = i - 1;
  if (/^(?:last|first)$/u.test(at(guesses, before).lower)) before -= 1;
  while (/^(?:adverb|negation)$/u.test(at(guesses, before).part)) before -= 1;
  return before;
};

type Place = "word" | "previous" | "next" | "second" | "before";
const PLACES: Readonly<Record<Place, (guesses: readonly Guess[], i: number) => number>> = {
  word: (_, i) => i,
  previous: (_, i) => i - 1,
  next: (_, i) => i + 1,
  second: (_, i) => i - 2,
  before: beforeAdverbials,
};

const isVerb = ({ part }: Guess): boolean => part === "verb" || part === "auxiliary";
const hasVerbLater = (guesses: readonly Guess[], i: number): boolean =>
  guesses
    .slice(i + 2)
    .some((other) => isVerb(other) || canBe(other, "third") || canBe(other, "past"));

interface Row extends Readonly<Partial<Record<Place, Asked>>> {
  readonly becomes: PartOfSpeech;
  readonly of?: "previous";
  readonly alone?: boolean;
  readonly later?: boolean;
}

/** Corrects the part of speech of the word at `i`, or of the previous one. */
type Repair = (guesses: readonly Guess[], i: number) => void;

const repairOf = (row: Row): Repair => {
  const { becomes, of, alone = false, later = false } = row;
  const asks = (["word", "previous", "next", "second", "before"] as const).flatMap((place) =>
    Object.entries(row[place] ?? {}).map((entry) => ({ find: PLACES[place], ask: askOf(entry) })),
  );
  return (guesses, i) => {
    const fits =
      asks.every(({ find, ask }) => ask(at(guesses, find(guesses, i)))) &&
      !(alone && guesses.some(isVerb)) &&
      !(later && !hasVerbLater(guesses, i));
    if (fits) at(guesses, of === "previous" ? i - 1 : i).part = becomes;
  };
};

const REPAIRS = loadTable<readonly Row[]>("repairs").map(repairOf);

/** The tokens with corrected parts of speech where the neighbours leave no doubt. */
export const repairParts = <T extends Pick<Token, "text" | "lower" | "after" | "part">>(
  tokens: readonly T[],
): T[] => {
  const guesses = tokens.map(({ text, lower, after, part }, i): Guess => ({
    lower,
    capital: isCapitalised(text),
    first: i === 0,
    after,
    verb: knownVerb(lower),
    part,
  }));
  for (const repair of REPAIRS) for (let i = 0; i < guesses.length; i += 1) repair(guesses, i);
  return tokens.map((token, i) => {
    const { part } = at(guesses, i);
    return part === token.part ? token : { ...token, part };
  });
};
