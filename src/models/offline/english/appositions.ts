import { snakeCase } from "../../../memory/names.ts";
import { OCCUPATIONS } from "../data/occupations.ts";
import { words } from "../data/words.ts";
import { namesAlike } from "../names-alike.ts";
import { tidy } from "../text/tidy.ts";
import type { Confidence } from "../extraction/confidence.ts";
import type { Discourse } from "./discourse.ts";
import { DEPARTMENTS } from "../meaning/role.ts";
import { isKinWord } from "./kin.ts";
import { ownerAt } from "./owners.ts";
import { isVerbal, textOf, type Token } from "./token.ts";

const POSTS = words("cto ceo cfo coo cmo cpo ciso cio vp svp evp pm po sre swe md");
const ORGANIZATIONS = words(
  "company startup start-up employer firm agency client customer competitor vendor supplier partner bank university school college team",
);
const PEOPLE = words("colleague client advisor consultant");
const LONGEST = 12;

const isRoleWord = (token: Token): boolean =>
  token.name === null && (OCCUPATIONS.has(token.lower) || POSTS.has(token.lower));
const initialsOf = (name: string): string => (name.match(/\b\p{L}/gu) ?? []).join("").toLowerCase();

/** "Guili (Guilherme Maturana)", "Amazon Web Services (AWS)": the name in brackets is another name of the same one. */
const otherName = (tokens: readonly Token[], i: number): boolean => {
  const token = tokens[i]!;
  const next = tokens[i + 1];
  if (
    token.name === null ||
    token.owns ||
    next === undefined ||
    !next.before.includes("(") ||
    !next.after.includes(")")
  )
    return false;
  const other = next.name?.name ?? next.text;
  return (
    initialsOf(token.name.name) === other.toLowerCase() ||
    initialsOf(other) === token.lower ||
    (next.name !== null && namesAlike(token.name.name, other))
  );
};

/** Where "VP of Engineering" in "Dana Doe, VP of Engineering," ends; null where what follows the comma describes nobody. */
const roleBehind = (tokens: readonly Token[], i: number): number | null => {
  const token = tokens[i]!;
  if (token.name === null || token.name.type === "place" || token.owns || token.after !== ",")
    return null;
  const first = tokens[i + 1];
  if (first === undefined) return null;
  const article = /^(?:an?|the|our|my|his|her|their)$/u.test(first.lower);
  let end = i + 1;
  let role = false;
  while (end < tokens.length && end - i <= LONGEST) {
    const at = tokens[end]!;
    if (
      isVerbal(at) ||
      (at.part === "conjunction" && !/^(?:and|&|of)$/u.test(at.lower)) ||
      at.part === "pronoun" ||
      at.time !== null
    )
      return null;
    role ||= isRoleWord(at);
    end += 1;
    if (/[,.;:]/u.test(at.after)) break;
  }
  const closed = end === tokens.length || /[,.;]/u.test(tokens[end - 1]!.after);
  const starts =
    (article && end - i > 2) ||
    (role && !article && first.name === null && first.part !== "number");
  return closed &&
    starts &&
    (role || (article && first.lower !== "the" && !/^(?:and|&)$/u.test(tokens[end]?.lower ?? "")))
    ? end
    : null;
};

/** "our CTO, Dana Doe", "my company Acme": what somebody or something is to the speaker. Gives where the name stands. */
const titleBefore = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
): { readonly owner: string; readonly title: readonly Token[]; readonly at: number } | null => {
  const the = tokens[i]!.lower === "the";
  const owner = the ? { name: "", next: i + 1 } : ownerAt(tokens, i, discourse);
  if (owner === null || tokens[i]!.lower === "its") return null;
  let at = owner.next;
  while (
    at < tokens.length &&
    at - owner.next < 4 &&
    (tokens[at]!.part === "noun" || tokens[at]!.part === "adjective") &&
    tokens[at]!.name === null &&
    !tokens[at]!.owns &&
    tokens[at]!.after === ""
  )
    at += 1;
  const last = tokens[at];
  if (
    last !== undefined &&
    last.after === "," &&
    last.part === "noun" &&
    last.name === null &&
    !last.owns
  )
    at += 1;
  const title = tokens.slice(owner.next, at);
  const noun = title.at(-1);
  const named = tokens[at];
  if (
    noun === undefined ||
    noun.part !== "noun" ||
    (isKinWord(noun.lower) && !the) ||
    named?.name == null ||
    named.owns ||
    named.span?.kind === "term" ||
    named.before !== ""
  )
    return null;
  if (
    named.name.type === "person" &&
    !isRoleWord(noun) &&
    !PEOPLE.has(noun.lower) &&
    !ORGANIZATIONS.has(noun.lower)
  )
    return null;
  // "the Baker Building" is a name as a whole.
  if (the && ((!isRoleWord(noun) && !PEOPLE.has(noun.lower)) || /^\p{Lu}\p{Ll}/u.test(noun.text)))
    return null;
  const next = tokens[at + 1];
  const comma = noun.after === ",";
  if (
    (comma && !(named.after === "," || next === undefined || isVerbal(next))) ||
    (named.after === "" && next !== undefined && (next.part === "noun" || next.part === "proper"))
  )
    return null;
  return { owner: owner.name, title, at };
};

