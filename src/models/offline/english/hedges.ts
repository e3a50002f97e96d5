import { CONFIDENCE, type Confidence } from "../extraction/confidence.ts";

const SPECULATION = /\b(?:might|maybe|perhaps|possibly|not sure|not certain|unsure|considering|thinking (?:about|of)|could be|may be|may have|rumou?r|wonder(?:ing)? if|on the fence)\b/iu;
const HEDGE = /\b(?:I think|I guess|I believe|I suppose|I feel like|I heard|I hear|I read|I assume|I reckon|I bet|I suspect|probably|apparently|supposedly|presumably|allegedly|seems? to|seems|looks like|kind of|sort of|likely|as far as I know|afaik|if I remember|if I recall|iirc|should be|not (?:100|a hundred)|around|roughly)\b/iu;
const HEDGING_CLAUSE = /^(?:I (?:think|guess|believe|suppose|heard|hear|read|assume|reckon|bet|suspect|feel like|feel|am (?:pretty |quite |fairly |almost )?(?:sure|certain|positive|afraid|guessing)|would say|know)|it (?:seems|appears|looks like)(?: to me)?|rumou?r has it|word is|they say|people say|maybe|perhaps|probably|possibly|apparently|supposedly|presumably|allegedly|as far as I know|afaik|iirc|if I (?:remember|recall) correctly)(?:,| that)?,?\s+(?=(?:I|we|he|she|they|my|our|his|her|their|the|it|this|that|\p{Lu}|\p{Ll}+ (?:is|are|was|were|has|have|will)\b))/iu;
const HEDGE_INSIDE = /,? (?:I (?:think|guess|believe|suppose|heard|reckon|bet|assume)|apparently|as far as I know|afaik|if I remember correctly|iirc)(?=[,.!\s]|$),?/giu;
const REPORTED = /^(?<who>(?:\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?|my \p{L}+|he|she|they)) (?:told (?:me|us)|says?|said|mentioned|claims?|claimed|thinks?|believes?|announced|confirmed|told everyone|texted me|texted|wrote|informed (?:me|us))(?: (?:yesterday|today|recently|last week))?,?(?: that)?\s+(?=(?:he|she|they|his|her|their|\p{Lu}\p{Ll}+|the|it)\b)/u;

/** How sure a sentence is, and the sentence without the words that tell it. Who is quoted is the one whom "she" means. */
export const readHedges = (sentence: string): { readonly text: string; readonly confidence: Confidence; readonly quoted: string | null } => {
  const confidence: Confidence = SPECULATION.test(sentence) ? CONFIDENCE.speculation : HEDGE.test(sentence) ? CONFIDENCE.weak : CONFIDENCE.explicit;
  const text = sentence.replace(HEDGING_CLAUSE, "").replace(HEDGE_INSIDE, "").trim();
  const reported = REPORTED.exec(text);
  if (reported === null) return { text, confidence, quoted: null };
  return { text: text.slice(reported[0].length), confidence: confidence < CONFIDENCE.strong ? confidence : CONFIDENCE.strong, quoted: reported.groups!["who"]! };
};
