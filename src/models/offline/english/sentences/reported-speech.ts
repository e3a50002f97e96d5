import { PHRASES } from "../../data/expressions.ts";
import { OCCUPATIONS } from "../../data/word-sets.ts";
import { listedWords, words } from "../../data/words.ts";
import type { Discourse } from "../discourse.ts";
import { isKinWord } from "../subjects/kin.ts";
import { firstOf, isVerbal, lastOf, tokenAt, type Token } from "../tokens/token.ts";
import { verbReading } from "../tokens/verb-forms.ts";

const REPORTING = listedWords("reporting");
const MENTAL = listedWords("mental");
const HEARERS = listedWords("reported_speech_hearers");
/** Number of words within which a report must be introduced. */
const REACH = 8;

const BEING_TOLD = listedWords("reported_speech_being_told");
const ADVISING = words("should ought");

/** Whether the report is advice, which states nothing: "Tom says I should quit". */
const isAdvice = (tokens: readonly Token[], report: number): boolean =>
  tokens.slice(report, report + 4).some(({ lower }) => ADVISING.has(lower));

/**
 * Whether a clause begins at `i`, with a subject and a verb: "she is leaving", but not "the truth"
 * or "I should quit".
 */
const opensClause = (tokens: readonly Token[], i: number): boolean => {
  const first = tokenAt(tokens, i);
  if (
    !/^(?:pronoun|proper|possessive|determiner)$/u.test(first.part) ||
    (HEARERS.has(first.lower) && first.lower !== "her")
  )
    return false;
  return tokens.slice(i, i + 6).findIndex(isVerbal) > 0 && !isAdvice(tokens, i);
};

/**
 * Institutions and findings that know better than the speaker: "the clinic says I am not allergic".
 */
const TRUSTED = listedWords("trusted_sources");
const GUESSING = listedWords("reported_speech_guessing");

/** Whether a clause that begins with the word is about the speaker: "I", "my". */
const isOfSpeaker = ({ lower }: Token): boolean => /^(?:i|we|my|our)$/u.test(lower);

/**
 * Whether the report is a guess about the speaker: "Tom thinks I live in Rome", "The song says I
 * do". The speaker does not state it.
 */
const isGuessOfSpeaker = (tokens: readonly Token[], verb: number, report: number): boolean => {
  const by = tokenAt(tokens, verb - 1);
  // "My horoscope says I will move" and "Google says I live in Rome" quote a thing; "My boss says I
  // am promoted" quotes a person.
  const isThing =
    by.name === null
      ? by.part === "noun" &&
        !OCCUPATIONS.has(by.lower) &&
        !isKinWord(by.lower) &&
        !TRUSTED.has(by.lower)
      : by.name.type !== "person";
  return (
    isOfSpeaker(tokenAt(tokens, report)) &&
    (isThing || GUESSING.has(verbReading(tokenAt(tokens, verb).lower).lemma))
  );
};

const opensQuote = ({ after }: Token): boolean => after.startsWith(":");
/** The placeholder of words in quotation marks (`text/protected-spans.ts`). */
const QUOTED = /^Zq+[a-y]*z$/u;

/** Words behind which "thought" and "claim" are nouns. */
const OPENS_NOUN = PHRASES.one("reported_speech_opens_noun");

/** Whether the verb introduces a report: "says", "told", "goes:". */
const isReporting = (token: Token): boolean =>
  isVerbal(token) && (REPORTING.has(verbReading(token.lower).lemma) || opensQuote(token));

/**
 * Whether the words before the report are a statement of their own: "Noor is a vet and she says I
 * should stop".
 */
const saysMore = (before: readonly Token[]): boolean => {
  const verb = before.findIndex(isVerbal);
  return (
    verb >= 0 &&
    (before.some((token) => isVerbal(token) && token.part !== "auxiliary") ||
      before.slice(verb).some(({ part }) => part === "conjunction"))
  );
};

/** "I told her that …" tells, but "I was told that my contract ends" reports what somebody said. */
const tellsOneself = (before: readonly Token[]): boolean =>
  /^(?:i|we|you)$/u.test(firstOf(before).lower) && !BEING_TOLD.has(lastOf(before).lower);

