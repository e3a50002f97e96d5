import { sentencesOf } from "../../../../language/sentences.ts";
import { isAttributeNoun, JUDGEMENTS } from "../../data/attributes.ts";
import { groupsIn, PHRASES } from "../../data/expressions.ts";
import type { Correction } from "../../extraction/corrected-facts.ts";

/** A correction such as "It is not Boston, I meant Baltimore". */
export interface EnglishCorrection extends Correction {
  /**
   * The beginning of the corrected statement, if the sentence gives it: "that is where I live".
   * Else null.
   */
  readonly about: string | null;
}

const CORRECTIONS = PHRASES.rows("corrections");
/** With those that count only after words that open a correction. */
const ALL_CORRECTIONS = [...CORRECTIONS, ...PHRASES.rows("opened_corrections")];
const ABOUT = /that is where (?<about>(?:I|we) [^.!?]+)|that is my (?<key>[^.!?]+)/iu;

const OPENING = PHRASES.one("correcting");
const BARE = PHRASES.one("bare_correction");
const SURE = PHRASES.one("sure_correction");
const SPELT = PHRASES.one("spelt");
const BEFORE = PHRASES.one("before_correction");
const EXCUSE = PHRASES.one("excuse");
const CLAUSE = PHRASES.one("corrected_clause");
const CONFUSING = PHRASES.one("confusing");

/** Words that give no value: "I meant what I said", "I meant well". */
const NO_VALUE = /^(?:what|it|to|well|every|wrong|never mind|no(?: thanks)?|nothing|forget)\b/iu;

const isNoValue = (words: string): boolean => NO_VALUE.test(words) || CLAUSE.test(words);

/** A value without the words around it: "an architect", "at Apex", "since 2014", "eight now". */
const withoutArticle = (words: string): string =>
  words
    .trim()
    .replace(/^(?:[Aa]n? (?=\S)|(?:at|in|since|from) (?=[\p{Lu}\d]))/u, "")
    .replace(/(?<=\S) (?:now|these days)$/u, "");

/**
 * The sentence with the words of a correction moved to its front: "Ghent, sorry", "Stefan, with an
 * f".
 */
const withOpeningFirst = (sentence: string): string =>
  sentence
    .replace(BEFORE, "")
    .replace(
      /^(?:earlier|yesterday|before|last time|the other day),? (?=I (?:said|wrote|typed|told) )/iu,
      "",
    )
    .replace(/(?<= with (?:an? |one |two |double )?[^ ,]{1,6}), (?:sorry|oops)$/u, "")
    // "Dr Shah, autocorrect!"
    .replace(
      /^(?<value>[^,]{2,40}), (?:typo|auto-?correct|oops|whoops|silly me|duh|my (?:mistake|bad|error|fault))[.!]*$/iu,
      "correction, $<value>",
    )
    // "Ecuador, I always mix them up"
    .replace(CONFUSING, "sorry, $<value>")
    .replace(EXCUSE, "")
    // "Karin with an i, not Karen"
    .replace(/ with an? \p{L}(?=,? not \p{Lu})/u, "")
    .replace(/(?<![.!\s])[.!\s]+$/u, "")
    .replace(SPELT, (note, at: number) =>
      at > 0 && !OPENING.test(sentence) ? ", sorry" : note && "",
    )
    // "Ghent, sorry", "Ghent I meant", "April I should say"
    .replace(
      /^(?<value>[^,]{2,40})(?:, sorry|,? I (?:mean|meant|should say|should have said))$/u,
      "sorry, $<value>",
    )
    // "three actually, forgot about Tiger"
    .replace(
      /^(?<value>(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)),? (?:actually|sorry)(?:, [^,]{3,40})?$/iu,
      "make that $<value>",
    )
    // "15 actually", "year 6 even"
    .replace(
      /^(?<value>(?:(?:[Yy]ear|[Gg]rade|[Rr]oom|[Pp]latform|[Gg]ate|[Ss]ize) )?\d[^,]{0,14}?),? (?:actually|rather|even|sorry)$/u,
      "sorry, $<value>",
    )
    // "meant Sunday"
    .replace(/^(?:[Mm]eant|[Ss]hould have (?:said|put)) (?!to )/u, "I meant ")
    // "It is actually Dr Mallick"
    .replace(/^(?<it>(?:[Ii]t|[Tt]hat) is) actually (?=\p{Lu}|\d)/u, "actually, $<it> ")
    // "She is 11, actually"
    .replace(
      /^(?<value>(?:[Ii]t|[Hh]e|[Ss]he|[Tt]hat|[Tt]here|[Tt]hey|[Ww]e) (?:is|are|was|were) [\d\p{L}][^,]{0,30}),? (?:actually|in fact|rather|sorry)$/u,
      "actually, $<value>",
    )
    .replace(
      /,? (?:sorry|actually|of course|obviously|though|instead|auto-?correct|typo|my (?:bad|mistake))$/u,
      "",
    )
    // "One thing: not Ghent"
    .replace(/^(?!not\b)[^:]{3,60}: (?=not )/iu, "");

