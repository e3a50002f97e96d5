import { foldName, nameWords } from "../../memory/names.ts";
import { fullNamesOf } from "./data/diminutives.ts";
import { words } from "./data/words.ts";
import { canonicalName } from "./data/other-names.ts";

/** Words that a name of an organization may carry or leave out. */
const LEGAL_FORMS =
  words(`inc corp corporation ltd limited llc gmbh co company tech technologies technology group holdings plc ag bv sa s.a. ltda labs
  systems solutions software university bank the`);
/** Endings that make another given name of one: Carlo and Carlos, Maria and Mariana, Leo and Leon. */
const OTHER_NAME = words(
  "a o e i s n as os us is es ia io na no ana ano ina ino ine ene elle ette ella eta ela el la lo ta to us an on ora",
);
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
  const [given, ...others] = shorter;
  if (given === undefined) return false;
  if (shorter.length === 1) return givenNamesAlike(given, longer[0]!) || longer.includes(given);
  return givenNamesAlike(given, longer[0]!) && others.every((word) => longer.includes(word));
};

const withoutForms = (name: readonly string[]): string =>
  name.filter((word, i) => (i === 0 && word !== "the") || !LEGAL_FORMS.has(word)).join(" ");

/** A short name that has lost its legal form only: "Acme" and "Acme Corp", but not "Orion Tech" and "Orion Labs". */
const organizationsAlike = (a: readonly string[], b: readonly string[]): boolean => {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return (
    shorter.length < longer.length &&
    longer.slice(0, shorter.length).join(" ") === shorter.join(" ") &&
    withoutForms(longer) === withoutForms(shorter)
  );
};

/**
 * Whether two names may well be those of one entity, by rules alone: accents and case folded, parts of a full name, short forms and
 * beginnings of three letters or more for people, legal forms for organizations, "Austin" and "Austin, Texas" for places. A
 * doubtful pair is two: Maria and Mario, Ana Lima and Ana Costa, Java and JavaScript.
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
    return (
      foldName(a.split(",")[0]!) === foldName(b.split(",")[0]!) &&
      a.includes(",") !== b.includes(",")
    );
  return organizationsAlike(wordsA, wordsB);
};
