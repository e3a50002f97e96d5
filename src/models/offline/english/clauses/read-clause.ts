import { PHRASES } from "../../data/expressions.ts";
import { listedWords } from "../../data/words.ts";
import { CONFIDENCE, atMost, type Confidence } from "../../extraction/findings.ts";
import { stateClause } from "../meaning/state.ts";
import type { Partner, Statement } from "../meaning/statement.ts";
import { lastWord, tidy } from "../../text/tidy.ts";
import { affectedPerson } from "./affected-person.ts";
import type { Clause, Limit } from "./clauses.ts";
import type { Discourse } from "../discourse.ts";
import {
  isExpletive,
  isPointing,
  isPraise,
  isSmallTalk,
  isTalk,
  isInformative,
  isInformativeBesides,
  addressesReader,
  COMPLETE_ALONE,
} from "./small-talk.ts";
import { headOf, phrasesOf } from "./phrases.ts";
import { asSpeakers, type Subject } from "../subjects/subject.ts";
import { subjectsOf, thoseTwo } from "../subjects/read-subjects.ts";
import {
  firstOf,
  isAdverbial,
  impliedWord,
  isVerbal,
  lastOf,
  textOf,
  tokenAt,
  type Token,
} from "../tokens/token.ts";
import { knownVerb } from "../tokens/verb-forms.ts";
import { isParticipleOnly } from "./openings.ts";
import { readPredicate, type Predicate, type SpokenPredicate } from "./predicate.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";
import { itemsOf } from "../../text/list-items.ts";
import { CHANGES, isAttributeNoun } from "../../data/attributes.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import { isNearerAhead, isPresentSpan, validityOf } from "../../dates/validity.ts";

/** Who switches from one thing to another, and is none of them: "the sales team switched to Notion". */
const SWITCHING_GROUPS = listedWords("read_clause_switching");
/** Whether the verb gives a value to an attribute. */
const isValued = (subject: Subject, verb: VerbGroup, complement: readonly Token[]): boolean => {
  if (complement.length === 0) return false;
  if (
    CHANGES.has(verb.lemma) &&
    complement.some(({ lower }, i) => lower === "to" && complement[i + 1]?.part === "number")
  )
    return true;
  const head = subject.name.replace(/ with .*$/u, "");
  const noun = lastWord(head).replace(/(?<=[^s])s$/u, "");
  if (verb.lemma === "switch" && SWITCHING_GROUPS.has(noun)) return false;
  return (
    (isAttributeNoun(subject.name) || ENCOUNTERS.has(noun)) &&
    ((verb.lemma === "be" && !verb.passive && !verb.progressive) ||
      CHANGES.has(verb.lemma) ||
      (verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma)))
  );
};

const MOST_WORDS = 5;
const YEAR = /^(?:19|20)\d{2}$/u;
/** Whether the item is a predicate that can be listed with others: "29, single and from Oslo". */
const opensPredicate = (item: readonly Token[]): boolean => {
  const first = item.find(({ part }) => part !== "adverb");
  return (
    item.length <= MOST_WORDS &&
    first !== undefined &&
    first.time === null &&
    ((first.part === "number" && !YEAR.test(first.text)) ||
      first.part === "adjective" ||
      /^(?:an?|from|in|into|based|married|divorced|engaged|widowed|separated|pregnant|retired|allergic|vegan|vegetarian|single)$/u.test(
        first.lower,
      ))
  );
};

/** "lovely man" and "whole body rash" have no article: they say nothing about the subject. */
const isPredicate = (item: readonly Token[]): boolean =>
  item.length < 2 ||
  firstOf(item).part !== "adjective" ||
  lastOf(item).part !== "noun" ||
  !item.every(({ part }) => part === "adjective" || part === "noun");

