import { listedWords } from "../../data/words.ts";
import { snakeCase } from "../../../../language/names.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { namesAlike } from "../../comparison/names-alike.ts";
import { tidy } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { DEPARTMENTS } from "../meaning/role.ts";
import { isKinWord } from "./kin.ts";
import { appositionReplacer, type Apposition } from "./replace-appositions.ts";
import { ownerAt } from "./owners.ts";
import {
  introducesNoun,
  beginsClause,
  isVerbal,
  lastOf,
  textOf,
  tokenAt,
  type Name,
  type Token,
} from "../tokens/token.ts";

const POSTS = listedWords("abbreviated_posts");
const ORGANIZATIONS = listedWords("organizations");
const PEOPLE = listedWords("appositions_people");

const isRoleWord = ({ name, lower }: Token): boolean =>
  name === null && (OCCUPATIONS.has(lower) || POSTS.has(lower));
const initialsOf = (name: string): string => (name.match(/\b\p{L}/gu) ?? []).join("").toLowerCase();

/** Another name of the same entity: "Amazon Web Services (AWS)", but not "Ana (Rome)". */
const readOtherName: Apposition = (tokens, i, { findings, lexicon }) => {
  const token = tokenAt(tokens, i);
  const next = tokenAt(tokens, i + 1);
  const { name } = token;
  if (name === null || token.owns || !next.before.includes("(") || !next.after.includes(")"))
    return null;
  const other = next.name?.name ?? next.text;
  const isSame =
    initialsOf(name.name) === other.toLowerCase() ||
    initialsOf(other) === token.lower ||
    (next.name !== null && namesAlike(name.name, other));
  if (!isSame) return null;
  const [long, short] = other.length > name.name.length ? [other, name.name] : [name.name, other];
  const fullName = findings.entity(long, name.type ?? next.name?.type ?? null, short) ?? long;
  lexicon.gazetteer.add(short, { ...name, name: fullName });
  const after = next.after.replace(/^[)]/u, "");
  return {
    tokens: [{ ...token, text: fullName, name: { ...name, name: fullName }, after }],
    end: i + 2,
  };
};

const LONGEST_ROLE = 12;

/** The position after a description; null if it contains a verb, a pronoun or a time. */
const endOfDescription = (tokens: readonly Token[], from: number): number | null => {
  let end = from;
  while (end < tokens.length && end - from < LONGEST_ROLE) {
    const token = tokenAt(tokens, end);
    const breaks =
      isVerbal(token) ||
      token.part === "pronoun" ||
      token.time !== null ||
      (token.part === "conjunction" && !/^(?:and|&|of)$/u.test(token.lower));
    if (breaks) return null;
    end += 1;
    if (/[,.;:]/u.test(token.after)) break;
  }
  return end === tokens.length || /[,.;]/u.test(tokenAt(tokens, end - 1).after) ? end : null;
};

/**
 * The description after a name: "VP of Engineering" in "Dana Doe, VP of Engineering,". Null if the
 * words after the comma describe nobody, as in "Ana, Tom and I".
 */
const roleAfter = (
  tokens: readonly Token[],
  i: number,
): { readonly role: readonly Token[]; readonly hasRoleWord: boolean } | null => {
  const { name, owns, after } = tokenAt(tokens, i);
  const first = tokenAt(tokens, i + 1);
  if (name === null || name.type === "place" || owns || after !== ",") return null;
  // "I am at Spotify, as an analyst" describes the speaker.
  if (first.part === "none" || first.lower === "as") return null;
  const end = endOfDescription(tokens, i + 1);
  if (end === null) return null;
  const role = tokens.slice(i + 1, end);
  const hasRoleWord = role.some(isRoleWord);
  const hasArticle = /^(?:an?|the|our|my|his|her|their)$/u.test(first.lower);
  const isDescription = hasArticle
    ? role.length > 1
    : hasRoleWord && first.name === null && first.part !== "number";
  const isListed = /^(?:and|&)$/u.test(tokenAt(tokens, end).lower);
  const isInformative = hasRoleWord || (hasArticle && first.lower !== "the" && !isListed);
  return isDescription && isInformative ? { role, hasRoleWord } : null;
};

const isOrganization = ({ name }: Token): boolean =>
  name !== null && name.type !== "place" && name.type !== "person";

