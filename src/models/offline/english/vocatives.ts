import type { Tagger } from "./tagger.ts";

const AUXILIARY = /^(?:am|is|are|was|were|has|have|had|will|would|can|could|do|does|did|who|which|whose|an?|the|our|my|his|her|their|and|or|formerly|aged|age|\d)\b/iu;
const GREETED = /^(?:(?:hey|hi|hello|yo|dear|good (?:morning|evening|afternoon)|thanks|thank you|thx|wow|yes|yeah|yep|no|sure|congrats|congratulations|awesome|great|cool|nice|totally|absolutely|definitely|agreed|exactly|right|true|oh|aww?|gotcha|sounds good|ok|okay),?\s+)+(?<name>\p{Lu}\p{Ll}+)\s*[,!.:–-]+\s+(?=\S)/u;
const CALLED = /^(?<name>\p{Lu}\p{Ll}+),\s+(?=(?:I|we|my|our|it|that|this)\b)/u;

/** Takes off the name of the one who is spoken to: "Hey Carol, I moved." */
export const withoutVocative = (sentence: string, tagger: Tagger): string => {
  const greeted = GREETED.exec(sentence);
  if (greeted && !AUXILIARY.test(sentence.slice(greeted[0].length))) return sentence.slice(greeted[0].length);
  const called = CALLED.exec(sentence);
  const entry = called === null ? undefined : tagger.lookUp(called.groups!["name"]!.toLowerCase());
  return called !== null && entry !== undefined && /FirstName|MaleName|FemaleName|Person/u.test(entry) ? sentence.slice(called[0].length) : sentence;
};
