import { isCapitalised } from "../../text/tidy.ts";
import { keys, listedWords, words } from "../../data/words.ts";
import { firstOf, isAdverbial, isVerbal, lastOf, tokenAt, type Token } from "../tokens/token.ts";
import { knownVerb } from "../tokens/verb-forms.ts";

const SUBJECTS = listedWords("openings_subjects");
const PERSONS = listedWords("openings_persons");
export const hasVerb = (tokens: readonly Token[]): boolean => tokens.some(isVerbal);
export const endsWithBreak = ({ after }: Token): boolean => /[,;:]$/u.test(after);
const isAside = (token: Token): boolean => isAdverbial(token) || token.part === "time";

const NOUN_PHRASE = keys("determiner possessive noun proper adjective number pronoun gerund");
const LONGEST_SUBJECT = 8;
export const OPENS_OBJECT = keys("determiner possessive proper preposition number");
const THIRD_ONLY = listedWords("third_persons_only");

/** The position of the first word from `i` that is no adverb, negation ("no longer") or time. */
export const skipAsides = (tokens: readonly Token[], i: number): number => {
  let position = i;
  for (;;) {
    const { lower } = tokenAt(tokens, position);
    if (lower === "no" && tokenAt(tokens, position + 1).lower === "longer") position += 2;
    else if (isAside(tokenAt(tokens, position))) position += 1;
    else return position;
  }
};

export const isParticipleOnly = ({ lower }: Token): boolean => {
  const forms = knownVerb(lower)?.forms;
  return forms !== undefined && forms.has("participle") && !forms.has("past");
};

export const mayBeThird = (word: string): boolean => knownVerb(word)?.forms.has("third") === true;
export const TAKES_BASE = listedWords("openings_takes_base");
/**
 * Whether the verb does not agree with the subject, so that it is a noun: "We raised awareness and
 * funds", since "we" would need "fund".
 */
const disagrees = ({ lower }: Token, before: readonly Token[]): boolean => {
  const forms = knownVerb(lower)?.forms;
  const subject = before[before.findIndex(isVerbal) - 1];
  const isThirdOnly =
    /^(?:is|has|does)$/u.test(lower) ||
    (/[^su]s$/u.test(lower) && !forms?.has("base") && !forms?.has("past"));
  return isThirdOnly && subject !== undefined && TAKES_BASE.has(subject.lower);
};

/**
 * Whether the verb continues a passive within a subordinate clause: "I hope that veterans are
 * supported and valued" is about the veterans, not about me.
 */
const goesOnWithin = ({ lower }: Token, before: readonly Token[]): boolean => {
  const last = before.at(-1);
  const be = before.findLastIndex(({ part }) => part === "auxiliary");
  return (
    last !== undefined &&
    /^(?:is|are|was|were|be|been)$/u.test(tokenAt(before, be).lower) &&
    be >= before.length - 3 &&
    before.findIndex(isVerbal) < be - 1 &&
    knownVerb(last.lower)?.forms.has("participle") === true &&
    knownVerb(lower)?.forms.has("participle") === true
  );
};

const firstVerb = (tokens: readonly Token[]): Token => tokenAt(tokens, tokens.findIndex(isVerbal));

const HELPING = listedWords("openings_helping");
const HAVE = /^(?:has|have|had)$/u;
/**
 * Whether a verb may follow without its subject: "I cook and clean", but not "I want to cook and
 * clean".
 */
const mayBeElided = (verb: Token, before: readonly Token[]): boolean => {
  if (verb.part === "auxiliary")
    return !/^(?:be|been|being|having)$/u.test(verb.lower) && !disagrees(verb, before);
  // "has finished his degree and gone back to Taiwan"
  if (isParticipleOnly(verb)) return HAVE.test(firstVerb(before).lower);
  if (disagrees(verb, before) || goesOnWithin(verb, before)) return false;
  const infinitive = before.findLastIndex(({ lower }) => lower === "to");
  const followsInfinitive =
    (infinitive >= 0 &&
      (isVerbal(tokenAt(before, infinitive + 1)) ||
        // "I'm going to chat with Ana and gather ideas"
        tokenAt(before, infinitive - 1).lower === "going")) ||
    // "it helps me relax and sleep"
    before.some(({ lower }, i) => HELPING.has(lower) && isVerbal(tokenAt(before, i + 2)));
  return !(followsInfinitive && isBase(verb, before));
};
/**
 * Whether the verb may be an infinitive: "gather", and "put" behind a verb in the present: "I hope
 * to move and put down roots". A verb without a known ending may be one.
 */