/** The predicates of a list, one for each item: "29, single and a nurse". */
const predicatesOf = (
  predicate: readonly Token[],
  object: number,
  verb: VerbGroup,
): (readonly Token[])[] => {
  if (verb.lemma !== "be" || verb.passive || verb.progressive) return [predicate];
  const items = itemsOf(predicate.slice(object));
  if (items.length < 2 || !items.every(opensPredicate)) return [predicate];
  return items.filter(isPredicate).map((item) => {
    const last = lastOf(item);
    return [
      ...predicate.slice(0, object),
      ...item.slice(0, -1),
      { ...last, after: last.after.replace(/[,;]$/u, "") },
    ];
  });
};

const LONGEST_LEAD = 6;

const OWNING_TIME = /^(?:at|after|before|during|in|since|by) .*['’]s$/u;
/** The number of words before the subject: 3 for "As a kid I lived", 0 for "In Rome and I". */
const lengthOfLead = (tokens: readonly Token[]): number => {
  const { part, lower } = firstOf(tokens);
  // "At last night's meeting I stepped down": what the time owns is a noun.
  const isOfTime = OWNING_TIME.test(lower);
  if (part !== "preposition" && lower !== "as" && !isOfTime) return 0;
  for (let i = 1; i <= LONGEST_LEAD && i < tokens.length - 1; i += 1) {
    const token = tokenAt(tokens, i);
    if (isVerbal(token) && !(isOfTime && i === 1)) return 0;
    if (/^(?:I|we|he|she|they)$/u.test(token.text) && tokenAt(tokens, i - 1).lower !== "and")
      return i;
    if (token.after.endsWith(",")) return i + 1;
  }
  return 0;
};

/** The parts of a clause that apply to the next one. */
export interface CarriedParts {
  readonly subjects: readonly Subject[];
  /** A modal that also applies after "and": "I will move to Berlin and learn German". */
  readonly modal: Token | null;
  /** The auxiliary that also applies to a participle: "He has sold up and gone home". */
  readonly perfect: Token | null;
  /** A denial that also applies after "or": "does not" in "She does not smoke or drink". */
  readonly denial: readonly Token[];
  /** The times that "that weekend" may mean. */
  readonly times?: Statement["times"];
}

/** The carried parts for the first clause of a sentence, and after a clause that is not read. */
export const NOTHING_CARRIED: CarriedParts = {
  subjects: [],
  modal: null,
  perfect: null,
  denial: [],
};
const DAYS = listedWords("read_clause_days");
/**
 * Whether the words refer to the time of the statement before: "and move that weekend", "and starts
 * the same day".
 */
const pointsToTime = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ lower }, i) => /^(?:that|same)$/u.test(lower) && DAYS.has(tokenAt(tokens, i + 1).lower),
  );
/** Prepositions that remain at the end of a clause before "when" or "who". */
const DANGLES = listedWords("read_clause_dangles");
const IMPERSONAL = listedWords("impersonal");
const ENCOUNTERS = listedWords("encounters");
const PASTIME = PHRASES.one("pastime");

const lowerFirst = (time: string): string =>
  time.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

const withoutDangling = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  for (; end > 2; end -= 1) {
    const { part, lower } = tokenAt(tokens, end - 1);
    const isLeftOver = (lower === "even" && part === "adverb") || /^(?:and|or|but)$/u.test(lower);
    if (!isLeftOver && (part !== "preposition" || !DANGLES.has(lower))) break;
  }
  return tokens.slice(0, end);
};

const isFront = ({ time, part, lower }: Token): boolean =>
  time !== null || (part === "conjunction" && !/^(?:who|which)$/u.test(lower));

/** The words before the previous verb that also apply to this clause, which begins with `first`. */
const carriedOver = (
  { elided, alternative }: Clause,
  first: Token,
  { modal, perfect, denial }: CarriedParts,
): readonly Token[] => {
  if (!elided || first.part !== "verb") return [];
  if (alternative && denial.length > 0) return denial;
  if (isParticipleOnly(first)) return perfect === null ? [] : [perfect];
  return modal === null || first.past ? [] : [modal];
};

const DENIES = /^(?:cannot|longer)$/u;
/**
 * The words of a denial at the start of a predicate: "does not", "never", "no longer". Empty if
 * there is none.
 */
const denialOf = (predicate: readonly Token[]): readonly Token[] =>
  predicate.slice(
    0,
    predicate.findIndex(({ part, lower }) => part === "negation" || DENIES.test(lower)) + 1,
  );

