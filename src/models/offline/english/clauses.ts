import { words } from "../data/words.ts";
import { isVerbal, type Token } from "./token.ts";
import { knownVerb } from "./verb-forms.ts";

/** A part of a sentence with one finite verb. */
export interface Clause {
  readonly tokens: readonly Token[];
  /** Whether it leaves its subject out: that of the clause before goes on. */
  readonly elided: boolean;
  /** Whether it is said on a condition, so that nothing in it is stated. */
  readonly conditional: boolean;
  /** Whether it only tells when: "since we last spoke". */
  readonly temporal: boolean;
  /** The words that a relative clause is about: "Tom" in "Tom, who runs DevOps". */
  readonly about: readonly Token[] | null;
}

const COORDINATORS = words(
  "and but so because while although though plus yet whereas then since as nor or",
);
const TEMPORAL = words("when whenever once after before until till");
const TELLS_WHEN = words("when whenever once after before until till since while as");
const SUBJECTS = words("i we he she they it you this that there everyone someone nobody");
const isFinite = (token: Token): boolean => isVerbal(token);
const hasVerb = (tokens: readonly Token[]): boolean => tokens.some(isFinite);
const isAside = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.part === "adverb" || token.part === "negation" || token.part === "time");

const NOUN_PHRASE = new Set([
  "determiner",
  "possessive",
  "noun",
  "proper",
  "adjective",
  "number",
  "pronoun",
  "gerund",
]);
const LONGEST_SUBJECT = 8;

/** Whether a base form can stand with a subject that is left out: "I cook and clean", but not "to cook and clean". */
const mayBeElided = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean => {
  const token = tokens[i]!;
  const forms = knownVerb(token.lower)?.forms;
  if (token.part === "auxiliary") return token.lower !== "be" && token.lower !== "been";
  if (forms?.has("participle") && !forms.has("past")) return false;
  const infinitive = before.findLastIndex((other) => other.lower === "to");
  const afterInfinitive = infinitive >= 0 && before[infinitive + 1]?.part === "verb";
  return !(afterInfinitive && forms?.has("base") && !forms.has("past"));
};

/** What begins at `i`: a clause with its own subject, one without, or none. */
const opening = (
  tokens: readonly Token[],
  i: number,
  before: readonly Token[],
): "subject" | "elided" | null => {
  let at = i;
  while (isAside(tokens[at])) at += 1;
  const first = tokens[at];
  if (first === undefined) return null;
  if (SUBJECTS.has(first.lower)) {
    let next = at + 1;
    while (isAside(tokens[next])) next += 1;
    return tokens[next] !== undefined && isFinite(tokens[next]!) ? "subject" : null;
  }
  // "a friend who lives in Rome and works there": what follows goes on with the relative clause.
  if (isFinite(first))
    return mayBeElided(tokens, at, before) &&
      !before.some(
        (token, n) =>
          n > 1 && /^(?:who|that|which)$/u.test(token.lower) && token.part !== "determiner",
      )
      ? "elided"
      : null;
  let end = at;
  while (
    tokens[end] !== undefined &&
    end - at < LONGEST_SUBJECT &&
    (NOUN_PHRASE.has(tokens[end]!.part) ||
      tokens[end]!.lower === "of" ||
      (tokens[end]!.part === "adverb" && end > at))
  ) {
    if (end > at && /^(?:i|we|he|she|they|you)$/u.test(tokens[end]!.lower)) return null;
    if (tokens[end]!.after.includes(",") && !isFinite(tokens[end + 1] ?? tokens[end]!)) break;
    end += 1;
  }
  const verb = tokens[end];
  if (end === at || verb === undefined || (!isFinite(verb) && verb.part !== "negation"))
    return null;
  const forms = knownVerb(verb.lower)?.forms;
  // A participle after a noun ("a startup based in Curitiba") opens no clause.
  if (verb.part === "verb" && forms?.has("participle") && !forms.has("past")) return null;
  return "subject";
};

/** ", currently living in Amsterdam": what somebody is doing besides. */
const participleAt = (tokens: readonly Token[], i: number): boolean => {
  let at = i;
  while (isAside(tokens[at])) at += 1;
  return (
    /^(?:living|working|studying|residing|based|married|engaged|born)$/u.test(
      tokens[at]?.lower ?? "",
    ) && tokens[at + 1]?.part === "preposition"
  );
};

