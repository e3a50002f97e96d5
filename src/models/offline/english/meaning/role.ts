import type { SlotDefinition } from "../../../../vocabulary/slot.ts";
import { listedWords } from "../../data/words.ts";
import { groupsIn, PHRASES } from "../../data/expressions.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { headOf, nameIn } from "../clauses/phrases.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { inThirdPerson } from "../clauses/voice.ts";
import type { Discourse } from "../discourse.ts";
import { upTo } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import {
  bare,
  isBeing,
  isCurrent,
  isFigurative,
  isOfEntity,
  isOneOfSeveral,
  isSo,
  objectOf,
  pastInterval,
  phraseWith,
  saysNow,
  type Meaning,
  type Reader,
  type SideFact,
  type Statement,
} from "./statement.ts";
import { targetIn } from "./targets.ts";

const POSTS = new Set([...listedWords("abbreviated_posts"), ...listedWords("role_posts")]);
const ROLE_ENDING = PHRASES.one("role_role_ending");
export const DEPARTMENTS = listedWords("departments");
const RANKS = listedWords("ranks");
/**
 * Whether the words are a post with a rank: "lead forecaster", "deputy curator", but not "head
 * cold" or "senior dog".
 */
const isRanked = (rank: string, post: string): boolean =>
  RANKS.has(rank) && /\p{L}{4}(?:er|or|ist|ian|ant)$/u.test(post);
/** Whether a noun phrase names an occupation or a post. */
export const isRole = (tokens: readonly Token[]): boolean => {
  const head = upTo(tokens, ({ lower }) => /^(?:of|at|for|with|in)$/u.test(lower));
  const { lower, name } = lastOf(head);
  const before = head.at(-2)?.lower ?? "";
  if (OCCUPATIONS.has(lower) || OCCUPATIONS.has(`${before} ${lower}`)) return true;
  if (isRanked(before, lower)) return true;
  const lastPart = lower.slice(lower.lastIndexOf("-") + 1);
  return (
    name === null && (OCCUPATIONS.has(lastPart) || POSTS.has(lower) || ROLE_ENDING.test(lower))
  );
};

/** Reads the place of a described entity: "is a startup based in Curitiba". */
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
            preposition === "in" && statement.complement.indexOf(firstOf(tokens)) > at,
        );
  const place = targetIn(phrase, discourse, "place");
  if (place === null || (!place.proper && place.type !== "place")) return null;
  const { subject } = statement;
  const isPerson = subject.type === "person" || subject.speaker;
  const text = `${subject.text} lives in ${place.name}`;
  return {
    relations: [
      { type: isPerson ? "lives_in" : "located_in", target: place.name, targetType: "place" },
    ],
    ...(isPerson ? { facts: [{ text, slot: "residence", value: place.name }] } : {}),
  };
};

const WORKING_TIME = PHRASES.one("working_time");
/** Reads how much somebody works: "works part-time", "works three days a week now". */
export const readWorkingTime: Reader = (statement) => {
  const { verb, complement, subject } = statement;
  const { time } = groupsIn(WORKING_TIME, tidy(textOf(complement)));
  const { from, planned } = statement.when;
  const begins = statement.isAhead && isSo(statement) ? (planned ?? from) : null;
  const isWork =
    verb.lemma === "work" &&
    isOfEntity(statement) &&
    (isCurrent(statement) || (begins !== null && verb.tense !== "past"));
  if (time === undefined || !isWork) return null;
  const value = time.replace(/ time$/u, "-time");
  return {
    slot: "working_time",
    value,
    ...(begins !== null && { when: { ...statement.when, from: begins } }),
    text: `${subject.text} works ${value}`,
    ...(saysNow(statement) && { action: "UPDATE" }),
  };
};

const NEW_HOME = PHRASES.one("new_home");
/** Whether somebody moves into the home that was just spoken of: "and moved in last week". */
const movesInto = ({ verb, complement, subject }: Statement): boolean =>
  verb.lemma === "move" &&
  subject.attribute === null &&
  bare(complement).every(({ lower }) => /^(?:in|there)$/u.test(lower));

/** Reads a new residence: "My new flat in Leith has a roof", "bought a flat in Leith and moved in". */
export const readNewHome: Reader = (statement, { conversation: { newHome } }) => {
  const { subject, verb } = statement;
  if (newHome !== null && movesInto(statement) && isSo(statement))
    return {
      slot: "residence",
      value: newHome,
      action: "UPDATE",
      text: `${subject.name} moved to ${newHome}`,
    };
  const { place } = groupsIn(NEW_HOME, subject.attribute ?? "");
  if (place === undefined || !isSo(statement) || verb.tense === "past") return null;
  const text = `${subject.name} lives in ${place}`;
  return { facts: [{ text, slot: "residence", value: place, action: "UPDATE" }] };
};

/** Whether somebody has got a role: "became a nurse", "is a nurse now". */
const isNewRole = (statement: Statement): boolean =>
  statement.verb.lemma === "become" || saysNow(statement);

/** The current role of the subject. */
const currentRole = (statement: Statement, value: string): Meaning => ({
  ...(isOneOfSeveral(statement) ? {} : { slot: "role", value }),
  ...(isNewRole(statement) && { action: "UPDATE" }),
});

