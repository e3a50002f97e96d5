import { CONFIDENCE, atMost, type Confidence } from "../extraction/confidence.ts";
import { stateClause } from "../meaning/state.ts";
import { itemsOf } from "../text/list-items.ts";
import { tidy } from "../text/tidy.ts";
import type { Clause } from "./clauses.ts";
import type { Discourse } from "./discourse.ts";
import { phrasesOf } from "./phrases.ts";
import { readDate } from "../dates/read-date.ts";
import type { TimeExpression } from "../dates/time-expression.ts";
import { CHANGES } from "../data/attributes.ts";
import { isSmallTalk, isTalk, isTelling, addressesReader } from "./small-talk.ts";
import { asSpeakers, subjectsOf, type Subject } from "./subjects.ts";
import { isVerbal, textOf, type Token } from "./token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";

/** What a clause hands on to the next: whom it was about. */
export interface Carried {
  readonly subjects: readonly Subject[];
  /** A modal that reaches over "and": "I will move to Berlin and learn German". */
  readonly modal: Token | null;
}

const NOBODY: Carried = { subjects: [], modal: null };
/** Verbs that say enough alone. */
const COMPLETE_ALONE = /^(?:move|marry|retire|graduate|smoke|drink|swim|run|divorce|resign|quit|die|cook|paint|sing|dance|knit|garden|surf|ski|climb|cycle|travel|meditate|vape|hike|jog|row|dive|sail|draw|write|freelance|commute|snore|propose|separate|win|lose|relocate)$/u;
const IMPERSONAL = /^(?:you|there|this|that|these|those|everyone|everybody|someone|somebody|nobody|everything|nothing|something|what|which|who|here|one|it)$/u;

/** "Ana told me she …", "I know that …": verbs with a clause of their own, read as they stand. */
const findVerb = (tokens: readonly Token[], elided: boolean): number => {
  const from = elided ? 0 : 1;
  for (let i = from; i < tokens.length; i += 1) {
    if (isVerbal(tokens[i])) return i;
  }
  return -1;
};

/** Where the predicate begins: adverbs before the verb belong to it. */
const predicateStart = (tokens: readonly Token[], verb: number, elided: boolean): number => {
  let start = verb;
  const first = elided ? 0 : 1;
  while (start > first && (tokens[start - 1]!.part === "adverb" || tokens[start - 1]!.part === "negation" || tokens[start - 1]!.lower === "longer" || tokens[start - 1]!.lower === "no" && tokens[start]!.lower === "longer")) start -= 1;
  return start;
};

const lowerFirst = (time: string): string => time.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** A date that lies ahead: "next Monday", "tomorrow". A month alone may be any year's. */
const isAhead = (time: TimeExpression, discourse: Discourse): boolean => {
  if (time.kind !== "point" && time.kind !== "from") return false;
  const date = readDate(time.core, discourse.occurredAt, "near", discourse.chrono);
  return date !== null && date.start > discourse.occurredAt;
};

/** Whether a verb gives an attribute its value. */
const isValued = (verb: VerbGroup, complement: readonly Token[]): boolean =>
  complement.length > 0 && (verb.lemma === "be" && !verb.passive && !verb.progressive || CHANGES.has(verb.lemma) || verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma));

const MOST_WORDS = 5;
/** What one may be several of at once: "29, single and from Oslo". */
const opensPredicate = (item: readonly Token[]): boolean => {
  const first = item.find(({ part }) => part !== "adverb");
  return item.length <= MOST_WORDS && first !== undefined && first.time === null && (first.part === "number" || first.part === "adjective" || /^(?:an?|from|in|into|based|married|divorced|engaged|retired|allergic|vegan|vegetarian|single)$/u.test(first.lower));
};

