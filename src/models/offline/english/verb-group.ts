import { HAVE, MODALS } from "../data/closed-class.ts";
import { ACTUAL, BEGINNING, DECIDING, ENDING, UNREAL, UNREAL_MODALS } from "../data/verb-kinds.ts";
import type { Tense } from "../dates/validity.ts";
import type { Token } from "./token.ts";
import { knownVerb, verbReading } from "./verb-forms.ts";

/** What the verbs of a clause say, apart from their objects. */
export interface VerbGroup {
  /** The base of the verb that carries the meaning: `work` in "has just started working". */
  readonly lemma: string;
  readonly tense: Tense;
  readonly progressive: boolean;
  readonly passive: boolean;
  readonly negated: boolean;
  /** Said to be over: "no longer", "not … anymore", "used to", "stopped". */
  readonly ended: boolean;
  /** Wished, planned, supposed or possible rather than so. */
  readonly unreal: boolean;
  /** Resolved to be done: "decided to use". */
  readonly decided: boolean;
  readonly adverbs: ReadonlySet<string>;
}

const isAside = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.part === "adverb" ||
    token.part === "negation" ||
    token.lower === "no" ||
    token.lower === "longer" ||
    token.part === "time");

/** The next word that is no adverb, and where. */
const nextContent = (tokens: readonly Token[], from: number): number => {
  let i = from;
  while (isAside(tokens[i])) i += 1;
  return i;
};

const isVerbForm = (token: Token | undefined, form: "participle" | "base" | "gerund"): boolean => {
  if (
    token === undefined ||
    token.name !== null ||
    !["verb", "gerund", "adjective", "noun", "auxiliary"].includes(token.part)
  )
    return false;
  if (form === "gerund") return token.part === "gerund";
  if (token.part === "noun" && form === "participle") return false;
  return (
    verbReading(token.lower).forms.has(form) &&
    (token.part === "verb" || token.part === "auxiliary" || knownVerb(token.lower) !== undefined)
  );
};

const simpleTense = (verb: Token): Tense => {
  const { forms } = verbReading(verb.lower);
  return verb.past || (forms.has("past") && !forms.has("base"))
    ? "past"
    : forms.has("past") &&
        forms.has("base") &&
        /^(?:quit|put|cut|hit|let|set|shut|cost|hurt|split|upset)$/u.test(verb.lower)
      ? "past"
      : "present";
};

