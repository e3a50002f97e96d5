import { ATTRIBUTES } from "../../data/attributes.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { COMMON_ENDING } from "../tokens/proper-words.ts";
import { withCapital } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { skipAsides } from "../clauses/openings.ts";
import { kinAt, addRelative, type KinMatch } from "./kin.ts";
import { appositionReplacer, type Apposition } from "./replace-appositions.ts";
import { ownerAt } from "./owners.ts";
import {
  beginsClause,
  impliedWord,
  isNaming,
  isVerbal,
  tokenAt,
  type Name,
  type Token,
} from "../tokens/token.ts";

const asName = (token: Token, name: Name, after: string, owns: boolean): Token => ({
  ...token,
  text: name.name,
  lower: name.name.toLowerCase(),
  before: "",
  after,
  owns,
  part: "proper",
  name,
  span: null,
});
const withoutBracket = (after: string): string => after.replace(/^[)\]]/u, "");
const withoutComma = (after: string): string => (after === "," ? "" : after);

/**
 * A name in lower case after a kinship term: "my sister kavya is", but not "my sister city". Null
 * if there is none.
 */
const lowerCaseName = (
  tokens: readonly Token[],
  i: number,
  { lexicon }: Discourse,
  isNamed: boolean,
): Name | null => {
  const token = tokenAt(tokens, i);
  // "my sister jen just moved"
  const next = tokenAt(tokens, skipAsides(tokens, i + 1));
  if (!/^\p{Ll}{3,}$/u.test(token.text)) return null;
  const mayName =
    (token.part === "noun" || token.part === "verb") &&
    !COMMON_ENDING.test(token.lower) &&
    !ATTRIBUTES.has(token.lower);
  if (!isNamed && !mayName) return null;
  const ends =
    token.after !== "" || isVerbal(next) || /^(?:none|conjunction|preposition)$/u.test(next.part);
  const entry = lexicon.tagger.lookUp(token.lower);
  const isGivenName = /FirstName|MaleName|FemaleName|Person/u.test(entry ?? "");
  // "my cat sitter is": a word for somebody who does something, not a name.
  const isUnknownWord =
    entry === undefined && isVerbal(next) && !/(?:er|or|ist)$/u.test(token.lower);
  return ends && (isNamed || isGivenName || isUnknownWord)
    ? { name: withCapital(token.text), type: "person", gender: null }
    : null;
};

/** An occupation that is written like a name: "my partner Dean drives". Null for other words. */
const postAsName = (tokens: readonly Token[], i: number): Name | null => {
  const { text, lower, part, after } = tokenAt(tokens, i);
  const isPost = part === "noun" && OCCUPATIONS.has(lower) && /^\p{Lu}\p{Ll}+$/u.test(text);
  const isClosed = after !== "" || isVerbal(tokenAt(tokens, i + 1)) || i === tokens.length - 1;
  return isPost && isClosed && tokenAt(tokens, i - 1).after === ""
    ? { name: text, type: "person", gender: null }
    : null;
};

/** The name of a relative, and the punctuation after it. */
interface RelativeName {
  readonly name: Name;
  readonly alias?: string | undefined;
  readonly token: Token;
  readonly after: string;
}

/**
 * The name in brackets after a name, for the same person: "Guili (Guilherme Maturana)". The longer
 * one is the name.
 */
const bracketedName = (tokens: readonly Token[], i: number): Name | null => {
  const { name, before, after } = tokenAt(tokens, i);
  return before.includes("(") && after.includes(")") ? name : null;
};

/** The name at `i`, and the position after it; null if there is none. */
const nameAt = (
  tokens: readonly Token[],
  i: number,
  { term }: KinMatch,
  discourse: Discourse,
  isNamed: boolean,
): { readonly relativeName: RelativeName; readonly end: number } | null => {
  const token = tokenAt(tokens, i);
  // "my mother tongue" is an attribute.
  const label = `${tokenAt(tokens, i - 1).lower} ${token.lower}`;
  const isLabel =
    discourse.vocabulary.definition(discourse.vocabulary.canonicalSlot(label)) !== null;
  const name =
    token.name ??
    (isLabel ? null : (lowerCaseName(tokens, i, discourse, isNamed) ?? postAsName(tokens, i)));
  if (name === null || (token.name !== null && token.part !== "proper")) return null;
  // "my daughter Tuva" has a name; "my brother, Berlin is great" has not.
  const isSetOff = tokenAt(tokens, i - 1).after !== "";
  if (name.type === "place" && term.type === "person" && !isNamed && isSetOff) return null;
  const other = bracketedName(tokens, i + 1);
  if (other === null)
    return {
      relativeName: { name: { ...name, type: term.type }, token, after: token.after },
      end: i + 1,
    };
  const [longer, shorter] = other.name.length > name.name.length ? [other, name] : [name, other];
  const after = withoutBracket(tokenAt(tokens, i + 1).after);
  return {
    relativeName: { name: { ...longer, type: term.type }, alias: shorter.name, token, after },
    end: i + 2,
  };
};

