import { listedWords } from "../data/words.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import { fullNamesOf, canonicalName } from "./other-names.ts";

export interface NameCandidate {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Types without information, which agree with any other type. */
const OPEN_TYPES = new Set(["concept", "unknown", "entity", ""]);
const typesAgree = (a: string, b: string): boolean =>
  a === b || OPEN_TYPES.has(a) || OPEN_TYPES.has(b);

/**
 * The id of the candidate that a name means, by rules about names alone. Null if there is none or
 * more than one: a wrong merge costs more than a missed one.
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

/** Legal forms, which a name of an organization may include or omit. */
const LEGAL_FORMS = listedWords("legal_forms");
/** Endings that make a different given name: Carlo and Carlos, Maria and Mariana, Leo and Leon. */
const OTHER_NAME = listedWords("other_name");
const SHORTEST_PREFIX = 3;
const PET_NAME_STEM = 4;

/**
 * The name with one spelling for each sound: Thiago and Tiago, Jon and John, Carolyne and Caroline.
 */
const bySound = (word: string): string =>
  word
    .replace(/ph/gu, "f")
    .replace(/(?<!^)h|(?<=t)h/gu, "")
    .replace(/y/gu, "i")
    .replace(/^k/u, "c");

/**
 * Whether a given name is a short form or a pet name of another: Alex of Alexander, Aninha of Ana.
 */
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

/** Whether two folded given names are forms of the same name. */
const givenNamesAlike = (a: string, b: string): boolean => {
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

/**
 * Whether two names of organizations differ only in the legal form: "Acme" and "Acme Corp", but not
 * "Orion Tech" and "Orion Labs".
 */
const organizationsAlike = (a: readonly string[], b: readonly string[]): boolean => {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return (
    shorter.length < longer.length &&
    longer.slice(0, shorter.length).join(" ") === shorter.join(" ") &&
    withoutForms(longer) === withoutForms(shorter)
  );
};

/** The town in a place: "Austin" in "Austin, Texas". */
const townOf = (place: string): string => place.replace(/,.*$/su, "");

/**
 * Whether two names may belong to the same entity, by rules alone. Case and accents are folded.
 * People match by parts of a full name, short forms and prefixes of three letters or more;
 * organizations without legal forms; places without the region ("Austin" and "Austin, Texas"). A
 * doubtful pair does not match: Maria and Mario, Ana Lima and Ana Costa, Java and JavaScript.
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