const SKILLED = listedWords("skilled");
/** Whether the words judge a skill: "a terrible cook", "a great driver". */
const judgesSkill = (head: readonly Token[]): boolean =>
  head.some(({ lower }, i) => SKILLED.has(lower) && i < head.length - 1);

const NO_POST = listedWords("no_post");
/** Whether a noun phrase may name a post, whatever it is called: "a mail carrier", "a SENCO". */
export const isPlainPost = (head: readonly Token[]): boolean =>
  !NO_POST.has(lastOf(head).lower) &&
  head.every(
    ({ part, text, owns }) =>
      !owns && (/^(?:determiner|noun|adjective)$/u.test(part) || /^\p{Lu}{2,}$/u.test(text)),
  );

/**
 * "a SENCO at Hill School": whatever it is called, somebody's post there; not "a regular at Hill
 * School".
 */
const isPostAt = (head: readonly Token[], statement: Statement): boolean => {
  const at = phraseWith(statement, "at");
  return (
    at !== undefined &&
    nameIn(at)?.type === "organization" &&
    /^(?:an?|the)$/u.test(firstOf(head).lower) &&
    head.length > 1 &&
    isPlainPost(head)
  );
};

/** What somebody was: "a former CEO of Lumen", "an ex-teacher". */
const FORMER = /^(?:former |ex-|one-time )/u;
const A_DAY =
  /^(?:today|tonight|tomorrow|(?:on |this |next )?\p{Lu}\p{Ll}+day|this (?:morning|afternoon|evening|weekend))$/u;
/**
 * Whether the words name a role: "a nurse", "a joiner by trade", but not "my nurse" or "a terrible
 * cook".
 */
const namesRole = (head: readonly Token[], statement: Statement): boolean => {
  const [by] = phraseWith(statement, "by")?.tokens ?? [];
  const isByTrade = /^(?:trade|profession|training)$/u.test(by?.lower ?? "");
  return (
    (isByTrade || isRole(head) || isPostAt(head, statement)) &&
    !judgesSkill(head) &&
    firstOf(head).part !== "possessive"
  );
};

/**
 * The slot of an organization that a post fills, with the name of the organization: "CEO" and Lumen.
 * Null for a post that the vocabulary does not list.
 */
export const postOfOrganization = (
  post: string,
  organizationName: string,
  { vocabulary, findings }: Discourse,
): { readonly organization: string; readonly slot: SlotDefinition } | null => {
  const slot = vocabulary.definition(vocabulary.canonicalSlot(post, "organization"));
  const organization = findings.entity(organizationName, "organization");
  return organization === null || slot?.value !== "person" ? null : { organization, slot };
};

/** The holder of a post for the organization: Lumen's CEO in "Rita is the CEO of Lumen". */
const heldPost = (
  head: readonly Token[],
  statement: Statement,
  discourse: Discourse,
): readonly SideFact[] => {
  const { subject, complement } = statement;
  const of = head.findIndex(({ lower }, i) => lower === "of" && head[i + 1]?.name != null);
  const atWork = phraseWith(statement, "at");
  const name = of < 0 ? atWork && nameIn(atWork) : head[of + 1]?.name;
  const isOnlyOne = !/^an?$/u.test(firstOf(complement).lower) && !isOneOfSeveral(statement);
  if (name == null || !isOnlyOne || subject.speaker) return [];
  const label = tidy(textOf(of < 0 ? head : head.slice(0, of))).replace(
    /^(?:(?:the|new|current) )+/u,
    "",
  );
  const post = postOfOrganization(label, name.name, discourse);
  if (post?.slot.cardinality !== "ONE") return [];
  const { organization, slot } = post;
  return [
    {
      subject: organization,
      text: `${organization}'s ${label} is ${subject.name}`,
      slot: slot.slot,
      value: subject.name,
      ...(isNewRole(statement) && { action: "UPDATE" }),
    },
  ];
};

/** Whether it is no role: "the designated driver tonight", "a judge on Saturday". */
const isRoleForADay = ({ verb, times }: Statement): boolean =>
  verb.tense === "present" && times.some(({ kind, text }) => kind === "point" && A_DAY.test(text));

/**
 * Reads a role: "is a nurse", "is the CTO of Nubank", but not "is my nurse" or "is a nurse's son".
 */
export const readRole: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  const object = objectOf(statement);
  if (!isBeing(statement) || !isOfEntity(statement) || object === undefined) return null;
  const head = bare(headOf(object)).filter(({ lower }) => !lower.endsWith("self"));
  if (!namesRole(head, statement)) return null;
  const value = tidy(inThirdPerson(head, subject, discourse)).replace(
    /^(?:(?:an?|the|new|current)\s+)+/iu,
    "",
  );
  if (verb.unreal || (verb.negated && !verb.ended) || FORMER.test(value)) return null;
  if (verb.ended) return { action: "DELETE", slot: "role", value };
  if (isFigurative(statement) || isRoleForADay(statement)) return null;
  const { from, planned } = statement.when;
  const begins = statement.isAhead && verb.tense !== "past" ? (planned ?? from) : null;
  const meaning = {
    ...currentRole(statement, value),
    facts: heldPost(head, statement, discourse),
  };
  if (begins !== null) return { ...meaning, when: { ...statement.when, from: begins } };
  const when = verb.lemma === "be" ? pastInterval(statement) : null;
  if (when !== null) return { slot: "role", value, facts: meaning.facts, when };
  return isCurrent(statement) || verb.lemma === "become" ? meaning : null;
};
