import { listedWords } from "../data/words.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import { fullNamesOf, canonicalName } from "./other-names.ts";

export interface NameCandidate {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Types that nothing is known of: they agree with any other. */
const OPEN_TYPES = new Set(["concept", "unknown", "entity", ""]);
const typesAgree = (a: string, b: string): boolean =>
  a === b || OPEN_TYPES.has(a) || OPEN_TYPES.has(b);

/**
 * Which candidate a name means, by rules on names alone; null where none does, or more than one
 * may. A wrong merge costs more than a missed one.
 */
export const disambiguate = (
  name: string,
  type: string,
  candidates: readonly NameCandidate[],
): string | null => {
  const alike = candidates.filter(
    (candidate) =>
      typesAgree(type, candidate.type) &&
      namesAlike(name, candidate.name, OPEN_TYPES.has(type) ? candidate.type : type),
  );
  const exact = alike.filter((candidate) => foldName(candidate.name) === foldName(name));
  const meantCandidates = exact.length > 0 ? exact : alike;
  const [only] = meantCandidates;
  return only !== undefined && meantCandidates.length === 1 ? only.id : null;
};

/** Words that a name of an organization may carry or leave out. */
const LEGAL_FORMS = listedWords("legal_forms");
/**
 * Endings that make another given name of one: Carlo and Carlos, Maria and Mariana, Leo and Leon.
 */
const OTHER_NAME = listedWords("other_name");
const SHORTEST_PREFIX = 3;
const PET_NAME_STEM = 4;

/** One sound written in two ways: Thiago and Tiago, Jon and John, Carolyne and Caroline. */
const bySound = (word: string): string =>
  word
    .replace(/ph/gu, "f")
    .replace(/(?<!^)h|(?<=t)h/gu, "")
    .replace(/y/gu, "i")
    .replace(/^k/u, "c");

const isFormOf = (short: string, full: string): boolean => {
  if (fullNamesOf(short).has(full)) return true;
  if (
    short.length >= SHORTEST_PREFIX &&
    full.startsWith(short) &&
    full.length - short.length >= 2 &&
    !OTHER_NAME.has(full.slice(short.length)) &&
    fullNamesOf(short).size === 0
  )
    return true;
  const stem = /^(?<stem>.{2,})(?:inh[ao]s?|zinh[ao]|it[ao])$/u.exec(short)?.groups?.["stem"];
  if (
    stem !== undefined &&
    stem.length >= 2 &&
    (full === `${stem}a` ||
      full === `${stem}o` ||
      (stem.length >= SHORTEST_PREFIX && full.startsWith(stem)))
  )
    return true;
  const pet = /^(?<stem>.+)(?:i|y|ie)$/u.exec(short)?.groups?.["stem"];
  return (
    pet !== undefined &&
    pet.length >= PET_NAME_STEM &&
    full.startsWith(pet) &&
    full.length - pet.length >= SHORTEST_PREFIX
  );
};

/** Whether two given names, folded, are forms of one. */
export const givenNamesAlike = (a: string, b: string): boolean => {
  if (a === b || (a.length > 2 && b.length > 2 && bySound(a) === bySound(b))) return true;
  return a.length <= b.length ? isFormOf(a, b) || isFormOf(b, a) : isFormOf(b, a) || isFormOf(a, b);
};

const peopleAlike = (a: readonly string[], b: readonly string[]): boolean => {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const [givenName, ...others] = shorter;
  const [otherGiven] = longer;
  if (givenName === undefined || otherGiven === undefined) return false;
  const isGivenAlike = givenNamesAlike(givenName, otherGiven);
  return others.length === 0
    ? isGivenAlike || longer.includes(givenName)
    : isGivenAlike && others.every((word) => longer.includes(word));
};

const withoutForms = (name: readonly string[]): string =>
  name.filter((word, i) => (i === 0 && word !== "the") || !LEGAL_FORMS.has(word)).join(" ");

/** "Acme" and "Acme Corp": without its legal form; not "Orion Tech" and "Orion Labs". */
const organizationsAlike = (a: readonly string[], b: readonly string[]): boolean => {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return (
    shorter.length < longer.length &&
    longer.slice(0, shorter.length).join(" ") === shorter.join(" ") &&
    withoutForms(longer) === withoutForms(shorter)
  );
};

/** "Austin" of "Austin, Texas". */
const townOf = (place: string): string => place.replace(/,.*$/su, "");

/**
 * Whether two names may well be those of one entity, by rules alone: accents and case folded, parts
 * of a full name, short forms and beginnings of three letters or more for people, legal forms for
 * organizations, "Austin" and "Austin, Texas" for places. A doubtful pair is two: Maria and Mario,
 * Ana Lima and Ana Costa, Java and JavaScript.
 */
export const namesAlike = (a: string, b: string, type: string | null = null): boolean => {
  const [foldedA, foldedB] = [foldName(a), foldName(b)];
  if (foldedA === "" || foldedB === "") return false;
  if (foldedA === foldedB || canonicalName(foldedA) === canonicalName(foldedB)) return true;
  if (foldedA.length > 3 && foldedA.replace(/[ .-]/gu, "") === foldedB.replace(/[ .-]/gu, ""))
    return true;
  const [wordsA, wordsB] = [nameWords(foldedA), nameWords(foldedB)];
  if (type === "person" || type === "pet") return peopleAlike(wordsA, wordsB);
  if (type === "place")
    return a.includes(",") !== b.includes(",") && foldName(townOf(a)) === foldName(townOf(b));
  return organizationsAlike(wordsA, wordsB);
};
