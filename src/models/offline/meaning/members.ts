import { snakeCase } from "../../../memory/names.ts";
import { itemsOf } from "../text/list-items.ts";
import type { Discourse } from "../english/discourse.ts";
import { kinOfPlural, tellRelative } from "../english/kin.ts";
import type { Token } from "../english/token.ts";
import type { Meaning, Statement } from "./statement.ts";

/** "Our pilot customers are A, B and C": one fact for each. */
export const readMembers = (
  statement: Statement,
  discourse: Discourse,
  attribute: string,
  value: readonly Token[],
): Meaning | null => {
  const items = itemsOf(value);
  const kin = kinOfPlural(attribute);
  if (
    !items.every(
      (item) => item.length === 1 && (item[0]!.name !== null || item[0]!.span?.kind === "url"),
    )
  )
    return null;
  if (kin) {
    for (const [token] of items)
      tellRelative(discourse, {
        owner: statement.subject.name,
        term: kin,
        name: token!.name?.name ?? token!.text,
        gender: token!.name?.gender ?? null,
        confidence: statement.confidence,
      });
    return { text: "" };
  }
  if (
    items.length < 2 ||
    /^(?:favou?rite|preferred|stack|tech stack)\b/iu.test(attribute) ||
    /\bstack$/iu.test(attribute)
  )
    return null;
  const one = attribute
    .replace(/ies$/u, "y")
    .replace(/(?<=(?:s|x|ch|sh))es$/u, "")
    .replace(/(?<!s)s$/u, "");
  const type = /customer|client|vendor|supplier|compan|competitor|partner|investor/u.test(one)
    ? "organization"
    : /member|engineer|developer|friend|colleague|designer|manager|player|student/u.test(one)
      ? "person"
      : null;
  const article = /^[aeiou]/iu.test(one) ? "an" : "a";
  for (const [token] of items) {
    const name =
      token!.name === null
        ? (discourse.findings.entity(token!.text, "url") ?? token!.text)
        : discourse.note({ ...token!.name!, type: token!.name!.type ?? type });
    discourse.findings.fact({
      subject: name,
      text: `${name} is ${article} ${one} of ${statement.subject.name}`,
      confidence: statement.confidence,
      category: "STABLE_PREFERENCE",
    });
    discourse.findings.relation(name, `${snakeCase(one)}_of`, statement.subject.name);
  }
  return { text: "" };
};
