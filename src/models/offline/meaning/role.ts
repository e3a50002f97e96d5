import { OCCUPATIONS } from "../data/occupations.ts";
import { words } from "../data/words.ts";
import { headOf } from "../english/phrases.ts";
import type { Token } from "../english/token.ts";
import { toldOf } from "../english/voice.ts";
import { tidy } from "../text/tidy.ts";
import { bare, isBeing } from "./copula.ts";
import { isCurrent, isOneOfSeveral, objectOf, phraseWith, type Reader } from "./statement.ts";
import { targetIn } from "./targets.ts";
import { impliedEmployer } from "./work.ts";

const POSTS = words("cto ceo cfo coo cmo cpo ciso cio vp svp evp pm po sre swe md dev dj");
const ROLE_ENDING =
  /(?:(?:^|[a-z-]{2,})(?:ologist|ographer|ician|smith|keeper|wright|writer|master|woman|man|person|monger))$/u;
export const DEPARTMENTS = words(
  "engineering product sales marketing design operations finance hr people data research security growth support infrastructure platform technology strategy legal it communications customer_success ai analytics quality content procurement logistics manufacturing compliance partnerships business_development human_resources public_relations information_technology r&d",
);
/** Whether a noun phrase names a profession or a post. */
export const isRole = (tokens: readonly Token[]): boolean => {
  const head = tokens.findIndex(({ lower }) => /^(?:of|at|for|with|in)$/u.test(lower));
  const noun = (head < 0 ? tokens : tokens.slice(0, head)).at(-1);
  if (noun === undefined || (noun.name !== null && !OCCUPATIONS.has(noun.lower))) return false;
  const last = noun.lower.split("-").at(-1)!;
  return (
    OCCUPATIONS.has(noun.lower) ||
    OCCUPATIONS.has(last) ||
    POSTS.has(noun.lower) ||
    ROLE_ENDING.test(noun.lower)
  );
};

/** a startup based in Curitiba: where what something is, is. */
export const readSeat: Reader = (statement, discourse) => {
  if (!isBeing(statement) || !isCurrent(statement) || statement.subject.attribute !== null)
    return null;
  const at = statement.complement.findIndex(({ lower }) =>
    /^(?:based|located|headquartered|situated|living|residing)$/u.test(lower),
  );
  const phrase =
    at < 1
      ? undefined
      : statement.phrases.find(
          ({ preposition, tokens }) =>
            preposition === "in" && statement.complement.indexOf(tokens[0]!) > at,
        );
  const place = targetIn(phrase, discourse, "place");
  if (place === null || (!place.proper && place.type !== "place")) return null;
  const person = statement.subject.type === "person" || statement.subject.speaker;
  return {
    relations: [
      { type: person ? "lives_in" : "located_in", target: place.name, targetType: "place" },
    ],
  };
};

/** is a nurse, is the CTO of Nubank: the role, and where. */
export const readRole: Reader = (statement, discourse) => {
  if (!isBeing(statement) || statement.subject.attribute !== null || statement.subject.thing)
    return null;
  const { verb } = statement;
  const object = objectOf(statement);
  if (object === undefined || object.tokens.length === 0) return null;
  const head = bare(headOf(object));
  if (!isRole(head) || head[0]?.part === "possessive") return null;
  const value = tidy(toldOf(head, statement.subject, discourse)).replace(
    /^(?:(?:an?|the|new|current)\s+)+/iu,
    "",
  );
  const of = head.findIndex(({ lower }) => lower === "of");
  const called = statement.complement.findIndex(
    ({ lower }) => lower === "called" || lower === "named",
  );
  const calledName = called < 0 ? undefined : statement.complement[called + 1]?.name;
  const ofPhrase =
    of < 0 ? undefined : { preposition: "of", tokens: head.slice(of + 1), time: null };
  const organization =
    calledName != null
      ? {
          name: discourse.note({ ...calledName, type: "organization" }),
          type: "organization",
          proper: true,
        }
      : targetIn(phraseWith(statement, "at", "with", "for") ?? ofPhrase, discourse, "organization");
  const employer =
    organization !== null &&
    organization.proper &&
    organization.type !== "person" &&
    organization.type !== "place" &&
    !DEPARTMENTS.has(organization.name.toLowerCase())
      ? organization
      : null;
  if (verb.unreal || (verb.negated && !verb.ended)) return null;
  if (verb.ended) return { action: "DELETE", slot: "role", value };
  if (!isCurrent(statement) && verb.lemma !== "become")
    return employer === null
      ? null
      : {
          relations: [
            { type: "former_employee_of", target: employer.name, targetType: "organization" },
          ],
        };
  const at = phraseWith(statement, "at", "with", "for");
  const whole =
    employer !== null && at !== undefined && !value.includes(employer.name)
      ? `${value} ${at.preposition} ${employer.name}`
      : value;
  return {
    ...(isOneOfSeveral(statement) ? {} : { slot: "role", value: whole }),
    ...(verb.adverbs.has("now") ||
    verb.lemma === "become" ||
    statement.complement.some(({ lower }) => lower === "now")
      ? { action: "UPDATE" as const }
      : {}),
    ...(employer === null
      ? {}
      : {
          relations: [{ type: "works_at", target: employer.name, targetType: "organization" }],
          facts: impliedEmployer(statement, employer),
        }),
  };
};