/**
 * The names after a kinship term, and the position after them: "named Kavya", "Guili (Guilherme)",
 * "Ana and Bia". Null if there are none.
 */
const namesAfter = (
  tokens: readonly Token[],
  kin: KinMatch,
  discourse: Discourse,
  isSubject: boolean,
): { readonly names: readonly RelativeName[]; readonly end: number } | null => {
  if (kin.last.owns || /[^,]/u.test(kin.last.after)) return null;
  const isNamed = isNaming(tokenAt(tokens, kin.end));
  const names: RelativeName[] = [];
  let end = isNamed ? kin.end + 1 : kin.end;
  while (end < tokens.length) {
    const next = nameAt(tokens, end, kin, discourse, isNamed);
    if (next === null) break;
    names.push(next.relativeName);
    end = next.end;
    if (!kin.plural) break;
    const joins =
      /^(?:and|&)$/u.test(tokenAt(tokens, end).lower) && tokenAt(tokens, end + 1).name !== null;
    if (joins) end += 1;
    else if (next.relativeName.after !== ",") break;
  }
  const [first] = names;
  if (first === undefined) return null;
  // "my brother, Berlin is great": after a comma alone, the name must be followed by another comma
  // or the end, or by the verb of which it is the subject: "I saw my dentist, Tom was with me".
  const isOpen =
    kin.last.after === "," && !isNamed && !kin.plural && first.after === "" && end < tokens.length;
  const next = tokenAt(tokens, end);
  const closes =
    (isSubject && isVerbal(next)) || next.part === "preposition" || next.part === "time";
  return isOpen && !closes ? null : { names, end };
};

/**
 * Reads a relationship after a name: "Carol (Rafael's girlfriend)", "Tom, my brother,", but not
 * "Tom, my brother's friend".
 */
const readRelationAfterName: Apposition = (tokens, i, discourse, confidence) => {
  const token = tokenAt(tokens, i);
  const { name, owns, after } = token;
  const first = tokenAt(tokens, i + 1);
  const isBracketed = first.before.includes("(");
  if (name === null || owns || first.part === "none") return null;
  if (!isBracketed && after !== ",") return null;
  const owner = ownerAt(tokens, i + 1, discourse);
  const kin = owner === null ? null : kinAt(tokens, owner.next);
  if (owner === null || kin === null || kin.plural || kin.last.owns) return null;
  const closing = kin.last.after;
  const isClosed = isBracketed
    ? closing.includes(")")
    : /^[,.!]$/u.test(closing) || (closing === "" && kin.end === tokens.length);
  if (!isClosed) return null;
  const { term } = kin;
  const kinName = addRelative(discourse, { ...name, owner: owner.name, term, confidence });
  const rest = isBracketed ? withoutBracket(closing) : withoutComma(closing);
  const alone = asName(token, { ...name, name: kinName, type: term.type }, rest, false);
  return { tokens: [alone], end: kin.end };
};

/**
 * Reads the names after a kinship term: "my sister Kavya". It adds the relationship of each name,
 * and leaves only the names.
 */
const readRelativeNamed: Apposition = (tokens, i, discourse, confidence) => {
  const owner = ownerAt(tokens, i, discourse);
  const kin = owner === null ? null : kinAt(tokens, owner.next);
  const match = kin === null ? null : namesAfter(tokens, kin, discourse, beginsClause(tokens, i));
  if (owner === null || kin === null || match === null) return null;
  const relation = { owner: owner.name, term: kin.term, confidence, inPassing: true };
  const alone = match.names.flatMap(({ name, alias, token, after }, at) => {
    const kinName = addRelative(discourse, { ...name, ...relation, alias });
    const isLast = at === match.names.length - 1;
    const rest = isLast ? withoutComma(after) : "";
    const nameToken = asName(token, { ...name, name: kinName }, rest, token.owns);
    return isLast ? [nameToken] : [nameToken, impliedWord("and", "conjunction", token)];
  });
  return { tokens: alone, end: match.end };
};

/** Reads a number of children: "her two kids", but not "her two dogs" or "two of her kids". */
const readChildrenCounted: Apposition = (tokens, i, discourse, confidence) => {
  const owner = ownerAt(tokens, i, discourse);
  const number = tokenAt(tokens, owner?.next ?? -1);
  const { lower } = tokenAt(tokens, (owner?.next ?? -1) + 1);
  if (owner === null || number.part !== "number" || !/^(?:kids|children)$/u.test(lower))
    return null;
  discourse.findings.fact({
    subject: owner.name,
    text: `${owner.name} has ${number.text} ${lower}`,
    confidence,
    category: "RELATIONSHIP_CHANGE",
    slot: "number_of_children",
    value: number.text,
  });
  return { tokens: tokens.slice(i, owner.next), end: owner.next };
};

/**
 * Adds the relationships of relatives, and leaves only their names in the tokens: "my sister Kavya
 * moved" becomes "Kavya moved". Hints in brackets are removed.
 */
export const mergeRelatives = appositionReplacer([
  readRelationAfterName,
  readRelativeNamed,
  readChildrenCounted,
]);