const isBase = ({ lower, past }: Token, before: readonly Token[]): boolean => {
  const forms = knownVerb(lower)?.forms;
  if (forms === undefined) return !past && !/(?:ed|s)$/u.test(lower);
  const opener = knownVerb(firstVerb(before).lower)?.forms;
  return forms.has("base") && (!forms.has("past") || opener?.has("past") !== true);
};

/**
 * Whether the apparent verb is a participle that describes the noun behind it: "I enjoy chocolate
 * and mixed berry flavours"; not "I sold the bike and bought flowers".
 */
const isDescribingAt = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean => {
  const next = tokenAt(tokens, i + 1);
  const opener = firstVerb(before);
  const openerForms = knownVerb(opener.lower)?.forms;
  return (
    tokenAt(tokens, i).after === "" &&
    tokenAt(tokens, i).lower.endsWith("ed") &&
    next.part === "noun" &&
    next.name === null &&
    opener.part === "verb" &&
    openerForms?.has("base") === true &&
    !openerForms.has("past")
  );
};

/**
 * Whether the words are in a relative clause, which the next verb continues: "a friend who lives in
 * Rome and works there".
 */
const isWithinRelative = (before: readonly Token[]): boolean =>
  before.some(
    ({ lower, part }, i) => i > 1 && /^(?:who|that|which)$/u.test(lower) && part !== "determiner",
  );

/**
 * The position after the noun phrase that begins at `from`; null if another subject begins within
 * it.
 */
export const endOfNounPhrase = (tokens: readonly Token[], from: number): number | null => {
  let end = from;
  while (end - from < LONGEST_SUBJECT) {
    const token = tokenAt(tokens, end);
    const inside = end > from;
    const belongs =
      NOUN_PHRASE.has(token.part) || token.lower === "of" || (token.part === "adverb" && inside);
    if (!belongs) return end;
    if (inside && PERSONS.has(token.lower)) return null;
    const next = tokens[end + 1] ?? token;
    if (token.after.includes(",") && !isVerbal(next)) return end;
    end += 1;
  }
  return end;
};

/** The position after one of two subjects; null if none begins at `from`. */
const endOfOne = (tokens: readonly Token[], from: number): number | null => {
  if (PERSONS.has(tokenAt(tokens, from).lower)) return from + 1;
  const end = endOfNounPhrase(tokens, from);
  return end === null || end === from || tokenAt(tokens, end - 1).name === null ? null : end;
};

/** Words behind which a clause begins. */
export const OPENS_CLAUSE = listedWords("openings_opens_clause");
/**
 * Whether two subjects begin here: ", Ana and I divorced", "and he and Wanda moved", "that Ana and
 * I divorced".
 */
export const isPairAt = (tokens: readonly Token[], start: number): boolean => {
  const before = tokenAt(tokens, start - 1);
  const end = endOfOne(tokens, start);
  if (end === null || tokenAt(tokens, end).lower !== "and") return false;
  const second = endOfOne(tokens, end + 1);
  return (
    (before.after.includes(",") ||
      before.part === "conjunction" ||
      OPENS_CLAUSE.has(before.lower)) &&
    second !== null &&
    isVerbal(tokenAt(tokens, skipAsides(tokens, second)))
  );
};

/**
 * Whether the word is certainly a verb: "is", "keeps", but not "works" (perhaps a noun) or "called"
 * (perhaps a description).
 */
const isSureVerb = ({ part, lower }: Token): boolean =>
  part === "auxiliary" || (part === "verb" && THIRD_ONLY.has(lower));

/** Verbs that pass the meaning to the next verb. */
const THOUGHTS = listedWords("thoughts");
const LONGEST_ASIDE = 3;
/**
 * Whether another activity of the subject follows: "I am studying chemistry and sharing a flat",
 * but not "I am thinking of cooking and baking bread" or "I am enjoying reading and writing
 * letters".
 */
