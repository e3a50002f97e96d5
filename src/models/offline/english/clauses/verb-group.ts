import type { TimeKind } from "../../dates/find-times.ts";
import {
  ACTUAL,
  BEGINNING_VERBS,
  DECIDING_VERBS,
  STOPPING_VERBS,
  HAVE,
  MODALS,
  UNREAL,
  UNREAL_MODALS,
} from "../../data/word-sets.ts";
import { keys, listedWords } from "../../data/words.ts";
import type { Tense } from "../../dates/validity.ts";
import { isAdverbial, isVerbal, tokenAt, type Token } from "../tokens/token.ts";
import { knownVerb, verbReading } from "../tokens/verb-forms.ts";

/** The meaning of the verbs of a clause, without their objects. */
export interface VerbGroup {
  /** The base of the main verb: `work` in "has just started working". */
  readonly lemma: string;
  readonly tense: Tense;
  readonly progressive: boolean;
  readonly passive: boolean;
  readonly negated: boolean;
  /** Whether the action or state is over: "no longer", "not … anymore", "used to", "stopped". */
  readonly ended: boolean;
  /** Whether it is wished, planned, supposed or possible rather than real. */
  readonly unreal: boolean;
  /** Whether it was decided: "decided to use". */
  readonly decided: boolean;
  /** Whether it begins: "started studying". */
  readonly begun: boolean;
  readonly adverbs: ReadonlySet<string>;
}

/** The verb group while it is read, word by word. */
type Draft = { -readonly [Part in keyof VerbGroup]: VerbGroup[Part] } & {
  readonly adverbs: Set<string>;
  /** Whether the finite verb, which gives the tense, has been read. */
  hasTense: boolean;
};

/** The position at which to continue, and whether the group ends there. */
interface Progress {
  readonly next: number;
  readonly complete: boolean;
}

/** Reads one construction of the group at `i`; null if another construction is there. */
type Step = (draft: Draft, tokens: readonly Token[], i: number) => Progress | null;

const goOn = (next: number): Progress => ({ next, complete: false });
const complete = (end: number): Progress => ({ next: end, complete: true });

const setTense = (draft: Draft, tense: Tense): void => {
  if (!draft.hasTense) draft.tense = tense;
  draft.hasTense = true;
};

const isAside = (token: Token): boolean =>
  isAdverbial(token) || token.part === "time" || token.lower === "no" || token.lower === "longer";

/** The position of the next word after `i` with a meaning of its own. */
const contentAfter = (tokens: readonly Token[], i: number): number => {
  let position = i + 1;
  while (isAside(tokenAt(tokens, position))) position += 1;
  return position;
};

const MAY_BE_VERB = keys("verb gerund adjective noun auxiliary");

const isVerbForm = (token: Token, form: "participle" | "base" | "gerund"): boolean => {
  if (token.name !== null || !MAY_BE_VERB.has(token.part)) return false;
  if (form === "gerund") return token.part === "gerund";
  if (token.part === "noun" && form === "participle") return false;
  return (
    verbReading(token.lower).forms.has(form) &&
    (isVerbal(token) || knownVerb(token.lower) !== undefined)
  );
};

/** Verbs whose past looks like their base: "she quit". */
const SAME_IN_PAST = listedWords("verb_group_same_in_past");

const USUAL = listedWords("verb_group_usual");
/** Whether it is a habit: "I put the bins out on Tuesdays", "I usually read on the train". */
export const isHabit = (tokens: readonly Token[]): boolean => {
  const times = tokens.flatMap(({ time }) => time ?? []);
  return times.length === 0
    ? tokens.some(({ lower }) => USUAL.has(lower))
    : times.every(({ kind }) => kind === "recurrence");
};

const simpleTense = (verb: Token, tokens: readonly Token[]): Tense => {
  const { forms } = verbReading(verb.lower);
  const mayBePast = !forms.has("base") || (SAME_IN_PAST.has(verb.lower) && !isHabit(tokens));
  return verb.past || (forms.has("past") && mayBePast) ? "past" : "present";
};

