import { listedWords } from "../../data/words.ts";
import {
  ACRONYMS,
  CALENDAR,
  DEMONYMS,
  FIRMS,
  NOT_NAMES,
  TECHNOLOGIES,
} from "../../data/word-sets.ts";
import { isCapitalised } from "../../text/tidy.ts";
import { unmask } from "../../text/protected-spans.ts";
import type { Lexicon } from "./lexicon.ts";
import { isOrdinary } from "./proper-words.ts";
import type { Tagger } from "./tagger.ts";
import { NO_TOKEN, type Name, type Token } from "./token.ts";

const ORGANIZATION_ENDING = listedWords("organization_ending");
const ORGANIZATION_OPENING = listedWords("organization_opening");
const PLACE_ENDING = listedWords("place_ending");
const PLACE_OPENING = listedWords("place_opening");

const PLACE_TAGS = ["City", "Country", "Region"];
const PERSON_TAGS = ["FirstName", "Person", "MaleName", "FemaleName", "Honorific"];

/**
 * Whether a name consists of ordinary words, so that its first word does not show the type: "Leeds
 * General Infirmary", "Halvorsen Shipping".
 */
const isOfWords = (parts: readonly string[], tagger: Tagger): boolean => {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const isGivenName = /FirstName|MaleName|FemaleName/u.test(tagger.lookUp(first) ?? "");
  return parts.length > 1 && !isGivenName && !PLACE_ENDING.has(last) && isOrdinary(last, tagger);
};

/** The type of a name, by its words and their tags; null if unknown. */
const typeOfName = (name: string, tags: ReadonlySet<string>, tagger: Tagger): string | null => {
  const lower = name.toLowerCase();
  const parts = lower.replace(/[.,]/gu, "").split(" ");
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  const several = parts.length > 1;
  if (FIRMS.has(lower)) return "organization";
  if (TECHNOLOGIES.has(lower)) return "product";
  if (several && (ORGANIZATION_ENDING.has(last) || ORGANIZATION_OPENING.has(first)))
    return "organization";
  if (isOfWords(parts, tagger)) return null;
  if (PLACE_TAGS.some((tag) => tags.has(tag))) return "place";
  if (PERSON_TAGS.some((tag) => tags.has(tag))) return "person";
  if (tags.has("Place") || (several && (PLACE_ENDING.has(last) || PLACE_OPENING.has(first))))
    return "place";
  if (tags.has("Organization") && !tags.has("Acronym")) return "organization";
  return TECHNOLOGIES.has(last) ? "product" : null;
};

const genderOfName = (tags: ReadonlySet<string>): "female" | "male" | null =>
  tags.has("FemaleName") ? "female" : tags.has("MaleName") ? "male" : null;

/** A token with the tags of the tagger, which show the type of a name. */
export interface TaggedToken extends Token {
  readonly end: number;
  readonly tags: ReadonlySet<string>;
  /** The ending of a possessive: "'s", or "'" after an s. */
  readonly possessive: string;
}

const NO_TAGGED_TOKEN: TaggedToken = { ...NO_TOKEN, end: -1, tags: new Set(), possessive: "" };
const at = (tokens: readonly TaggedToken[], i: number): TaggedToken => tokens[i] ?? NO_TAGGED_TOKEN;

const CONNECTORS = listedWords("connectors");
const TAKES_OF = listedWords("takes_of");
const POSTS = listedWords("posts");
const HONORIFICS = listedWords("honorifics");
/** Nouns for things that are named after a founder or a saint: "St. Mary's Hospital". */
const NAMED_AFTER = listedWords("named_after");
const LONGEST_NAME = 7;

const isQuote = ({ span }: Token): boolean => span?.kind === "quote";

/** Whether a number is part of a name: "Apollo 11", but not "Orion 2024" or "Orion 3 times". */
const isNumberOfName = (token: Token, next: Token): boolean =>
  token.part === "number" &&
  token.span?.kind !== "money" &&
  /^\d{1,4}$/u.test(token.text) &&
  !/^(?:19|20)\d\d$/u.test(token.text) &&
  next.part !== "noun";

