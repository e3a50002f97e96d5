import { PHRASES } from "../../data/expressions.ts";
import { isQuoting } from "./trim-sentence.ts";
import { endsWithQuestionMark } from "../../../../language/sentences.ts";

/** Question words that begin a question. */
const QUESTION_WORD = PHRASES.one("sentence_kind_question_word");
// These patterns are case-sensitive, because \p{Lu} would otherwise match any letter. The sentence
// must begin with a small letter.
const INVERTED = PHRASES.one("inverted");
const CONDITION = PHRASES.one("condition");
const DENIED_REPORT = PHRASES.one("denied_report");
const WISH = PHRASES.one("wish");
const FIGURE = PHRASES.one("figure");
const ORDER = PHRASES.one("order");
const TO_READER = /^(?:you|your|you're|yours|y'all)\b/iu;
const POINTING = PHRASES.one("pointing");
/** A person who is pointed at: "This is Ana", "This is my dog Rex". */
const POINTS_AT_NAME = /^(?:this|that) is (?:\p{Lu}|my |our )/u;

export const withSmallLetter = (sentence: string): string =>
  sentence.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

/**
 * Whether a sentence is a question, so that it states nothing. Unlike `isQuestion` in
 * `language/questions.ts`, this does not include queries of key words.
 */
export const asksSomething = (sentence: string): boolean =>
  endsWithQuestionMark(sentence) ||
  INVERTED.test(withSmallLetter(sentence)) ||
  (QUESTION_WORD.test(sentence) &&
    // "What a week: I moved!"
    !/^what an? /iu.test(sentence) &&
    !/^when (?!(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)\b)/iu.test(
      sentence,
    ) &&
    !/^(?:when|where|which|who)\b.*,/iu.test(sentence));

const QUESTION_TAIL = PHRASES.one("question_tail");
export const statementBeforeQuestion = (sentence: string): string | null => {
  const tail = QUESTION_TAIL.exec(sentence);
  const front = tail === null ? "" : sentence.slice(0, tail.index);
  return front.split(" ").length >= 3 && !asksSomething(front) ? front : null;
};

const REQUEST_TAIL = PHRASES.one("request_tail");
/** The sentence without a request behind its statement: "I live in Porto, what should I see". */
export const withoutRequestTail = (sentence: string): string => {
  const tail = REQUEST_TAIL.exec(sentence);
  const front = tail === null ? "" : sentence.slice(0, tail.index);
  return front.split(" ").length >= 3 && !asksSomething(front) && !ORDER.test(front)
    ? front
    : sentence;
};

const BEHIND_QUESTION = PHRASES.one("behind_question");
/**
 * The statement that runs on behind a question: "what should I get my mum, she likes gardening".
 */
export const statementBehindQuestion = (sentence: string): string | null => {
  const { statement } = BEHIND_QUESTION.exec(sentence)?.groups ?? {};
  return statement === undefined || asksSomething(statement) ? null : statement;
};

/**
 * Whether a sentence may presume relationships although it states nothing: "If it's a boy, my wife
 * Renata says …?"
 */
export const presumes = (sentence: string): boolean =>
  (asksSomething(sentence) && !ASKS_NAME.test(sentence)) ||
  CONDITION.test(sentence) ||
  (ORDER.test(sentence) && !INVENTS.test(sentence));
/** "Write a poem about my sister Ana": who is in it may be invented. */
const INVENTS =
  /\b(?:stor(?:y|ies)|poem|song|scene|dialogue|script|character|jokes?|haiku|limerick|novel|imagine|pretend|as if|like)\b/iu;
/** "Is my wife called Anna?" asks what others presume. */
const ASKS_NAME =
  /^(?:[Ii]s|[Ww]as|[Aa]re|[Ww]ere) (?:my|our|his|her|their) [\p{Ll} -]{2,30} (?:called|named) \p{Lu}/u;

const TO_KEEP = PHRASES.one("to_keep");
const KNOWN_TO_YOU = PHRASES.one("known_to_you");
export const statementToKeep = (sentence: string): string | null =>
  (TO_KEEP.exec(sentence) ?? KNOWN_TO_YOU.exec(sentence))?.groups?.["statement"] ?? null;

/** Whether a sentence without its openings may state something. */
export const mayState = (sentence: string): boolean =>
  !CONDITION.test(sentence) &&
  !DENIED_REPORT.test(sentence) &&
  !WISH.test(sentence) &&
  !FIGURE.test(sentence) &&
  !ORDER.test(sentence) &&
  !TO_READER.test(sentence) &&
  !isQuoting(sentence) &&
  (!POINTING.test(sentence) || POINTS_AT_NAME.test(withSmallLetter(sentence)));