/** Reads a negation: "not", "never". */
const readNegation: Step = (draft, tokens, i) => {
  if (tokenAt(tokens, i).part !== "negation") return null;
  draft.negated = true;
  return goOn(i + 1);
};

/** Reads the end of a state: "no longer works", but not "no work". */
const readNoLonger: Step = (draft, tokens, i) => {
  if (tokenAt(tokens, i).lower !== "no" || tokenAt(tokens, i + 1).lower !== "longer") return null;
  draft.negated = true;
  draft.ended = true;
  return goOn(i + 2);
};

/** Reads an adverb or a time: "really", "hardly", "today". */
const readAdverb: Step = (draft, tokens, i) => {
  const { part, lower } = tokenAt(tokens, i);
  if (part !== "adverb" && part !== "time") return null;
  if (lower === "hardly" || lower === "barely") draft.negated = true;
  draft.adverbs.add(lower);
  return goOn(i + 1);
};

/** Reads a modal: "will move", "could move", "cannot move", "ought to move". */
const readModal: Step = (draft, tokens, i) => {
  const { lower, part } = tokenAt(tokens, i);
  if (!MODALS.has(lower) || part !== "auxiliary") return null;
  if (lower === "cannot") draft.negated = true;
  if (UNREAL_MODALS.has(lower)) draft.unreal = true;
  setTense(draft, lower === "will" || lower === "shall" ? "future" : "present");
  draft.lemma = lower;
  const takesTo = lower === "ought" && tokenAt(tokens, contentAfter(tokens, i)).lower === "to";
  return goOn(i + (takesTo ? 2 : 1));
};

/** Times that say themselves when a state was over. */
const ENDING_TIMES = new Set<TimeKind | undefined>(["until", "through", "range"]);

/**
 * Reads a past habit or state: "used to live", but not "is used to build", which describes a tool.
 * With its end ("until 2020"), it says the same as "lived".
 */
const readUsedTo: Step = (draft, tokens, i) => {
  if (tokenAt(tokens, i).lower !== "used") return null;
  const next = contentAfter(tokens, i);
  if (tokenAt(tokens, next).lower !== "to" || !isVerbForm(tokenAt(tokens, next + 1), "base"))
    return null;
  setTense(draft, "past");
  draft.ended = !tokens.some(({ time }) => ENDING_TIMES.has(time?.kind));
  return goOn(next + 1);
};

/** Reads the perfect: "has worked", "had worked", but not "has broken glasses". */
const readPerfect: Step = (draft, tokens, i) => {
  const { lower } = tokenAt(tokens, i);
  if (!HAVE.has(lower)) return null;
  const next = contentAfter(tokens, i);
  const participle = tokenAt(tokens, next);
  if (
    !isVerbForm(participle, "participle") ||
    (participle.part === "adjective" && tokenAt(tokens, next + 1).part === "noun")
  )
    return null;
  setTense(draft, lower === "had" ? "past" : "perfect");
  return goOn(i + 1);
};

const noteNegation = (draft: Draft, skippedTokens: readonly Token[]): void => {
  if (skippedTokens.some(({ part }) => part === "negation")) draft.negated = true;
};

const INTENDED = listedWords("verb_group_intended");
/**
 * Reads a form of "be": "is working", "was hired", "is going to move", "is about to move", "is a
 * nurse".
 */
