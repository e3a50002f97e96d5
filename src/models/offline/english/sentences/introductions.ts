import { PHRASES } from "../../data/expressions.ts";
import { listedWords } from "../../data/words.ts";
import { foldName, nameWords } from "../../../../language/names.ts";
import {
  ACRONYMS,
  CALENDAR,
  DEMONYMS,
  NOT_NAMES,
  OCCUPATIONS,
  TECHNOLOGIES,
} from "../../data/word-sets.ts";
import { JUDGEMENTS } from "../../data/attributes.ts";
import { withoutOpening } from "./trim-sentence.ts";
import { withCapital } from "../../text/tidy.ts";
import type { Tagger } from "../tokens/tagger.ts";
import { knownVerb } from "../tokens/verb-forms.ts";

/** The name that the speaker gives, and the rest of the sentence. */
export interface Introduction {
  readonly name: string;
  /** The words after the name: "lead developer at FakeCompany". */
  readonly rest: string;
  /** Whether the rest is a separate sentence: "Marta here, the demo moved". */
  readonly follows: boolean;
  /** Whether it is only another name: "Call me Danny". */
  readonly alias: boolean;
  /** The rejected name: "My name is Danny, not Denny". Else null. */
  readonly wrong: string | null;
}

const NO_NAMES = [NOT_NAMES, CALENDAR, DEMONYMS, ACRONYMS, OCCUPATIONS, TECHNOLOGIES, JUDGEMENTS];
const isNameWord = (word: string): boolean => {
  const lower = word.toLowerCase().replace(/[.]$/u, "");
  return !NO_NAMES.some((words) => words.has(lower));
};

/** Words for states of people, with or without a capital. */
const STATES = listedWords("states");
const NAMES = /FirstName|MaleName|FemaleName|Person|LastName/u;

/**
 * Whether "I am X" gives a name. It does not in "I am Brazilian", "I am Tired" or "I am
 * Paris-based".
 */
const isPersonal = (name: string, tagger: Tagger): boolean => {
  const parts = name.split(/\s+/u);
  if (!parts.every((word) => isNameWord(word) || /^\p{Ll}+$/u.test(word))) return false;
  const first = name.slice(0, name.search(/\s|$/u)).toLowerCase();
  if (STATES.has(first)) return false;
  const entry = tagger.lookUp(first);
  if (entry !== undefined && NAMES.test(entry)) return true;
  if (
    (entry !== undefined && !/Organization|Place|City|Country|Noun/u.test(entry)) ||
    (knownVerb(first) !== undefined && parts.length === 1)
  )
    return false;
  if (parts.length === 1 && entry !== undefined && entry !== "Noun") return false;
  return !/(?:ing|ed|ly|ful|less|ish|ous|ive|able|ible)$/u.test(first) || parts.length > 1;
};

const trimmedRest = (rest: string): string =>
  withoutOpening(
    rest
      .replace(/^[\s,.;:!–—()-]+|(?<![\s.!)])[\s.!)]+$/gu, "")
      .replace(/^(?:here|speaking|now|these days)\b[\s,.;:!–—-]*/iu, "")
      .replace(/^by the way,?\s*/iu, ""),
  );

/** Reads the groups of a pattern of introductions; null if the word is not a name. */
type IntroductionReader = (
  name: string,
  rest: string,
  tagger: Tagger,
  speaker: string,
) => Introduction | null;

/** A rejected name after the given one: ", not Denny". */
const CONTRAST =
  /^,? (?:and )?not (?:(?<wrong>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,3})|[^,.;]{2,40})(?<rest>.*)$/u;

const introduction = (name: string, writtenRest: string): Introduction => {
  const { wrong = null, rest = writtenRest } = CONTRAST.exec(writtenRest)?.groups ?? {};
  return { name, rest: trimmedRest(rest), alias: false, follows: false, wrong };
};

/** Reads another name: "Call me Danny", but not "Call me later". */
const readCalled: IntroductionReader = (name, rest) =>
  isNameWord(name) &&
  knownVerb(name.toLowerCase()) === undefined &&
  !/^(?:back|later|crazy|tomorrow|when|if|maybe)$/iu.test(name)
    ? { ...introduction(withCapital(name), rest), alias: true }
    : null;

/** Reads a stated name: "My name is Danny", but not "The name is new". */
const readNamed: IntroductionReader = (name, rest) => {
  const [first = ""] = name.split(/\s+/u);
  return isNameWord(first) ? introduction(withCapital(name), rest) : null;
};

/**
 * Reads a self-introduction by "this is" after a greeting: "This is Danny from Halden". "This is
 * Danny" alone may introduce somebody else.
 */
const readPointed: IntroductionReader = (name, rest, tagger) =>
  isPersonal(name, tagger) && /^\s*(?:(?:from|at|with) \p{Lu}|speaking|calling)/u.test(rest)
    ? introduction(name, "")
    : null;

/** Reads a name after "I am": "I am Danny Roe", but not "I am Brazilian". */
const readIAm: IntroductionReader = (name, rest, tagger) =>
  isPersonal(name, tagger) ? introduction(name.replace(/[.]$/u, ""), rest) : null;

/** Reads a name in lower case: "i am danny", but not "i am dancing". */
const readIAmInLowerCase: IntroductionReader = (name, rest, tagger) => {
  const parts = name.split(" ");
  const [first = ""] = parts;
  return /FirstName|MaleName|FemaleName/u.test(tagger.lookUp(first) ?? "") &&
    parts.every((word) => isNameWord(word) && !/ing$|ed$/u.test(word))
    ? introduction(parts.map(withCapital).join(" "), rest)
    : null;
};