/** Reads the verbs that begin at `from`; `end` is where their objects begin. */
export const readVerbGroup = (
  tokens: readonly Token[],
  from: number,
): { readonly verb: VerbGroup; readonly end: number } => {
  const adverbs = new Set<string>();
  const verb = {
    lemma: "be",
    tense: "present" as Tense,
    progressive: false,
    passive: false,
    negated: false,
    ended: false,
    unreal: false,
    decided: false,
    adverbs,
  };
  let finite = true;
  let i = from;
  const setTense = (tense: Tense): void => {
    if (finite) verb.tense = tense;
    finite = false;
  };
  while (i < tokens.length) {
    const token = tokens[i]!;
    if (token.part === "negation") {
      verb.negated = true;
      i += 1;
      continue;
    }
    if (token.lower === "no" && tokens[i + 1]?.lower === "longer") {
      verb.negated = true;
      verb.ended = true;
      i += 2;
      continue;
    }
    if (token.part === "adverb" || token.part === "time") {
      if (token.lower === "hardly" || token.lower === "barely") verb.negated = true;
      adverbs.add(token.lower);
      i += 1;
      continue;
    }
    const next = nextContent(tokens, i + 1);
    const following = tokens[next];
    if (MODALS.has(token.lower) && token.part === "auxiliary") {
      if (token.lower === "cannot") verb.negated = true;
      if (UNREAL_MODALS.has(token.lower)) verb.unreal = true;
      setTense(token.lower === "will" || token.lower === "shall" ? "future" : "present");
      verb.lemma = token.lower;
      i += token.lower === "ought" && following?.lower === "to" ? 2 : 1;
      continue;
    }
    if (
      token.lower === "used" &&
      following?.lower === "to" &&
      isVerbForm(tokens[next + 1], "base")
    ) {
      setTense("past");
      verb.ended = true;
      i = next + 1;
      continue;
    }
    if (
      HAVE.has(token.lower) &&
      isVerbForm(following, "participle") &&
      !(following!.part === "adjective" && tokens[next + 1]?.part === "noun")
    ) {
      setTense(token.lower === "had" ? "past" : "perfect");
      i += 1;
      continue;
    }
    if (knownVerb(token.lower)?.lemma === "be" && token.part === "auxiliary") {
      const { forms } = knownVerb(token.lower)!;
      setTense(forms.has("past") ? "past" : "present");
      verb.lemma = "be";
      if (
        following?.lower === "going" &&
        tokens[next + 1]?.lower === "to" &&
        isVerbForm(tokens[next + 2], "base")
      ) {
        verb.tense = "future";
        i = next + 2;
        continue;
      }
      if (following?.lower === "about" && tokens[next + 1]?.lower === "to") {
        verb.tense = "future";
        i = next + 2;
        continue;
      }
      if (isVerbForm(following, "gerund")) {
        verb.progressive = true;
        i += 1;
        continue;
      }
      if (
        following !== undefined &&
        following.part !== "number" &&
        isVerbForm(following, "participle")
      ) {
        verb.passive = true;
        i += 1;
        continue;
      }
      return beingWith(verb, tokens, i + 1);
    }
    if (
      /^(?:do|does|did)$/u.test(token.lower) &&
      (isVerbForm(following, "base") || (following !== undefined && following.part === "auxiliary"))
    ) {
      setTense(token.lower === "did" ? "past" : "present");
      i += 1;
      continue;
    }
    if (
      knownVerb(token.lower)?.lemma === "get" &&
      isVerbForm(following, "participle") &&
      following!.part !== "noun" &&
      tokens[next + 1]?.part !== "noun" &&
      following!.lower !== "rid"
    ) {
      setTense(simpleTense(token));
      verb.passive = true;
      i += 1;
      continue;
    }
    // The verb that carries the meaning, unless it hands it on to another.
    const { lemma } = verbReading(token.lower);
    setTense(simpleTense(token));
    verb.lemma = lemma;
    const infinitive =
      following?.lower === "to" &&
      tokens[next]!.after === "" &&
      isVerbForm(tokens[next + 1], "base");
    const gerund = following?.part === "gerund" && following.before === "" && token.after === "";
    if (infinitive || gerund) {
      if (ENDING.has(lemma) && gerund) {
        verb.ended = true;
        i = next;
        continue;
      }
      if (DECIDING.has(lemma) && infinitive && !verb.negated) {
        verb.decided = true;
        verb.tense = "future";
        i = next + 1;
        continue;
      }
      if (BEGINNING.has(lemma) && verb.tense === "past" && !verb.negated) {
        verb.tense = "perfect";
        verb.progressive = true;
      }
      if (UNREAL.has(lemma)) verb.unreal = true;
      else if (
        ACTUAL.has(lemma) &&
        !verb.negated &&
        !(infinitive && /^(?:love|like|hate|prefer|enjoy)$/u.test(lemma))
      ) {
        if (!/^(?:love|like|enjoy|prefer|hate)$/u.test(lemma)) {
          i = infinitive ? next + 1 : next;
          continue;
        }
      }
    }
    return { verb: finish(verb, tokens, i + 1), end: i + 1 };
  }
  return { verb: finish(verb, tokens, i), end: i };
};

/** "is not", "is no longer", "is now": the adverbs behind "be" belong to it, where anything follows them. */
const beingWith = (
  verb: { -readonly [K in keyof VerbGroup]: VerbGroup[K] },
  tokens: readonly Token[],
  from: number,
): { readonly verb: VerbGroup; readonly end: number } => {
  let end = from;
  const adverbs = new Set(verb.adverbs);
  while (
    end < tokens.length &&
    (tokens[end]!.part === "adverb" ||
      tokens[end]!.part === "negation" ||
      (tokens[end]!.lower === "no" && tokens[end + 1]?.lower === "longer"))
  ) {
    if (tokens[end]!.part === "negation") verb.negated = true;
    if (tokens[end]!.lower === "no") {
      verb.negated = true;
      verb.ended = true;
      end += 1;
    } else if (tokens[end]!.part === "adverb") adverbs.add(tokens[end]!.lower);
    end += 1;
  }
  const whole = end === tokens.length || tokens.slice(end).every(({ time }) => time !== null);
  return {
    verb: finish({ ...verb, adverbs }, tokens, end),
    end: whole && !verb.negated ? from : end,
  };
};

/** "anymore" stands at the end, behind the object. */
const finish = (
  verb: { -readonly [K in keyof VerbGroup]: VerbGroup[K] },
  tokens: readonly Token[],
  from: number,
): VerbGroup => {
  const rest = tokens.slice(from);
  if (verb.negated && rest.some((token) => token.lower === "anymore")) verb.ended = true;
  return verb;
};