/** The words of a clause from its subject on, and the time or circumstance before them. */
const partsOfClause = (
  clause: Clause,
  carriedParts: CarriedParts,
): { readonly tokens: readonly Token[]; readonly front: string } => {
  let tokens = withoutDangling(clause.tokens);
  const length = clause.elided || clause.about !== null ? 0 : lengthOfLead(tokens);
  let front = lowerFirst(tidy(textOf(tokens.slice(0, length))));
  tokens = tokens.slice(length);
  while (tokens.length > 2 && isFront(firstOf(tokens))) {
    const { time, text } = firstOf(tokens);
    if (time !== null) front = lowerFirst(text);
    tokens = tokens.slice(1);
  }
  return { tokens: [...carriedOver(clause, firstOf(tokens), carriedParts), ...tokens], front };
};

/** The position of the predicate and of its finite verb; null if there is no verb. */
const findPredicate = (
  tokens: readonly Token[],
  hasSubject: boolean,
): { readonly start: number; readonly verb: number } | null => {
  const first = hasSubject ? 1 : 0;
  const verb = tokens.findIndex((token, i) => i >= first && isVerbal(token));
  if (verb < 0) return null;
  let start = verb;
  for (; start > first; start -= 1) {
    const before = tokenAt(tokens, start - 1);
    const isNoLonger = before.lower === "no" && tokenAt(tokens, start).lower === "longer";
    if (!isAdverbial(before) && before.lower !== "longer" && !isNoLonger) break;
  }
  return { start, verb };
};

/** "It's minus 15": the weather, whatever was spoken of. */
const TEMPERATURE = /\b(?:minus|below) \d|\bdegrees\b/u;
/** Whether the words only say what something is like: "is a small house", but not "is a Polo now". */
const isDescription = (predicate: readonly Token[]): boolean =>
  /^(?:is|was) an? /iu.test(textOf(predicate)) &&
  predicate.every(
    ({ name, part, time, lower }) =>
      name === null && part !== "number" && time === null && lower !== "now",
  );
/**
 * Whether "it" is the attribute or the relative of the clause before, "…, but now it is Blur", or
 * the thing: "The Skoda failed its MOT so it went to the scrapyard".
 */
const isSpokenOf = (subject: Subject | undefined, predicate: readonly Token[]): boolean =>
  subject !== undefined &&
  !TEMPERATURE.test(textOf(predicate)) &&
  ((subject.attribute !== null && !isDescription(predicate)) ||
    (subject.kin !== null && predicate.some(({ name }) => name !== null)) ||
    ((subject.thing || subject.definite) &&
      (readVerbGroup(predicate).verb.passive || !isExpletive(predicate)) &&
      !isDescription(predicate)));

/** "next one", "the other one", "two of them": what they stand for is in another sentence. */
const isOneOfThese = (subject: readonly Token[]): boolean =>
  (subject.length > 1 &&
    subject.every(({ name, part }) => name === null && part !== "possessive") &&
    /^(?:ones?|them|these|those)$/u.test(lastOf(subject).lower)) ||
  // "82% got a C"
  (subject.length === 1 &&
    (firstOf(subject).part === "number" || firstOf(subject).span?.kind === "percentage"));

/** The subjects of a clause. Empty for "there", and for "it" in "it rains". */
const subjectsOfClause = (
  { about, elided }: Clause,
  subjectTokens: readonly Token[],
  predicate: readonly Token[],
  carriedParts: CarriedParts,
  discourse: Discourse,
): readonly Subject[] => {
  if (about !== null) {
    const plainOwner = { ...lastOf(about), after: "", owns: false };
    return subjectsOf([...about.slice(0, -1), plainOwner], discourse);
  }
  if (elided) return carriedParts.subjects;
  const content = subjectTokens.filter(({ part }) => part !== "adverb");
  const { lower } = lastOf(content);
  if (content.length === 1 && lower === "it" && isSpokenOf(carriedParts.subjects[0], predicate))
    return carriedParts.subjects;
  if (content.length === 1 && lower === "it" && PASTIME.test(textOf(predicate)))
    return subjectsOf(discourse.conversation.lastObject, discourse);
  const isImpersonal =
    (content.length === 1 && IMPERSONAL.has(lower) && (lower !== "it" || isExpletive(predicate))) ||
    isOneOfThese(content);
  return isImpersonal || lower === "there" ? [] : subjectsOf(content, discourse);
};

