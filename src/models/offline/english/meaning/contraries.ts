import { PHRASES } from "../../data/expressions.ts";
import { listedWords, words } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { headOf } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { subjectsOf } from "../subjects/read-subjects.ts";
import { introducesNoun, firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import { EMPTY } from "./frame-phrases.ts";
import { isRole } from "./role.ts";
import {
  bare,
  isBeing,
  isFigurative,
  isForAWhile,
  isOfEntity,
  isOneOfSeveral,
  isSo,
  objectOf,
  phraseWith,
  saysNow,
  type Reader,
  type SideFact,
  type Statement,
} from "./statement.ts";
import { sForm } from "../tokens/verb-forms.ts";

/**
 * That a state of somebody is over, because its contrary holds. It changes nothing if nobody has
 * stated the state.
 */
const over = (subject: string, state: string, value: string): SideFact => ({
  subject,
  text: `${subject} no longer ${state}`,
  value,
  action: "DELETE",
});

const OFFICE = PHRASES.one("office");
const OF_STATE = new Set([...listedWords("public_offices"), ...listedWords("contraries_of_state")]);
const DEFINITE = listedWords("contraries_definite");
const GENERAL = listedWords("contraries_general");
/** The words without a group that has no name: "captain" of "captain of our team". */
const withoutGroup = (tokens: readonly Token[]): readonly Token[] => {
  const of = tokens.findIndex(({ lower }) => lower === "of");
  const group = tokens.slice(of + 1).filter((token) => !introducesNoun(token));
  return of > 0 && group.length === 1 && GENERAL.has(firstOf(group).lower)
    ? tokens.slice(0, of)
    : tokens;
};

/**
 * A post with one holder, by its words: "captain of the Thirds", but not "a nurse" or "my boss".
 */
const onlyPost = (tokens: readonly Token[]): readonly Token[] => {
  const from = tokens.findIndex(({ lower }) => !DEFINITE.has(lower));
  const post = headOf({ ...EMPTY, tokens: from < 0 ? [] : tokens.slice(from) });
  const { part } = firstOf(post);
  // "Lula is president now" is about a country.
  if (post.length === 1 && OF_STATE.has(firstOf(post).lower)) return [];
  const isPost = isRole(post) || OFFICE.test(tidy(textOf(post)));
  return part !== "determiner" && part !== "possessive" && isPost ? withoutGroup(post) : [];
};

/** Verbs for an activity that one person has in hand at a time. */
const LEADING = listedWords("contraries_leading");
const isTakingOver = ({ verb, complement }: Statement): boolean =>
  verb.lemma === "take" && firstOf(complement).lower === "over";

const APPOINTING = words("elect appoint");
/**
 * The post that somebody has got: "is captain now", "became the treasurer", "took over as captain".
 */
const postTaken = (statement: Statement): readonly Token[] => {
  const { verb } = statement;
  if (isTakingOver(statement)) return onlyPost(phraseWith(statement, "as")?.tokens ?? []);
  const tokens = objectOf(statement)?.tokens ?? [];
  const isNew = tokens.some(({ lower }, i) => i < 2 && lower === "new");
  if (verb.passive && APPOINTING.has(verb.lemma)) return onlyPost(tokens);
  const isChange = saysNow(statement) || isNew || verb.lemma === "become";
  return isBeing(statement) && isChange ? onlyPost(tokens) : [];
};

/** What somebody now leads: "the choir" of "leads the choir now", "took over the choir". */
const groupTaken = (statement: Statement): readonly Token[] => {
  const { verb, complement } = statement;
  if (isTakingOver(statement)) return headOf({ ...EMPTY, tokens: complement.slice(1) });
  return LEADING.has(verb.lemma) && verb.tense === "present" && saysNow(statement)
    ? headOf(objectOf(statement) ?? EMPTY)
    : [];
};

/** The verbs of somebody who led what somebody else has taken over. */
const verbsOf = (statement: Statement): readonly string[] =>
  isTakingOver(statement) ? ["lead", "run"] : [statement.verb.lemma];

/**
 * Reads the end of the speaker's post, which has one holder: "Robbo's captain now", "Maureen leads
 * the choir now".
 */
export const readSuccessor: Reader = (statement, { speaker }) => {
  const { subject } = statement;
  if (subject.speaker || !isOfEntity(statement) || subject.plural) return null;
  if (!isSo(statement) || statement.isAhead || isFigurative(statement)) return null;
  // "head of sales at Plinq" is another post than that of the speaker elsewhere.
  if (statement.verb.progressive || phraseWith(statement, "at", "for", "in") !== undefined)
    return null;
  if (isForAWhile(statement) || isOneOfSeveral(statement)) return null;
  const post = tidy(textOf(postTaken(statement)));
  if (post !== "") return { facts: [over(speaker, `is ${post}`, post)] };
  const group = groupTaken(statement);
  const isGroup = /^(?:the|our|my)$/u.test(firstOf(group).lower) && group.length > 1;
  const name = isGroup ? tidy(textOf(group)).replace(/^(?:our|my) /u, "the ") : "";
  return name === ""
    ? null
    : { facts: verbsOf(statement).map((verb) => over(speaker, `${sForm(verb)} ${name}`, name)) };
};

const LIVE_WITH = listedWords("contraries_live_with");
/** "moved in with Granny": who is lived with. Null for "moved in with his boxes". */
const livedWith = (statement: Statement, discourse: Discourse): string | null => {
  const whom = phraseWith(statement, "with");
  const [person, ...others] = whom === undefined ? [] : subjectsOf(whom.tokens, discourse);
  const isPerson =
    person !== undefined && person.attribute === null && !person.thing && person.type === "person";
  return isPerson && others.length === 0 ? person.name : null;
};
/**
 * Reads the end of living alone, because of a relative or a flatmate: "my flatmate moved in",
 * "Tom's girlfriend moved in with him".
 */
export const readCompany: Reader = (statement, discourse) => {
  const { speaker } = discourse;
  const { subject, verb, complement } = statement;
  const hasMovedIn = verb.lemma === "move" && /^(?:past|perfect)$/u.test(verb.tense);
  const isPlain = bare(complement).every(({ lower }) => LIVE_WITH.has(lower));
  const isWithMe = lastOf(bare(complement)).lower === "me";
  const other = isPlain || !hasMovedIn ? null : livedWith(statement, discourse);
  const owner = isWithMe ? speaker : (other ?? subject.relative?.owner);
  return owner !== undefined &&
    hasMovedIn &&
    /^(?:back )?in(?: |$)/u.test(firstOf(complement).lower) &&
    (isPlain || other !== null) &&
    !verb.progressive &&
    isOfEntity(statement) &&
    isSo(statement)
    ? { facts: [over(owner, "lives alone", "alone")] }
    : null;
};

/** Reads the end of an aid: "walks without a stick", "can read without glasses now". */
export const readWithout: Reader = (statement) => {
  const { subject, verb } = statement;
  const aid = phraseWith(statement, "without");
  if (aid === undefined || verb.tense !== "present" || verb.negated || verb.passive) return null;
  if (!isOfEntity(statement) || isFigurative(statement) || isForAWhile(statement)) return null;
  const content = bare(aid.tokens).filter((token) => !introducesNoun(token));
  const isThing = content.length < aid.tokens.length && lastOf(content).part === "noun";
  const isDeed =
    firstOf(aid.tokens).part === "gerund" || aid.tokens.some(({ part }) => part === "pronoun");
  if (isDeed || !(isThing || content.length === 1)) return null;
  const value = tidy(textOf(content));
  return { facts: [over(subject.name, `needs ${value}`, value)] };
};
