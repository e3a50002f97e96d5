import { MONTH_WORDS, WEEKDAY_WORDS } from "./calendar-words.ts";
import { foldText } from "./folding.ts";
import { endsWithQuestionMark, sentencesOf } from "./sentences.ts";
import { meaningfulWords } from "./terms.ts";

/** Words that mark a question anywhere in a text. */
const ASKING_WORDS = new Set(
  "what what's whats who who's whos whom whose when when's where where's which why how how's tell recall remind quem qual quais onde quanto quanta quantos quantas cade".split(
    " ",
  ),
);
/** Words that mark a question only at the start of a text. Elsewhere they join clauses. */
const ASKING_OPENERS = new Set(
  (
    "is are was were do does did have has had can could will would should describe explain list show remember name give " +
    "que o como quando porque lembra lembre diga conte fale mostre liste sabe"
  ).split(" "),
);

/**
 * Whether a query is a question rather than a statement: it ends with a question mark, or contains
 * a question word in English or Portuguese.
 */
export const isQuestion = (query: string): boolean => {
  if (endsWithQuestionMark(query)) return true;
  const words = foldText(query).match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [];
  return ASKING_OPENERS.has(words[0] ?? "") || words.some((word) => ASKING_WORDS.has(word));
};

/**
 * The beginning of a sentence that is a question without a question mark. Unlike `isQuestion`, this
 * does not include "When I moved to Rome …".
 */
const ASKING_START =
  /^(?:(?:and|so|but|please|also|e|mas|então|por favor)[,]?\s+)*(?:what|what's|whats|who|who's|whose|whom|where|where's|why|how|which|(?:can|could|would|will) you (?:please )?(?:tell|show|remind|give|list|explain|describe)|tell me|show me|remind me|describe|explain|quem|qual|quais|onde|por que|(?:me )?(?:diga|diz|conte|conta|fale|fala|mostre|mostra|explique))\b/iu;

const PAST =
  /(?<![\p{L}\p{N}])(?:used to|previous(?:ly)?|former(?:ly)?|before|originally|earlier|ex|old|did|was|were|had|been|ever|always|last|first|history|changed?|since|antes|anterior|antig[oa]|era|eram|foi|fui|tinha|morava|trabalhava|vivia)(?![\p{L}\p{N}])/u;
const FUTURE =
  /(?<![\p{L}\p{N}])(?:will|going to|next|plan(?:s|ned|ning)?|upcoming|future|vou|vai|vamos|pr[o]xim[oa])(?![\p{L}\p{N}])/u;

/** Whether a question asks about the past, besides the present. */
export const asksForPast = (question: string): boolean => PAST.test(foldText(question));

/** Whether a question asks about the future, besides the present. */
export const asksForFuture = (question: string): boolean => FUTURE.test(foldText(question));

/**
 * The beginning of a sentence that requests a piece of work: "Write me a poem." Such a sentence
 * states nothing.
 */
const REQUEST =
  /^(?:(?:please|now|ok|okay|hey|hi)[,!]?\s+)*(?:give me|write|draft|translate|suggest|explain|describe|convert|summari[sz]e|list|rephrase|rewrite|proofread|define|compare|calculate|generate|recommend|brainstorm|turn this|fix (?:this|the)|make me|find me|help me|show me|tell me|escreva|traduza|sugira|explique|resuma|liste|calcule|corrija)(?=\s|$)/iu;

/** Whether a message contains nothing but questions and requests for work. */
export const isRequest = (message: string): boolean =>
  sentencesOf(message).every(
    (sentence) => endsWithQuestionMark(sentence) || REQUEST.test(sentence.trim()),
  );

/** The sentences of a message that are questions, trimmed, in order. */
export const questionsIn = (message: string): string[] =>
  sentencesOf(message)
    .map((sentence) => sentence.trim())
    .filter((sentence) => endsWithQuestionMark(sentence) || ASKING_START.test(sentence));

/** The joint between two questions in one sentence: "…, and who is my partner?". */
const NEXT_QUESTION =
  /[,;]?\s(?:and|or|e|ou)\s(?:also\s|também\s)?(?=(?:what|who|whom|whose|when|where|which|why|how|is|are|am|was|were|do|does|did|have|has|can|quem|qual|quais|onde|quando|quanto|quanta|quantos|quantas|como)(?:['’]s)?\s)/iu;

/** Maximum number of questions of one text. The last one includes all that follow. */
const MOST_PARTS = 5;

/**
 * The questions of a text, trimmed ("Where do I live, and who is my partner?" has two). A part
 * without a meaningful word belongs to the next question ("Where and when was I born?"). A text
 * with a single question is its only part.
 */
export const questionParts = (text: string): string[] => {
  const parts: string[][] = [];
  let isOpen = false;
  for (const piece of sentencesOf(text).flatMap((sentence) => sentence.split(NEXT_QUESTION))) {
    const trimmedPiece = piece.trim();
    if (trimmedPiece === "") continue;
    const hasTopic = meaningfulWords(piece).length > 0;
    const last = parts.at(-1);
    if (last !== undefined && (isOpen || parts.length === MOST_PARTS)) last.push(trimmedPiece);
    else parts.push([trimmedPiece]);
    isOpen = !hasTopic;
  }
  return parts.map((pieces) => pieces.join(" "));
};

const ASKS_FOR_SELF =
  /\bwho(?: am i|'m i| i am)\b|\bwhat(?:'s| is) my (?:full )?name\b|\bquem (?:e que )?(?:eu sou|sou eu|sou)\b|\bqual (?:e )?(?:o )?meu nome\b|\bmy name\s*\?|\bcomo (?:eu )?me chamo\b/u;

/** Whether a query asks who the user is: "Who am I?", "Quem sou eu?". */
export const asksForSelf = (query: string): boolean => ASKS_FOR_SELF.test(foldText(query));

/** The beginning of a question about a time, in English and Portuguese, in folded form. */
const ASKS_FOR_TIME =
  /^\W{0,5}(?:when|since when|how long|quando|desde quando|ha quanto tempo|(?:what|which|que|qual|em que) (?:date|year|month|day|time|ano|mes|dia|data))\b/u;

/** Whether a question asks for a time: "When did I move?", "Desde quando?". */
export const asksForTime = (query: string): boolean => ASKS_FOR_TIME.test(foldText(query));

/** Words for times, in folded form. */
const TIME_WORDS = new Set([
  ...(
    "yesterday today tonight tomorrow last next ago recently just since week weekend month year morning evening " +
    "ontem hoje amanha semana mes ano desde passado passada proximo proxima"
  ).split(" "),
  ...WEEKDAY_WORDS.flat(),
  // In full: "mar" is the sea. "may" is a verb more often than a month.
  ...MONTH_WORDS.flatMap((names) => names.slice(0, 2)).filter((name) => name !== "may"),
]);
const YEAR = /^(?:19|20)\d\d$/u;

/** Whether a text contains a time: a day, a month, a year, "last week". */
export const containsTime = (text: string): boolean =>
  (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) => TIME_WORDS.has(word) || YEAR.test(word),
  );

const SPEAKS_OF_SELF =
  /(?<![\p{L}\p{N}])(?:i|i['’]m|i['’]ve|me|my|mine|myself|we|us|our|ours|eu|meus?|minhas?|mim|comigo|nós|nossos?|nossas?)(?![\p{L}\p{N}])/iu;

/** Whether a text is about its speaker: "Where do I live?", "Our rent", "Quem é a minha irmã?". */
export const speaksOfSelf = (text: string): boolean => SPEAKS_OF_SELF.test(text);