/** Splits what somebody is into one predicate for each thing: "29, single and a nurse". */
const predicatesOf = (predicate: readonly Token[], object: number, verb: VerbGroup): (readonly Token[])[] => {
  if (verb.lemma !== "be" || verb.passive || verb.progressive) return [predicate];
  const items = itemsOf(predicate.slice(object));
  if (items.length < 2 || !items.every(opensPredicate)) return [predicate];
  return items.map((item) => [...predicate.slice(0, object), ...item.map((token, i) => (i === item.length - 1 ? { ...token, after: token.after.replace(/[,;]$/u, "") } : token))]);
};

/** Reads one clause: its subject, its verbs and what follows them, for each of its subjects. */
export const readClause = (clause: Clause, carried: Carried, discourse: Discourse, confidence: Confidence, front: string): Carried => {
  if (clause.conditional) return NOBODY;
  let tokens = clause.tokens;
  // A time at the front of the clause belongs to what is said.
  let when = front;
  while (tokens.length > 2 && (tokens[0]!.time !== null || tokens[0]!.part === "conjunction" && !/^(?:who|which)$/u.test(tokens[0]!.lower))) {
    if (tokens[0]!.time !== null) when = lowerFirst(tokens[0]!.text);
    tokens = tokens.slice(1);
  }
  const relative = clause.about !== null;
  const elided = clause.elided || relative;
  if (clause.elided && !relative && carried.subjects.length === 0) return NOBODY;
  if (clause.elided && carried.modal !== null && tokens[0]?.part === "verb" && !tokens[0].past) tokens = [carried.modal, ...tokens];
  const verbAt = findVerb(tokens, elided);
  if (verbAt < 0) return carried;
  const start = predicateStart(tokens, verbAt, elided);
  let subjects: readonly Subject[];
  if (relative) subjects = subjectsOf(clause.about!.map((token, i) => (i === clause.about!.length - 1 ? { ...token, after: "", owns: false } : token)), discourse);
  else if (clause.elided) subjects = carried.subjects;
  else {
    const words = tokens.slice(0, start);
    if (words.length === 1 && IMPERSONAL.test(words[0]!.lower) && words[0]!.lower !== "it") return NOBODY;
    subjects = subjectsOf(words, discourse);
  }
  if (subjects.length === 0) return NOBODY;
  const predicate = tokens.slice(start);
  const finite = verbAt - start;
  const { verb, end } = readVerbGroup(predicate, 0);
  const complement = predicate.slice(end);
  const words = tidy(textOf(predicate));
  const modal = predicate.find(({ lower }) => /^(?:will|would|could|should|might|may|must)$/u.test(lower)) ?? null;
  const next: Carried = { subjects, modal };
  for (const subject of subjects) {
    if (subject.speaker && isSmallTalk(words) || addressesReader(words) || subject.attribute !== null && isTalk(subject.attribute) || subject.thing && !subject.bare && !isTelling(predicate)) return NOBODY;
    if (complement.length === 0 && !verb.passive && !verb.ended && !COMPLETE_ALONE.test(verb.lemma)) continue;
    const sure = verb.unreal && /^(?:would|could|should|might|may)$/u.test(modal?.lower ?? "") && verb.lemma !== "like" && verb.lemma !== "love" ? atMost(confidence, CONFIDENCE.weak) : confidence;
    const times = [...predicate.flatMap(({ time }) => time ?? []), ...(when === "" ? [] : clause.tokens.flatMap(({ time }) => time ?? []))];
    const about = subject.bare && isValued(verb, complement) && isTelling(complement) ? asSpeakers(subject, discourse) : subject;
    if (about.thing && !isTelling(predicate)) return NOBODY;
    const ahead = verb.tense === "future" || verb.tense === "present" && times.some((time) => isAhead(time, discourse));
    for (const part of predicatesOf(predicate, end, verb)) {
      stateClause({ statement: { subject: about, verb, predicate: part, complement: part.slice(end), phrases: phrasesOf(part.slice(end)), times: [...new Set(times)], confidence: sure, ahead }, finite, object: end, front: when }, discourse);
    }
  }
  return next;
};