const readBe: Step = (draft, tokens, i) => {
  const token = tokenAt(tokens, i);
  const reading = token.part === "auxiliary" ? knownVerb(token.lower) : undefined;
  if (reading?.lemma !== "be") return null;
  const isPast = reading.forms.has("past");
  setTense(draft, isPast ? "past" : "present");
  draft.lemma = "be";
  const next = contentAfter(tokens, i);
  const following = tokenAt(tokens, next);
  const isFuture =
    tokenAt(tokens, next + 1).lower === "to" &&
    (following.lower === "about" ||
      ((following.lower === "going" || (isPast && INTENDED.has(following.lower))) &&
        isVerbForm(tokenAt(tokens, next + 2), "base")));
  if (isFuture) {
    draft.tense = "future";
    // Of "was going to move", one only knows that it was intended.
    if (isPast) draft.unreal = true;
    noteNegation(draft, tokens.slice(i, next));
    return goOn(next + 2);
  }
  if (isVerbForm(following, "gerund")) {
    draft.progressive = true;
    return goOn(i + 1);
  }
  if (following.part !== "number" && isVerbForm(following, "participle")) {
    draft.passive = true;
    return goOn(i + 1);
  }
  return complete(endOfBeing(draft, tokens, i + 1));
};

/** Adverbs of degree, which belong to the next word: "extra large", "too low". */
const DEGREE = listedWords("verb_group_degree");

/**
 * The position after the adverbs of "be": "is not", "is no longer", "is now". If nothing but times
 * follows, the adverbs do not belong to "be" unless they negate it.
 */
const endOfBeing = (draft: Draft, tokens: readonly Token[], from: number): number => {
  let end = from;
  for (;;) {
    const step = readNegation(draft, tokens, end) ?? readNoLonger(draft, tokens, end);
    const { part, lower } = tokenAt(tokens, end);
    if (step === null && (part !== "adverb" || DEGREE.has(lower))) break;
    if (step === null) draft.adverbs.add(lower);
    end = step?.next ?? end + 1;
  }
  noteAnymore(draft, tokens, end);
  const isAlone = tokens.slice(end).every(({ time }) => time !== null);
  return isAlone && !draft.negated ? from : end;
};

/** Reads the auxiliary "do": "does work", "did not work", but not "does the work". */
const readDo: Step = (draft, tokens, i) => {
  const { lower } = tokenAt(tokens, i);
  if (!/^(?:do|does|did)$/u.test(lower)) return null;
  const following = tokenAt(tokens, contentAfter(tokens, i));
  if (!isVerbForm(following, "base") && following.part !== "auxiliary") return null;
  setTense(draft, lower === "did" ? "past" : "present");
  return goOn(i + 1);
};

/** Verbs after which a new role follows: "got made supervisor". */
const APPOINTING = listedWords("verb_group_appointing");

/**
 * Reads the passive with "get": "got married", "got hired", but not "got rid of", nor a participle
 * that describes what somebody got: "got used books".
 */
const readGet: Step = (draft, tokens, i) => {
  const token = tokenAt(tokens, i);
  if (knownVerb(token.lower)?.lemma !== "get") return null;
  const next = contentAfter(tokens, i);
  const participle = tokenAt(tokens, next);
  if (
    !isVerbForm(participle, "participle") ||
    participle.lower === "rid" ||
    (tokenAt(tokens, next + 1).part === "noun" && !APPOINTING.has(participle.lower))
  )
    return null;
  setTense(draft, simpleTense(token, tokens));
  draft.passive = true;
  return goOn(i + 1);
};

/** Verbs that keep their own meaning before another verb: "loves cooking" states a taste. */
const TASTE = listedWords("verb_group_taste");

/** Phrasal verbs that affirm the gerund after them: "ended up leaving", "got round to leaving". */
const ACTUAL_PHRASES = [...listedWords("actual_phrases")].map((phrase) => phrase.split(" "));

/** The position of the last word of a phrasal verb, or `i` if there is none. */
const endOfPhrasalVerb = (lemma: string, tokens: readonly Token[], i: number): number => {
  const particles = ACTUAL_PHRASES.find(
    ([verb, ...words]) =>
      verb === lemma && words.every((word, k) => tokenAt(tokens, i + 1 + k).lower === word),
  );
  return particles === undefined ? i : i + particles.length - 1;
};

