import { PHRASES } from "../../data/expressions.ts";
import { listedWords } from "../../data/words.ts";
import { CONFIDENCE } from "../../extraction/findings.ts";
import { CALENDAR, MOODS, UNREAL_MODALS } from "../../data/word-sets.ts";
import { isInformative, isInformativeBesides, meansSpeaker } from "../clauses/small-talk.ts";
import { meansSomebodyUnknown } from "../clauses/voice.ts";
import type { Discourse } from "../discourse.ts";
import { relativeName } from "../../data/kinship.ts";
import {
  introducesNoun,
  firstOf,
  isNaming,
  isVerbal,
  lastOf,
  textOf,
  type Token,
} from "../tokens/token.ts";
import { objectOf, type Meaning, type Statement } from "./statement.ts";

const ONESELF = listedWords("meaningless_oneself");
const POINTING = listedWords("meaningless_pointing");
/** What never describes a noun, so that it stands for something else: "finds it rough". */
const ALWAYS_POINTS = listedWords("meaningless_always_points");
/** What two do to each other is no statement about one of them. */
const EACH_OTHER = /(?<!\p{L})(?:each other|one another)(?!\p{L})/u;
/** Verbs of thinking and perceiving, which state something only if they name an entity. */
const MENTAL = listedWords("mental");

/** "told Ana this morning", "rang last night", but not what: there is nothing to keep. */
const tellsNothing = (verb: Statement["verb"], complement: readonly Token[]): boolean =>
  /^(?:tell|ask|ring|call|phone|text|message|email)$/u.test(verb.lemma) &&
  !verb.passive &&
  complement.every(
    (token, i) =>
      token.name !== null ||
      token.time !== null ||
      /^(?:pronoun|adverb|time)$/u.test(token.part) ||
      CALENDAR.has(token.lower) ||
      /^(?:someone|somebody|anyone|everyone)$/u.test(token.lower) ||
      // "rang the pharmacist", "told my boss"
      (i === 0 && introducesNoun(token)) ||
      (i === 1 && token.part === "noun" && complement[0]?.name === null),
  );
/** "Blade Runner is his favourite": another sentence says whose. */
const isOfUnnamed = ({ verb, complement, subject }: Statement): boolean =>
  verb.lemma === "be" && !subject.speaker && /^(?:his|her|their)$/u.test(firstOf(complement).lower);

/** "learns a ton", "talks a lot": how much, but not what. */
const AMOUNT_ALONE = PHRASES.one("meaningless_amount_alone");
const IDLE = listedWords("idle_nouns");
/** "is a different story", "felt amazing", "we met in 2021": nothing that anybody would look up. */
const isIdle = ({ verb, complement, subject, partner }: Statement): boolean => {
  const text = textOf(complement).toLowerCase();
  return (
    AMOUNT_ALONE.test(text) ||
    // "I am too", but not "my glasses are broken too"
    (verb.lemma === "be" && !verb.passive && /^(?:as well|too)$/u.test(text)) ||
    (verb.lemma === "be" &&
      /^an?$/u.test(firstOf(complement).lower) &&
      IDLE.has(lastOf(complement).lower)) ||
    (verb.lemma === "meet" &&
      subject.speaker &&
      partner === null &&
      !verb.passive &&
      firstOf(complement).part === "preposition" &&
      firstOf(complement).lower !== "with")
  );
};

/**
 * "Dev says cover letters are dead", "said no more games": what others claim is no fact about them.
 */
const isOpinion = (verb: Statement["verb"], complement: readonly Token[]): boolean =>
  /^(?:say|claim|reckon|argue|insist|swear)$/u.test(verb.lemma) &&
  (!isInformative(complement) || (verb.tense === "present" && complement.some(isVerbal)));

/** "He's a beagle called Rex": the name is stated as that of the pet. */
const isNamelessNamed = (
  verb: Statement["verb"],
  subject: Statement["subject"],
  complement: readonly Token[],
): boolean =>
  verb.lemma === "be" &&
  subject.kin?.term.type === "pet" &&
  subject.name !== relativeName(subject.kin.owner, subject.kin.term) &&
  complement.some(isNaming);

/** "we're called Velvet Moth": the name of a band. Who the speaker is, introductions read. */
const isNameOfGroup = ({ verb, subject, complement }: Statement): boolean =>
  subject.speaker && verb.lemma === "call" && verb.passive && complement.some(({ name }) => name);

/** "we've been together since school", but not with whom. */
const isTogetherAlone = (verb: Statement["verb"], complement: readonly Token[]): boolean =>
  /^(?:be|live)$/u.test(verb.lemma) &&
  (verb.adverbs.has("together") || firstOf(complement).lower === "together") &&
  !complement.some(({ lower }) => lower === "with");