/**
 * Whether the clause states only a time: "since we last spoke", "when I was twelve", "until I
 * finish my degree", but not "when I moved to Rome".
 */
const statesOnlyTime = (clause: Clause, predicate: readonly Token[], finite: number): boolean =>
  clause.temporal &&
  (!isInformative(predicate) ||
    /^(?:was|were)$/u.test(tokenAt(predicate, finite).lower) ||
    (clause.awaited && readVerbGroup(predicate).verb.tense === "present"));

/**
 * Whether the clause is a courtesy or about the conversation itself: "Thanks to you", "My question
 * is". Nothing of it is kept.
 */
const endsReading = (subject: Subject, { text, tokens }: Predicate): boolean =>
  (subject.speaker && isSmallTalk(text)) ||
  addressesReader(text) ||
  (subject.attribute !== null && isTalk(subject.attribute)) ||
  (subject.thing && !subject.bare && !isInformative(tokens));

/** Verbs that say enough about a possession without an object: "My subscription has expired". */
const GONE = listedWords("gone_verbs");

/**
 * Whether the clause states nothing to keep: "He has", "painted this", "is incredible", but not "he
 * moved".
 */
const isEmpty = (
  { attribute }: Subject,
  { tokens, end, verb, complement }: Predicate,
  { frames }: Discourse,
): boolean => {
  const namesOnly =
    verb.lemma === "name" &&
    !verb.passive &&
    complement.length === 1 &&
    firstOf(complement).name !== null;
  // "he won, no dog": what stands behind a comma is no object.
  const isCut = tokenAt(tokens, end - 1).after === "," && verb.lemma !== "be";
  const saysNothing =
    !verb.passive &&
    !verb.ended &&
    !COMPLETE_ALONE.has(verb.lemma) &&
    !verb.adverbs.has("together") &&
    !(attribute !== null && GONE.has(verb.lemma)) &&
    !frames.mayDepart(verb.lemma, complement) &&
    (isCut ||
      complement.every(
        ({ part }) => part === "negation" || (part === "adverb" && verb.lemma === "have"),
      ));
  // In "I sold it", an earlier statement may have named the thing.
  const mayEnd = frames.of(verb.lemma).some(({ phase }) => phase === "ends");
  return (
    namesOnly || (isPointing(complement) && !mayEnd) || isPraise(verb, complement) || saysNothing
  );
};

const confidenceOf = ({ verb, modal }: Predicate): Confidence => {
  if (verb.lemma === "like" || verb.lemma === "love") return CONFIDENCE.explicit;
  if (/^(?:might|may|could)$/u.test(modal?.lower ?? "")) return CONFIDENCE.speculation;
  return /^(?:would|should)$/u.test(modal?.lower ?? "") ? CONFIDENCE.weak : CONFIDENCE.explicit;
};

/**
 * What somebody else may have: "My sister is getting married in May. The wedding is on the 16th."
 */
const CELEBRATIONS = listedWords("read_clause_celebrations");
/**
 * The subject of the statement. "The deadline is 2 April" is about the speaker's deadline, because
 * a value follows; "the deadline is near" is not.
 */
const meantSubject = (
  subject: Subject,
  { verb, complement }: Predicate,
  discourse: Discourse,
): Subject =>
  subject.bare &&
  isValued(subject, verb, complement) &&
  isInformative(complement) &&
  !(discourse.conversation.isOfOther && CELEBRATIONS.has(subject.name.toLowerCase()))
    ? asSpeakers(subject, discourse)
    : subject;

