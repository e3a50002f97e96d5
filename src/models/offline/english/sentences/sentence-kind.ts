import { PHRASES } from "../../data/expressions.ts";
import { isQuoting } from "./trim-sentence.ts";
import { endsWithQuestionMark } from "../../../../language/sentences.ts";

/** Sentences that state nothing: questions, orders, wishes, conditions, courtesies. */
const QUESTION_WORD = /^(?:what|who|whom|whose|when|where|why|how|which|whats|wheres|hows)\b/iu;
// These regard case, since \p{Lu} would match any letter otherwise: they are tried on a sentence
// whose first letter is small.
const INVERTED = PHRASES.one("inverted");
const CONDITION = PHRASES.one("condition");
const WISH = PHRASES.one("wish");
const ORDER = PHRASES.one("order");
const TO_READER = /^(?:you|your|you're|yours|y'all)\b/iu;
const POINTING = PHRASES.one("pointing");
/** "This is Ana", "This is my dog Rex": pointing at somebody. */
const POINTS_AT_NAME = /^(?:this|that) is (?:\p{Lu}|my |our )/u;

export const withSmallLetter = (sentence: string): string =>
  sentence.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

/**
 * Whether a sentence asks, so that it states nothing. Stricter than `isQuestion` of
 * `language/questions.ts`, for which a query of key words asks too.
 */
export const asksSomething = (sentence: string): boolean =>
  endsWithQuestionMark(sentence) ||
  INVERTED.test(withSmallLetter(sentence)) ||
  (QUESTION_WORD.test(sentence) &&
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

/** "If it's a boy, my wife Renata says …?": what states nothing, and yet presumes who is whose. */
export const presumes = (sentence: string): boolean =>
  asksSomething(sentence) || CONDITION.test(sentence);

const TO_KEEP = PHRASES.one("to_keep");
const KNOWN_TO_YOU = PHRASES.one("known_to_you");
export const statementToKeep = (sentence: string): string | null =>
  (TO_KEEP.exec(sentence) ?? KNOWN_TO_YOU.exec(sentence))?.groups?.["statement"] ?? null;

/** Whether a sentence, openings aside, may state something. */
export const mayState = (sentence: string): boolean =>
  !CONDITION.test(sentence) &&
  !WISH.test(sentence) &&
  !ORDER.test(sentence) &&
  !TO_READER.test(sentence) &&
  !isQuoting(sentence) &&
  (!POINTING.test(sentence) || POINTS_AT_NAME.test(withSmallLetter(sentence)));
