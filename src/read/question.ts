import { foldText } from "./fold-text.ts";

/** Words that ask wherever they stand (seed 000), and those that only ask at the start, since they also join clauses. */
const ASKS = new Set(
  "what what's whats who who's whos whom whose when when's where where's which why how how's tell recall remind quem qual quais onde quanto quanta quantos quantas cade".split(
    " ",
  ),
);
const ASKS_FIRST = new Set(
  (
    "is are was were do does did have has had can could will would should describe explain list show remember name give " +
    "que o como quando porque lembra lembre diga conte fale mostre liste sabe"
  ).split(" "),
);

/** Whether a text asks for something: it ends in a question mark or holds a question word, in English or Portuguese. */
export const isQuestion = (text: string): boolean => {
  if (/[?？؟][\s"'”’)\]!]*$/u.test(text)) return true;
  const words = foldText(text).match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [];
  return ASKS_FIRST.has(words[0] ?? "") || words.some((word) => ASKS.has(word));
};

const ASKS_FOR_SELF =
  /\bwho(?: am i|'m i| i am)\b|\bwhat(?:'s| is) my (?:full )?name\b|\bquem (?:e que )?(?:eu sou|sou eu|sou)\b|\bqual (?:e )?(?:o )?meu nome\b|\bmy name\s*\?|\bcomo (?:eu )?me chamo\b/u;

/** Whether a text asks who the user is: "Who am I?", "Quem sou eu?". */
export const asksForSelf = (text: string): boolean => ASKS_FOR_SELF.test(foldText(text));