/** Takes note that a statement is about the speaker, and about whom besides: "Anna and I". */
const noteWe = (subjects: readonly Subject[], { conversation }: Discourse): void => {
  conversation.isOfSpeaker = true;
  const others = subjects.flatMap(({ speaker, name }) => (speaker ? [] : [name]));
  if (others.length > 0) conversation.whoAreWe = others;
};

/** The other of two subjects: Otto in "Otto and I". Null if there are not two. */
const partnerOf = (subject: Subject, subjects: readonly Subject[]): Partner | null => {
  const other = subjects.length === 2 ? subjects.find((one) => one !== subject) : undefined;
  return other === undefined ? null : { ...other, isSecond: subject === subjects[0] };
};

/** Verbs with which "together" does not mean "with each other": "got back together". */
const JOINED = listedWords("joining_verbs");

/**
 * The predicate of one of two subjects who do something together: "Ann and I live together" says
 * that Ann lives with me, and that I live with Ann. Unchanged for other predicates, and for "are
 * together". `before` are the tokens of both subjects.
 */
const asOneOfTwo = (
  predicate: Predicate,
  subject: Subject,
  subjects: readonly Subject[],
  before: readonly Token[],
): Predicate => {
  if (subjects.length !== 2) return predicate;
  const { tokens, verb, finite, end } = predicate;
  const isFirst = subject === subjects[0];
  const place = tokens.findIndex(({ lower }) => lower === "together");
  const conjunction = before.findIndex(({ lower }) => lower === "and");
  const isOther =
    (verb.lemma === "be" && tokens.slice(end, place).every(({ part }) => part === "adverb")) ||
    JOINED.has(verb.lemma) ||
    tokenAt(tokens, place - 1).lower === "back";
  if (place < 0 || conjunction < 0 || isOther) return predicate;
  const others = isFirst ? before.slice(conjunction + 1) : before.slice(0, conjunction);
  const together = tokenAt(tokens, place);
  const other = others.map((token) =>
    token.lower === "i" ? { ...token, text: "me", lower: "me" } : token,
  );
  const companion = [...other.slice(0, -1), { ...lastOf(other), after: together.after }];
  return readPredicate(
    [
      ...tokens.slice(0, place),
      impliedWord("with", "preposition", together),
      ...companion,
      ...tokens.slice(place + 1),
    ],
    finite,
  );
};

const WISHES = listedWords("read_clause_wishes");
const EITHER = /\beither\b.* or\b/iu;
/** Which of two it is, is not sure: "is either sweet or crazy", "lives in Rome or Oslo". */
const leavesOpen = ({ text, complement, verb }: Predicate): boolean =>
  EITHER.test(text) ||
  (!verb.negated &&
    complement.some(
      ({ lower }, i) =>
        lower === "or" &&
        tokenAt(complement, i - 1).name !== null &&
        tokenAt(complement, i + 1).name !== null,
    ));
/**
 * Whether the statement is only imagined: "Ana would have to share", "I'd be 32 weeks then"; not "I
 * would like a dog", which is a wish.
 */
const isImagined = ({ tokens, end, verb }: Predicate): boolean =>
  tokens.slice(0, end).some(({ lower }) => lower === "would") &&
  !WISHES.has(verb.lemma) &&
  !tokens.some(({ lower }) => lower === "rather");

const DELIVERABLES = listedWords("deliverables");
/**
 * Whether the reader is to write something: "I need a one page summary"; not "I need a new
 * flatmate".
 */
const isWantedOfReader = ({ verb, complement }: Predicate): boolean => {
  const [object] = phrasesOf(complement);
  const { lower } = lastOf(object === undefined ? [] : headOf(object));
  return /^(?:need|want)$/u.test(verb.lemma) && !verb.negated && DELIVERABLES.has(lower);
};

/** "My hobby is birdwatching": the apparent verb is the value. */
const DOING = /\b(?:hobby|pastime|passion|sport)$/u;
/** Whether nothing is stated of the subject, while the clause may state something of another. */
const isSkipped = (subject: Subject, predicate: Predicate, discourse: Discourse): boolean =>
  isImagined(predicate) ||
  // "We're getting a puppy, her name will be Mabel": there is none yet.
  (subject.type === "pet" && subject.attribute === "name" && predicate.verb.tense === "future") ||
  leavesOpen(predicate) ||
  (subject.speaker && isWantedOfReader(predicate)) ||
  (!DOING.test(subject.attribute ?? "") && isEmpty(subject, predicate, discourse));

