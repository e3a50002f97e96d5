import { foldName, nameWords } from "../../../memory/names.ts";
import { ACRONYMS, CALENDAR, DEMONYMS, NOT_NAMES } from "../data/not-names.ts";
import { JUDGEMENTS } from "../data/attributes.ts";
import { words } from "../data/words.ts";
import { OCCUPATIONS } from "../data/occupations.ts";
import { TECHNOLOGIES } from "../data/technologies.ts";
import { withoutOpening } from "./openings.ts";
import { withCapital } from "../text/tidy.ts";
import type { Tagger } from "./tagger.ts";
import { knownVerb } from "./verb-forms.ts";

/** The name under which the speaker introduces itself, and what it says of itself in the same breath. */
export interface Introduction {
  readonly name: string;
  /** What follows the name: "lead developer at FakeCompany". */
  readonly rest: string;
  /** Whether that is a sentence of its own: "Marta here, the demo moved". */
  readonly follows: boolean;
  /** Whether it is only another name: "Call me Danny". */
  readonly alias: boolean;
}

const CAPITAL_NAME = String.raw`\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|da|do|dos|das|von|van|der|la|le|del|di|al|bin|el)\s+){0,2}\p{Lu}[\p{L}.'’-]*){0,4}`;
const LOWER_NAME = String.raw`\p{Ll}{2,20}`;
const END = String.raw`(?=\s*(?:$|[,.!;:()–—-]|\band\b|\bfrom\b|\bhere\b|\bspeaking\b|\bby the way\b|\bbtw\b))`;
const INTRODUCED = new RegExp(
  String.raw`^(?:[Mm]y (?:full |first |real )?name is|[Mm]y name's|[Tt]he name is|[Tt]he name's|[Tt]his is)\s+(?<name>${CAPITAL_NAME}|${LOWER_NAME}${END})(?<rest>.*)$`,
  "u",
);
const I_AM = new RegExp(String.raw`^I am\s+(?<name>${CAPITAL_NAME})${END}(?<rest>.*)$`, "u");
const I_AM_LOWER = new RegExp(
  String.raw`^I am\s+(?<name>${LOWER_NAME}(?:\s\p{Ll}{2,20})?)(?=\s*(?:$|[,.!]|\band I\b))(?<rest>.*)$`,
  "u",
);
const HERE = new RegExp(
  String.raw`^(?<name>${CAPITAL_NAME}) (?:here|speaking)[.!,]?\s*(?<rest>.*)$`,
  "u",
);
const CALLED = new RegExp(
  String.raw`^(?:(?:[Yy]ou can |[Yy]ou may |[Pp]lease |[Jj]ust |[Ff]eel free to )*[Cc]all me|I go by|I prefer to be called|(?:[Mm]y )?(?:[Ff]riends|[Pp]eople|[Ee]veryone|[Ee]verybody|[Mm]ost people|[Tt]hey|[Ff]olks|[Cc]olleagues)(?: all| just| usually)? calls? me|[Mm]y nickname is|I am (?:also )?(?:known as|called))\s+(?<name>${CAPITAL_NAME}|${LOWER_NAME})(?<rest>.*)$`,
  "u",
);

const isNameWord = (word: string): boolean => {
  const lower = word.toLowerCase().replace(/[.]$/u, "");
  return (
    !NOT_NAMES.has(lower) &&
    !CALENDAR.has(lower) &&
    !DEMONYMS.has(lower) &&
    !ACRONYMS.has(lower) &&
    !OCCUPATIONS.has(lower) &&
    !TECHNOLOGIES.has(lower) &&
    !JUDGEMENTS.has(lower)
  );
};

/** What people say that they are, with a capital or without. */
const STATES =
  words(`vegan vegetarian pescatarian single married divorced engaged gay lesbian bisexual queer trans straight introvert extrovert deaf blind autistic diabetic pregnant retired
  unemployed freelance remote late early ready done back home here online offline available busy free hungry tired bored sick well better fine good great ok okay sorry sure right wrong new old
  alone lost stuck curious grateful thankful glad happy sad excited worried afraid confident left-handed right-handed lactose gluten-free colorblind colourblind`);