/**
 * Whether a capitalised word is part of a name: "Orion Labs", "Halden QA", but not "Orion CEO" or
 * "Orion He".
 */
const isCapitalOfName = (token: Token): boolean =>
  isCapitalised(token.text) &&
  token.time === null &&
  !CALENDAR.has(token.lower) &&
  (ACRONYMS.has(token.lower)
    ? !POSTS.has(token.lower)
    : !NOT_NAMES.has(token.lower) && token.part !== "pronoun");

/**
 * The number of words that a connector at `i` adds to a name: "University of São Paulo", "Ana de la
 * Cruz".
 */
const lengthOverConnector = (tokens: readonly TaggedToken[], from: number, i: number): number => {
  const connector = at(tokens, i);
  const next = at(tokens, i + 1);
  if (!CONNECTORS.has(connector.lower) || connector.after !== "") return 0;
  const joinsTitle = connector.lower === "of" || connector.lower === "the";
  const isTitle = TAKES_OF.has(at(tokens, from).lower) || TAKES_OF.has(at(tokens, i - 1).lower);
  if (joinsTitle && !isTitle) return 0;
  if (next.part === "proper" || (connector.lower === "&" && isCapitalOfName(next))) return 2;
  const over =
    CONNECTORS.has(next.lower) && next.after === "" && at(tokens, i + 2).part === "proper";
  return over ? 3 : 0;
};

/** The number of words from `i` that belong to the name that begins at `from`. */
const lengthOfMore = (tokens: readonly TaggedToken[], from: number, i: number): number => {
  const previous = at(tokens, i - 1);
  const token = at(tokens, i);
  if (token.part === "none" || previous.after !== "") return 0;
  if (previous.owns) return isCapitalised(token.text) && NAMED_AFTER.has(token.lower) ? 1 : 0;
  if (token.before !== "" || isQuote(previous) || isQuote(token)) return 0;
  return token.part === "proper" ||
    isNumberOfName(token, at(tokens, i + 1)) ||
    token.span?.kind === "version" ||
    isCapitalOfName(token)
    ? 1
    : lengthOverConnector(tokens, from, i);
};

const endOfName = (tokens: readonly TaggedToken[], from: number, minimum: number): number => {
  let end = minimum;
  for (let more = lengthOfMore(tokens, from, end); more > 0; more = lengthOfMore(tokens, from, end))
    end += more;
  return end;
};

const join = (first: TaggedToken, rest: readonly TaggedToken[]): TaggedToken => {
  let whole = first;
  for (const token of rest)
    whole = {
      ...whole,
      text: `${whole.text}${whole.possessive}${whole.after} ${token.before}${token.text}`,
      after: token.after,
      end: token.end,
      owns: token.owns,
      possessive: token.possessive,
      tags: new Set([...whole.tags, ...token.tags]),
    };
  return { ...whole, lower: whole.text.toLowerCase() };
};

/** Whether the word at `i` is the head of a compound: "insurance" in "car insurance". */
const isHeadOfCompound = (tokens: readonly TaggedToken[], i: number): boolean => {
  const before = at(tokens, i - 1);
  return i > 0 && before.part === "noun" && before.after === "" && !before.owns;
};

/**
 * The longest known name that begins at `i`: "orion tech" if Orion Tech is known. Null if there is
 * none.
 */
const knownName = (
  tokens: readonly TaggedToken[],
  i: number,
  { gazetteer }: Lexicon,
): { readonly length: number; readonly name: Name } | null => {
  const first = at(tokens, i);
  if (first.time !== null || !gazetteer.begins(first.text)) return null;
  for (let length = Math.min(LONGEST_NAME, tokens.length - i); length > 0; length -= 1) {
    const run = tokens.slice(i, i + length);
    if (run.slice(0, -1).some(({ after, owns }) => after !== "" || owns)) continue;
    const text = run.map((token) => token.text).join(" ");
    const name = gazetteer.get(text);
    if (length === 1 && name && !/\p{Lu}/u.test(name.name) && isHeadOfCompound(tokens, i))
      return null;
    // A short common word is a name only with a capital.
    if (name && (length > 1 || isCapitalised(text) || (first.part === "noun" && text.length > 3)))
      return { length, name };
  }
  return null;
};