/** The parts of a statement that apply to all subjects of a clause. */
type Manner = Pick<Statement, "confidence" | "isOfAll" | "longAgo" | "times"> & {
  readonly front: string;
  /** Whether a past event is stated since which it holds. */
  readonly isStill: boolean;
};

const ARRANGED = listedWords("arranged");
/** Verbs of a moment, whose length lies ahead: "lent the bike to Nico for a fortnight". */
const MOMENTARY = listedWords("read_clause_momentary");
/** The tense by which the times of a statement are read. */
const tenseOfTimes = (
  verb: Statement["verb"],
  times: Statement["times"],
): Statement["verb"]["tense"] => {
  const { tense, lemma } = verb;
  const isPlan = verb.progressive && tense === "present";
  if (isPlan && times.some(({ kind }) => kind === "point")) return "future";
  const isOfMoment = MOMENTARY.has(lemma) && times.every(({ kind }) => kind === "duration");
  // "has been signed off for six weeks": they begin now.
  return (tense === "perfect" && (ARRANGED.has(lemma) || isOfMoment)) ||
    (tense === "past" && isOfMoment)
    ? "present"
    : tense;
};

const ARRANGING = listedWords("arranging_verbs");
const TICKET = /^tickets?$/u;
/** Whether the verb arranges something for later: "booked a table", "bought tickets". */
const isArranging = ({ verb, complement }: Predicate): boolean =>
  ARRANGING.has(verb.lemma) ||
  (/^(?:buy|get)$/u.test(verb.lemma) && complement.some(({ lower }) => TICKET.test(lower)));

/**
 * Whether the time at `at` belongs to a verb in the present within the statement: "found out that
 * she is due in July".
 */
const isOfPresentWithin = ({ tokens, end }: Predicate, at: number): boolean => {
  const isThird = ({ lower }: Token): boolean => knownVerb(lower)?.forms.has("third") === true;
  const inner = tokens.findLast(
    (token, i) =>
      i >= end &&
      i < at &&
      // "got a place at Aston, starts in September"
      (isVerbal(token) || (isThird(token) && tokenAt(tokens, i - 1).after === ",")),
  );
  return inner !== undefined && (/^(?:is|are|am)$/u.test(inner.lower) || isThird(inner));
};

const LASTS = new Set<Statement["times"][number]["kind"]>(["until", "through", "from", "range"]);
/** Whether the time at `at` belongs to an infinitive behind the verb. */
const isOfInfinitive = ({ tokens, end }: Predicate, at: number): boolean =>
  tokens.some(
    ({ lower }, i) => i >= end && i < at && lower === "to" && isVerbal(tokenAt(tokens, i + 1)),
  );

/**
 * The times of a statement in the past without those that lie ahead: "booked a table for 12 May"
 * says nothing of last May.
 */
const ownTimesOf = (
  predicate: Predicate,
  times: Statement["times"],
  { occurredAt, chrono }: Discourse,
): Statement["times"] => {
  if (!/^(?:past|perfect)$/u.test(predicate.verb.tense)) return times;
  const { tokens } = predicate;
  return times.filter(({ core, until, text, kind }) => {
    const at = tokens.findIndex(({ time }) => time?.text === text);
    if (isOfPresentWithin(predicate, at)) return false;
    // "asked me to stay until Christmas"
    if (LASTS.has(kind) && isOfInfinitive(predicate, at)) return false;
    if (!isArranging(predicate)) return true;
    // "booked a table for May", "settled on May": the time is what was arranged.
    const { lower } = tokenAt(tokens, at - 1);
    const isFor = lower === "for" || predicate.verb.lemma === "settle";
    return !isFor && !isNearerAhead(until ?? core, occurredAt, chrono);
  });
};

/**
 * The part of a list of figures that belongs to one of as many subjects: 4 to Maja in "Nils and Maja
 * are 7 and 4". Null for another list.
 */
