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
import { asSpeakers, isAttributeNoun, subjectsOf, type Subject } from "./subjects.ts";
import { isVerbal, textOf, type Token } from "./token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";

/** What a clause hands on to the next: whom it was about. */
export interface Carried {
  readonly subjects: readonly Subject[];
  /** A modal that reaches over "and": "I will move to Berlin and learn German". */
  readonly modal: Token | null;
}

/** Prepositions that a clause cut short by "when" or "who" leaves behind. */
const DANGLES = /^(?:from|since|by|of|to|until|than|as|like)$/u;
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

const WEATHER = /^(?:take|seem|look|feel|sound|rain|snow|mean|depend|matter|turn|happen|appear|hurt|go|get|work|help|make)$/u;
/** "It is raining", "It takes time": nothing is meant by "it". */
const isExpletive = (predicate: readonly Token[]): boolean => {
  const { verb } = readVerbGroup(predicate, 0);
  return verb.lemma === "be" && !verb.passive || WEATHER.test(verb.lemma) || !isTelling(predicate);
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
const isValued = (subject: Subject, verb: VerbGroup, complement: readonly Token[]): boolean => {
  if (complement.length === 0) return false;
  if (CHANGES.has(verb.lemma) && complement.some(({ lower }, i) => lower === "to" && complement[i + 1]?.part === "number")) return true;
  return isAttributeNoun(subject.name) && (verb.lemma === "be" && !verb.passive && !verb.progressive || CHANGES.has(verb.lemma) || verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma));
};

const sureness = (modal: string): Confidence => (/^(?:might|may|could)$/u.test(modal) ? CONFIDENCE.speculation : /^(?:would|should)$/u.test(modal) ? CONFIDENCE.weak : CONFIDENCE.explicit);

/** "painted this", "makes it with love": what is meant stands in another sentence. */
const isPointing = (complement: readonly Token[]): boolean => {
  const [first, second] = complement;
  return first !== undefined && /^(?:it|this|that|them|these|those)$/u.test(first.lower) && (first.after !== "" || second === undefined || !/^(?:noun|adjective|proper|number)$/u.test(second.part)) && !isTelling(complement);
};

const PRAISE = /^(?:awesome|amazing|great|incredible|wonderful|fantastic|lovely|adorable|cute|brilliant|cool|nice|perfect|beautiful|gorgeous|stunning|impressive|inspiring|fun|funny|hilarious|best)$/u;
/** "is incredible": a judgement that tells nothing to keep. */
const isPraise = (verb: VerbGroup, complement: readonly Token[]): boolean =>
  (verb.lemma === "be" || verb.lemma === "look" || verb.lemma === "sound") && complement.length > 0 && complement.every((token) => token.part === "adverb" || /^(?:so|the|very|just|too)$/u.test(token.lower) || PRAISE.test(token.lower));

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

const LONGEST_LEAD = 6;
/** "Before Halden, I worked …", "As a kid I lived …": how many words the phrase before the subject takes. */
const leadingPhrase = (tokens: readonly Token[]): number => {
  if (tokens[0]?.part !== "preposition" && tokens[0]?.lower !== "as") return 0;
  for (let i = 1; i <= LONGEST_LEAD && i < tokens.length - 1; i += 1) {
    if (isVerbal(tokens[i])) return 0;
    if (/^(?:I|we|he|she|they)$/u.test(tokens[i]!.text) && tokens[i - 1]!.lower !== "and") return i;
    if (tokens[i]!.after.endsWith(",")) return i + 1;
  }
  return 0;
};

/** Reads one clause: its subject, its verbs and what follows them, for each of its subjects. */
export const readClause = (clause: Clause, carried: Carried, discourse: Discourse, confidence: Confidence, longAgo: boolean): Carried => {
  if (clause.conditional) return NOBODY;
  let tokens = clause.tokens;
  while (tokens.length > 2 && tokens.at(-1)!.part === "preposition" && DANGLES.test(tokens.at(-1)!.lower)) tokens = tokens.slice(0, -1);
  let when = "";
  const led = clause.elided || clause.about !== null ? 0 : leadingPhrase(tokens);
  if (led > 0) {
    const lead = lowerFirst(tidy(textOf(tokens.slice(0, led))));
    when = when === "" ? lead : `${when} ${lead}`;
    tokens = tokens.slice(led);
  }
  // A time at the front of the clause belongs to what is said.
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
    const words = tokens.slice(0, start).filter((token) => token.part !== "adverb");
    if (words.length === 1 && IMPERSONAL.test(words[0]!.lower) && (words[0]!.lower !== "it" || carried.subjects[0]?.attribute == null && isExpletive(tokens.slice(start)))) return NOBODY;
    // "…, but now it is Blur": the attribute that was spoken of just now.
    const same = words.length === 1 && words[0]!.lower === "it" && carried.subjects[0]?.attribute != null ? carried.subjects : null;
    if (words.at(-1)?.lower === "there") return NOBODY;
    subjects = same ?? subjectsOf(words, discourse);
  }
  if (subjects.length === 0) return NOBODY;
  const finite = verbAt - start;
  const predicate = tokens.slice(start);
  if (clause.temporal && (!isTelling(predicate) || /^(?:was|were)$/u.test(predicate[finite]?.lower ?? ""))) return NOBODY;
  const { verb, end } = readVerbGroup(predicate, 0);
  const complement = predicate.slice(end);
  const words = tidy(textOf(predicate));
  const modal = predicate.find(({ lower }) => /^(?:will|would|could|should|might|may|must)$/u.test(lower)) ?? null;
  const next: Carried = { subjects, modal };
  for (const subject of subjects) {
    if (subject.speaker && isSmallTalk(words) || addressesReader(words) || subject.attribute !== null && isTalk(subject.attribute) || subject.thing && !subject.bare && !isTelling(predicate)) return NOBODY;
    if (verb.lemma === "name" && !verb.passive && complement.length === 1 && complement[0]!.name !== null) continue;
    if (isPointing(complement) || isPraise(verb, complement)) continue;
    if (complement.every((token) => token.part === "negation" || token.part === "adverb" && verb.lemma === "have") && !verb.passive && !verb.ended && !COMPLETE_ALONE.test(verb.lemma)) continue;
    const sure = atMost(confidence, verb.lemma === "like" || verb.lemma === "love" ? CONFIDENCE.explicit : sureness(modal?.lower ?? ""));
    const times = [...predicate.flatMap(({ time }) => time ?? []), ...(when === "" ? [] : clause.tokens.flatMap(({ time }) => time ?? []))];
    const about = subject.bare && isValued(subject, verb, complement) && isTelling(complement) ? asSpeakers(subject, discourse) : subject;
    if (about.thing && !isTelling(predicate)) return NOBODY;
    const ahead = verb.tense === "future" || verb.tense === "present" && times.some((time) => isAhead(time, discourse));
    for (const part of predicatesOf(predicate, end, verb)) {
      stateClause({ statement: { subject: about, verb, predicate: part, complement: part.slice(end), phrases: phrasesOf(part.slice(end)), times: [...new Set(times)], confidence: sure, longAgo, ahead }, finite, object: end, front: when }, discourse);
    }
  }
  return next;
};
