import { PHRASES } from "../../data/expressions.ts";
import {
  LONGEST_KIN_TERM,
  kinTerm,
  kinTermOfPlural,
  relativeName,
  slotOfKin,
  type KinTerm,
} from "../../data/kinship.ts";
import { UNDATED, type Validity } from "../../dates/validity.ts";
import { correctedBy } from "../../extraction/corrected-facts.ts";
import type { Confidence } from "../../extraction/findings.ts";
import type { Discourse } from "../discourse.ts";
import { tokenAt, type Token } from "../tokens/token.ts";

/** A relative by the role, whose name may be unknown: `my wife`. */
export interface RelativeRole {
  readonly owner: string;
  readonly term: KinTerm;
}

/** A kinship term among the tokens of a sentence. */
export interface KinMatch {
  readonly term: KinTerm;
  readonly plural: boolean;
  /** The position of the term, and the position after it. */
  readonly at: number;
  readonly end: number;
  readonly last: Token;
}

const MODIFIERS = PHRASES.one("modifiers");

/** Whether the words refer to another time: "my old manager", "my former wife". */
const isOfAnotherTime = (before: readonly Token[]): boolean =>
  before.some(({ lower }) => /^(?:old|former|previous|then|late|first|next)$/u.test(lower));

/** Maximum number of describing words before a term: "her lovely older sister". */
const MOST_MODIFIERS = 2;

const termOf = (run: readonly Token[]): { term: KinTerm; plural: boolean } | null => {
  if (run.slice(0, -1).some(({ after, owns }) => after !== "" || owns)) return null;
  const text = run.map(({ lower }) => lower).join(" ");
  const singular = kinTerm(text);
  if (singular !== undefined) return { term: singular, plural: false };
  const plural = kinTermOfPlural(text);
  return plural === undefined ? null : { term: plural, plural: true };
};

/** Words that are not a breed of a pet: "my guide dog", "her toy dog", "my hot dog". */
const NO_BREED =
  /^(?:guide|service|assistance|therapy|police|toy|stuffed|hot|dream|top|virtual|robot|favou?rite|former|old|previous|late|first|next|ex|future)$/u;

/**
 * Whether the word at `at` gives the kind of the pet after it: "corn snake", "rescue greyhound".
 */
const isKindOfPet = (tokens: readonly Token[], at: number): boolean => {
  const next = tokenAt(tokens, at + 1);
  return (
    !NO_BREED.test(tokenAt(tokens, at).lower) &&
    next.part === "noun" &&
    (kinTerm(next.lower) ?? kinTermOfPlural(next.lower))?.type === "pet"
  );
};

/** Whether the term stands alone: "my eldest Tom", "my youngest is", but not "my eldest car". */
const standsAlone = (tokens: readonly Token[], end: number): boolean =>
  !/^(?:noun|adjective|number|gerund)$/u.test(tokenAt(tokens, end).part) &&
  !tokenAt(tokens, end - 1).owns;

/**
 * The longest term from `from`, after describing words: "older sister". Null if there is none, or
 * if the relative belongs to another time.
 */
export const kinAt = (tokens: readonly Token[], from: number): KinMatch | null => {
  for (let at = from; at < tokens.length && at <= from + MOST_MODIFIERS; at += 1) {
    for (let end = Math.min(at + LONGEST_KIN_TERM, tokens.length); end > at; end -= 1) {
      const match = termOf(tokens.slice(at, end));
      const describes =
        end === at + 1 &&
        (MODIFIERS.test(tokenAt(tokens, at).lower) ||
          (match?.term.type === "pet" && isKindOfPet(tokens, at)));
      if (match !== null && (!describes || standsAlone(tokens, end)))
        return match.term.slot !== null && isOfAnotherTime(tokens.slice(from, at))
          ? null
          : { ...match, at, end, last: tokenAt(tokens, end - 1) };
    }
    const token = tokenAt(tokens, at);
    const isBreed = /^(?:noun|adjective)$/u.test(token.part) && isKindOfPet(tokens, at);
    if ((!MODIFIERS.test(token.lower) && !isBreed) || token.after !== "" || token.owns) return null;
  }
  return null;
};