const ownFigure = (
  parts: readonly (readonly Token[])[],
  object: number,
  { index, count }: { readonly index: number; readonly count: number },
): readonly Token[] | null =>
  count > 1 && parts.length === count && parts.every((part) => part[object]?.part === "number")
    ? (parts[index] ?? null)
    : null;

const stateOf = (
  { subject, predicate, partner }: SpokenPredicate,
  { front, isStill, ...manner }: Manner,
  discourse: Discourse,
  place = { index: 0, count: 1 },
): void => {
  const { tokens, verb, finite, end } = predicate;
  const { occurredAt, chrono } = discourse;
  const times = ownTimesOf(predicate, manner.times, discourse);
  const validity = validityOf(times, tenseOfTimes(verb, times), occurredAt, chrono);
  // "no longer has braces today", "is finished today": what ended does not hold again tomorrow.
  const isEnd = verb.ended || (verb.passive && verb.lemma === "finish");
  const to = isEnd && validity.within ? null : validity.to;
  const when = { ...validity, to, still: validity.still || isStill };
  const isAhead =
    verb.tense === "future" ||
    (verb.tense === "present" &&
      (when.planned !== null || (when.from !== null && when.from.start > occurredAt)));
  const object = phrasesOf(predicate.complement).find(({ tokens }) => tokens.length > 0);
  if (verb.lemma !== "be" && object !== undefined)
    discourse.conversation.lastObject = headOf(object);
  // An attribute has one value, however many parts it has: "12 Oak Street, Leeds".
  const parts = subject.attribute === null ? predicatesOf(tokens, end, verb) : [tokens];
  const own = ownFigure(parts, end, place);
  for (const part of own === null ? parts : [own]) {
    const complement = part.slice(end);
    const phrases = phrasesOf(complement);
    const spoken = {
      subject,
      partner,
      verb,
      predicate: part,
      complement,
      phrases,
      when,
      isAhead,
    };
    stateClause({ statement: { ...manner, ...spoken }, discourse, finite, object: end, front });
  }
};

/** What people say of themselves and others together: "make a good team", "are like a family". */
const OF_ALL = PHRASES.one("read_clause_of_all");
/** "we can get through this": what all of us are able to do is no fact about the speaker. */
const isOfAll = (before: readonly Token[], { tokens, verb, complement }: Predicate): boolean =>
  lastOf(before).lower === "we" &&
  ((tokens.some(({ lower }) => lower === "can") &&
    !verb.negated &&
    !isInformativeBesides(complement)) ||
    OF_ALL.test(textOf(tokens)));

/**
 * Adds what is stated of each subject. Returns whether the statement may go on in the next clause.
 */
const stateOfAll = (
  subjects: readonly Subject[],
  before: readonly Token[],
  predicate: Predicate,
  manner: Manner,
  discourse: Discourse,
): boolean => {
  for (const [index, subject] of subjects.entries()) {
    if (endsReading(subject, predicate)) return false;
    if (isSkipped(subject, predicate, discourse)) continue;
    const about = meantSubject(subject, predicate, discourse);
    const mayDepart = discourse.frames.mayDepart(predicate.verb.lemma, predicate.complement);
    if (about.thing && !mayDepart && !isInformative(predicate.tokens)) return false;
    const statement = {
      subject: about,
      predicate: asOneOfTwo(predicate, subject, subjects, before),
      partner: partnerOf(subject, subjects),
    };
    stateOf(statement, manner, discourse, { index, count: subjects.length });
  }
  // "we can make a difference and help people"
  return subjects.length > 0 && !manner.isOfAll;
};

/** What two do who were named: "they live in Exeter", but not "they have expelled Tom". */
const OF_TWO = listedWords("read_clause_of_two");
/** Whether both do it: "they live in Exeter", "they are in Whitby". */
const isOfBoth = ({ verb, complement }: Predicate): boolean =>
  OF_TWO.has(verb.lemma) || (verb.lemma === "be" && firstOf(complement).lower === "in");
