import { CONFIDENCE, type Confidence } from "../extraction/confidence.ts";

const SPECULATION =
  /\b(?:maybe|perhaps|possibly|not sure|not certain|unsure|considering|thinking (?:about|of)|rumou?r|wonder(?:ing)? if|on the fence)\b/iu;
const HEDGE =
  /\b(?:I think|I guess|I believe|I suppose|I feel like|I heard|I hear|I read|I assume|I reckon|I bet|I suspect|probably|apparently|supposedly|presumably|allegedly|seems? to|seems|looks like|kind of|sort of|likely|as far as I know|afaik|if I remember|if I recall|iirc|should be|not (?:100|a hundred)|around|roughly)\b/iu;
const HEDGING_CLAUSE =
  /^(?:(?:I am )?[Nn]ot (?:entirely |really |100 ?% )?sure,? but,? )?(?:I (?:think|guess|believe|suppose|heard|assume|reckon|bet|suspect|feel like|(?:hear|read|know|feel)(?= that)|am (?:pretty |quite |fairly |almost )?(?:sure|certain|positive|afraid|guessing)|would say)|[Ii]t (?:seems|appears|looks like)(?: to me)?|[Rr]umou?r has it|[Ww]ord is|[Tt]hey say|[Pp]eople say|[Mm]aybe|[Pp]erhaps|[Pp]robably|[Pp]ossibly|[Aa]pparently|[Ss]upposedly|[Pp]resumably|[Aa]llegedly|[Aa]s far as I know|afaik|iirc|[Ii]f I (?:remember|recall) correctly)(?:,| that)?,?\s+(?=(?:I|we|he|she|they|my|our|his|her|their|the|it|this|that|\p{Lu}|\p{Ll}+ (?:is|are|was|were|has|have|will)\b))/u;
const HEDGE_INSIDE =
  /,? (?:I (?:think|guess|believe|suppose|heard|reckon|bet|assume)|apparently|as far as I know|afaik|if I remember correctly|iirc)(?=[,.!\s]|$),?/giu;
/** "I am 31, not 30": what it is not says no more. */
const CONTRAST = /,\s+not\s+(?:[^\s,]+\s?){1,4}$/iu;

/** How sure a sentence is, and the sentence without the words that tell it. */
export const readHedges = (
  sentence: string,
): { readonly text: string; readonly confidence: Confidence } => ({
  text: sentence.replace(HEDGING_CLAUSE, "").replace(HEDGE_INSIDE, "").replace(CONTRAST, "").trim(),
  confidence: SPECULATION.test(sentence)
    ? CONFIDENCE.speculation
    : HEDGE.test(sentence)
      ? CONFIDENCE.weak
      : CONFIDENCE.explicit,
});
