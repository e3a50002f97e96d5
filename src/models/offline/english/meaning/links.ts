import { byWord } from "../../word-lists/word-list.ts";
import { itemsOf } from "../../text/list-items.ts";
import type { Discourse } from "../discourse.ts";
import type { Phrase } from "../clauses/phrases.ts";
import { firstOf } from "../tokens/token.ts";
import {
  isSo,
  objectOf,
  phraseWith,
  type FoundRelation,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { targetIn } from "./targets.ts";

/** Verbs that link their subject to a name: while it is so, and once it was. */
type Link = readonly [now: string, then: string];
const LINKS = byWord<Link>({
  manage: ["manages", "managed"],
  lead: ["leads", "led"],
  run: ["runs", "ran"],
  own: ["owns", "owned"],
  mentor: ["mentors", "mentored"],
  coach: ["coaches", "coached"],
  teach: ["teaches", "taught"],
  found: ["founded", "founded"],
  "co-found": ["founded", "founded"],
  cofound: ["founded", "founded"],
  acquire: ["acquires", "acquired"],
  sponsor: ["sponsors", "sponsored"],
  support: ["supports", "supported"],
  hire: ["hires", "hired"],
  recruit: ["recruits", "hired"],
  fire: ["fires", "fired"],
  create: ["creates", "created"],
  invent: ["invented", "invented"],
  launch: ["launches", "launched"],
  develop: ["develops", "developed"],
  build: ["builds", "built"],
  design: ["designs", "designed"],
  write: ["writes", "wrote"],
  paint: ["paints", "painted"],
  compose: ["composes", "composed"],
  direct: ["directs", "directed"],
  meet: ["meets", "met"],
  know: ["knows", "knew"],
  follow: ["follows", "followed"],
  help: ["helps", "helped"],
  interview: ["interviews", "interviewed"],
  introduce: ["introduces", "introduced"],
  invite: ["invites", "invited"],
  read: ["reads", "read"],
  watch: ["watches", "watched"],
  buy: ["buys", "bought"],
  sell: ["sells", "sold"],
  maintain: ["maintains", "maintained"],
  win: ["wins", "won"],
  fund: ["funds", "funded"],
  approve: ["approves", "approved"],
  supervise: ["supervises", "supervised"],
  advise: ["advises", "advised"],
  represent: ["represents", "represented"],
  replace: ["replaces", "replaced"],
  assign: ["assigns", "assigned"],
});
const HIRING = /^(?:hire|recruit|fire|interview|mentor|coach|supervise)$/u;
/** Links that a preposition makes, by the verb before it. */
const WITH = ["with", "alongside"];
const PREPOSITION_LINKS = byWord<readonly [prepositions: readonly string[], relation: string]>({
  work: [WITH, "works_with"],
  partner: [WITH, "partners_with"],
  collaborate: [WITH, "works_with"],
  live: [WITH, "lives_with"],
  compete: [WITH, "competes_with"],
  integrate: [WITH, "integrates_with"],
  study: [WITH, "studies_with"],
  train: [WITH, "trains_with"],
  invest: [["in"], "invested_in"],
  belong: [["to"], "belongs_to"],
  subscribe: [["to"], "subscribes_to"],
  merge: [["with"], "merged_with"],
  depend: [["on"], "depends_on"],
  contribute: [["to"], "contributes_to"],
  specialise: [["in"], "specialises_in"],
  participate: [["in"], "participates_in"],
});

/** "hired her", "hired me": the one who was spoken of; null for a word that means nobody known. */
const pronounTarget = (word: string, subject: string, discourse: Discourse): string | null => {
  if (word === "me" || word === "us") return discourse.speaker;
  return word === "him" || word === "her" ? discourse.personFor(word, subject) : null;
};

/** "hired Clara and Tom": those who are named. */
const namedTargets = (
  object: Phrase | undefined,
  relation: string,
  type: string | null,
  discourse: Discourse,
): FoundRelation[] =>
  itemsOf(object?.tokens ?? []).flatMap((item) => {
    const name = item.find((token) => token.name !== null && !token.owns)?.name;
    if (name === undefined || name === null) return [];
    const targetType = name.type ?? type;
    const target = discourse.note({ ...name, type: targetType });
    return [{ type: relation, target, targetType }];
  });

/**
 * "hired Clara", "is sponsored by Dana": a verb that links its subject to its object, in either
 * voice.
 */
const readVerbLink = (
  statement: Statement,
  discourse: Discourse,
  [now, then]: Link,
): Meaning | null => {
  const { verb, subject } = statement;
  const isOver =
    verb.tense === "past" || verb.tense === "perfect" || (verb.passive && verb.lemma === "hire");
  const type = isOver ? then : now;
  if (verb.passive) {
    const by = targetIn(phraseWith(statement, "by"), discourse);
    return by?.proper
      ? { relations: [{ type, target: by.name, targetType: by.type, inverse: true }] }
      : null;
  }
  const object = objectOf(statement);
  const pronoun = firstOf(object?.tokens ?? []).lower;
  const person = pronounTarget(pronoun, subject.name, discourse);
  if (person !== null) return { relations: [{ type, target: person, targetType: "person" }] };
  const targetType = HIRING.test(verb.lemma) ? "person" : null;
  const relations = namedTargets(object, type, targetType, discourse);
  return relations.length === 0 ? null : { relations };
};

/**
 * "works with Tom", "invested in Halden": a link that a preposition makes; not "works with Rome",
 * "works with love".
 */
const readPrepositionLink: Reader = (statement, discourse) => {
  const { verb } = statement;
  const link = PREPOSITION_LINKS.get(verb.lemma);
  if (link === undefined || (verb.passive && verb.lemma !== "integrate")) return null;
  const [prepositions, type] = link;
  const target = targetIn(phraseWith(statement, ...prepositions), discourse);
  return target?.proper && target.type !== "place"
    ? { relations: [{ type, target: target.name, targetType: target.type }] }
    : null;
};

/**
 * hired Clara, is sponsored by Dana, works with Tom: what joins two names; not "ran a marathon",
 * "is hiring Ana".
 */
export const readLink: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || !isSo(statement)) return null;
  if (verb.lemma === "run" && !verb.passive && verb.tense === "past") return null;
  const isHiring = verb.progressive && verb.tense === "present" && verb.lemma === "hire";
  const link = statement.ahead || isHiring ? undefined : LINKS.get(verb.lemma);
  return link === undefined
    ? readPrepositionLink(statement, discourse)
    : readVerbLink(statement, discourse, link);
};