/** Whether somebody who is not named does it: "they have expelled Tom". */
const isOfThem = (before: readonly Token[]): boolean =>
  before.length === 1 && firstOf(before).lower === "they";

/**
 * The limit of a statement in the clause, with its times: "has worked at Acme since she graduated
 * in
 * 2019", "worked at Acme until she graduated". Null if the tense is another one.
 */
const limitOf = ({ limit }: Clause, { verb }: Predicate): Limit | null => {
  if (limit === null || verb.tense !== (limit.kind === "since" ? "perfect" : "past")) return null;
  return { ...limit, times: limit.times.map((time) => ({ ...time, kind: limit.kind })) };
};

/**
 * The words before a predicate that tell when it holds: "My boss from 2019 to 2021 was Dana" states
 * a duration; "My meeting on Friday is with Dana" does not.
 */
const lastingIn = (before: readonly Token[]): readonly Token[] =>
  before.filter(({ time }) => time !== null && (time.kind !== "point" || isPresentSpan(time.core)));

/** The times of some words and of a limit; those of the clause before if "then" points to them. */
const statedTimes = (
  tokens: readonly Token[],
  limit: Limit | null,
  predicate: readonly Token[],
  { times: carriedTimes = [] }: CarriedParts,
): readonly TimeExpression[] => {
  const own = new Set([...tokens.flatMap(({ time }) => time ?? []), ...(limit?.times ?? [])]);
  return own.size === 0 && pointsToTime(predicate) ? carriedTimes : [...own];
};

/**
 * Reads one clause: its subjects, its verbs and their objects. Returns the parts that apply to the
 * next clause.
 */
export const readClause = (
  clause: Clause,
  carriedParts: CarriedParts,
  discourse: Discourse,
  confidence: Confidence,
  longAgo: boolean,
): CarriedParts => {
  const isRelative = clause.about !== null;
  if (clause.conditional) return NOTHING_CARRIED;
  if (clause.elided && !isRelative && carriedParts.subjects.length === 0) return NOTHING_CARRIED;
  const { tokens, front } = partsOfClause(clause, carriedParts);
  const predicatePosition = findPredicate(tokens, !clause.elided && !isRelative);
  if (predicatePosition === null) return carriedParts;
  const { start, verb } = predicatePosition;
  const [before, predicateTokens] = [tokens.slice(0, start), tokens.slice(start)];
  const namedSubjects = subjectsOfClause(clause, before, predicateTokens, carriedParts, discourse);
  // A pronoun after the subject may mean a person who is named before it.
  discourse.conversation.namedLater = discourse.conversation.namedInLaterClauses;
  if (namedSubjects.length === 0 && !isOfThem(before)) return NOTHING_CARRIED;
  if (statesOnlyTime(clause, predicateTokens, verb - start)) return NOTHING_CARRIED;
  const predicate = readPredicate(predicateTokens, verb - start);
  const isOfTwo = namedSubjects.length === 0 && isOfBoth(predicate);
  const subjects = isOfTwo ? thoseTwo(discourse) : namedSubjects;
  if (isOfTwo && subjects.length === 0) return NOTHING_CARRIED;
  if (subjects.some(({ speaker }) => speaker)) noteWe(subjects, discourse);
  const limit = limitOf(clause, predicate);
  const timeTokens = front === "" ? lastingIn(before) : clause.tokens;
  const times = statedTimes(
    [...predicateTokens, ...timeTokens],
    limit,
    predicateTokens,
    carriedParts,
  );
  const sureness = atMost(confidence, confidenceOf(predicate));
  const isStill = limit?.kind === "since";
  const manner = {
    confidence: sureness,
    times,
    longAgo,
    front,
    isStill,
    isOfAll: isOfAll(before, predicate),
  };
  const affected = affectedPerson(subjects[0] ?? null, predicate, discourse);
  if (affected !== null) stateOf(affected, manner, discourse);
  else if (!stateOfAll(subjects, before, predicate, manner, discourse)) return NOTHING_CARRIED;
  const { modal, perfect } = predicate;
  return { subjects, modal, perfect, denial: denialOf(predicateTokens), times };
};
