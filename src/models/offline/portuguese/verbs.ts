import { listedWords, pairs } from "../data/words.ts";

export interface Conjugated {
  readonly third: string;
  readonly lemma: string;
}

const FIRST = new Map<string, Conjugated>();
const THIRD = new Map<string, string>();
for (const row of listedWords("portuguese_verbs")) {
  const [first = "", third = "", lemma = ""] = row.split("/");
  if (!FIRST.has(first)) FIRST.set(first, { third, lemma });
  THIRD.set(third, lemma);
}

/** Common regular verbs in -ar, by their first person present. */
const AR = listedWords("portuguese_verbs_in_ar");
for (const first of AR) {
  const stem = first.slice(0, -1);
  if (!FIRST.has(first)) FIRST.set(first, { third: `${stem}a`, lemma: `${stem}ar` });
  THIRD.set(`${stem}a`, `${stem}ar`);
  THIRD.set(`${stem.replace(/c$/u, "ç")}ou`, `${stem}ar`);
}
for (const [third, lemma] of Object.entries(pairs("portuguese_third_persons")))
  THIRD.set(third, lemma);

/**
 * Verbs whose form in -amos means the present ("moramos"). For other verbs it means the past
 * ("compramos").
 */
const LASTING = listedWords("portuguese_lasting");

/** A third person of the past: "mudou", "nasceu". */
const isThirdOfPast = (word: string): boolean =>
  THIRD.has(word) && word.length > 4 && /(?:ou|eu|iu)$/u.test(word);

/** Whether the word is a form of a verb that does not occur in English, so that it shows the language. */
export const isPortugueseForm = (word: string): boolean =>
  isThirdOfPast(word) ||
  (FIRST.has(word) &&
    word.length > 2 &&
    !["como", "era", "fui", "sei", "posso", "devo", "creio"].includes(word)) ||
  /^\p{L}{3,}(?:ção|ções|ão|inho|inha|amos|emos|imos)$/u.test(word) ||
  (/^\p{Ll}{2,}[^aeiou]ei$/u.test(word) && word !== "nuclei" && word !== "sensei");

/**
 * The third person of a first person plural: `mora` for "moramos", `comprou` for "compramos". Null
 * for other words.
 */
const fromFirstPersonPlural = (lower: string): Conjugated | null => {
  const { stem, vowel } = /^(?<stem>\p{L}{2,})(?<vowel>[aei])mos$/u.exec(lower)?.groups ?? {};
  if (stem === undefined || vowel === undefined) return null;
  const lemma = `${stem}${vowel}r`;
  if (vowel === "a" && !LASTING.has(lemma))
    return { third: `${stem.replace(/c$/u, "ç")}ou`, lemma };
  return { third: `${stem}${vowel === "i" ? "e" : vowel}`, lemma };
};

/** The third person of a first person, by the table or else by the ending; null for other words. */
export const fromFirstPerson = (word: string): Conjugated | null => {
  const lower = word.toLowerCase();
  const knownForm = FIRST.get(lower);
  if (knownForm) return knownForm;
  const past = /^(?<stem>\p{L}{2,})ei$/u.exec(lower)?.groups?.["stem"];
  if (past !== undefined) {
    const stem = past
      .replace(/qu$/u, "c")
      .replace(/gu$/u, "g")
      .replace(/(?<=[aeiou])c$/u, (c) => (past.endsWith("c") ? "ç" : c));
    return { third: `${stem}ou`, lemma: `${stem}ar` };
  }
  const plural = fromFirstPersonPlural(lower);
  if (plural !== null) return plural;
  const er = /^(?<stem>\p{L}{3,})i$/u.exec(lower)?.groups?.["stem"];
  if (er !== undefined && /(?:c|nd|rr|b|v|tr|rd|ss)$/u.test(er))
    return { third: `${er}eu`, lemma: `${er}er` };
  if (er !== undefined && /(?:t|d|p|n|g|r)$/u.test(er))
    return { third: `${er}iu`, lemma: `${er}ir` };
  return null;
};

/** The infinitive of a third person; null for unknown words. */
export const lemmaOfThird = (word: string): string | null => {
  const lower = word.toLowerCase();
  const knownLemma = THIRD.get(lower);
  if (knownLemma !== undefined) return knownLemma;
  const past = /^(?<stem>\p{L}{3,})ou$/u.exec(lower)?.groups?.["stem"];
  if (past !== undefined) return `${past.replace(/ç$/u, "c")}ar`;
  return /^\p{L}{3,}ava$/u.test(lower) ? `${lower.slice(0, -3)}ar` : null;
};

export const isPastForm = (third: string): boolean =>
  /(?:ou|eu|iu|ava|ia|fez|foi|teve|veio|era|esteve|deu|viu|quis|pôs)$/u.test(third.toLowerCase()) &&
  third.toLowerCase() !== "sou";

/** Past forms of the listed verbs, by the infinitive; the others follow their ending. */
const PAST_OF = new Map(
  [...FIRST.values()].flatMap(({ third, lemma }) =>
    isPastForm(third) && !/(?:ava|ia|era)$/u.test(third) ? [[lemma, third]] : [],
  ),
);
export const PAST_ENDINGS: Readonly<Record<string, string>> = { a: "ou", e: "eu", i: "iu" };

/** The third person of the past of an infinitive: "vendeu" for "vender", "deu" for "dar". */
export const pastOf = (lemma: string): string =>
  PAST_OF.get(lemma) ??
  lemma.replace(/(?<vowel>[aei])r$/u, (_, vowel: string) => PAST_ENDINGS[vowel] ?? "");
