import { listed } from "../../data/words.ts";
import { CALENDAR } from "../../word-lists/sets.ts";
import type { Token } from "../tokens/token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";

/** Verbs that say enough alone. */
export const COMPLETE_ALONE = listed("complete_alone");

const WEATHER =
  /^(?:take|seem|look|feel|sound|rain|snow|mean|depend|matter|turn|happen|appear|hurt|go|get|work|help|make)$/u;
/** "It is raining", "It takes time": nothing is meant by "it". */
export const isExpletive = (predicate: readonly Token[]): boolean => {
  const { verb } = readVerbGroup(predicate);
  return (
    (verb.lemma === "be" && !verb.passive) || WEATHER.test(verb.lemma) || !isTelling(predicate)
  );
};

/** "painted this", "makes it with love": what is meant stands in another sentence. */
export const isPointing = (complement: readonly Token[]): boolean => {
  const [first, second] = complement;
  return (
    first !== undefined &&
    /^(?:it|this|that|them|these|those)$/u.test(first.lower) &&
    (first.after !== "" ||
      second === undefined ||
      !/^(?:noun|adjective|proper|number)$/u.test(second.part)) &&
    !isTelling(complement)
  );
};

const PRAISE =
  /^(?:awesome|amazing|great|incredible|wonderful|fantastic|lovely|adorable|cute|brilliant|cool|nice|perfect|beautiful|gorgeous|stunning|impressive|inspiring|fun|funny|hilarious|best)$/u;
/** "is incredible": a judgement that tells nothing to keep. */
export const isPraise = (verb: VerbGroup, complement: readonly Token[]): boolean =>
  (verb.lemma === "be" || verb.lemma === "look" || verb.lemma === "sound") &&
  complement.length > 0 &&
  complement.every(
    (token) =>
      token.part === "adverb" ||
      /^(?:so|the|very|just|too)$/u.test(token.lower) ||
      PRAISE.test(token.lower),
  );

/**
 * Predicates of a speaker that are courtesy, comment or intent of the moment, and tell nothing to
 * keep.
 */
const COURTESY =
  /^(?:(?:am|is|are|was|were|will|would|has|have|been|feels?|felt|so|really|very|just|always|super|totally|also|still|truly|definitely|absolutely|pretty|too|honestly|all|be|be able to|going to) )*(?:glad|happy (?:for|that|to (?:hear|help|see|know))|proud of (?:you|your)|thankful|grateful|sorry|sure|here(?: for| to|$)|with you|rooting|excited (?:for you|to (?:hear|see))|looking forward|looks? forward|hop(?:e|es|ing)\b(?! to\b)|ha(?:ve|s) to (?:go|run|leave)(?: now)?$|agree[sd]?\b|disagree|understands?\b|gets? (?:it|that|you|what)|sees?$|see what|bet\b|wonder|guess\b|mean\b|promise|appreciates?|thanks?\b|thank|wish|cannot wait|not wait|totally|knows? (?:what|how|that|it|right|why|where|if)|hears? (?:you|ya)|feels? (?:you|ya|like|that)|loves? (?:that|this|it|your|how|the way)(?: |$)(?!.*\b(?:with|at|in) )|likes? (?:that|this|it)\b|tells? you|said|says?\b|ask\b|asking|let you|keep you posted|support you|be there|believes? in|could not agree|not (?:know|sure|remember|think|understand|mind|care|get)|do not (?:know|think|remember|understand|mind|care|see|get|want you)|does not (?:know|think|remember)|needs? (?:to (?:ask|know)|your|you|help|some help|advice|a hand)|wants? (?:to (?:ask|know|hear|see|talk)|you)|would like (?:to (?:ask|know|hear|see)|you)|curious|impressed|amazed|in awe|blown away|stoked for|pumped for|trying to (?:understand|figure|find|ask)|talking about|looking for (?:advice|help|suggestions|ideas|recommendations)|asked you|told you)\b/iu;
const COMMENT =
  /\b(?:keeps? (?:going|at it|pushing|moving|chasing|it up|trying)|got this|do (?:my|our) best|make it (?:happen|work)|great things|pays? off|stay(?:ing)? (?:positive|strong|focused|true)|dreams? (?:come|into)|means? (?:a lot|so much|the world|a ton)|figure it out|no matter what|best of luck|fingers crossed|check it out|catch up|talk soon|let .{1,12} know)\b/iu;
const READER = /\b(?:you|your|yours|y'all|ya)\b/iu;
export const isSmallTalk = (predicate: string): boolean =>
  COURTESY.test(predicate) || COMMENT.test(predicate) || READER.test(predicate);
/** "My question is …": about the talk itself. */
const TALK =
  /^(?:(?:next|other|last|first|only|main) )?(?:question|point|apologies|apology|guess|bad|thoughts?|condolences|pleasure|advice|answer|request|mistake|fault|turn|problem with|concern|sympathies|understanding|take|opinion|two cents|treat)\b/iu;
export const isTalk = (attribute: string): boolean => TALK.test(attribute);
export const addressesReader = (predicate: string): boolean => READER.test(predicate);

/**
 * Whether words hold something to keep of a thing that has no name: a number, a name, a date, a
 * string of its own, an owner.
 */
export const isTelling = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ part, name, span, time, text, lower }) =>
      name !== null ||
      span !== null ||
      part === "number" ||
      /\d/u.test(text) ||
      time !== null ||
      /^\p{Lu}{2,}s?$/u.test(text) ||
      (CALENDAR.has(lower) && /^\p{Lu}/u.test(text)) ||
      lower === "my" ||
      lower === "our" ||
      lower === "me",
  );