/** Reads the main verb, unless it passes the meaning to the next verb: "started working". */
const readMainVerb: Step = (draft, tokens, i) => {
  const token = tokenAt(tokens, i);
  const { lemma } = verbReading(token.lower);
  setTense(draft, simpleTense(token, tokens));
  draft.lemma = lemma;
  const next = contentAfter(tokens, endOfPhrasalVerb(lemma, tokens, i));
  const following = tokenAt(tokens, next);
  const isGerund = following.part === "gerund" && following.before === "" && token.after === "";
  const isInfinitive =
    following.lower === "to" &&
    following.after === "" &&
    isVerbForm(tokenAt(tokens, next + 1), "base");
  const isAgainst =
    DECIDING_VERBS.has(lemma) &&
    following.lower === "against" &&
    tokenAt(tokens, next + 1).part === "gerund";
  if (isGerund || isInfinitive || isAgainst) {
    const other = isGerund ? next : next + 1;
    if (handsOn(draft, lemma, isGerund)) {
      noteNegation(draft, tokens.slice(i, other));
      draft.negated ||= isAgainst;
      return goOn(other);
    }
  }
  noteAnymore(draft, tokens, i + 1);
  return complete(i + 1);
};

/**
 * Whether the verb passes the meaning to the next verb. If so, it records its own effect on that
 * meaning.
 */
const handsOn = (draft: Draft, lemma: string, isGerund: boolean): boolean => {
  // "had to move", but not "has to move".
  if (lemma === "have" && !isGerund)
    return /^(?:past|perfect)$/u.test(draft.tense) && !draft.negated;
  // "stopped smoking"; "has not stopped smoking" says that it goes on.
  if (STOPPING_VERBS.has(lemma) && isGerund) {
    draft.ended = !draft.negated;
    draft.negated = false;
    return true;
  }
  // "decided to move"
  if (DECIDING_VERBS.has(lemma) && !isGerund && !draft.negated) {
    draft.decided = true;
    draft.tense = "future";
    return true;
  }
  draft.begun ||= /^(?:start|begin)$/u.test(lemma) && !draft.negated;
  // "has started running"
  if (BEGINNING_VERBS.has(lemma) && /^(?:past|perfect)$/u.test(draft.tense) && !draft.negated) {
    draft.tense = "perfect";
    draft.progressive = true;
  }
  // "wants to move"
  if (UNREAL.has(lemma)) {
    draft.unreal = true;
    return false;
  }
  return ACTUAL.has(lemma) && !draft.negated && !TASTE.has(lemma);
};

/**
 * Records an end if "anymore" follows, possibly after the object: "does not work there anymore".
 */
const noteAnymore = (draft: Draft, tokens: readonly Token[], from: number): void => {
  if (draft.negated && tokens.slice(from).some(({ lower }) => lower === "anymore"))
    draft.ended = true;
};

/** The constructions, in the order in which they are tried at each word. */
const STEPS: readonly Step[] = [
  readNegation,
  readNoLonger,
  readAdverb,
  readModal,
  readUsedTo,
  readPerfect,
  readBe,
  readDo,
  readGet,
  readMainVerb,
];

/** The verbs at the start of a predicate. `end` is the position of their objects. */
export const readVerbGroup = (
  tokens: readonly Token[],
): { readonly verb: VerbGroup; readonly end: number } => {
  const draft: Draft = {
    lemma: "be",
    tense: "present",
    progressive: false,
    passive: false,
    negated: false,
    ended: false,
    unreal: false,
    decided: false,
    begun: false,
    adverbs: new Set(),
    hasTense: false,
  };
  let i = 0;
  while (i < tokens.length) {
    let progress: Progress | null = null;
    for (const step of STEPS) {
      progress = step(draft, tokens, i);
      if (progress !== null) break;
    }
    if (progress === null) break;
    i = progress.next;
    if (progress.complete) break;
  }
  return { verb: draft, end: i };
};