/** Tells what is said of a name beside it, and leaves the name alone in the sentence. */
export const readAppositions = (
  tokens: readonly Token[],
  discourse: Discourse,
  confidence: Confidence,
): Token[] => {
  const { findings } = discourse;
  const kept: Token[] = [];
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i]!;
    if (otherName(tokens, i)) {
      const next = tokens[i + 1]!;
      const other = next.name?.name ?? next.text;
      const [long, short] =
        other.length > token.name!.name.length
          ? [other, token.name!.name]
          : [token.name!.name, other];
      const name =
        findings.entity(long, token.name!.type ?? next.name?.type ?? null, short) ?? long;
      kept.push({
        ...token,
        text: name,
        name: { ...token.name!, name },
        after: next.after.replace(/^[)]/u, ""),
      });
      discourse.lexicon.gazetteer.add(short, {
        name,
        type: token.name!.type,
        gender: token.name!.gender,
      });
      i += 2;
      continue;
    }
    const roleEnd = roleBehind(tokens, i);
    if (roleEnd !== null) {
      const role = tokens.slice(i + 1, roleEnd);
      const name = discourse.note({
        ...token.name!,
        type: token.name!.type ?? (role.some(isRoleWord) ? "person" : null),
      });
      const text = tidy(textOf(role)).replace(/^(?:my|our)\b/iu, `${discourse.speaker}'s`);
      findings.fact({
        subject: name,
        text: `${name} is ${text}`,
        confidence,
        category: "STABLE_PREFERENCE",
        ...(role.some(isRoleWord)
          ? { slot: "role", value: text.replace(/^(?:an?|the) |^.*?'s (?=\p{Ll})/iu, "") }
          : {}),
      });
      const at = role.findIndex(({ lower }) => lower === "at" || lower === "of" || lower === "for");
      const organization =
        at < 0
          ? undefined
          : role
              .slice(at + 1)
              .find(
                (word) =>
                  word.name !== null && word.name.type !== "place" && word.name.type !== "person",
              );
      if (organization?.name && role.some(isRoleWord) && !DEPARTMENTS.has(organization.lower))
        findings.relation(
          name,
          "works_at",
          findings.entity(organization.name.name, "organization") ?? organization.text,
        );
      kept.push({ ...token, after: "" });
      i = roleEnd;
      continue;
    }
    const titled = titleBefore(tokens, i, discourse);
    if (titled) {
      const named = tokens[titled.at]!;
      const title = tidy(textOf(titled.title));
      const noun = titled.title.at(-1)!.lower;
      const role =
        isRoleWord(titled.title.at(-1)!) || (PEOPLE.has(noun) && named.name!.type === "person");
      const type = role
        ? "person"
        : ORGANIZATIONS.has(noun)
          ? "organization"
          : (named.name!.type ?? (noun === "project" || noun === "product" ? noun : null));
      const name = discourse.note({ ...named.name!, type });
      if (titled.owner === "") {
        findings.fact({
          subject: name,
          text: `${name} is the ${title}`,
          confidence,
          category: "STABLE_PREFERENCE",
          slot: "role",
          value: title.replace(/^(?:new|current) /iu, ""),
        });
        kept.push({
          ...named,
          name: { ...named.name!, name, type },
          after: named.after.replace(/^,$/u, ""),
        });
        i = titled.at + 1;
        continue;
      }
      findings.entity(titled.owner, null);
      findings.fact({
        subject: name,
        text: `${name} is ${titled.owner}'s ${title}`,
        confidence,
        category: "STABLE_PREFERENCE",
      });
      if (/^(?:company|employer|firm)$/u.test(noun))
        findings.relation(titled.owner, "works_at", name);
      else findings.relation(name, `${snakeCase(title)}_of`, titled.owner);
      kept.push({
        ...named,
        name: { ...named.name!, name, type },
        after: named.after.replace(/^,$/u, ""),
      });
      i = titled.at + 1;
      continue;
    }
    kept.push(token);
    i += 1;
  }
  return kept;
};