const nameOf = (whole: TaggedToken, { spans, tagger }: Lexicon): Name => {
  const name = unmask(whole.text, spans);
  return isQuote(whole)
    ? { name: name.slice(1, -1), type: null, gender: null }
    : { name, type: typeOfName(name, whole.tags, tagger), gender: genderOfName(whole.tags) };
};

const REGION_TAGS = ["Region", "Country", "Place"];
const isRegion = ({ part, text, tags }: TaggedToken): boolean =>
  /^[A-Z]{2}$/u.test(text) || (part === "proper" && REGION_TAGS.some((tag) => tags.has(tag)));

/**
 * The number of words before a name that belong to it: "Dr." in "Dr. van der Berg", "Canadian" in
 * "Canadian Tire". 0 for "a dr. who helped" and "Canadian winters".
 */
const lengthOfLead = (tokens: readonly TaggedToken[], i: number): number => {
  const token = at(tokens, i);
  if (!isCapitalised(token.text)) return 0;
  if (DEMONYMS.has(token.lower))
    return token.after === "" && at(tokens, i + 1).part === "proper" ? 1 : 0;
  if (!HONORIFICS.has(token.lower) || !/^\.?$/u.test(token.after)) return 0;
  let end = i + 1;
  while (CONNECTORS.has(at(tokens, end).lower) || HONORIFICS.has(at(tokens, end).lower)) end += 1;
  const next = at(tokens, end);
  return next.part === "proper" || isCapitalised(next.text) ? end - i : 0;
};

/**
 * The token without ownership if the possessive is part of the name and no noun follows: "at Saint
 * Bede's", the name of a school.
 */
const withWholeName = (whole: TaggedToken, { name }: Name, next: TaggedToken): TaggedToken =>
  whole.owns &&
  name.endsWith(whole.possessive) &&
  !(whole.after === "" && /^(?:noun|adjective)$/u.test(next.part))
    ? { ...whole, text: name, lower: name.toLowerCase(), owns: false, possessive: "" }
    : whole;

/** The name that begins at `i`, and the position after it; null if no name begins there. */
const nameFrom = (
  tokens: readonly TaggedToken[],
  i: number,
  lexicon: Lexicon,
): { readonly token: TaggedToken; readonly end: number } | null => {
  const first = at(tokens, i);
  const nameMatch = knownName(tokens, i, lexicon);
  const lead = nameMatch === null ? lengthOfLead(tokens, i) : 0;
  // "Baker & Finch": a common noun with a partner is a name.
  const hasPartner =
    isCapitalOfName(first) && first.after === "" && at(tokens, i + 1).lower === "&";
  if (nameMatch === null && lead === 0 && first.part !== "proper" && !hasPartner) return null;
  const end = endOfName(tokens, i, i + (nameMatch?.length ?? lead + 1));
  const whole = join(first, tokens.slice(i + 1, end));
  const name =
    nameMatch !== null && end === i + nameMatch.length ? nameMatch.name : nameOf(whole, lexicon);
  if (name.type !== "place" || whole.after !== "," || !isRegion(at(tokens, end)))
    return { token: { ...withWholeName(whole, name, at(tokens, end)), part: "proper", name }, end };
  const endOfRegion = endOfName(tokens, end, end + 1);
  const withRegion = join(first, tokens.slice(i + 1, endOfRegion));
  return { token: { ...withRegion, part: "proper", name }, end: endOfRegion };
};

/**
 * The tokens with one token for each name, including `Austin, Texas`. The token has the entity of
 * the name.
 */
export const mergeNames = (
  tokens: readonly TaggedToken[],
  lexicon: Lexicon,
): readonly TaggedToken[] => {
  const mergedTokens: TaggedToken[] = [];
  for (let i = 0; i < tokens.length;) {
    const nameMatch = nameFrom(tokens, i, lexicon);
    mergedTokens.push(nameMatch?.token ?? at(tokens, i));
    i = nameMatch?.end ?? i + 1;
  }
  return mergedTokens;
};