const isAlsoDoing = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean => {
  const be = before.findIndex(isVerbal);
  const gerund = skipAsides(before, be + 1);
  const verb = skipAsides(tokens, i);
  const afterGerund = tokenAt(before, gerund + 1);
  return (
    verb - i <= LONGEST_ASIDE &&
    /^(?:am|is|are|was|were|been)$/u.test(tokenAt(before, be).lower) &&
    tokenAt(before, gerund).part === "gerund" &&
    !THOUGHTS.has(tokenAt(before, gerund).lower) &&
    afterGerund.part !== "none" &&
    !before.slice(gerund + 1).some(({ part, lower }) => part === "gerund" || lower === "to") &&
    !before.some(({ part }) => part === "negation") &&
    tokenAt(tokens, verb).part === "gerund" &&
    (OPENS_OBJECT.has(tokenAt(tokens, verb + 1).part) ||
      isCapitalised(tokenAt(tokens, verb + 1).text))
  );
};

/**
 * The auxiliary of another thing that the subject has done: "has packed up and gone home"; null if
 * none follows at `i`.
 */
const alsoDone = (tokens: readonly Token[], i: number, before: readonly Token[]): string | null => {
  const auxiliary = before.findIndex(isVerbal);
  const { lower } = tokenAt(before, auxiliary);
  const done = tokenAt(before, skipAsides(before, auxiliary + 1));
  const next = tokenAt(tokens, skipAsides(tokens, i));
  return /^(?:has|have|had)$/u.test(lower) &&
    isVerbal(done) &&
    knownVerb(done.lower)?.forms.has("participle") === true &&
    isVerbal(next) &&
    isParticipleOnly(next)
    ? lower
    : null;
};

/** The auxiliary of another activity or deed of the subject, which is not said again; null for none. */
export const auxiliaryOfNext = (
  tokens: readonly Token[],
  i: number,
  before: readonly Token[],
): string | null => (isAlsoDoing(tokens, i, before) ? "is" : alsoDone(tokens, i, before));

/** Whether the words are no name and have no determiner: "kids", "190 lbs". */
const isBare = (tokens: readonly Token[]): boolean =>
  tokens.every(({ name, part }) => name === null && part !== "determiner" && part !== "possessive");

/**
 * The position after the subject that begins at `from`; null if there is none. In "before kids, did
 * a half marathon", what stands before the comma is no subject.
 */
const endOfSubject = (tokens: readonly Token[], from: number): number | null => {
  const end = endOfNounPhrase(tokens, from);
  const isNone =
    end === null ||
    end === from ||
    (isBare(tokens.slice(from, end)) && endsWithBreak(tokenAt(tokens, end - 1)));
  return isNone ? null : end;
};

/** Maximum number of words from a preposition to the subject behind it. */
const LONGEST_LEAD = 5;
/** Whether a circumstance before the subject begins here: "during the week I am a courier". */
const isLeadAt = (tokens: readonly Token[], i: number): boolean => {
  const lead = tokens.slice(i + 1, i + 1 + LONGEST_LEAD);
  const length = lead.findIndex(({ lower }) => lower === "i" || lower === "we");
  return (
    tokenAt(tokens, i).part === "preposition" &&
    length > 0 &&
    lead.slice(0, length).every(({ part }) => NOUN_PHRASE.has(part) || part === "time") &&
    isVerbal(tokenAt(tokens, skipAsides(tokens, i + 2 + length)))
  );
};

/** Whether a verb follows the pronoun: "I", "I no longer tutor", which may be a noun elsewhere. */
const hasVerbBehind = (tokens: readonly Token[], pronoun: number): boolean => {
  const verb = tokenAt(tokens, skipAsides(tokens, pronoun + 1));
  const isEnd = tokenAt(tokens, pronoun + 2).lower === "longer";
  return isVerbal(verb) || (isEnd && knownVerb(verb.lower) !== undefined);
};

/**
 * Whether the apparent verb describes the noun behind it, which has a verb of its own: "debt and
 * support groups changed the town", but not "and sell cakes made of rice".
 */
const isCompoundAt = (tokens: readonly Token[], i: number): boolean => {
  const verb = tokenAt(tokens, i + 2);
  return (
    knownVerb(tokenAt(tokens, i).lower)?.forms.has("base") === true &&
    tokenAt(tokens, i + 1).part === "noun" &&
    tokenAt(tokens, i + 1).after === "" &&
    verb.part === "verb" &&
    tokenAt(tokens, i + 3).part !== "preposition"
  );
};

