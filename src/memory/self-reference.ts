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

/** Bare words for somebody seen from the speaker: as the name of an entity they mean the speaker's side of the matter (seed 004). */
const RELATIONSHIP_TERMS = new Set(
  (
    "wife husband spouse partner girlfriend boyfriend fiance fiancee sister brother sibling mother father mom mum dad parent son daughter child friend best friend roommate colleague coworker boss manager neighbour neighbor cousin uncle aunt nephew niece grandmother grandfather " +
    "esposa marido namorada namorado noiva noivo irma irmao mae pai filha filho amiga amigo chefe colega prima primo tia tio avo"
  )
    .split(" ")
    .concat("best friend", "melhor amigo", "melhor amiga"),
);

/** Whether a name, standing alone, means the one who speaks: a pronoun of the first person or a bare relationship term. */
export const meansSpeaker = (name: string): boolean => {
  const folded = foldName(name);
  return PRONOUNS.has(folded) || RELATIONSHIP_TERMS.has(folded);
};

const THE_USER = new Set(["user", "me"]);

/** Whether a name that a reader is given means the user, by whatever name the user goes: `user`, `me`. */
export const namesTheUser = (name: string): boolean => THE_USER.has(foldName(name));

const WHOSE = /\p{L}['’]s?\s+\p{Ll}|^\p{Ll}[\p{Ll}\s-]*\sd[aeo]s?\s+\S/u;

/** Whether a name only tells whose somebody is: `Rafael's sister`, `irmã de Rafael`. It is nobody's short or full form, least of all Rafael's. */
export const tellsWhose = (name: string): boolean => WHOSE.test(name);

const HINT = /^(.+?)\s*\(([^()]{1,80})\)$/u;
const KINSHIP_HINT = /[’']s\s+\p{L}+|\b(?:my|our|meu|minha)\b/iu;

/** `Carol (Rafael's girlfriend)` is Carol, a person: takes a relational hint in brackets off a name. */
export const withoutHint = (
  name: string,
): { readonly name: string; readonly isPerson: boolean } => {
  const parts = HINT.exec(name.trim());
  return parts?.[1] !== undefined && parts[2] !== undefined && KINSHIP_HINT.test(parts[2])
    ? { name: parts[1], isPerson: true }
    : { name: name.trim(), isPerson: false };
};