/** Reads a name before "here": "Danny here, the demo moved", but not "Nothing here". */
const readHere: IntroductionReader = (name, rest, tagger) =>
  isPersonal(name, tagger) ? { ...introduction(name, rest), follows: true } : null;

/**
 * Reads a correction of the speaker's own name: "It is Danny, not Denny", if Denny is the speaker.
 */
const readCorrected: IntroductionReader = (name, rest, _tagger, speaker) => {
  const foundIntroduction = introduction(name, rest);
  return foundIntroduction.wrong !== null && isSamePerson(foundIntroduction.wrong, speaker)
    ? foundIntroduction
    : null;
};

/**
 * Reads another name of the speaker after the same first one, with what is said before it: "We got
 * married, so I am Petra Dvorak now".
 */
const readRenamed: IntroductionReader = (name, rest, _tagger, speaker) => {
  const [first, ...others] = nameWords(foldName(name));
  return others.length > 0 && nameWords(foldName(speaker))[0] === first
    ? { ...introduction(name, rest), follows: /\p{L}/u.test(rest) }
    : null;
};

/** Reads another surname of the speaker whose full name is known: "My last name is Mendes now". */
const readSurname: IntroductionReader = (name, rest, _tagger, speaker) => {
  const [first, ...others] = speaker.split(" ");
  return others.length > 0 && isNameWord(name) ? introduction(`${first} ${name}`, rest) : null;
};

const READERS = {
  corrected: readCorrected,
  called: readCalled,
  pointed: readPointed,
  named: readNamed,
  here: readHere,
  renamed: readRenamed,
  surname: readSurname,
  i_am: readIAm,
  i_am_lower: readIAmInLowerCase,
} as const satisfies Record<string, IntroductionReader>;
const INTRODUCTIONS = PHRASES.rows<keyof typeof READERS>("introductions");

/** The explicit self-introduction in a sentence; null for any other sentence. */
export const readIntroduction = (
  sentence: string,
  tagger: Tagger,
  isGreeting: boolean,
  speaker: string,
): Introduction | null => {
  for (const [pattern, kind] of INTRODUCTIONS) {
    if (kind === "pointed" && !isGreeting) continue;
    const { name, rest = "" } = pattern.exec(sentence)?.groups ?? {};
    const foundIntroduction =
      name === undefined ? null : READERS[kind](name, rest, tagger, speaker);
    // The patterns of four kinds also match other sentences: the next pattern may fit these.
    if (
      foundIntroduction !== null ||
      (name !== undefined && !/^(?:here|corrected|renamed|surname)$/u.test(kind))
    )
      return foundIntroduction;
  }
  return null;
};

/** Whether one of the names is a longer form of the other. */
export const isSamePerson = (a: string, b: string): boolean => {
  const [wordsA, wordsB] = [nameWords(foldName(a)), nameWords(foldName(b))];
  return (
    wordsA.every((word) => wordsB.includes(word)) || wordsB.every((word) => wordsA.includes(word))
  );
};

const AGED = /^(?:aged )?(?<age>\d{1,2})(?: years old)?(?:,(?: and)?| and) (?<others>.+)$/u;
/** "separated, three grown up kids" */
const WITH_CHILDREN = PHRASES.one("introductions_with_children");
/** "CTO of Fernhill, 47, from Bristol" */
const AGED_LATER =
  /^(?<before>\p{L}[^,]*(?:, [^,]+){0,4}), (?:aged )?(?<later>[1-9]\d)(?<behind>, .+)?$/u;
/**
 * The words after the name in an introduction as sentences: "I am a lead developer at FakeCompany",
 * and "I am 34" for "34, lead developer".
 */
export const introductionStatements = (rest: string): readonly string[] => {
  const { age, others } = AGED.exec(rest)?.groups ?? {};
  if (age !== undefined && others !== undefined)
    return [`I am ${age}`, ...introductionStatements(others)];
  const { own, children } = WITH_CHILDREN.exec(rest)?.groups ?? {};
  if (own !== undefined && children !== undefined)
    return [...introductionStatements(own), `I have ${children}`];
  const { before, later, behind = "" } = AGED_LATER.exec(rest)?.groups ?? {};
  return before === undefined
    ? [introductionStatement(rest)]
    : [introductionStatement(before + behind), `I am ${later}`];
};

/** "separated, three grown up kids" */
const OPENS_WITH_STATE = PHRASES.one("introductions_opens_with_state");
const introductionStatement = (rest: string): string => {
  if (/^(?:I|my|our|we|I'm)\b/iu.test(rest)) return rest;
  if (/^(?:live|work|study|teach|run|have|love) /iu.test(rest)) return `I ${rest}`;
  if (OPENS_WITH_STATE.test(rest)) return `I am ${rest}`;
  // "Tobias, moved here in 2016"
  if (knownVerb(rest.slice(0, rest.search(/\s|$/u)))?.forms.has("past")) return `I ${rest}`;
  if (/^(?:from|in|at|based|living|working|an?|the|\d)\b/iu.test(rest)) return `I am ${rest}`;
  if (/^(?:and|who|but)\b/iu.test(rest))
    return rest.replace(/^(?:and|who|but)\s+(?:I\s+)?/iu, "I ");
  return `I am ${/^[aeiou]/iu.test(rest) ? "an" : "a"} ${rest}`;
};