/** Whether the apparent verb belongs to the noun behind it. */
const describesAt = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean =>
  isCompoundAt(tokens, i) ||
  isDescribingAt(tokens, i, before) ||
  // "I felt inspired and like I had a second chance"
  (tokenAt(tokens, i).lower === "like" && PERSONS.has(tokenAt(tokens, i + 1).lower));

/** Whether the verb continues the statement before it, without a subject of its own. */
const goesOnAt = (tokens: readonly Token[], i: number, before: readonly Token[]): boolean =>
  mayBeElided(tokenAt(tokens, i), before) &&
  !isWithinRelative(before) &&
  !describesAt(tokens, i, before);

export type Opening = "subject" | "elided" | null;

/**
 * Whether a verb belongs to the subject before it: not "a startup based in Curitiba", whose
 * participle opens no clause, and not "works as a nurse, drives a Polo".
 */
const isVerbOf = (subject: readonly Token[], verb: Token): boolean =>
  isVerbal(verb) &&
  !(verb.part === "verb" && isParticipleOnly(verb)) &&
  !(/^an?$/u.test(firstOf(subject).lower) && endsWithBreak(lastOf(subject)));

/**
 * The kind of clause that begins at `i` after the words `before`: with its own subject, without
 * one, or null for none.
 */
export const openingAt = (
  tokens: readonly Token[],
  i: number,
  before: readonly Token[],
): Opening => {
  // "and there is one that helps" is not about the subject before it.
  if (tokenAt(tokens, i).lower === "there" && tokenAt(tokens, i + 1).part === "auxiliary")
    return "subject";
  const start = skipAsides(tokens, i);
  const first = tokenAt(tokens, start);
  if (isPairAt(tokens, start) || isLeadAt(tokens, start)) return "subject";
  if (SUBJECTS.has(first.lower)) return hasVerbBehind(tokens, start) ? "subject" : null;
  if (isVerbal(first)) return goesOnAt(tokens, start, before) ? "elided" : null;
  const end = endOfSubject(tokens, start);
  if (end === null) return null;
  // "my meeting on Friday is with Ana".
  const verb = tokenAt(tokens, tokenAt(tokens, end).time === null ? end : end + 1);
  if (verb.part === "negation") return "subject";
  // "my train to Cardiff is late", "a recruiter from Acme keeps calling".
  if (verb.part === "preposition") {
    const phraseEnd = endOfNounPhrase(tokens, end + 1);
    const isSubject = phraseEnd !== null && phraseEnd > end + 1;
    return isSubject && isSureVerb(tokenAt(tokens, phraseEnd)) ? "subject" : null;
  }
  return isVerbOf(tokens.slice(start, end), verb) ? "subject" : null;
};

const ASKS = listedWords("openings_asks");
const ASKED = listedWords("openings_asked");
const ASKS_HOW = listedWords("openings_asks_how");
/** Whom an order is for: "give me hills any day". */
const FOR_SPEAKER = words("me us");
/**
 * Whether the words address the reader, and state nothing: ", is it normal", ", how do I fix it",
 * "and please use metres", ", give me hills any day".
 */
export const addressesReaderAt = (tokens: readonly Token[], i: number): boolean => {
  const first = tokenAt(tokens, i);
  const next = tokenAt(tokens, i + 1);
  const isAsked = (auxiliary: Token, subject: Token): boolean =>
    ASKS.has(auxiliary.lower) && ASKED.has(subject.lower);
  const isOrder = /^(?:please|pls|kindly)$/u.test(first.lower);
  return (
    isAsked(first, next) ||
    // "eggs outside only, do not tell my mother"
    (first.lower === "do" && next.part === "negation") ||
    (ASKS_HOW.has(first.lower) && isAsked(next, tokenAt(tokens, i + 2))) ||
    ((isOrder || FOR_SPEAKER.has(tokenAt(tokens, i + 1).lower)) &&
      knownVerb((isOrder ? next : first).lower)?.forms.has("base") === true)
  );
};

/** ", used to be every weekend": of what it is said is not in the clause. */
export const isOldMeasureAt = (tokens: readonly Token[], i: number): boolean =>
  tokenAt(tokens, i).lower === "used" &&
  tokenAt(tokens, i + 2).lower === "be" &&
  /^(?:every|all|daily|weekly|once|twice|more|less|mostly|only|just|always|the other)(?: |$)/u.test(
    tokenAt(tokens, i + 3).lower,
  );

