import { ATTRIBUTES } from "../data/attributes.ts";
import { COMMON_ENDING } from "./proper-words.ts";
import { withCapital } from "../text/tidy.ts";
import type { Confidence } from "../extraction/confidence.ts";
import type { Discourse } from "./discourse.ts";
import { kinAt, tellRelative, type KinMatch } from "./kin.ts";
import { ownerAt } from "./owners.ts";
import type { Name, Token } from "./token.ts";

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
const NAMED = /^(?:named|called)$/u;

/** A name in lower case right behind a relationship term, before a verb or the end: "my sister kavya is …". */
const lowerCaseName = (
  tokens: readonly Token[],
  at: number,
  discourse: Discourse,
  named: boolean,
): Name | null => {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (
    token === undefined ||
    (token.part !== "noun" && token.part !== "verb" && !named) ||
    !/^\p{Ll}{3,}$/u.test(token.text) ||
    (!named && (COMMON_ENDING.test(token.lower) || ATTRIBUTES.has(token.lower)))
  )
    return null;
  const entry = discourse.lexicon.tagger.lookUp(token.lower);
  const first = entry !== undefined && /FirstName|MaleName|FemaleName|Person/u.test(entry);
  const ends =
    next === undefined ||
    token.after !== "" ||
    next.part === "auxiliary" ||
    next.part === "verb" ||
    next.part === "conjunction" ||
    next.part === "preposition";
  return (first ||
    (entry === undefined && (next?.part === "auxiliary" || next?.part === "verb")) ||
    named) &&
    ends
    ? { name: withCapital(token.text), type: "person", gender: null }
    : null;
};

interface Found {
  readonly end: number;
  readonly names: readonly {
    readonly name: Name;
    readonly alias?: string | undefined;
    readonly token: Token;
    readonly after: string;
  }[];
}

/** The name or names behind a relationship term: "Kavya", ", Kavya,", "named Kavya", "Guili (Guilherme Maturana)", "Ana and Bia". */
const namesBehind = (
  tokens: readonly Token[],
  from: number,
  kin: KinMatch,
  discourse: Discourse,
): Found | null => {
  const last = tokens[from - 1]!;
  let at = from;
  if (last.owns || /[^,]/u.test(last.after)) return null;
  const named = NAMED.test(tokens[at]?.lower ?? "");
  if (named) at += 1;
  const names: { name: Name; alias?: string | undefined; token: Token; after: string }[] = [];
  while (at < tokens.length) {
    const token = tokens[at]!;
    const name = token.name ?? lowerCaseName(tokens, at, discourse, named);
    if (
      name === null ||
      (name.type === "place" && kin.term.type === "person" && !named) ||
      (token.part !== "proper" && token.name !== null)
    )
      break;
    const full = tokens[at + 1];
    if (full?.name != null && full.before.includes("(") && full.after.includes(")")) {
      const [longer, shorter] =
        full.name.name.length > name.name.length ? [full.name, name] : [name, full.name];
      names.push({
        name: { ...longer, type: kin.term.type },
        alias: shorter.name,
        token,
        after: withoutBracket(full.after),
      });
      at += 2;
    } else {
      names.push({ name: { ...name, type: kin.term.type }, token, after: token.after });
      at += 1;
    }
    if (!kin.plural) break;
    if (/^(?:and|&)$/u.test(tokens[at]?.lower ?? "") && tokens[at + 1]?.name) at += 1;
    else if (names.at(-1)!.after !== ",") break;
  }
  if (names.length === 0) return null;
  // "my brother, Berlin is great": a comma alone joins a name only where another closes it, or a verb or the end follows.
  if (last.after === "," && !named && !kin.plural) {
    const closing = names[0]!.after;
    const next = tokens[at];
    if (
      closing === "" &&
      next !== undefined &&
      next.part !== "verb" &&
      next.part !== "auxiliary" &&
      next.part !== "preposition" &&
      next.part !== "time"
    )
      return null;
  }
  return { end: at, names };
};

/** "Carol (Rafael's girlfriend)", "Tom, my brother,": the relationship told behind the name. */
const hintBehind = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
): {
  readonly end: number;
  readonly owner: string;
  readonly kin: KinMatch;
  readonly after: string;
} | null => {
  const token = tokens[i]!;
  const first = tokens[i + 1];
  if (token.name === null || first === undefined || token.owns) return null;
  const bracket = first.before.includes("(");
  if (!bracket && token.after !== ",") return null;
  const owner = ownerAt(tokens, i + 1, discourse);
  const kin = owner === null ? null : kinAt(tokens, owner.next);
  if (owner === null || kin === null || kin.plural) return null;
  const last = tokens[kin.at + kin.length - 1]!;
  const closed = bracket
    ? last.after.includes(")")
    : /^[,.!]?$/u.test(last.after) && (last.after !== "" || kin.at + kin.length === tokens.length);
  return closed && !last.owns
    ? {
        end: kin.at + kin.length,
        owner: owner.name,
        kin,
        after: bracket ? withoutBracket(last.after) : last.after.replace(/^,$/u, ""),
      }
    : null;
};

/**
 * Puts the name alone where a relative is told with it, and tells the relationship: "my sister Kavya moved" reads on as "Kavya moved".
 * Hints in brackets are dropped from the name.
 */
export const mergeRelatives = (
  tokens: readonly Token[],
  discourse: Discourse,
  confidence: Confidence,
): Token[] => {
  const merged: Token[] = [];
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i]!;
    const hint = hintBehind(tokens, i, discourse);
    if (hint) {
      const name = tellRelative(discourse, {
        owner: hint.owner,
        term: hint.kin.term,
        name: token.name!.name,
        gender: token.name!.gender,
        confidence,
      });
      merged.push(
        asName(token, { ...token.name!, name, type: hint.kin.term.type }, hint.after, false),
      );
      i = hint.end;
      continue;
    }
    const owner = ownerAt(tokens, i, discourse);
    const kin = owner === null ? null : kinAt(tokens, owner.next);
    const found = kin === null ? null : namesBehind(tokens, kin.at + kin.length, kin, discourse);
    if (owner === null || kin === null || found === null) {
      merged.push(token);
      i += 1;
      continue;
    }
    for (const [n, { name, alias, token: written, after }] of found.names.entries()) {
      const told = tellRelative(discourse, {
        owner: owner.name,
        term: kin.term,
        name: name.name,
        alias,
        gender: name.gender,
        confidence,
      });
      const between = n < found.names.length - 1;
      merged.push(
        asName(
          written,
          { ...name, name: told },
          between ? "" : after.replace(/^,$/u, ""),
          written.owns,
        ),
      );
      if (between)
        merged.push({
          ...written,
          text: "and",
          lower: "and",
          before: "",
          after: "",
          part: "conjunction",
          name: null,
          owns: false,
        });
    }
    i = found.end;
  }
  return merged;
};
