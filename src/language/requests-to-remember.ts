/**
 * Rules for requests to remember, in English and Portuguese: "Remember that …", "don't forget …",
 * "keep in mind …", "… , please remember that". A question whether something is remembered is not a
 * request, and neither is a reminder to do something ("remember to …").
 */
import { foldName, nameWords } from "./names.ts";
import { endsWithQuestionMark, sentencesOf } from "./sentences.ts";
import { withoutEnd } from "./trimming.ts";

/** A sentence of a message, without the words of a request. */
interface MessageSentence {
  readonly text: string;
  readonly isRequested: boolean;
}

const COURTESY = String.raw`(?:(?:please|pls|and|also|so|but|oh|hey|ok|okay|just|now|then|btw|by the way|important|por favor|e|mas|também|então|olha)[,:]?\s+)*`;
const ENGLISH = String.raw`(?:(?:can|could|would|will) you\s+(?:please\s+)?|(?:i want|i need|i would like|i'd like) you to\s+|make sure (?:you\s+|to\s+)?(?:to\s+)?)?(?:(?:always\s+)?remember|memori[sz]e|(?:keep|bear) in mind|(?:do not|don't|never) forget|(?:make|take) (?:a )?note|note(?: down)?|write down|save|store|record)(?:\s+(?:of\s+)?(?:this|the following|the fact))?`;
const PORTUGUESE = String.raw`(?:(?:pode|podes|poderia)\s+)?(?:(?:re)?lembr(?:a|e|ar)(?:[- ]?(?:se|te))?|recorde|memoriz(?:a|e|ar)|guard(?:a|e|ar)|anot(?:a|e|ar)|regist(?:a|e|ar|re|ra)|tenha em mente|tem em mente|não\s+(?:(?:se|te)\s+)?esque(?:ça|ças|ce|ces))(?:\s+(?:aí|de|do seguinte|disto|isto|disso|isso|o seguinte))*`;
/**
 * The words after a request: "that" or a pause, or else a statement with its own verb ("remember my
 * birthday is May 3").
 */
const LEAD_IN = String.raw`(?:\s+(?:that|que)(?=\s)|\s*[,:–—-]+(?=\s))`;
const STATEMENT_FOLLOWS = String.raw`(?<=(?:remember|forget|lembr\p{L}*|esque\p{L}*)(?:[- ](?:se|te))?)(?=\s+(?:(?:i|i'm|i've|we|he|she|they|it|eu)\s|(?:my|our|the|his|her|their|meu|minha|nosso|nossa|o|a|os|as|\p{L}+'s)\s.*\s(?:am|is|are|was|were|has|have|had|will|é|são|está|estão|tem|têm|\p{L}{2,}s)(?:\s|$)))`;
const REQUEST = new RegExp(
  String.raw`^\s*${COURTESY}(?:${ENGLISH}|${PORTUGUESE})(?:${LEAD_IN}|${STATEMENT_FOLLOWS})\s*`,
  "iu",
);
/**
 * A sentence that is only a request. It is about the previous sentence or, with a colon, about the
 * next ones.
 */
