import { filledIn, PHRASES } from "../../data/expressions.ts";
import { listedWords, pairs } from "../../data/words.ts";
import { MONTHS_ALONE } from "../../../../language/calendar-words.ts";
import { RowTable } from "../../data/row-table.ts";
import { kinTerm } from "../../data/kinship.ts";
import { thirdPerson } from "../clauses/voice.ts";
import { knownVerb, verbReading } from "../tokens/verb-forms.ts";
import { asksSomething, mayState } from "./sentence-kind.ts";

const OF_ATTRIBUTES = new RowTable(PHRASES.rows("sayings_of_attributes"));
const ROWS = PHRASES.rows("sayings");
const SAYINGS = new RowTable(ROWS);
const OF_SPEAKER = new RowTable([...PHRASES.rows("sayings_of_speaker"), ...ROWS]);

const OWNED = /^(?<owner>\p{Lu}[\p{L}-]{1,30})'s /u;
/** The plain words without "my" before what has an owner: "Ana's driving test got moved". */
const ofOwner = (plain: string, sentence: string): string => {
  const { owner } = OWNED.exec(sentence)?.groups ?? {};
  return owner === undefined || kinTerm(owner) !== undefined
    ? plain
    : plain.replace(new RegExp(`(?<!\\p{L})my ${owner}(?='s )`, "iu"), owner);
};