/** "Dance is me", "bedtimes are all me" */
const isOneself = (verb: Statement["verb"], complement: readonly Token[]): boolean =>
  verb.lemma === "be" &&
  ONESELF.has(lastOf(complement).lower) &&
  complement.slice(0, -1).every(({ part, lower }) => part === "adverb" || lower === "all");

/** "finished something": another sentence says what. */
const isSomething = (complement: readonly Token[]): boolean =>
  complement.length === 1 && firstOf(complement).lower === "something";

/** Whether a word stands for something in another sentence: "looks at it", "read a few of them". */
const pointsElsewhere = (complement: readonly Token[]): boolean =>
  complement.some(({ lower, part }, i) => {
    const next = complement[i + 1];
    const isAlone =
      next === undefined ||
      complement[i]?.after !== "" ||
      (ALWAYS_POINTS.has(lower) && next.part === "adjective") ||
      !/^(?:noun|adjective|number|proper|gerund)$/u.test(next.part);
    const isCount =
      part === "number" &&
      // "one of her girls"
      (/^(?:noun|adjective|proper|number|gerund)$/u.test(next?.part ?? "") ||
        next?.lower === "of") &&
      complement[i]?.after === "";
    // "listens to podcasts, mostly history ones"
    const isOfList =
      /^ones?$/u.test(lower) && complement.slice(0, i).some(({ after }) => after === ",");
    return POINTING.has(lower) && !isCount && isAlone && !isOfList;
  });

const SOUGHT = listedWords("sought");
/** "is looking for a flat": what somebody wants for long; not "is looking for my keys". */
const isSearch = ({ verb, complement }: Statement): boolean =>
  verb.lemma === "look" &&
  verb.progressive &&
  verb.tense !== "past" &&
  firstOf(complement).lower === "for" &&
  /^an?$/u.test(complement[1]?.lower ?? "") &&
  complement.some(({ lower }) => SOUGHT.has(lower));

/**
 * Whether the statement has no meaning by itself: "looks at it", "read a few of them", "thinks
 * baking".
 */
export const isMeaningless = (
  statement: Statement,
  meaning: Meaning,
  discourse: Discourse,
): boolean => {
  const { verb, complement, subject, partner } = statement;
  return (
    isOneself(verb, complement) ||
    isSomething(complement) ||
    pointsElsewhere(complement) ||
    EACH_OTHER.test(textOf(complement)) ||
    isNamelessNamed(verb, subject, complement) ||
    isNameOfGroup(statement) ||
    tellsNothing(verb, complement) ||
    isIdle(statement) ||
    isOfUnnamed(statement) ||
    (!subject.speaker && isOpinion(verb, complement)) ||
    (partner === null && isTogetherAlone(verb, complement)) ||
    meansSomebodyUnknown(complement, subject, discourse) ||
    (MENTAL.has(verb.lemma) &&
      !isSearch(statement) &&
      !verb.passive &&
      (meaning.relations ?? []).length === 0)
  );
};

/** Words by which a statement names something that is known without the statement. */
const names = ({ complement, times }: Statement): boolean =>
  times.length > 0 || isInformativeBesides(complement);

const EXPECTED = /^(?:will|shall)$/u;
/** "I would rather use Figma", "would love to visit Japan": a taste, however it is put. */
const isTaste = (statement: Statement): boolean =>
  (/^(?:love|prefer|hate)$/u.test(statement.verb.lemma) && names(statement)) ||
  statement.verb.adverbs.has("rather");
/**
 * Whether it is only supposed or intended: "might apply", "should fight for it", "will not give
 * up". A plan that names its day or a name is kept.
 */
const isSupposed = (statement: Statement): boolean => {
  const { confidence, predicate, verb, subject } = statement;
  if (isTaste(statement)) return false;
  const isOfAttribute = verb.lemma === "be" || subject.attribute !== null;
  const modal = predicate.findIndex(({ part }) => part === "auxiliary");
  const { lower } = predicate[modal] ?? { lower: "" };
  return (
    confidence <= CONFIDENCE.speculation ||
    // "must not eat nuts" is a rule that stays.
    (UNREAL_MODALS.has(lower) && !(lower === "must" && verb.negated)) ||
    ((EXPECTED.test(lower) || (lower === "can" && isOfAttribute)) && !names(statement))
  );
};

const BODY_PARTS = listedWords("body_parts");
/** What nobody has alone: "Life is too short to argue". */
const GENERAL = listedWords("meaningless_general");
/**
 * "Family is everything to me", "the game was a success", "Monday is a late shift": no name, and
 * nothing that anybody owns.
 */
