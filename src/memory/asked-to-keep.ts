/**
 * Requests to remember, told by rule and without a model (seed 003, explicit saves): "Remember that …", "don't forget …", "keep in
 * mind …", "… , please remember that", and the like in Portuguese. A question whether something is remembered is none, nor is a
 * reminder to do something ("remember to …").
 */
import { foldName } from "./names.ts";

/** One sentence of a message, without the words that ask to keep it. */
export interface Said {
  readonly text: string;
  readonly kept: boolean;
}

const COURTESY = String.raw`(?:(?:please|pls|and|also|so|but|oh|hey|ok|okay|just|now|then|btw|by the way|important|por favor|e|mas|também|então|olha)[,:]?\s+)*`;
const ENGLISH = String.raw`(?:(?:can|could|would|will) you\s+(?:please\s+)?|(?:i want|i need|i would like|i'd like) you to\s+|make sure (?:you\s+|to\s+)?(?:to\s+)?)?(?:(?:always\s+)?remember|memori[sz]e|(?:keep|bear) in mind|(?:do not|don't|never) forget|(?:make|take) (?:a )?note|note(?: down)?|write down|save|store|record)(?:\s+(?:of\s+)?(?:this|the following|the fact))?`;
const PORTUGUESE = String.raw`(?:(?:pode|podes|poderia)\s+)?(?:(?:re)?lembr(?:a|e|ar)(?:[- ]?(?:se|te))?|recorde|memoriz(?:a|e|ar)|guard(?:a|e|ar)|anot(?:a|e|ar)|regist(?:a|e|ar|re|ra)|tenha em mente|tem em mente|não\s+(?:(?:se|te)\s+)?esque(?:ça|ças|ce|ces))(?:\s+(?:aí|de|do seguinte|disto|isto|disso|isso|o seguinte))*`;
/** What follows a request at once: "that" or a pause, or else a statement with a verb of its own ("remember my birthday is May 3"). */
const LEADS_ON = String.raw`(?:\s+(?:that|que)(?=\s)|\s*[,:–—-]+(?=\s))`;
const STATES = String.raw`(?<=(?:remember|forget|lembr\p{L}*|esque\p{L}*)(?:[- ](?:se|te))?)(?=\s+(?:(?:i|i'm|i've|we|he|she|they|it|eu)\s|(?:my|our|the|his|her|their|meu|minha|nosso|nossa|o|a|os|as|\p{L}+'s)\s.*\s(?:am|is|are|was|were|has|have|had|will|é|são|está|estão|tem|têm|\p{L}{2,}s)(?:\s|$)))`;
const REQUEST = new RegExp(
  String.raw`^\s*${COURTESY}(?:${ENGLISH}|${PORTUGUESE})(?:${LEADS_ON}|${STATES})\s*`,
  "iu",
);
/** A request that speaks of what stands before it, or after it. */
const BARE = new RegExp(
  String.raw`^\s*${COURTESY}(?:(?:remember|memori[sz]e|note|save|store|keep in mind|(?:do not|don't) forget)(?:\s+(?:that|this|it|the following))?|keep (?:that|this|it) in mind|make a note(?: of (?:that|this|it))?|(?:lembre|lembra|guarde|guarda|anote|anota|memorize)(?:-se)?(?:\s+(?:disso|disto|isso|isto|o seguinte))?|não (?:se |te )?esque(?:ça|ças)(?:\s+(?:disso|disto))?|tenha isso em mente)(?:,? please|,? por favor)?\s*(?<end>[.!:…]*)\s*$`,
  "iu",
);
const TRAILING =
  /(?:\s*[,;–—-]+\s*|\s+(?:and|so|e)\s+)(?:(?:so|and|please|e|por favor)\s+)*(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|(?:do not|don't) forget(?: (?:that|this|it))?|make a note of (?:that|this|it)|(?:lembre-se|lembre|lembra) disso|guarde isso|anota isso|anote isso|não (?:se )?esqueça(?: disso)?|tenha isso em mente)(?:,? (?:please|por favor))?\s*[.!…]*\s*$/iu;
/** "Remember when we met?", "remember the time", "do you remember": nothing is asked to be kept. */
const RECALLED =
  /^\s*(?:do|did|don't|can't) you (?:still )?remember\b|^\s*(?:você |tu )?(?:se )?lembra\b[^:]*\?\s*$/iu;
const ASKED_POLITELY =
  /^\s*(?:(?:please|por favor)[,]?\s+)?(?:(?:can|could|would|will) you|pode|podes|poderia)\b/iu;
const BREAK = /(?<=[.!?…]["'”’)\]]{0,2})\s+(?=\S)|\s*\n\s*/u;

const capitalised = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const asQuestion = (sentence: string): boolean =>
  /\?["')\]]*\s*$/u.test(sentence) && !ASKED_POLITELY.test(sentence);

/** The sentences of a message, each with whether it is asked to be kept. Those that only ask are left out: they speak of the one before them, or end in a colon and speak of all after them. */
export const saidIn = (message: string): Said[] => {
  const said: Said[] = [];
  let rest = false;
  for (const sentence of message.replace(/[’‘ʼ]/gu, "'").split(BREAK)) {
    const bare = BARE.exec(sentence);
    const last = said.at(-1);
    if (bare) {
      if (last === undefined || /:/u.test(bare.groups?.["end"] ?? "")) rest = true;
      else said[said.length - 1] = { ...last, kept: true };
      continue;
    }
    const request = asQuestion(sentence) || RECALLED.test(sentence) ? null : REQUEST.exec(sentence);
    const statement =
      request === null
        ? sentence
        : capitalised(sentence.slice(request[0].length)).replace(/\?\s*$/u, ".");
    const asked = asQuestion(sentence) ? null : TRAILING.exec(statement);
    const text = (asked === null ? statement : `${statement.slice(0, asked.index)}.`).trim();
    if (text !== "") said.push({ text, kept: rest || request !== null || asked !== null });
  }
  return said;
};

/** Whether anything in a message is asked to be kept. */
export const asksToKeep = (message: string): boolean => saidIn(message).some(({ kept }) => kept);

/** The message as it would read if nobody had asked to keep anything: what is to be kept is then the statement itself. */
export const withoutRequests = (message: string): string => {
  const said = saidIn(message);
  return said.some(({ kept }) => kept) ? said.map(({ text }) => text).join("\n") : message;
};

const wordsOf = (text: string): Set<string> =>
  new Set(
    foldName(text)
      .split(" ")
      .filter((word) => word.length > 1),
  );

/** Tells of facts drawn from a message whether they are asked to be kept: whether the sentence that shares most words with the fact is. */
export const keptOf = (message: string): ((factText: string) => boolean) => {
  const sentences = saidIn(message).map(({ text, kept }) => ({ words: wordsOf(text), kept }));
  if (sentences.every(({ kept }) => kept)) return () => sentences.length > 0;
  if (!sentences.some(({ kept }) => kept)) return () => false;
  return (factText) => {
    const words = wordsOf(factText);
    const shared = (of: ReadonlySet<string>): number =>
      [...words].filter((word) => of.has(word)).length;
    const scored = sentences.map(({ words: own, kept }) => ({ kept, score: shared(own) }));
    const most = Math.max(...scored.map(({ score }) => score));
    return most > 0 && scored.some(({ kept, score }) => kept && score === most);
  };
};
