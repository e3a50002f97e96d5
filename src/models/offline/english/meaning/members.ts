import { snakeCase } from "../../../../language/names.ts";
import { itemsOf } from "../../text/list-items.ts";
import type { Discourse } from "../discourse.ts";
import { kinOfPlural, addRelative } from "../subjects/kin.ts";
import type { Token } from "../tokens/token.ts";
import type { Meaning, Statement } from "./statement.ts";

/** Attributes with one value, even for a list: "our tech stack is React and Node". */
const ONE_VALUE = /^(?:favou?rite|preferred)\b|\bstack$|^stack\b|^tech stack\b/iu;
const ORGANIZATIONS = /customer|client|vendor|supplier|compan|competitor|partner|investor/u;
const PEOPLE = /member|engineer|developer|friend|colleague|designer|manager|player|student/u;

const singularOf = (plural: string): string =>
  plural
    .replace(/ies$/u, "y")
    .replace(/(?<=(?:s|x|ch|sh))es$/u, "")
    .replace(/(?<!s)s$/u, "");

/**
 * The members of a list in which each item is only a name or an address: "A, B and C", but not "A,
 * a bank". Else null.
 */
const membersIn = (value: readonly Token[]): readonly Token[] | null => {
  const items = itemsOf(value);
  const isMember = ({ name, span }: Token): boolean => name !== null || span?.kind === "url";
  return items.every((item) => item.length === 1 && item.every(isMember)) ? items.flat() : null;
};

/** Adds one member: "A is a customer of Halden". */
const addMember = (
  token: Token,
  one: string,
  { subject, confidence }: Statement,
  discourse: Discourse,
): void => {
  const { findings } = discourse;
  const type = ORGANIZATIONS.test(one) ? "organization" : PEOPLE.test(one) ? "person" : null;
  const name =
    token.name === null
      ? (findings.entity(token.text, "url") ?? token.text)
      : discourse.note({ ...token.name, type: token.name.type ?? type });
  const article = /^[aeiou]/iu.test(one) ? "an" : "a";
  findings.fact({
    subject: name,
    text: `${name} is ${article} ${one} of ${subject.name}`,
    confidence,
    category: "STABLE_PREFERENCE",
  });
  findings.relation(name, `${snakeCase(one)}_of`, subject.name);
};

/**
 * Reads a list of members and adds one fact for each: "Our pilot customers are A, B and C". "our
 * favourite tools are A and B" is one value.
 */
export const readMembers = (
  statement: Statement,
  discourse: Discourse,
  attribute: string,
  value: readonly Token[],
): Meaning | null => {
  const members = membersIn(value);
  const kin = kinOfPlural(attribute);
  if (members === null) return null;
  if (kin !== null) {
    const { confidence, subject } = statement;
    for (const { name, text } of members)
      addRelative(discourse, {
        owner: subject.name,
        term: kin,
        name: name?.name ?? text,
        gender: name?.gender ?? null,
        confidence,
      });
    return { text: "" };
  }
  if (members.length < 2 || ONE_VALUE.test(attribute)) return null;
  for (const member of members) addMember(member, singularOf(attribute), statement, discourse);
  return { text: "" };
};
