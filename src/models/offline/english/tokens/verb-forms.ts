import { groupsIn } from "../../data/expressions.ts";
import { pairs } from "../../data/words.ts";
import { COMMON_VERBS, IRREGULAR_VERBS } from "../../data/word-sets.ts";

export type VerbForm = "base" | "third" | "past" | "participle" | "gerund";

export interface VerbReading {
  readonly lemma: string;
  /** All forms that the word may be: `cut` is base, past and participle. */
  readonly forms: ReadonlySet<VerbForm>;
}

const BE = pairs("forms_of_be") as Readonly<Record<string, VerbForm>>;
const VOWEL = "[aeiou]";

const bases = new Set([...COMMON_VERBS, ...IRREGULAR_VERBS.map((verb) => verb.base)]);
const irregular = new Map<string, { lemma: string; forms: Set<VerbForm> }>();
const note = (word: string, lemma: string, form: VerbForm): void => {
  const reading = irregular.get(word) ?? { lemma, forms: new Set<VerbForm>() };
  if (reading.lemma === lemma) reading.forms.add(form);
  irregular.set(word, reading);
};
for (const { base, past, participle } of IRREGULAR_VERBS) {
  note(past, base, "past");
  note(participle, base, "participle");
  if (base !== "be") note(base, base, "base");
}
for (const [word, form] of Object.entries(BE)) note(word, "be", form);
/** The past of irregular verbs, by the base. */
const IRREGULAR_PAST: ReadonlyMap<string, string> = new Map(
  IRREGULAR_VERBS.map(({ base, past }) => [base, past]),
);
/** A verb of one syllable that doubles its last letter in the past: "stop". */
const DOUBLING = /^[^aeiou]*[aeiou](?<last>[bdgmnprt])$/u;
const regularPastOf = (lemma: string): string => {
  if (lemma.endsWith("e")) return `${lemma}d`;
  return `${lemma}${groupsIn(DOUBLING, lemma)["last"] ?? ""}ed`;
};
/** The past of a verb: `sold` for `sell`, `closed` for `close`, `stopped` for `stop`. */
export const pastOf = (lemma: string): string => IRREGULAR_PAST.get(lemma) ?? regularPastOf(lemma);

const IRREGULAR_PARTICIPLE: ReadonlyMap<string, string> = new Map(
  IRREGULAR_VERBS.map(({ base, participle }) => [base, participle]),
);
/** The participle of a verb: `thrown` for `throw`, `dismissed` for `dismiss`. */
export const participleOf = (lemma: string): string =>
  IRREGULAR_PARTICIPLE.get(lemma) ?? pastOf(lemma);

const HAD_TO = /^(?:has |have )?had to (?<verb>\p{Ll}+)/u;
/**
 * The predicate of an action as one that was done: "closed the shop" for "had to close the shop".
 */
export const asDone = (predicate: string): string => {
  const { verb } = groupsIn(HAD_TO, predicate);
  return verb === undefined ? predicate : predicate.replace(HAD_TO, pastOf(verb));
};

note("has", "have", "third");
note("does", "do", "third");
note("goes", "go", "third");
note("got", "get", "participle");

/** Bases that a stem may belong to, the most likely first: `move` for `mov`, `plan` for `plann`. */
const withStem = (stem: string): string[] => {
  const foundStems = [stem, `${stem}e`];
  if (/([^aeiou])\1$/u.test(stem)) foundStems.push(stem.slice(0, -1));
  if (stem.endsWith("i")) foundStems.push(`${stem.slice(0, -1)}y`);
  return foundStems;
};

/** The base of an unknown regular verb, by the spelling of its stem. */
const guessedLemma = (stem: string): string =>
  stem.endsWith("i")
    ? `${stem.slice(0, -1)}y`
    : /([bdgmnprt])\1$/u.test(stem)
      ? stem.slice(0, -1)
      : (new RegExp(`${VOWEL}[^aeiouwxy]$`, "u").test(stem) &&
            !/(?:en|er|on|or|el|et|it)$/u.test(stem)) ||
          /[^s]s$|[cgvuz]$/u.test(stem)
        ? `${stem}e`
        : stem;

const regular = (word: string, suffix: string, form: VerbForm[]): VerbReading | undefined => {
  if (!word.endsWith(suffix) || word.length < suffix.length + 2) return undefined;
  const stem = word.slice(0, -suffix.length);
  const knownLemma = withStem(stem).find((base) => bases.has(base));
  return knownLemma === undefined ? undefined : { lemma: knownLemma, forms: new Set(form) };
};

/** The verb of which the word is a known form; `undefined` for other words. */
export const knownVerb = (word: string): VerbReading | undefined => {
  const lower = word.toLowerCase();
  const listedVerb = irregular.get(lower);
  if (listedVerb) return listedVerb;
  if (bases.has(lower)) return { lemma: lower, forms: new Set(["base"]) };
  return (
    regular(lower, "ed", ["past", "participle"]) ??
    (lower.endsWith("ing") ? regular(lower, "ing", ["gerund"]) : undefined) ??
    regular(lower, "s", ["third"]) ??
    regular(lower, "es", ["third"])
  );
};

/** The verb of which the word is a form. The word must be a verb, but need not be known. */
export const verbReading = (word: string): VerbReading => {
  const knownReading = knownVerb(word);
  if (knownReading) return knownReading;
  const lower = word.toLowerCase();
  if (lower.endsWith("ing"))
    return { lemma: guessedLemma(lower.slice(0, -3)), forms: new Set(["gerund"]) };
  if (lower.endsWith("ed"))
    return { lemma: guessedLemma(lower.slice(0, -2)), forms: new Set(["past", "participle"]) };
  if (/(?:ss|x|z|ch|sh)es$/u.test(lower))
    return { lemma: lower.slice(0, -2), forms: new Set(["third"]) };
  if (lower.endsWith("ies")) return { lemma: `${lower.slice(0, -3)}y`, forms: new Set(["third"]) };
  if (/[^su]s$/u.test(lower)) return { lemma: lower.slice(0, -1), forms: new Set(["third"]) };
  return { lemma: lower, forms: new Set(["base"]) };
};

/** The third person singular of a regular verb: "goes" for "go". */
export const sForm = (base: string): string =>
  /(?:ss|x|z|ch|sh|o)$/u.test(base)
    ? `${base}es`
    : /[^aeiou]y$/u.test(base)
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;