const NAMES = /FirstName|MaleName|FemaleName|Person|LastName/u;

/** Whether "I am X" gives a name: not "I am Brazilian", "I am Tired", "I am Paris-based". */
const isPersonal = (name: string, tagger: Tagger): boolean => {
  const parts = name.split(/\s+/u);
  if (!parts.every((word) => isNameWord(word) || /^\p{Ll}+$/u.test(word))) return false;
  const first = parts[0]!.toLowerCase();
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

const trimmed = (rest: string): string =>
  withoutOpening(
    rest
      .replace(/^[\s,.;:!–—()-]+|[\s.!)]+$/gu, "")
      .replace(/^(?:here|speaking)\b[\s,.;:!–—-]*/iu, "")
      .replace(/^by the way,?\s*/iu, ""),
  );

/** Reads an explicit self-introduction; null for any other sentence. */
export const readIntroduction = (sentence: string, tagger: Tagger): Introduction | null => {
  const called = CALLED.exec(sentence)?.groups;
  if (called) {
    const name = called["name"]!;
    return isNameWord(name) &&
      !knownVerb(name.toLowerCase()) &&
      !/^(?:back|later|crazy|tomorrow|when|if|maybe)$/iu.test(name)
      ? {
          name: withCapital(name),
          rest: trimmed(called["rest"] ?? ""),
          alias: true,
          follows: false,
        }
      : null;
  }
  const named = INTRODUCED.exec(sentence)?.groups;
  if (named) {
    const name = named["name"]!;
    const pointed = /^this is/iu.test(sentence);
    if (
      pointed &&
      /^\s*(?:from|at|speaking|calling)\b/u.test(named["rest"] ?? "") &&
      isPersonal(name, tagger)
    )
      return { name, rest: "", alias: false, follows: false };
    if (
      pointed &&
      (trimmed(named["rest"] ?? "") !== "" || !isPersonal(name, tagger) || /^\p{Ll}/u.test(name))
    )
      return null;
    return isNameWord(name.split(/\s+/u)[0]!)
      ? {
          name: withCapital(name),
          rest: trimmed(named["rest"] ?? ""),
          alias: false,
          follows: false,
        }
      : null;
  }
  const here = HERE.exec(sentence)?.groups;
  if (here && isPersonal(here["name"]!, tagger))
    return { name: here["name"]!, rest: trimmed(here["rest"] ?? ""), alias: false, follows: true };
  const am = I_AM.exec(sentence)?.groups;
  if (am)
    return isPersonal(am["name"]!, tagger)
      ? {
          name: am["name"]!.replace(/[.]$/u, ""),
          rest: trimmed(am["rest"] ?? ""),
          alias: false,
          follows: false,
        }
      : null;
  const lower = I_AM_LOWER.exec(sentence)?.groups;
  if (!lower) return null;
  const entry = tagger.lookUp(lower["name"]!.split(" ")[0]!);
  return entry !== undefined &&
    /FirstName|MaleName|FemaleName/u.test(entry) &&
    lower["name"]!.split(" ").every((word) => isNameWord(word) && !/ing$|ed$/u.test(word))
    ? {
        name: lower["name"]!.split(" ").map(withCapital).join(" "),
        rest: trimmed(lower["rest"] ?? ""),
        alias: false,
        follows: false,
      }
    : null;
};

/** Whether one of the names is a fuller form of the other. */
export const isSamePerson = (a: string, b: string): boolean => {
  const [wordsA, wordsB] = [nameWords(foldName(a)), nameWords(foldName(b))];
  return (
    wordsA.every((word) => wordsB.includes(word)) || wordsB.every((word) => wordsA.includes(word))
  );
};
