import { byWord } from "../../word-lists/word-list.ts";
import type { Discourse } from "../discourse.ts";
import { nameIn, phraseText, type Phrase } from "../clauses/phrases.ts";
import type { Token } from "../tokens/token.ts";
import { TIES } from "./ties.ts";
import {
  isCurrent,
  isOfEntity,
  isSo,
  objectOf,
  phraseWith,
  type Meaning,
  type Reader,
} from "./statement.ts";
import { targetIn } from "./targets.ts";

const DEGREE =
  /\b(?:degree|bachelor'?s?|master'?s?|phd|ph\.d\.?|doctorate|mba|bsc|msc|ba|ma|diploma|certificate|certification|minor|major)\b/iu;
const SCHOOLING =
  /\b(?:school|university|college|classes|grad school|law school|med school|medical school)\b/iu;

const schoolIn = (phrase: Phrase | undefined, discourse: Discourse): string | null => {
  const target = targetIn(phrase, discourse, "organization");
  return target === null ||
    target.type === "person" ||
    (!target.proper && !SCHOOLING.test(target.name))
    ? null
    : target.name;
};

const atSchool = (type: string, school: string | null): Meaning | null =>
  school === null ? null : { relations: [{ type, target: school, targetType: "organization" }] };

const textOfAll = (tokens: readonly Token[]): string =>
  phraseText({ preposition: null, tokens, time: null });

/** "study at Halden", "enrolled in law school"; not "study in Rome". */
const readStudying: Reader = (statement, discourse) => {
  const { phrases, verb } = statement;
  const where =
    phrases.find(({ preposition }) => preposition === "at") ??
    (verb.lemma === "study" ? undefined : phraseWith(statement, "in"));
  const { holds, held } = TIES.studies;
  return atSchool(isCurrent(statement) ? holds : held, schoolIn(where, discourse)) ?? {};
};

/** "got a degree from Halden", "is doing a master's at Halden"; not "got a dog from Halden". */
const readDegree: Reader = (statement, discourse) => {
  const { verb, complement } = statement;
  if (objectOf(statement) === undefined || !DEGREE.test(textOfAll(complement.slice(0, 6))))
    return null;
  const school = schoolIn(phraseWith(statement, "from", "at"), discourse);
  if (verb.progressive || /^(?:do|pursue)$/u.test(verb.lemma))
    return atSchool(TIES.studies.holds, school) ?? {};
  return { ...atSchool("graduated_from", school), category: "BIOGRAPHICAL_MILESTONE" };
};

const READER_OF_VERB = byWord<Reader>({
  /** "graduated from Halden". */
  graduate: (statement, discourse) => ({
    ...atSchool("graduated_from", schoolIn(phraseWith(statement, "from", "at"), discourse)),
    category: "BIOGRAPHICAL_MILESTONE",
  }),
  /** "attended Halden University"; not "attended a wedding", "attended Rome". */
  attend: (statement, discourse) => {
    const object = objectOf(statement);
    const name = object === undefined ? null : nameIn(object);
    if (object === undefined || !name?.proper) return null;
    const { holds, held } = TIES.studies;
    return name.type === "organization" || SCHOOLING.test(phraseText(object))
      ? atSchool(statement.verb.tense === "past" ? held : holds, schoolIn(object, discourse))
      : null;
  },
  study: readStudying,
  enrol: readStudying,
  enroll: readStudying,
  major: readStudying,
  /** "went to school in Halden"; not "went to Halden". */
  go: (statement, discourse) =>
    /\b(?:school|college|university)\b/iu.test(textOfAll(statement.complement))
      ? atSchool(TIES.studies.held, schoolIn(phraseWith(statement, "at", "in"), discourse))
      : null,
  get: readDegree,
  have: readDegree,
  earn: readDegree,
  finish: readDegree,
  complete: readDegree,
  do: readDegree,
  hold: readDegree,
  receive: readDegree,
  obtain: readDegree,
  pursue: readDegree,
});

/** graduate from, study at, attend: where somebody was or is educated. */
export const readEducation: Reader = (statement, discourse) =>
  isOfEntity(statement) && isSo(statement) && !statement.ahead
    ? (READER_OF_VERB.get(statement.verb.lemma)?.(statement, discourse) ?? null)
    : null;
