import { foldName } from "./names.ts";

const PRONOUNS = new Set([
  "i",
  "me",
  "my",
  "mine",
  "myself",
  "we",
  "us",
  "our",
  "ours",
  "ourselves",
  "eu",
  "me",
  "mim",
  "meu",
  "minha",
  "comigo",
  "nos",
  "a gente",
  "yo",
  "mi",
]);

/**
 * Words for people in relation to the speaker. An entity with only such a word as its name means
 * the speaker, because nothing else is known about it.
 */
const RELATIONSHIP_TERMS = new Set(
  (
    "wife husband spouse partner girlfriend boyfriend fiance fiancee sister brother sibling mother father mom mum dad parent son daughter child friend best friend roommate colleague coworker boss manager neighbour neighbor cousin uncle aunt nephew niece grandmother grandfather " +
    "esposa marido namorada namorado noiva noivo irma irmao mae pai filha filho amiga amigo chefe colega prima primo tia tio avo"
  )
    .split(" ")
    .concat("best friend", "melhor amigo", "melhor amiga"),
);

/** Names that look like one of these words without its accent, or in another language. */
const NAMES_TOO = new Set(["Mae", "Tia", "Irma", "Avo"]);

/**
 * Whether a name alone means the speaker: a pronoun of the first person, or a single word such as
 * "wife".
 */
export const meansSpeaker = (name: string): boolean => {
  const foldedName = foldName(name);
  const isTerm = RELATIONSHIP_TERMS.has(foldedName) && !NAMES_TOO.has(name.trim());
  return PRONOUNS.has(foldedName) || isTerm;
};

const NAMES_OF_THE_USER = new Set(["user", "me"]);

/** Whether a name in a query means the user, whatever the name of the user is: `user`, `me`. */
export const namesTheUser = (name: string): boolean => NAMES_OF_THE_USER.has(foldName(name));

const POSSESSIVE_NAME = /\p{L}['’]s?\s+\p{Ll}|^\p{Ll}[\p{Ll}\s-]*\sd[aeo]s?\s+\S/u;

/**
 * Whether a name only describes somebody by the name of another: `Rafael's sister`, `irmã de
 * Rafael`. Such a name is neither a short nor a full form of another name.
 */
export const isPossessiveName = (name: string): boolean => POSSESSIVE_NAME.test(name);

const BRACKETED_HINT = /\((?<hint>[^()]{1,80})\)$/u;
const KINSHIP_HINT = /[’']s\s+\p{L}+|\b(?:my|our|meu|minha)\b/iu;

/**
 * A name without the relation in brackets after it: `Carol (Rafael's girlfriend)` gives the name
 * `Carol` and a person.
 */
export const withoutHint = (
  name: string,
): { readonly name: string; readonly isPerson: boolean } => {
  const whole = name.trim();
  const hintMatch = BRACKETED_HINT.exec(whole);
  const before = whole.slice(0, hintMatch?.index ?? 0).trimEnd();
  return before !== "" && KINSHIP_HINT.test(hintMatch?.groups?.["hint"] ?? "")
    ? { name: before, isPerson: true }
    : { name: whole, isPerson: false };
};
