import { groupsIn, PHRASES } from "../data/expressions.ts";

/** The start and the end of a state that a text dates by a year: "since 2019", "to March 2018". */
const START = PHRASES.one("sequences_start");
const END = PHRASES.one("sequences_end");
/** "I've been in Glasgow ever since" */
const EVER_SINCE = PHRASES.one("sequences_ever_since");
/** "Before that I was at Tesco for six years", "I was at Tesco before that" */
const BEFORE_THAT = PHRASES.one("sequences_before_that");
/** "I was at Tesco for six years, then I joined Lidl in 2019" */
const THEN = PHRASES.one("sequences_then");
/** A sentence that goes on with what came next: "Then I joined Lidl in 2019" */
const GOES_ON = PHRASES.one("sequences_goes_on");
/** A past state of some length without a date: "I was at Tesco for six years" */
const LASTED = PHRASES.one("sequences_lasted");
const SPEAKER = /^(?:(?:And|But|So|Then)?,? ?)?(?:I|We)(?![\p{L}])/iu;

const pointIn = (pattern: RegExp, text: string): string | undefined =>
  groupsIn(pattern, text)["point"];

/** Whether a sentence may go on about who is the subject of the sentence before it. */
const mayBeOfSame = (sentence: string, before: string): boolean =>
  SPEAKER.test(sentence) === SPEAKER.test(before);

/** The sentence with the date for "ever since": the end of what was before, or its start. */
const withStart = (sentence: string, before: string): string => {
  const at = sentence.search(EVER_SINCE);
  if (at < 0) return sentence;
  const own = sentence.slice(0, at);
  const said = pointIn(START, own) === undefined ? `${before} ${own}` : own;
  const point = pointIn(END, said) ?? pointIn(START, said);
  return point === undefined ? sentence : sentence.replace(EVER_SINCE, ` since ${point}`);
};

/** The sentence with the date for "before that": the start of what came afterwards. */
const withEnd = (sentence: string, before: string): string => {
  const { opening, closing, tail = "" } = groupsIn(BEFORE_THAT, sentence);
  const state = opening ?? closing;
  const point = pointIn(START, before);
  if (state === undefined || point === undefined || !mayBeOfSame(state, before)) return sentence;
  return pointIn(START, state) === undefined && pointIn(END, state) === undefined
    ? `${state} until ${point}${tail}`
    : `${state}${tail}`;
};

/** The sentence with the date on which its state ended: that of what came next. */
const withNext = (sentence: string, after: string): string => {
  const { next } = groupsIn(THEN, sentence);
  const own = pointIn(START, next ?? "");
  if (own !== undefined) return sentence.replace(THEN, `$<state> until ${own}, then $<next>`);
  const { lasted } = groupsIn(LASTED, sentence);
  const point = GOES_ON.test(after) && mayBeOfSame(after, sentence) ? pointIn(START, after) : null;
  return lasted === undefined || point == null
    ? sentence
    : sentence.replace(LASTED, `$<lasted> until ${point}`);
};

/**
 * The sentences with dates in place of words for an order: "I've worked at Lidl since 2019. Before
 * that I was at Tesco for six years" says that it ended in 2019.
 */
export const withDatesOfSequences = (sentences: readonly string[]): readonly string[] =>
  sentences
    .map((sentence, i) => withStart(sentence, sentences[i - 1] ?? ""))
    .map((sentence, i, all) => withEnd(sentence, all[i - 1] ?? ""))
    .map((sentence, i, all) => withNext(sentence, all[i + 1] ?? ""));