/** The term in "two older sisters"; null if other words than describing ones precede it. */
export const kinOfPlural = (attribute: string): KinTerm | null => {
  const parts = attribute.toLowerCase().split(" ");
  const at = parts.findIndex((_, i) => kinTermOfPlural(parts.slice(i).join(" ")) !== undefined);
  return at >= 0 && parts.slice(0, at).every((word) => MODIFIERS.test(word))
    ? (kinTermOfPlural(parts.slice(at).join(" ")) ?? null)
    : null;
};

export const isKinWord = (word: string): boolean => kinTerm(word) !== undefined;

/**
 * The last mentioned relative without a name, to whom "her name is …" refers; null if there is
 * none.
 */
export const unnamedRelative = ({ conversation }: Discourse): RelativeRole | null => {
  const { unnamed } = conversation;
  const term =
    unnamed === null ? undefined : (kinTerm(unnamed.term) ?? kinTermOfPlural(unnamed.term));
  return unnamed === null || term === undefined ? null : { owner: unnamed.owner, term };
};

/** The relative without a name whom a pronoun means; null if it means somebody else. */
export const meantRelative = (
  person: string,
  { conversation: { people, lastObject } }: Discourse,
): RelativeRole | null => {
  const { nameless } = people.find(({ name }) => name === person) ?? {};
  // "My neighbour showed me the kittens. He is called Pixel": it is not sure who.
  const isSure = !lastObject.some(({ lower }) => kinTerm(lower) ?? kinTermOfPlural(lower));
  const term = nameless && isSure ? kinTerm(nameless.term) : undefined;
  return nameless === undefined || term === undefined ? null : { owner: nameless.owner, term };
};

/** Titles that show that "My supervisor is Professor Keane" is about studies, not about a boss. */
const ACADEMIC_TITLE = /^(?:Professor|Prof|Dr)\b/u;
const termOfHolder = ({ term, name }: { readonly term: KinTerm; readonly name: string }): KinTerm =>
  term.label === "supervisor" && ACADEMIC_TITLE.test(name)
    ? { ...term, slot: "academic_supervisor" }
    : term;

/**
 * Adds a relative of somebody, and returns their name. If the slot has a single value, the owner is
 * the subject, so that a new value replaces the old one. The same applies if the sentence is about
 * the role (`asRole`: "My dog is Rex", "My dog has changed to Max"), even if there may be several.
 */
export const addRelative = (
  discourse: Discourse,
  relative: RelativeRole & {
    readonly name: string;
    readonly alias?: string | undefined;
    readonly gender?: "female" | "male" | null;
    readonly confidence: Confidence;
    readonly action?: "NEW" | "UPDATE";
    readonly asRole?: boolean;
    /** Whether the sentence states something else, and names the relative in passing. */
    readonly inPassing?: boolean;
    readonly validity?: Validity;
  },
): string => {
  const { findings } = discourse;
  const { owner, confidence } = relative;
  const term = termOfHolder(relative);
  findings.entity(owner, "person");
  const name = findings.entity(relative.name, term.type, relative.alias) ?? relative.name;
  const kinName = relativeName(owner, term);
  if (term.lasting) findings.entity(name, term.type, kinName);
  const category = term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE";
  const action = relative.action ?? "NEW";
  const claim = slotOfKin(term, discourse.vocabulary);
  const isAboutRelative = term.slot === null && relative.asRole !== true;
  const subject = isAboutRelative && claim === null ? name : owner;
  const text = isAboutRelative ? `${name} is ${kinName}` : `${kinName} is ${name}`;
  const value = isAboutRelative && claim === null ? null : name;
  const { validity = UNDATED } = relative;
  const slot = claim?.slot ?? null;
  // "My sister Niamh is allergic to nuts, not Orla" does not reject the sister.
  const isRejected = relative.inPassing === true && discourse.conversation.wrong !== null;
  const corrects = isRejected ? null : correctedBy({ subject, slot, value }, discourse);
  findings.fact({
    subject,
    text,
    confidence,
    category,
    action,
    value,
    validity,
    corrects,
    ...claim,
  });
  findings.relation(owner, term.slot === "spouse" ? "spouse_of" : term.relation, name);
  discourse.conversation.relate(owner, term, name);
  discourse.conversation.forget(kinName);
  discourse.conversation.mention({ name, gender: term.gender ?? relative.gender ?? null });
  if (term.type === "pet") discourse.conversation.lastThing = { name, type: term.type };
  discourse.lexicon.gazetteer.add(relative.name, { name, type: term.type, gender: term.gender });
  return name;
};
