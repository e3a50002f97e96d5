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
 * Words for somebody in relation to the speaker. An entity named by such a word alone stands for
 * the speaker, since nobody else is known of it.
 */
const RELATIONSHIP_TERMS = new Set(
  (
    "wife husband spouse partner girlfriend boyfriend fiance fiancee sister brother sibling mother father mom mum dad parent son daughter child friend best friend roommate colleague coworker boss manager neighbour neighbor cousin uncle aunt nephew niece grandmother grandfather " +
    "esposa marido namorada namorado noiva noivo irma irmao mae pai filha filho amiga amigo chefe colega prima primo tia tio avo"
  )
    .split(" ")
    .concat("best friend", "melhor amigo", "melhor amiga"),
);

/**
 * Whether a name by itself means the speaker: a pronoun of the first person, or a bare word such as
 * "wife".
 */
export const meansSpeaker = (name: string): boolean => {
  const foldedName = foldName(name);
  return PRONOUNS.has(foldedName) || RELATIONSHIP_TERMS.has(foldedName);
};

const NAMES_OF_THE_USER = new Set(["user", "me"]);

/** Whether a name in a query means the user, whatever the user is called: `user`, `me`. */
export const namesTheUser = (name: string): boolean => NAMES_OF_THE_USER.has(foldName(name));

const POSSESSIVE_NAME = /\p{L}['’]s?\s+\p{Ll}|^\p{Ll}[\p{Ll}\s-]*\sd[aeo]s?\s+\S/u;

/**
 * Whether a name only describes somebody by another's name: `Rafael's sister`, `irmã de Rafael`.
 * Such a name is no short or full form of any name, least of all of Rafael's.
 */
export const isPossessiveName = (name: string): boolean => POSSESSIVE_NAME.test(name);

const BRACKETED_HINT = /\((?<hint>[^()]{1,80})\)$/u;
const KINSHIP_HINT = /[’']s\s+\p{L}+|\b(?:my|our|meu|minha)\b/iu;

/**
 * A name without the relation that follows in brackets: `Carol (Rafael's girlfriend)` is Carol, and
 * a person.
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