/** Number of words before the verb that deny it: "none of them". */
const LONGEST_DENIED = 3;
/** Whether nobody reports it: "Nobody said I moved", "I never said that I moved". */
const isDenied = (before: readonly Token[]): boolean =>
  before
    .slice(-LONGEST_DENIED)
    .some(({ lower, part }) => part === "negation" || /^(?:nobody|none|no|never)$/u.test(lower));

/** The position after pronouns, times and adverbs behind the verb: "told me yesterday". */
const endOfPronouns = (tokens: readonly Token[], from: number): number => {
  let end = from;
  for (; end < tokens.length; end += 1) {
    const token = tokenAt(tokens, end);
    const isHearer = HEARERS.has(token.lower) && !isVerbal(tokenAt(tokens, end + 1));
    if (!isHearer && token.time === null && token.part !== "adverb") break;
  }
  return end;
};

/** "My brother said: I work at Acme" quotes the brother. */
const isQuoteOfOther = (tokens: readonly Token[], report: number): boolean =>
  opensQuote(tokenAt(tokens, report - 1)) && isOfSpeaker(tokenAt(tokens, report));

/** The position after the person who is told, and after "that": "my mum that". */
const endOfHearer = (tokens: readonly Token[], from: number): number => {
  let end = from;
  if (/^(?:my|our)$/u.test(tokenAt(tokens, end).lower)) end += 1;
  if (end > from || tokenAt(tokens, end).name?.type === "person") end += 1;
  return tokenAt(tokens, end).lower === "that" ? end + 1 : end;
};

const TELLING = listedWords("reported_speech_telling");
/**
 * Whether the speaker reports something of themselves that is so: "I told my mum that I work at
 * Acme", but not "I told them I was fine", "I told him I would".
 */
const tellsOfOneself = (tokens: readonly Token[], verb: number, report: number): boolean => {
  // "I almost told them that …"
  const isTold = tokens.slice(0, verb).every(({ lower }) => TELLING.has(lower));
  const clause = tokens.slice(report);
  const [said] = clause.filter(isVerbal);
  return (
    isTold &&
    verbReading(tokenAt(tokens, verb).lower).lemma === "tell" &&
    report > verb + 1 &&
    isOfSpeaker(firstOf(clause)) &&
    said !== undefined &&
    !/^(?:was|were|had|would|could|should|might|may|will|can|do|did|does)$/u.test(said.lower) &&
    !MENTAL.has(verbReading(said.lower).lemma) &&
    !clause.some(({ lower }) => /^(?:joke|lie|but|if|unless)$/u.test(lower))
  );
};

/**
 * The position of the report in "Helen told me that she is leaving"; the number of tokens if
 * nothing of it is stated. The reporting person is noted, since "she" may mean them. Null if there
 * is no report, as in "I told her that …".
 */
export const reportedFrom = (tokens: readonly Token[], discourse: Discourse): number | null => {
  const verb = tokens.findIndex(
    (token, i) => isReporting(token) && !OPENS_NOUN.test(tokenAt(tokens, i - 1).lower),
  );
  const before = tokens.slice(0, Math.max(0, verb));
  if (verb < 1 || verb > REACH) return null;
  if (saysMore(before)) return null;
  if (opensQuote(tokenAt(tokens, verb)) && QUOTED.test(tokenAt(tokens, verb + 1).text))
    return tokens.length;
  const afterVerb = endOfPronouns(tokens, verb + 1);
  const hearer = endOfHearer(tokens, afterVerb);
  if (tellsOneself(before) && tellsOfOneself(tokens, verb, hearer)) return hearer;
  const report = tokenAt(tokens, afterVerb).lower === "that" ? afterVerb + 1 : afterVerb;
  if (!opensClause(tokens, report)) return null;
  if (isDenied(before)) return tokens.length;
  const hears = verbReading(tokenAt(tokens, verb).lower).lemma === "hear";
  if (tellsOneself(before) && !hears) return null;
  if (isQuoteOfOther(tokens, report) || isGuessOfSpeaker(tokens, verb, report))
    return tokens.length;
  for (const { name, owns } of before)
    if (name !== null && !owns) discourse.note({ ...name, type: name.type ?? "person" });
  return report;
};