/** The sentence in plain words, with the rest after the saying; null if no saying matches. */
const plainWords = (
  sentence: string,
  isAttribute: (label: string) => boolean,
  sayings: typeof SAYINGS,
): string | null => {
  const opening = sentence.replace(/^\p{Lu}(?=\p{Ll}*[ '])/u, (letter) => letter.toLowerCase());
  // The written form is tried first, so that a name at its start keeps its capital.
  const match = (expression: RegExp) => expression.exec(sentence) ?? expression.exec(opening);
  const [pattern, meaning] =
    OF_ATTRIBUTES.mayFit(opening, sentence).find(([one]) =>
      isAttribute(match(one)?.groups?.["attribute"] ?? ""),
    ) ??
    sayings.mayFit(opening, sentence).find(([one]) => one.test(opening) || one.test(sentence)) ??
    [];
  const saying = pattern === undefined ? null : match(pattern);
  if (meaning === undefined || saying === null) return null;
  const plain = ofOwner(filledIn(meaning, saying.groups ?? {}), sentence);
  return `${plain}${withSubject(plain, sentence.slice(saying[0].length), sentence)}`;
};

/** What the speaker does besides: "I have a membership at Bolt and go on Mondays". */
const AND_DO = /^(?:,)? and (?<verb>\p{Ll}+) /u;
const isVerbForm = (verb: string): boolean => {
  const forms = knownVerb(verb)?.forms;
  return forms?.has("base") === true || forms?.has("past") === true;
};
/** The rest of a sentence about the speaker, with its subject if the plain words have another. */
const withSubject = (plain: string, rest: string, sentence: string): string => {
  const { verb } = AND_DO.exec(rest)?.groups ?? {};
  const isOther = /^(?:my|our|the) /iu.test(plain) && /^(?:I|we) /iu.test(sentence);
  const isVerb = verb !== undefined && isVerbForm(verb);
  return isOther && isVerb ? rest.replace(/ and /u, " and I ") : rest;
};

/** Other people whom a saying may be about: "Hana", "Mr Fukuda", "my brother Kwame", "him". */
const OTHERS =
  /(?<!\p{L})(?:(?:[Mm]y|[Oo]ur) \p{Ll}+(?:-\p{Ll}+)*(?: \p{Lu}[\p{L}'-]+)?|(?<!\b[Mm]y )(?!(?:My|Our) )\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?|him|her|[Hh]e|[Ss]he)(?=[ ,.!']|$)/gu;
const MOST_OTHERS = 4;
const NOT_PEOPLE: ReadonlySet<string> = new Set([
  ...listedWords("sayings_not_people"),
  ...MONTHS_ALONE,
]);
/** Whether the words are a person: "Hana", "my brother", but not "my desk". */
const isSomebody = (other: string): boolean => {
  const [my = "", noun = ""] = other.split(" ");
  const isOwned = /^(?:my|our)$/iu.test(my);
  return isOwned
    ? kinTerm(noun)?.type === "person"
    : !(NOT_PEOPLE.has(other.toLowerCase()) || /^\p{Lu}\p{Ll}+day$/u.test(other));
};
const SUBJECTS: Readonly<Partial<Record<string, string>>> = { him: "he", her: "she" };
const OWNERS: Readonly<Partial<Record<string, string>>> = pairs("owners_of_pronouns");

/** The sentence with the other person as "I" in the subject. */
const withOwnSubject = (sentence: string, other: string): string => {
  const opening = ["Our ", "My ", ""]
    .map((whose) => `${whose}${other} is `)
    .find((beginning) => sentence.startsWith(beginning));
  const ownStart = opening === undefined ? sentence : `I am ${sentence.slice(opening.length)}`;
  return ownStart.replace(`${other} is `, "I am ");
};

/** Words before a name that is no person's: "Hana left Tesco", "the Atlas project". */
const BEFORE_THING = /(?<!\p{L})(?:left|the|an?) $/iu;
/** The sentence with the other person as "me", at their first mention after another word. */
const withOwnObject = (sentence: string, other: string): string => {
  for (let at = sentence.indexOf(other); at >= 0; at = sentence.indexOf(other, at + 1)) {
    const [before, after] = [sentence.slice(0, at), sentence.slice(at + other.length)];
    if (/\p{L} $/u.test(before) && !BEFORE_THING.test(before) && !/^\p{L}/u.test(after))
      return `${before}me${after}`;
  }
  return sentence;
};

/** The verb of another person in the present, behind at most one adverb: "eats", "now eats". */
const PRESENT = PHRASES.one("sayings_present");
const withOwnStart = (sentence: string, other: string): string => {
  if (!sentence.startsWith(`${other} `)) return sentence;
  const rest = sentence.slice(other.length).replace(PRESENT, (all, adverb = "", verb: string) => {
    const { lemma } = knownVerb(verb) ?? {};
    return lemma === undefined || /^(?:be|have|do)$/u.test(lemma) ? all : ` ${adverb}${lemma}`;
  });
  return `I${rest}`;
};

const OWN_THING = /(?<!\p{L})(?:[Mm]y|[Oo]ur) (?=\p{L})/u;
/**
 * Whether the plain words give somebody else what is the speaker's: "Tom painted my bedroom green"
 * is about no bedroom of Tom's.
 */
const takesOwnThing = (plain: string, sentence: string, other: string): boolean =>
  OWN_THING.test(plain) && OWN_THING.test(sentence.replaceAll(other, ""));

/** The sentence as the other person would say it: "They let me go" for "They let Ana go". */
const asOwn = (sentence: string, other: string): string => {
  const ownedText = sentence.replaceAll(`${other}'s `, "my ").replace(`${other} has `, "I have ");
  const ownText = withOwnStart(withOwnObject(withOwnSubject(ownedText, other), other), other);
  return ownText
    .replace(/(?<=\p{Ll} )(?:him|her|them)(?= (?:on|off|to|from|go|up|in) |[.,!]|$)/u, "me")
    .replace(/(?<!\p{L})(?:his|her|their) (?=\p{Ll})/u, "my ");
};

const POSSESSIVE = /(?<!\p{L})(?:his|her|their)(?= )/u;
/** A statement in the first person as a statement about the other person of the sentence. */
const inThirdPersonOf = (plain: string, other: string, sentence: string): string => {
  const subject = SUBJECTS[other] ?? other;
  // "Ana lost her iPhone", but "Ana's iPhone was lost"
  const possessive = plain.startsWith("I ")
    ? (POSSESSIVE.exec(sentence)?.[0] ?? "their")
    : `${other}'s`;
  return plain
    .replace(/(?<!\p{L})my (?=\p{L})/gu, `${OWNERS[other] ?? possessive} `)
    .replace(
      /(?<!\p{L})I (?<adverb>(?:no longer|never|now|still) )?(?<verb>\p{Ll}+)/gu,
      (_, adverb: string | undefined, verb: string) =>
        `${subject} ${adverb ?? ""}${thirdPerson(verb)}`,
    )
    .replace(/(?<!\p{L})me(?!\p{L})/gu, other);
};

const NAMED_BESIDE = PHRASES.one("named_beside");

const spokenPlainly = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const own = plainWords(sentence, isAttribute, OF_SPEAKER);
  if (own !== null) return own;
  // "I resigned from the Mellbrook brigade" is not about Mellbrook.
  if (/^I(?: |$)/u.test(sentence)) return plainWithName(sentence, isAttribute);
  const others = [...new Set(sentence.match(OTHERS) ?? [])].filter(isSomebody);
  for (const other of others.slice(0, MOST_OTHERS)) {
    const plain = plainWords(asOwn(sentence, other), isAttribute, SAYINGS);
    if (plain !== null && !takesOwnThing(plain, sentence, other))
      return inThirdPersonOf(plain, other, sentence);
  }
  return plainWithName(sentence, isAttribute);
};

/**
 * The plain words of a saying with a name: "My GP, Dr Shah, put me on statins" also states who the
 * GP is. Null for other sentences.
 */
const plainWithName = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const { who, name, said } = NAMED_BESIDE.exec(sentence)?.groups ?? {};
  if (who === undefined) return null;
  const plain = spokenPlainly(`${who} ${said}`, isAttribute);
  return plain === null ? null : `${who} is ${name}, and ${plain}`;
};

const FIRST_PERSON = /(?<!\p{L})(?:I|me|my|mine|we|us|our)(?!\p{L})/iu;
/**
 * Whether the plain words make the speaker the subject of a clause about somebody else: "Lou is out
 * of rehab and six weeks sober".
 */
const isOfOther = (plain: string, statement: string, start: number): boolean =>
  plain.startsWith("I ") &&
  !FIRST_PERSON.test(statement) &&
  (statement.slice(0, start).match(OTHERS) ?? []).some(isSomebody);

/** "Last week I became a citizen" */
const TIME_IN_FRONT = PHRASES.one("time_in_front");
/** The plain words of a sentence with its time at the end, where the sayings expect it. */
const withTimeBehind = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const { time, said, stop = "" } = TIME_IN_FRONT.exec(sentence)?.groups ?? {};
  if (time === undefined || said === undefined) return null;
  const behind = time.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return spokenPlainly(`${said} ${behind}${stop}`, isAttribute);
};

/** The beginning of another clause: "…, so our move is off". */
const NEXT_CLAUSE = PHRASES.one("next_clause");
/** Clauses that mean something else behind another one: "I'm from Izmir but I grew up in Ankara". */
const BESIDE_ANOTHER = PHRASES.one("beside_another");
const MOST_CLAUSES = 3;

const INFINITIVE = / to (?<verb>\p{Ll}+)(?: [^,;]{0,40})?,? and $/u;
/** Whether the clause is a part of a wish: "live with him" in "wants me to come and live with him". */
const goesOnWithWish = (before: string, clause: string): boolean => {
  const { verb } = INFINITIVE.exec(before)?.groups ?? {};
  const forms = knownVerb(/^\p{Ll}+/u.exec(clause)?.[0] ?? "")?.forms;
  const isBase = forms?.has("base") === true && !forms.has("past");
  return isBase && verb !== undefined && knownVerb(verb)?.forms.has("base") === true;
};

const OWNED_THING = /^(?:[Tt]he|[Mm]y|[Oo]ur) /u;
const MOST_THING_WORDS = 3;
/** The thing that a clause is about: "the Skoda" of "The Skoda failed its MOT". Null for others. */
const thingOf = (clause: string): string | null => {
  const [whose = "", ...words] = OWNED_THING.test(clause) ? clause.split(" ") : [];
  const verb = words.findIndex((word, i) => {
    const forms = i === 0 ? undefined : verbReading(word).forms;
    return forms?.has("past") === true || knownVerb(word)?.forms.has("third") === true;
  });
  return verb < 1 || verb > MOST_THING_WORDS
    ? null
    : [whose.toLowerCase(), ...words.slice(0, verb)].join(" ");
};

/** Words before a clause that add nothing to it: "so in the end I'm staying put". */
const IN_THE_END = PHRASES.one("sayings_in_the_end");

/** The clause with the thing of the clause before: "the Skoda went to the tip" for "it went …". */
const withThingOf = (before: string, clause: string): string => {
  const thing = clause.startsWith("it ") ? thingOf(before) : null;
  return thing === null ? clause : `${thing}${clause.slice("it".length)}`;
};

/**
 * The words with the sayings of the clauses that follow the first one in plain words, as far as the
 * words still end with them: "I got a raise, so I'm on 42k now and I moved to the Leeds office".
 */
const withLaterSayings = (
  said: string,
  source: string,
  isAttribute: (label: string) => boolean,
): string => {
  for (const { index, 0: joint } of [...source.matchAll(NEXT_CLAUSE)].slice(0, MOST_CLAUSES)) {
    const start = index + joint.length;
    const clause = source.slice(start);
    if (!said.endsWith(clause)) continue;
    const isUnread = BESIDE_ANOTHER.test(clause) || goesOnWithWish(source.slice(0, start), clause);
    const ownClause = withThingOf(source.slice(0, index), clause);
    const meantClause = ownClause.replace(IN_THE_END, "");
    const plain = isUnread ? null : spokenPlainly(meantClause, isAttribute);
    const isOwn = ownClause !== clause || !isOfOther(plain ?? "", source, start);
    if (plain !== null && isOwn)
      return `${said.slice(0, said.length - clause.length)}${withLaterSayings(plain, clause, isAttribute)}`;
  }
  return said;
};

const OF_OTHER = /^(?!(?:I|We|My|Our)(?!\p{L}))\p{Lu}/u;
/**
 * The plain words with those of the first clause too, if the saying of the whole has left it as it
 * is, and it is about somebody else: "Lumen moved HQ to Lyon, and Pedro is the CEO of Lumen now".
 */
const withFirstSaying = (
  said: string,
  sentence: string,
  isAttribute: (label: string) => boolean,
): string => {
  const [joint] = said.matchAll(NEXT_CLAUSE);
  const front = said.slice(0, joint?.index ?? 0);
  const plain =
    said === sentence || !OF_OTHER.test(front) || !sentence.startsWith(front)
      ? null
      : spokenPlainly(front, isAttribute);
  return plain === null ? said : `${plain}${said.slice(front.length)}`;
};

/**
 * The plain words for the sayings of the table, with the rest of the sentence. "They raised my
 * salary to $90,000, so I stay" gives "my salary has changed to $90,000, so I stay", and "They let
 * Ana go" gives "Ana was laid off". A saying may follow another clause. Null for any other
 * sentence.
 */
export const inPlainWords = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const whole = spokenPlainly(sentence, isAttribute) ?? withTimeBehind(sentence, isAttribute);
  const statement = whole ?? sentence;
  if (asksSomething(statement) || !mayState(statement)) return whole;
  const said = withLaterSayings(statement, statement, isAttribute);
  if (whole !== null) return withFirstSaying(said, sentence, isAttribute);
  return said === sentence ? null : said;
};