/** A figure in a value; not "Sorry, 5 minutes, back soon". */
const FIGURE = /\d(?!\d* ?(?:min|sec|hour|hr)\p{Ll}*\b)/u;
/** "…, I had it wrong" */
const SAYS_WRONG = /^\W+(?:I|we) (?:had|got|said|wrote|spelt|spelled|typed) (?:it|that) wrong/u;
const REASON_FROM = /(?:,(?!\d{3})(?! not\b)| [–—-]|;)\s/u;

/**
 * The sentence without the reason behind the right value: "No, 13 March, I've just checked". Null
 * if it ends with no reason. A name without words that leave no doubt may be that of a listener:
 * "Sorry, Anna, I am late".
 */
const withoutReason = (sentence: string): string | null => {
  const opening = OPENING.exec(sentence)?.[0] ?? "";
  const end = REASON_FROM.exec(sentence.slice(opening.length))?.index;
  if (end === undefined) return null;
  const value = sentence.slice(opening.length, opening.length + end);
  const reason = sentence.slice(opening.length + end);
  return FIGURE.test(value) || SPELT.test(value) || SURE.test(opening) || SAYS_WRONG.test(reason)
    ? `${opening}${value}`
    : null;
};

/**
 * Reads a sentence that corrects an earlier one: "Sorry, I meant Anna". Null for any other
 * sentence. A value without a statement counts only after words that open a correction.
 */
export const readCorrection = (sentence: string): EnglishCorrection | null => {
  const shorter = withoutReason(sentence);
  return correctionIn(sentence) ?? (shorter === null ? null : correctionIn(shorter));
};

const OWNED = /(?:^(?:my|our|his|her|their|the) |(?:\p{L}{3,}'s|\p{Ll}s') )/iu;
/**
 * The correction about a topic, which is what has the value, or the wrong value itself: "I was wrong
 * about mum's birthday", "I was wrong about my car", "I was wrong about chemistry".
 */
