import { endsWithQuestionMark } from "../../../../language/sentences.ts";

/** Sentences that state nothing: questions, orders, wishes, conditions, courtesies. */
const QUESTION_WORD = /^(?:what|who|whom|whose|when|where|why|how|which|whats|wheres|hows)\b/iu;
// These regard case, since \p{Lu} would match any letter otherwise: they are tried on a sentence
// whose first letter is small.
const INVERTED =
  /^(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|have|has|had|may|might|must|any|ever)\s+(?:not\s+)?(?:(?:I|you|we|they|he|she|it|that|this|there|the|my|your|our|his|her|their|any|anyone|someone|a|an)\b|\p{Lu}\p{Ll}+)/u;
const CONDITION =
  /^(?:if|suppose|supposing|imagine|unless|assuming|in case|what if|even if|should you|had i|were i|only if|as if)\b/iu;
const WISH =
  /\b(?:I|we) wish\b|\b(?:feel|feels|felt|as) (?:like|if|though) (?:I|we|he|she)\b|\bif only\b|\b(?:I|we|he|she|they) would (?:\p{L}+ ){1,12}if\b|\bif (?:I|we|he|she|they) (?:were|had|could)\b/iu;
const ORDER =
  /^(?:please\s+|pls\s+|kindly\s+|just\s+)?(?:let us|lets|let me know|let me see|let|tell|show|give|explain|describe|write|help|find|search|look|list|summari[sz]e|translate|draft|make|create|generate|add|check|try|open|close|fix|see|read|send|book|buy|order|compare|suggest|recommend|remind|schedule|play|sing|draw|turn|put|take|bring|get|go|come|run|stop|start|keep|stay|wait|listen|watch|think|consider|use|pick|choose|choose|guess|ignore|forget|delete|remove|erase|update|change|set|rewrite|rephrase|continue|proceed|define|calculate|compute|convert|solve|plan|analy[sz]e|review|improve|debug|refactor|test|implement|call|email|text|ping|ask|answer|say|repeat|imagine|pretend|act|be|do|don't|do not|never|always remember to|have (?:a|fun|some)|enjoy|take care|good luck|congrat\w*|happy (?:birthday|new|anniversary|holidays)|merry|welcome|thanks|thank|cheers|bye|goodbye|good (?:morning|night|evening|afternoon|bye)|hope|hoping|wishing|see you|talk (?:soon|later)|way to go|well done|good job|nice (?:job|work|one|to meet)|sounds|looks like|seems like|glad|great to|good to|so glad|so happy|how about|what about)\b/iu;
const TO_READER = /^(?:you|your|you're|yours|y'all)\b/iu;
const POINTING =
  /^(?:(?:that|this|these|those)\b(?! (?:morning|afternoon|evening|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|\p{Lu}\p{Ll}+day)\b)|(?:there|here|what a|such a|how)\b)/iu;
/** "This is Ana", "This is my dog Rex": pointing at somebody. */
const POINTS_AT_NAME = /^(?:this|that) is (?:\p{Lu}|my |our )/u;

const withSmallLetter = (sentence: string): string =>
  sentence.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

export const isQuestion = (sentence: string): boolean =>
  endsWithQuestionMark(sentence) ||
  INVERTED.test(withSmallLetter(sentence)) ||
  (QUESTION_WORD.test(sentence) &&
    !/^when (?!(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)\b)/iu.test(
      sentence,
    ) &&
    !/^(?:when|where|which|who)\b.*,/iu.test(sentence));

/** "I live in Paris, any tips?": what is stated before the question. */
const QUESTION_TAIL =
  /(?:,|;|\s[-–—]|\band|\bso|\bbut)\s+(?:so |and |but |then )?(?:what|who|when|where|why|how|which|any|is|are|was|were|do|does|did|can|could|will|would|should|have|has|may)\b[^,;]*\?["')\]]*$/iu;
export const statementBeforeQuestion = (sentence: string): string | null => {
  const tail = QUESTION_TAIL.exec(sentence);
  const front = tail === null ? "" : sentence.slice(0, tail.index);
  return front.split(" ").length >= 3 && !isQuestion(front) ? front : null;
};

/** "Can you remember that my birthday is March 14?": a statement asked to be kept. */
const TO_KEEP =
  /^(?:(?:can|could|would|will) you )?(?:please )?(?:remember|note|save|store|keep in mind|write down|take note|make a note|be aware|know|record|log)(?: the fact)?(?: that|:)\s+(?<statement>.+?)\??$/iu;
const KNOWN_TO_YOU = /^(?:did|do) you know(?: that)? (?<statement>(?:I|my|we|our)\b.+?)\??$/iu;
export const statementToKeep = (sentence: string): string | null =>
  (TO_KEEP.exec(sentence) ?? KNOWN_TO_YOU.exec(sentence))?.groups?.["statement"] ?? null;

/**
 * Whether a sentence, openings aside, may state something. `names` tells of a first word whether it
 * is a name ("Will", "Grace").
 */
export const mayState = (sentence: string): boolean =>
  !CONDITION.test(sentence) &&
  !WISH.test(sentence) &&
  !ORDER.test(sentence) &&
  !TO_READER.test(sentence) &&
  (!POINTING.test(sentence) || POINTS_AT_NAME.test(withSmallLetter(sentence)));