const BARE_REQUEST = new RegExp(
  String.raw`^\s*${COURTESY}(?:(?:remember|memori[sz]e|note|save|store|keep in mind|(?:do not|don't) forget)(?:\s+(?:that|this|it|the following))?|keep (?:that|this|it) in mind|make a note(?: of (?:that|this|it))?|(?:lembre|lembra|guarde|guarda|anote|anota|memorize)(?:-se)?(?:\s+(?:disso|disto|isso|isto|o seguinte))?|não (?:se |te )?esque(?:ça|ças)(?:\s+(?:disso|disto))?|tenha isso em mente)(?:,? please|,? por favor)?\s*(?<end>[.!:…]*)$`,
  "iu",
);
const CLOSING_REQUEST =
  /(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|(?:do not|don't) forget(?: (?:that|this|it))?|make a note of (?:that|this|it)|(?:lembre-se|lembre|lembra) disso|guarde isso|anota isso|anote isso|não (?:se )?esqueça(?: disso)?|tenha isso em mente)(?:,? (?:please|por favor))?$/iu;
/** Words between a statement and the request after it. */
const JOINING_WORD = /(?<=[\s,;–—-])(?<word>and|so|please|e|por favor)$/iu;
const JOINING_MARK = /[\s,;–—-]/u;
const END_MARK = /[\s.!…]/u;
/**
 * Maximum number of characters of a closing request, and of a joining word with the characters
 * before it.
 */
const LONGEST_CLOSING_REQUEST = 60;
const LONGEST_JOINING_WORD = 12;

/**
 * A statement without the request at its end: "My PIN is 1234, and please remember that". Null if
 * no mark and no "and" joins a request to it. It reads from the end in steps of bounded length, so
 * that its time is linear.
 */
const withoutClosingRequest = (statement: string): string | null => {
  const whole = withoutEnd(statement, END_MARK);
  const request = CLOSING_REQUEST.exec(whole.slice(-LONGEST_CLOSING_REQUEST))?.[0];
  if (request === undefined) return null;
  let rest = whole.slice(0, -request.length);
  if (!JOINING_MARK.test(rest.slice(-1))) return null;
  let isJoined = false;
  for (;;) {
    const trimmedRest = rest.trimEnd();
    const word = JOINING_WORD.exec(trimmedRest.slice(-LONGEST_JOINING_WORD))?.groups?.["word"];
    if (word === undefined) break;
    isJoined ||= !/^p/iu.test(word);
    rest = trimmedRest.slice(0, -word.length);
  }
  const statedPart = withoutEnd(rest, JOINING_MARK);
  return isJoined || rest.slice(statedPart.length).trim() !== "" ? statedPart : null;
};

/** A question about a memory, which is no request: "Do you remember …?". */
const ASKS_FOR_MEMORY =
  /^\s*(?:do|did|don't|can't) you (?:still )?remember\b|^\s*(?:você |tu )?(?:se )?lembra\b[^:]*\?\s*$/iu;
const POLITE_REQUEST =
  /^\s*(?:(?:please|por favor)[,]?\s+)?(?:(?:can|could|would|will) you|pode|podes|poderia)\b/iu;
const capitalise = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Whether a sentence only asks: "Can you remember that …?" requests. */
const isOnlyQuestion = (sentence: string): boolean =>
  endsWithQuestionMark(sentence) && !POLITE_REQUEST.test(sentence);

/** A sentence without the request before or after its statement. */
const withoutRequest = (sentence: string): MessageSentence => {
  const isAsking = isOnlyQuestion(sentence);
  const leading = isAsking || ASKS_FOR_MEMORY.test(sentence) ? null : REQUEST.exec(sentence);
  const statement =
    leading === null
      ? sentence
      : capitalise(sentence.slice(leading[0].length)).replace(/\?\s*$/u, ".");
  const bareStatement = isAsking ? null : withoutClosingRequest(statement);
  const text = bareStatement === null ? statement : `${bareStatement}.`;
  return { text: text.trim(), isRequested: leading !== null || bareStatement !== null };
};

/**
 * The sentences of a message, and whether it requests to remember them. Sentences that are only
 * requests are omitted.
 */
export const requestedSentences = (message: string): MessageSentence[] => {
  const sentences: MessageSentence[] = [];
  let isRestRequested = false;
  for (const sentence of sentencesOf(message.replace(/[’‘ʼ]/gu, "'"))) {
    const request = BARE_REQUEST.exec(sentence.trim());
    const last = sentences.at(-1);
    if (request) {
      if (last === undefined || /:/u.test(request.groups?.["end"] ?? "")) isRestRequested = true;
      else sentences[sentences.length - 1] = { ...last, isRequested: true };
      continue;
    }
    const { text, isRequested } = withoutRequest(sentence);
    if (text !== "") sentences.push({ text, isRequested: isRestRequested || isRequested });
  }
  return sentences;
};

/** Whether a message requests to remember anything. */
export const requestsToRemember = (message: string): boolean =>
  requestedSentences(message).some(({ isRequested }) => isRequested);

/**
 * The statements of a message without requests to remember them. A message without requests is
 * unchanged.
 */
export const withoutRequests = (message: string): string => {
  const sentences = requestedSentences(message);
  return sentences.some(({ isRequested }) => isRequested)
    ? sentences.map(({ text }) => text).join("\n")
    : message;
};

const wordsOf = (text: string): Set<string> =>
  new Set(nameWords(foldName(text)).filter((word) => word.length > 1));

/**
 * A function that tells whether a message requests to remember a fact from it: whether the sentence
 * that shares the most words with the fact is requested.
 */
export const requestedFacts = (message: string): ((factText: string) => boolean) => {
  const statedSentences = requestedSentences(message);
  if (statedSentences.every(({ isRequested }) => isRequested))
    return () => statedSentences.length > 0;
  if (!statedSentences.some(({ isRequested }) => isRequested)) return () => false;
  const sentences = statedSentences.map(({ text, isRequested }) => ({
    words: wordsOf(text),
    isRequested,
  }));
  return (factText) => {
    const words = [...wordsOf(factText)];
    const scores = sentences.map(({ words: own, isRequested }) => ({
      isRequested,
      score: words.filter((word) => own.has(word)).length,
    }));
    const best = Math.max(...scores.map(({ score }) => score));
    return best > 0 && scores.some(({ isRequested, score }) => isRequested && score === best);
  };
};