const ofTopic = (topic: string, right: string): EnglishCorrection => {
  const isAttribute =
    OWNED.test(topic) &&
    (!/^the /iu.test(topic) || isAttributeNoun(topic.replace(/^.*(?:'s|the) /iu, "")));
  const whose = /^(?:my|our|his|her|their|\p{Lu}) ?/u.test(topic) ? "" : "my ";
  return isAttribute
    ? { wrong: null, right, about: `${whose}${topic.replace(/^the /iu, "")} is` }
    : { wrong: withoutArticle(topic), right: withoutArticle(right), about: null };
};

/** "not a full one": it does not repeat the wrong words. */
const SOME_ONE = /^(?:an?|the) (?:\p{L}+ )?one$/u;
const FIGURE_ONLY = /^\d[\d.,]*$/u;
const UNIT_BEHIND = /(?<=^\d[\d.,]*) ?\p{L}{1,6}$/u;
/** The wrong words, with the unit of the right ones: "10mg, not 20". */
const wrongWords = (words: string, right: string): string | null => {
  if (SOME_ONE.test(words)) return null;
  const unit = FIGURE_ONLY.test(words) ? (UNIT_BEHIND.exec(right)?.[0] ?? "") : "";
  return `${withoutArticle(words)}${unit}`;
};

const ARTICLE_BEFORE = /(?<!\p{L})an?(?= $)/iu;
/** The article before a value, or the one that opens it; null if there is none. */
const articleOf = (value: string, words: string): string | null =>
  (/^an?(?= )/iu.exec(value) ??
    ARTICLE_BEFORE.exec(words.slice(0, words.lastIndexOf(value))))?.[0] ?? null;

/** The correction with the named parts of a statement. Null if they give no right value. */
const ofParts = (
  { right, wrong, rest = "", topic, about }: ReturnType<typeof groupsIn>,
  statement: string,
): EnglishCorrection | null => {
  if (right === undefined || isNoValue(right)) return null;
  if (topic !== undefined) return ofTopic(topic, right);
  const { about: aboutBehind, key } = groupsIn(ABOUT, rest);
  const place = about ?? aboutBehind ?? (key === undefined ? undefined : `my ${key} is`);
  return {
    wrong: wrong === undefined ? null : wrongWords(wrong, right),
    right: withoutArticle(right),
    article: articleOf(right, statement),
    about: place?.trim() ?? null,
  };
};

/** The correction that a whole sentence is. Null if it is none. */
const correctionIn = (sentence: string): EnglishCorrection | null => {
  const sentenceInOrder = withOpeningFirst(sentence);
  const opening = OPENING.exec(sentenceInOrder)?.[0] ?? "";
  const statement = sentenceInOrder
    .slice(opening.length)
    .replace(/^(?:It|That|This|Not|My|He|She|They|There|We)(?= )/u, (word) => word.toLowerCase());
  for (const [pattern] of opening === "" ? CORRECTIONS : ALL_CORRECTIONS) {
    const correction = ofParts(groupsIn(pattern, statement), statement);
    if (correction !== null) return correction;
  }
  return SURE.test(opening) && !OF_SOMETHING.test(opening) ? bareCorrection(statement) : null;
};

/** An opening that names what was wrong: "I got the shopping wrong". */
const OF_SOMETHING = /(?:got|had) (?:the|my|our|his|her|their) /iu;

/** The correction of a single value without a statement: "ghent". Null for other words. */
const bareCorrection = (words: string): EnglishCorrection | null => {
  const { right = "" } = groupsIn(BARE, words);
  return right === "" || isNoValue(right) || JUDGEMENTS.has(right)
    ? null
    : { wrong: null, right, article: articleOf(right, words), about: null };
};

const SUBJECT_MEANT = PHRASES.one("subject_meant");
/**
 * The statement about somebody else than the one whom the sentence first named: "Dan is vegan, not
 * Ben" for "I said Ben is vegan but I meant Dan". Null for a correction of what was said of them.
 */
export const statementOfMeant = (
  sentence: string,
  isPerson: (words: string) => boolean,
): string | null => {
  const { who, said = "", right } = groupsIn(SUBJECT_MEANT, sentence.trim());
  if (who === undefined || right === undefined || !isPerson(right)) return null;
  const object = /\p{Lu}[\p{L}'-]+$/u.exec(said)?.[0];
  return object !== undefined && isPerson(object) ? null : `${right} ${said}, not ${who}`;
};

const AT = /\b(?:work|study|teach|intern)\b/iu;

/**
 * The statement that the correction makes, by itself or together with the corrected message. Null
 * if neither gives one.
 */
export const correctedStatement = (
  correction: EnglishCorrection,
  recentMessages: readonly string[],
): string | null => {
  const { about, right, wrong } = correction;
  if (about !== null)
    return about.endsWith(" is")
      ? `${about} ${right}`
      : `${about} ${AT.test(about) ? "at" : "in"} ${right}`;
  if (wrong === null) return null;
  const earlierMessage = recentMessages.findLast(
    (message) => message.length < 1000 && message.toLowerCase().includes(wrong.toLowerCase()),
  );
  if (earlierMessage === undefined) return null;
  const sentence = sentencesOf(earlierMessage).find((one) =>
    one.toLowerCase().includes(wrong.toLowerCase()),
  );
  if (sentence === undefined) return null;
  const error = sentence.toLowerCase().indexOf(wrong.toLowerCase());
  return `${sentence.slice(0, error)}${right}${sentence.slice(error + wrong.length)}`.trim();
};