/** The noun phrase that ends before `i`. */
const nounPhraseBefore = (tokens: readonly Token[], i: number): readonly Token[] => {
  let start = i - 1;
  while (
    tokens[start]?.name === null &&
    start > 0 &&
    NOUN_PHRASE.has(tokens[start - 1]!.part) &&
    tokens[start - 1]!.after === "" &&
    tokens[start - 1]!.part !== "pronoun"
  )
    start -= 1;
  return tokens.slice(start, i);
};

const breaksBefore = (token: Token | undefined): boolean =>
  token !== undefined && /[,;:]$/u.test(token.after);

/** Splits a sentence into its clauses. Conditions and what hangs on a time ("when I was a kid") are marked or left out. */
export const clausesOf = (tokens: readonly Token[]): Clause[] => {
  const clauses: Clause[] = [];
  let current: Token[] = [];
  let elided = false;
  let conditional = false;
  let temporal = false;
  let about: readonly Token[] | null = null;
  const close = (): void => {
    if (current.length > 0) clauses.push({ tokens: current, elided, conditional, temporal, about });
    current = [];
    elided = false;
    conditional = false;
    temporal = false;
    about = null;
  };
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const previous = tokens[i - 1];
    const complete =
      (current.length > 1 && hasVerb(current)) || (about !== null && hasVerb(current));
    if (
      current.length === 0 &&
      TELLS_WHEN.has(token.lower) &&
      opening(tokens, i + 1, current) === "subject"
    ) {
      temporal = true;
      continue;
    }
    if (token.lower === "if" || token.lower === "unless") {
      close();
      conditional = true;
      continue;
    }
    if (complete && COORDINATORS.has(token.lower) && token.part !== "adverb") {
      const kind = opening(tokens, i + 1, current);
      const held: readonly Token[] | null = about;
      if (kind !== null && (kind === "subject" || !words("since as because").has(token.lower))) {
        const wasConditional: boolean = conditional;
        close();
        elided = kind === "elided";
        if (elided) about = held;
        conditional = wasConditional && kind === "elided";
        temporal = TELLS_WHEN.has(token.lower);
        continue;
      }
    } else if (
      complete &&
      temporal &&
      /^(?:i|we|he|she|they)$/u.test(token.lower) &&
      opening(tokens, i, current) === "subject"
    ) {
      close();
    } else if (
      complete &&
      TEMPORAL.has(token.lower) &&
      opening(tokens, i + 1, current) === "subject"
    ) {
      close();
      temporal = true;
      continue;
    } else if (
      complete &&
      (breaksBefore(previous) ||
        previous?.name?.type === "person" ||
        (token.lower === "who" && previous?.name != null)) &&
      (token.lower === "who" || token.lower === "which")
    ) {
      const antecedent = nounPhraseBefore(tokens, i);
      close();
      about = antecedent;
      continue;
    } else if (
      !complete &&
      about === null &&
      (breaksBefore(previous) || previous?.name != null) &&
      (token.lower === "who" || token.lower === "which")
    ) {
      const end = tokens.findIndex((other, at) => at > i && other.after.endsWith(","));
      if (end > i && tokens[end + 1] !== undefined) {
        clauses.push({
          tokens: tokens.slice(i + 1, end + 1),
          elided: false,
          conditional: false,
          temporal: false,
          about: nounPhraseBefore(tokens, i),
        });
        i = end;
        continue;
      }
    } else if (complete && breaksBefore(previous) && participleAt(tokens, i)) {
      close();
      elided = true;
      current.push({
        ...token,
        text: "is",
        lower: "is",
        before: "",
        after: "",
        part: "auxiliary",
        name: null,
        time: null,
        span: null,
        owns: false,
        past: false,
      });
    } else if (complete && breaksBefore(previous) && !COORDINATORS.has(token.lower)) {
      const kind = opening(tokens, i, current);
      if (kind === "subject" || (kind === "elided" && /[;:]$/u.test(previous!.after))) {
        close();
        elided = kind === "elided";
      }
    }
    current.push(token);
  }
  close();
  return clauses;
};