/**
 * The organization in a role: "VP of Engineering at Halden". Null if there is none, or for a
 * department.
 */
const organizationOfRole = (role: readonly Token[]): Token | null => {
  const at = role.findIndex(({ lower }) => /^(?:at|of|for)$/u.test(lower));
  const organization = at < 0 ? undefined : role.slice(at + 1).find(isOrganization);
  return organization === undefined || DEPARTMENTS.has(organization.lower) ? null : organization;
};

/** Reads a role after a name: "Dana Doe, VP of Engineering at Halden, …". */
const readRoleAfterName: Apposition = (tokens, i, discourse, confidence) => {
  const { findings } = discourse;
  const token = tokenAt(tokens, i);
  const description = roleAfter(tokens, i);
  if (description === null || token.name === null) return null;
  const { role, hasRoleWord } = description;
  const type = token.name.type ?? (hasRoleWord ? "person" : null);
  const name = discourse.note({ ...token.name, type });
  const text = tidy(textOf(role)).replace(/^(?:my|our)\b/iu, `${discourse.speaker}'s`);
  const value = text.replace(/^(?:(?:an?|the) |.*?'s (?=\p{Ll}))(?:(?:new|current) )?/iu, "");
  findings.fact({
    subject: name,
    text: `${name} is ${text}`,
    confidence,
    category: "STABLE_PREFERENCE",
    ...(hasRoleWord ? { slot: "role", value } : {}),
  });
  const organization = hasRoleWord ? organizationOfRole(role) : null;
  if (organization !== null && organization.name !== null) {
    const employer = findings.entity(organization.name.name, "organization");
    findings.relation(name, "works_at", employer ?? organization.text);
  }
  return { tokens: [{ ...token, after: "" }], end: i + 1 + role.length };
};

/** A title before a name. */
interface Title {
  /** Null for "the CTO Dana", which names no owner. */
  readonly owner: string | null;
  readonly words: readonly Token[];
  readonly noun: Token;
  /** The position of the name. */
  readonly at: number;
}

const LONGEST_TITLE = 4;

/** The words of a title from `from`: nouns and adjectives, with a comma only after the last. */
const titleWords = (tokens: readonly Token[], from: number): readonly Token[] => {
  let end = from;
  for (; end - from < LONGEST_TITLE; end += 1) {
    const { part, name, owns, after } = tokenAt(tokens, end);
    if ((part !== "noun" && part !== "adjective") || name !== null || owns) break;
    if (after === ",") return tokens.slice(from, part === "noun" ? end + 1 : end);
    if (after !== "") break;
  }
  const last = tokenAt(tokens, end);
  const closes = last.after === "," && last.part === "noun" && last.name === null && !last.owns;
  return tokens.slice(from, closes ? end + 1 : end);
};

const isTitleNoun = (noun: Token): boolean => isRoleWord(noun) || PEOPLE.has(noun.lower);

/**
 * Whether a noun may be the title of a name: "my doctor Ana", but not "my sister Ana" or "our house
 * Ana".
 */
const mayTitle = (noun: Token, name: Name, hasOwner: boolean): boolean => {
  if (noun.part !== "noun" || (isKinWord(noun.lower) && hasOwner)) return false;
  if (!hasOwner) return isTitleNoun(noun) && !/^\p{Lu}\p{Ll}/u.test(noun.text);
  return name.type !== "person" || isTitleNoun(noun) || ORGANIZATIONS.has(noun.lower);
};

/**
 * Whether the name ends the phrase: "our CTO, Dana Doe,", but not "my Acme office". Without a
 * comma, it does only in a subject: "our CTO, Dana left", but not "I saw the vet, Milo is fine".
 */
const closesTitle = (noun: Token, nameToken: Token, next: Token, isSubject: boolean): boolean => {
  if (noun.after !== ",") return nameToken.after !== "" || !/^(?:noun|proper)$/u.test(next.part);
  const isFollowed = isSubject && isTitleNoun(noun) && isVerbal(next);
  return nameToken.after === "," || next.part === "none" || isFollowed;
};

/** The title before a name: "our CTO, Dana Doe", "my company Acme". Null if there is none. */
const titleBefore = (tokens: readonly Token[], i: number, discourse: Discourse): Title | null => {
  const { lower } = tokenAt(tokens, i);
  const hasOwner = lower !== "the";
  const owner = hasOwner ? ownerAt(tokens, i, discourse) : { name: null, next: i + 1 };
  if (owner === null || lower === "its") return null;
  const words = titleWords(tokens, owner.next);
  const at = owner.next + words.length;
  const noun = lastOf(words);
  const nameToken = tokenAt(tokens, at);
  if (
    nameToken.name === null ||
    nameToken.owns ||
    nameToken.span?.kind === "term" ||
    nameToken.before !== ""
  )
    return null;
  return mayTitle(noun, nameToken.name, hasOwner) &&
    closesTitle(noun, nameToken, tokenAt(tokens, at + 1), beginsClause(tokens, i))
    ? { owner: owner.name, words, noun, at }
    : null;
};

/** The type of the name, by its title. */
const typeByTitle = (noun: Token, { type }: Name): string | null => {
  if (isRoleWord(noun) || (PEOPLE.has(noun.lower) && type === "person")) return "person";
  if (ORGANIZATIONS.has(noun.lower)) return "organization";
  return type ?? (/^(?:project|product)$/u.test(noun.lower) ? noun.lower : null);
};

/** The slot that a title names: the gym of "our gym, FitHouse". Null if it is none. */
const slotOfTitle = (title: string, { vocabulary }: Discourse): string | null => {
  const slot = vocabulary.canonicalSlot(title, "person");
  return vocabulary.definition(slot) === null ? null : slot;
};

/** Reads a title before a name: "the CTO Dana Doe", "our CTO, Dana Doe,", "my company Acme". */
const readTitle: Apposition = (tokens, i, discourse, confidence) => {
  const { findings } = discourse;
  const foundTitle = titleBefore(tokens, i, discourse);
  const nameToken = tokenAt(tokens, foundTitle?.at ?? -1);
  if (foundTitle === null || nameToken.name === null) return null;
  const { owner, noun } = foundTitle;
  const title = tidy(textOf(foundTitle.words));
  const type = typeByTitle(noun, nameToken.name);
  const name = discourse.note({ ...nameToken.name, type });
  const fact = { subject: name, confidence, category: "STABLE_PREFERENCE" } as const;
  if (owner === null) {
    const value = title.replace(/^(?:new|current) /iu, "");
    findings.fact({ ...fact, text: `${name} is the ${title}`, slot: "role", value });
  } else {
    findings.entity(owner, null);
    const slot = type === "person" ? null : slotOfTitle(title, discourse);
    findings.fact(
      slot === null
        ? { ...fact, text: `${name} is ${owner}'s ${title}` }
        : { ...fact, subject: owner, text: `${owner}'s ${title} is ${name}`, slot, value: name },
    );
    if (/^(?:company|employer|firm)$/u.test(noun.lower)) findings.relation(owner, "works_at", name);
    else findings.relation(name, `${snakeCase(title)}_of`, owner);
  }
  const after = nameToken.after.replace(/^,$/u, "");
  const alone = { ...nameToken, name: { ...nameToken.name, name, type }, after };
  return { tokens: [alone], end: foundTitle.at + 1 };
};

const OF_AGE = listedWords("appositions_of_age");
/** Reads a name after "one": "the younger one, Kojo, is at school" is about Kojo. */
const readNameOfOne: Apposition = (tokens, i, { note }) => {
  const first = tokenAt(tokens, i);
  const at = [1, 2].map((n) => i + n).find((n) => tokenAt(tokens, n).lower === "one") ?? -1;
  const name = tokenAt(tokens, at + 1);
  const isOf = introducesNoun(first);
  if (at < 0 || !isOf || tokenAt(tokens, at).after !== "," || name.name === null) return null;
  if (name.after !== "," || name.owns || name.name.type === "place") return null;
  const isAged = OF_AGE.has(tokenAt(tokens, at - 1).lower);
  const type = name.name.type ?? (isAged ? "person" : null);
  const typedName = { ...name.name, type };
  return {
    tokens: [{ ...name, name: { ...typedName, name: note(typedName) }, after: "" }],
    end: at + 2,
  };
};

/** Adds the facts of the appositions, and leaves only the names in the tokens. */
export const readAppositions = appositionReplacer([
  readOtherName,
  readRoleAfterName,
  readTitle,
  readNameOfOne,
]);