/** Participles of what comes next: "signed the lease, moving in on 1 August". */
const BEGINNING = listedWords("openings_beginning");
/** Maximum number of words from such a participle to its time. */
const LONGEST_TO_TIME = 5;
/** Participles of how one is housed: "moved out, sharing a flat with Ana". */
const HOUSING = /^(?:sharing|renting)$/u;
/** "work at Halfords, earning 29,500 a year" */
const EARNING = /^(?:earning|making|paying)$/u;
const PARTICIPLES = listedWords("openings_participles");

/**
 * Whether a participle opens a clause: ", currently living in Amsterdam", ", starting on 1 July",
 * but not ", living the dream".
 */
export const opensParticiple = (tokens: readonly Token[], i: number): boolean => {
  const position = skipAsides(tokens, i);
  const { lower } = tokenAt(tokens, position);
  const { part: next } = tokenAt(tokens, skipAsides(tokens, position + 1));
  return (
    (PARTICIPLES.has(lower) && next === "preposition") ||
    (HOUSING.test(lower) && /^(?:determiner|preposition)$/u.test(next)) ||
    (EARNING.test(lower) && next === "number") ||
    (BEGINNING.has(lower) &&
      tokens
        .slice(position + 1, position + LONGEST_TO_TIME)
        .some(({ time }) => time?.kind === "point"))
  );
};

const OPENS_ADJUNCT = listedWords("openings_opens_adjunct");
/**
 * Whether the words before a comma say only when, why or how: "After months of looking around, I
 * moved", "Because of the rain, …", "Hoping for a change, …".
 */
export const isAdjunct = (before: readonly Token[]): boolean => {
  const first = tokenAt(before, 0);
  const [opener = ""] = first.lower.split(" ");
  return (
    (OPENS_ADJUNCT.has(opener) || (first.part === "gerund" && !PARTICIPLES.has(opener))) &&
    before.some(({ time }) => time === null) &&
    !before.some(({ lower, part }) => part === "auxiliary" || SUBJECTS.has(lower))
  );
};

/** The noun phrase that ends before `i`. */
export const nounPhraseBefore = (tokens: readonly Token[], i: number): readonly Token[] => {
  let start = i - 1;
  for (; start > 0 && tokenAt(tokens, start).name === null; start -= 1) {
    const { part, after } = tokenAt(tokens, start - 1);
    if (!NOUN_PHRASE.has(part) || part === "pronoun" || after !== "") break;
  }
  return tokens.slice(start, i);
};

/**
 * Whether the verb is finite: "…, moved there in June", "…, could not resist", but not "…, cook and
 * clean" or "…, do not tell".
 */
export const isFinite = ({ part, lower, past }: Token): boolean => {
  const forms = knownVerb(lower)?.forms;
  return (
    (part === "auxiliary" && !/^(?:do|have|be)$/u.test(lower)) ||
    (part === "verb" && (past || (forms !== undefined && forms.has("past") && !forms.has("base"))))
  );
};

/** Verbs that agree with several subjects: "Max and Theo, who are 7". */
const OF_SEVERAL = listedWords("openings_of_several");
/**
 * Whom the relative clause at `i` describes: the noun phrase before it, or several names if its
 * verb agrees with several: "Max and Theo, who are 7", but not "Max and Theo, who is 7".
 */
export const describedBefore = (tokens: readonly Token[], i: number): readonly Token[] => {
  const one = nounPhraseBefore(tokens, i);
  const { lower } = tokenAt(tokens, skipAsides(tokens, i + 1));
  const forms = knownVerb(lower)?.forms;
  const isOfSeveral = OF_SEVERAL.has(lower) || (forms?.has("base") === true && !forms.has("past"));
  let start = i - one.length;
  if (!isOfSeveral || tokenAt(tokens, start - 1).lower !== "and") return one;
  for (; start > 0; start -= 1) {
    const { name, lower: word, after } = tokenAt(tokens, start - 1);
    if (
      word !== "and" &&
      (name === null || (after !== "," && tokenAt(tokens, start).lower !== "and"))
    )
      break;
  }
  return tokenAt(tokens, start).name === null ? one : tokens.slice(start, i);
};