const isOfAnything = (statement: Statement): boolean =>
  CALENDAR.has(statement.subject.name.toLowerCase()) ||
  (GENERAL.has(statement.subject.name.toLowerCase()) &&
    // "Art is moving house"
    statement.subject.type !== "person" &&
    !statement.complement.some(meansSpeaker)) ||
  ((statement.subject.thing || statement.subject.bare) &&
    !names(statement) &&
    // "ibuprofen upsets my stomach"
    !statement.complement.some(({ lower }) => BODY_PARTS.has(lower)));

/**
 * "is thrilled", "was so relieved about it", "feels at ease": how somebody felt for a while, unless
 * it is said when.
 */
const isMood = ({ verb, complement, subject, predicate, times }: Statement): boolean => {
  if (times.length > 0) return false;
  // "feeling hopeful, and inspired by it": the participle is no verb.
  const isParticiple =
    verb.tense === "past" &&
    !verb.passive &&
    MOODS.has(firstOf(predicate).lower) &&
    (firstOf(complement).part === "preposition" || firstOf(complement).lower === "to");
  if (
    isParticiple ||
    verb.lemma === "feel" ||
    (verb.lemma === "be" && READY.test(textOf(complement)))
  )
    return true;
  // A participle may be taken for a passive: "was relieved".
  const words = verb.passive ? predicate : complement;
  const mood = words.findIndex(
    ({ part, lower }) => part !== "adverb" && part !== "auxiliary" && !DEGREE.has(lower),
  );
  return (
    (verb.lemma === "be" || verb.passive) &&
    subject.attribute === null &&
    MOODS.has(words[Math.max(0, mood)]?.lower ?? "") &&
    // "is good at chess" is a skill.
    words[mood + 1]?.lower !== "at"
  );
};
/** "is up for the challenge", "is down to join" */
const READY = /^(?:up|down|in) (?:for (?!(?:sale|rent|auction)\b)|to \p{L}+ the\b)/u;
const DEGREE = listedWords("meaningless_degree");

const LIGHT = listedWords("meaningless_light");
const OBJECTS = /^(?:noun|proper|gerund|verb)$/u;
/**
 * "had a blast", "did alright", "worked hard", "has been lucky so far": that something went by, but
 * not what.
 */
const isPassingRemark = (statement: Statement): boolean => {
  const { verb, subject, complement } = statement;
  const isLight =
    LIGHT.has(verb.lemma) ||
    // "wanted to stand out", "worked hard"
    (subject.speaker && (verb.unreal || !complement.some(({ part }) => OBJECTS.test(part))));
  return (
    (verb.tense === "past" || (verb.tense === "perfect" && /^(?:be|do)$/u.test(verb.lemma))) &&
    isLight &&
    !verb.progressive &&
    subject.attribute === null &&
    !complement.some(({ part }) => part === "possessive") &&
    !names(statement)
  );
};

const IDLE_WITH_VERB = listedWords("idle_objects");
/** "makes a difference", "has no plans", "is doing alright": too little to keep. */
const isOfNothing = (statement: Statement): boolean => {
  const { verb, complement } = statement;
  const object = objectOf(statement)?.tokens ?? [];
  const head = lastOf(object.filter(({ part }) => part !== "adverb"));
  return (
    (IDLE_WITH_VERB.has(head.lower) &&
      !complement.some(({ part }) => part === "possessive") &&
      !names(statement)) ||
    (verb.lemma === "do" &&
      complement.every(({ part }) => part === "adverb" || part === "adjective"))
  );
};

/** "went to this charity thing", "goes there": another sentence says which. */
const pointsAt = (statement: Statement): boolean =>
  statement.complement.some(({ lower, after }, i, { length }) => {
    const { part } = statement.complement[i + 1] ?? { part: "none" };
    return /^(?:this|that|these|those)$/u.test(lower)
      ? after === "" && /^(?:noun|adjective|gerund|adverb)$/u.test(part) && !names(statement)
      : /^(?:here|there)$/u.test(lower) && (i === 0 || i === length - 1 || after !== "");
  });

/**
 * Whether a statement without an attribute is not sure to be a fact that lasts: nobody needs it,
 * and it would be repeated as if it were.
 */
export const isUnsure = (statement: Statement): boolean =>
  statement.isOfAll ||
  isSupposed(statement) ||
  isOfAnything(statement) ||
  isMood(statement) ||
  isPassingRemark(statement) ||
  isOfNothing(statement) ||
  pointsAt(statement);
