import { PHRASES } from "../data/expressions.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import { listedWords, words } from "../data/words.ts";
import {
  ADVERBS,
  CALENDAR,
  CONJUNCTIONS,
  DETERMINERS,
  HAVE,
  PREPOSITIONS,
} from "../data/word-sets.ts";
import { isInPair, upTo } from "../text/list-items.ts";
import { knownVerb, verbReading } from "../english/tokens/verb-forms.ts";

/** A statement about an ongoing state, by its words: "is learning Korean on Duolingo". */
export interface StandingStatement {
  /**
   * The attribute that gets a value: "physio" in "Ana's physio is Dr Chan". Null in other
   * statements.
   */
  readonly attribute: string | null;
  /** The base of the verb: `learn`. It is `be` if the statement says what somebody is. */
  readonly verb: string;
  /** Whether the verb is in progress: "is having chemo". */
  readonly progressive: boolean;
  /** The words after the verb, in lower case, without a preposition that belongs to the verb. */
  readonly object: readonly string[];
  /** The words after the verb, with such a preposition. */
  readonly complement: readonly string[];
}

const WORD = /[\p{L}\p{N}$€£%][\p{L}\p{N}.:/'’-]*,?/gu;
const BE = listedWords("standing_statement_be");

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const withoutComma = (word: string): string => word.replace(/,$/u, "");

export const isGerund = (word: string | undefined): boolean =>
  word !== undefined &&
  /\p{L}{2}ing,?$/u.test(word) &&
  verbReading(withoutComma(word)).forms.has("gerund");

/** The form of a verb in progress, by its base: "having", "selling". */
export const gerundOf = (verb: string): string => `${verb.replace(/(?<=[^aeiou])e$/u, "")}ing`;

/**
 * The words without the leading preposition of the verb: "training for", "working on", "saving up
 * for".
 */
const withoutPreposition = (phraseWords: readonly string[]): readonly string[] => {
  const first = phraseWords.findIndex((word) => !PREPOSITIONS.has(word) && word !== "to");
  return first < 0 ? [] : phraseWords.slice(first);
};

/** What somebody is who has put their name down: "is signed up for the course". */
const ENROLLED = listedWords("standing_statement_enrolled");
const ON_LIST = listedWords("standing_statement_on_list");
/** The words without such a beginning: "the course" of "signed up for the course". */
const withoutEnrolment = (phraseWords: readonly string[]): readonly string[] => {
  const behindLink = phraseWords.findIndex((word, i) => i > 0 && !ON_LIST.has(word));
  return ENROLLED.has(phraseWords[0] ?? "") && behindLink > 1
    ? phraseWords.slice(behindLink)
    : phraseWords;
};

const statementOf = (first = "", rest: readonly string[] = []): StandingStatement => {
  const verb = withoutComma(first);
  const lemma = verbReading(verb).lemma;
  return {
    attribute: null,
    verb: lemma,
    progressive: isGerund(verb),
    object: withoutPreposition(lemma === "be" ? withoutEnrolment(rest) : rest),
    complement: rest,
  };
};

/**
 * Whether "got" means possession before this word: "has got shingles", but not "has got married",
 * "has got to work" or "has got over it".
 */
const isGot = (word = "to"): boolean =>
  word !== "to" && !PREPOSITIONS.has(word) && !(knownVerb(word)?.forms.has("participle") ?? false);

/** Whether the words tell for how long something has been so. */
const isSoFar = (predicate: readonly string[]): boolean =>
  predicate.some((word) => word === "for" || word === "since");

const OWNERS = listedWords("standing_statement_owners");
const LOST = words("missing astray");
/** What is lost for ever: a job, weight or somebody. */
const NOT_FOUND = new RegExp(
  `(?:${[...listedWords("standing_statement_not_found")].join("|")})$`,
  "u",
);
const INJURED = listedWords("standing_statement_injured");

/**
 * The state in a perfect: "has broken his ankle", "has gone missing", "has taken up pottery". Null
 * for other ones.
 */
const lastingPerfect = ([, second = "", ...rest]: readonly string[]): StandingStatement | null => {
  if (INJURED.has(second)) return statementOf("have", [second, ...upTo(rest.slice(1), isGerund)]);
  const isLost =
    second === "lost" && OWNERS.has(rest[0] ?? "") && !NOT_FOUND.test(rest.at(-1) ?? "");
  if (isLost) return statementOf("have", [second, ...rest]);
  if (second === "taken" && rest[0] === "up") return statementOf("take", rest.slice(1));
  return second === "gone" && LOST.has(rest[0] ?? "") ? statementOf("be", rest) : null;
};

/** What has been so up to now: "has been a nurse for ten years", "has been signed off work". */
const sinceThen = (words: readonly string[], isSoFar: boolean): StandingStatement | null => {
  const third = words[2];
  if (isGerund(third)) return statementOf(third, words.slice(3));
  const isState = third === "signed" || (third !== "to" && isSoFar);
  return isState ? statementOf("be", words.slice(2)) : null;
};

/** The statement of a predicate; null for a past one. */
const readPredicate = (predicate: readonly string[]): StandingStatement | null => {
  // How much and where somebody works can end: "part-time", "remotely".
  const predicateWords = predicate.filter(
    (word, i) =>
      i > 2 ||
      /-time$|^(?:remotely|freelance)$/u.test(word) ||
      PREPOSITIONS.has(predicate[i - 1] ?? "") ||
      !(ADVERBS.has(word) || (/\p{L}ly$/u.test(word) && isGerund(predicate[i + 1]))),
  );
  const [first, second, third] = predicateWords;
  if (first === undefined) return null;
  if (BE.has(first))
    return isGerund(second)
      ? statementOf(second, predicateWords.slice(2))
      : statementOf("be", predicateWords.slice(1));
  if (HAVE.has(first) && second === "been") return sinceThen(predicateWords, isSoFar(predicate));
  // "has got shingles" means possession.
  if (HAVE.has(first) && second === "got" && isGot(third))
    return statementOf("have", predicateWords.slice(2));
  const lasting = HAVE.has(first) ? lastingPerfect(predicateWords) : null;
  if (lasting !== null) return lasting;
  if (HAVE.has(first) && knownVerb(second ?? "")?.forms.has("participle")) return null;
  const { lemma, forms } = verbReading(first);
  const isPresent = forms.has("third") || (forms.has("base") && !forms.has("past"));
  return isPresent ? statementOf(lemma, predicateWords.slice(1)) : null;
};

const ATTRIBUTE = /^['’]s? (?<attribute>[^.,;:]{1,60}?) (?:is|are) /u;
/** What a thing of the subject does: "Ana's flight to Rome leaves on 3 June". */
const DOING_OF_THING = /^['’]s? (?<attribute>\p{L}[^.,;:]{1,60}?) (?<verb>\p{Ll}{2,}s) /u;

/** A group that uses what its members say they use: "user's team uses Jira". */
const GROUP = /^['’]s (?:team|company|firm|start-?up|department|office|school|studio|agency) /u;
const USING = listedWords("standing_statement_using");

/** How facts name the speaker, who may also have a name. */
export const SPEAKER = "user";

/** The text of a fact behind its subject; null for a text that does not open with it. */
export const behindSubject = (text: string, subject: string): string | null => {
  const opening = [subject, `the ${subject}`, SPEAKER].find((name) =>
    text.toLowerCase().startsWith(name.toLowerCase()),
  );
  return opening === undefined ? null : text.slice(opening.length);
};

/** The statement about what a thing of the subject does; null for a group, and for other texts. */
const doingOfThing = (rest: string): StandingStatement | null => {
  const match = DOING_OF_THING.exec(rest);
  const { attribute = "", verb = "" } = match?.groups ?? {};
  if (match === null || GROUP.test(rest) || !(knownVerb(verb)?.forms.has("third") ?? false))
    return null;
  return { ...statementOf(verb, wordsOf(rest.slice(match[0].length))), attribute };
};

/** The statement of a fact; null for an event. */
export const standingStatement = (text: string, subject: string): StandingStatement | null => {
  const rest = behindSubject(text, subject);
  if (rest === null) return null;
  const attributeMatch = ATTRIBUTE.exec(rest);
  if (attributeMatch !== null)
    return {
      ...statementOf("is", wordsOf(rest.slice(attributeMatch[0].length))),
      attribute: attributeMatch.groups?.["attribute"] ?? null,
    };
  if (rest.startsWith(" ")) return readPredicate(wordsOf(rest));
  const ofThing = doingOfThing(rest);
  if (ofThing !== null) return ofThing;
  const ofGroup = readPredicate(wordsOf(rest.replace(GROUP, "")));
  return GROUP.test(rest) && ofGroup !== null && USING.has(ofGroup.verb) ? ofGroup : null;
};

const keyOf = (word: string): string =>
  // "wants to become a pilot", "to be a pilot"
  word === "become" ? "be" : wordKey(foldText(word.replace(/['’]s$|,$/gu, "")));

/** Words after the name of an activity: "Spanish classes", "chess club". */
const KINDS = listedWords("kinds_of_activity");
const CALLING = listedWords("after_objects");

/** Whether a word is outside the name of the object before it. */
export const isAfterObject = (word: string | undefined): boolean =>
  word === undefined ||
  PREPOSITIONS.has(word) ||
  CONJUNCTIONS.has(word) ||
  DETERMINERS.has(word) ||
  ADVERBS.has(word) ||
  CALENDAR.has(word) ||
  CALLING.has(word) ||
  /^(?:to|delivered|[$€£]?\d.*)$/u.test(word);

/** How often something takes place, which is no part of its name: "the weekly meeting". */
const REGULAR = listedWords("standing_statement_regular");
const isNamingWord = (word: string): boolean =>
  !DETERMINERS.has(word) && !OWNERS.has(word) && !ADVERBS.has(word) && !REGULAR.has(word);

/**
 * The keys of the words that name something: those of "Spanish classes" for "my Spanish classes".
 */
export const objectKeys = (name: string): readonly string[] => {
  const nameParts = withoutPreposition(wordsOf(name));
  const namingWords = nameParts.filter(isNamingWord);
  // "back" in "my back" is a noun, and elsewhere an adverb.
  return (namingWords.length > 0 ? namingWords : nameParts.slice(-1)).map(keyOf);
};

const isParticiple = (word = ""): boolean =>
  /(?:done|built|laid)$/u.test(word) || knownVerb(word)?.forms.has("participle") === true;

const JOINS = listedWords("standing_statement_joins");
const endsObject = (word = ""): boolean => PREPOSITIONS.has(word) && word !== "of";

/**
 * Whether the wanted words are the object of a statement. In "is training for the London Marathon
 * on 21 April", the marathon is the object and the day is not. In "has a pilates mat", pilates is
 * not.
 */
export const hasObject = (
  { verb, object }: StandingStatement,
  wantedKeys: readonly string[],
): boolean => {
  if (wantedKeys.length === 0) return false;
  const keys = object.map(keyOf);
  const objectTokens = object.map((text) => ({ text, lower: text }));
  for (let at = 0; at + wantedKeys.length <= keys.length; at += 1) {
    const before = object[at - 1];
    if (before?.endsWith(",") || endsObject(object[at])) return false;
    if (!wantedKeys.every((key, i) => keys[at + i] === key)) continue;
    const end = at + wantedKeys.length;
    const nextWord = object[end - 1]?.endsWith(",") === true ? undefined : object[end];
    // In "uses Slack and Trello", the end of one leaves the other.
    const isOneOfTwo =
      object.slice(0, at).some((word, i) => JOINS.has(word) && !isInPair(objectTokens, i)) ||
      JOINS.has(nextWord ?? "");
    if (isOneOfTwo) continue;
    // "is having the kitchen redone"
    const isDoneTo = verb === "have" && isParticiple(nextWord);
    if (
      isDoneTo ||
      isAfterObject(nextWord) ||
      (KINDS.has(nextWord ?? "") && isAfterObject(object[end + 1]))
    )
      return true;
  }
  return false;
};

/** The statement with the words behind a position as its object: a purpose, a place or a firm. */
export const behind = (statement: StandingStatement, at: number): StandingStatement => ({
  ...statement,
  object: statement.object.slice(at + 1),
});

/** Whether the words from a position on are the wanted ones. */
const hasKeysAt = (words: readonly string[], at: number, wantedKeys: readonly string[]): boolean =>
  wantedKeys.every((key, i) => keyOf(words[at + i] ?? "") === key);

const GROUPS = listedWords("groups");
/** Whether the words after "called" are the wanted name: "in a band called The Commuters". */
export const isCalled = (object: readonly string[], wantedKeys: readonly string[]): boolean => {
  const calling = object.findIndex((word) => /^(?:called|named)$/u.test(word));
  const name = object.slice(calling + 1).filter((word) => !DETERMINERS.has(word));
  return (
    calling > 0 &&
    wantedKeys.length > 0 &&
    hasKeysAt(name, 0, wantedKeys) &&
    isAfterObject(name[wantedKeys.length])
  );
};

/** Whether the wanted name stands between commas: "a small boat, Merula, in the harbour". */
export const isNamedAside = (object: readonly string[], wantedKeys: readonly string[]): boolean =>
  wantedKeys.length > 0 &&
  object.some((word, i) => {
    const name = object.slice(i + 1, i + 1 + wantedKeys.length);
    const isLast = name.at(-1)?.endsWith(",") === true || i + name.length === object.length - 1;
    return word.endsWith(",") && isLast && hasKeysAt(name, 0, wantedKeys);
  });

const POST = PHRASES.one("standing_statement_post");
const NO_MEMBER = listedWords("standing_statement_no_member");
/**
 * Whether the statement is about a post in a group with this name: "is treasurer of our chama, the
 * Umoja Sisters" for "the Umoja Sisters", "is a leader at the scouts" for "the scouts".
 */
export const isPostIn = (
  { verb, object }: StandingStatement,
  wantedKeys: readonly string[],
): boolean => {
  const isPost = (word: string, i: number): boolean =>
    !NO_MEMBER.has(word) &&
    (POST.test(word) || (i === 1 && object[0] === "a" && endsObject(object[2])));
  const post = object.findIndex(isPost);
  if (verb !== "be" || post < 0 || post > 3 || wantedKeys.length === 0) return false;
  const at = object.findIndex((_, i) => i > post && hasKeysAt(object, i, wantedKeys));
  const before = object
    .slice(post + 1, Math.max(at, 0))
    .filter((word) => !DETERMINERS.has(word) && !OWNERS.has(word));
  const last = before.at(-1) ?? "";
  return (
    at > 0 &&
    (/^(?:of|at|in|with|for)$/u.test(last) || last.endsWith(",")) &&
    isAfterObject(object[at + wantedKeys.length])
  );
};

const IN_GROUP = listedWords("standing_statement_in_group");
/** Maximum number of words from "in" to the group: "of the parent council". */
const MOST_GROUP_WORDS = 4;
const ARTICLE = /^(?:an?|the|his|her|their|its|in|of|with|for)$/u;

/**
 * Whether the statement is about an activity in this group, which makes somebody a member: "plays
 * bass in a band with Nick" for "the band", or for the name of the band.
 */
export const isInGroup = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const { object } = statement;
  if (isCalled(object, wantedKeys)) return true;
  const keys = new Set(object.map(keyOf));
  // "treasurer of the golf club" is no post in the tennis club.
  if (wantedKeys.includes("of") && !wantedKeys.every((key) => keys.has(key))) return false;
  const at = object.findIndex((word) => keyOf(word) === wantedKeys.at(-1) && GROUPS.has(word));
  const before = object.slice(Math.max(0, at - MOST_GROUP_WORDS), Math.max(0, at));
  // "the Green Party" is not "the Christmas party".
  const which = wantedKeys.slice(0, -1);
  const own = before.slice(before.findLastIndex((word) => ARTICLE.test(word)) + 1);
  const isOther =
    which.length > 0 &&
    own.some((word) => !IN_GROUP.has(word)) &&
    !which.some((key) => keys.has(key));
  return !isOther && before.some((word) => IN_GROUP.has(word)) && isAfterObject(object[at + 1]);
};

/**
 * Whether the statement is about the wanted words: "has a flight to Tokyo" for "my Tokyo flight".
 * The last word must be the object; the others may be anywhere.
 */
export const isAbout = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  if (hasObject(statement, wantedKeys)) return true;
  const keys = new Set(statement.object.map(keyOf));
  const head = upTo(wantedKeys, endsObject);
  return (
    wantedKeys.length > 1 &&
    wantedKeys.every((key) => keys.has(key) || PREPOSITIONS.has(key)) &&
    hasObject(statement, head.slice(-1))
  );
};

const openedBy = ({ object }: StandingStatement): readonly string[] => {
  const start = object.findIndex(isNamingWord);
  return object.slice(Math.max(start, 0));
};

/** Whether the object opens with the wanted words: "is a Dell XPS" for "the Dell". */
export const opensWith = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const object = openedBy(statement);
  return wantedKeys.length > 0 && hasKeysAt(object, 0, wantedKeys);
};

/** Maximum number of words before a make: "a red 2014 Skoda". */
const MOST_WORDS_BEFORE = 2;
/** Whether the object is a thing of the wanted make: "an old VW Golf" for "the Golf". */
export const isOfMake = (statement: StandingStatement, wantedKeys: readonly string[]): boolean => {
  const object = upTo(openedBy(statement), (word) => PREPOSITIONS.has(word));
  return (
    wantedKeys.length > 0 &&
    object.slice(0, MOST_WORDS_BEFORE + 1).some((_, at) => hasKeysAt(object, at, wantedKeys))
  );
};

/**
 * Whether the wanted words are the whole object: "is on fluoxetine", but not "is a member of the
 * choir" for "member".
 */
export const isObject = (statement: StandingStatement, wantedKeys: readonly string[]): boolean =>
  opensWith(statement, wantedKeys) &&
  hasObject({ ...statement, object: openedBy(statement) }, wantedKeys);
