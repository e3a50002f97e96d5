import { nameIn, phraseText } from "../english/phrases.ts";
import { isCurrent, isSo, objectOf, phraseWith, type Meaning, type Reader } from "./statement.ts";
import { targetIn } from "./targets.ts";

const DEGREE =
  /\b(?:degree|bachelor'?s?|master'?s?|phd|ph\.d\.?|doctorate|mba|bsc|msc|ba|ma|diploma|certificate|certification|minor|major)\b/iu;
const SCHOOLING =
  /\b(?:school|university|college|classes|grad school|law school|med school|medical school)\b/iu;

/** graduate from, study at, attend: where somebody was or is educated. */
export const readEducation: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement) || statement.ahead)
    return null;
  const object = objectOf(statement);
  const at = phraseWith(statement, "at", "from", "in");
  const school = (phrase: typeof at): string | null => {
    const target = targetIn(phrase, discourse, "organization");
    return target === null ||
      target.type === "person" ||
      (!target.proper && !SCHOOLING.test(target.name))
      ? null
      : target.name;
  };
  const link = (type: string, name: string | null, more: Partial<Meaning> = {}): Meaning | null =>
    name === null
      ? null
      : { relations: [{ type, target: name, targetType: "organization" }], ...more };
  const milestone: Partial<Meaning> = { category: "BIOGRAPHICAL_MILESTONE" };
  if (verb.lemma === "graduate")
    return (
      link("graduated_from", school(phraseWith(statement, "from", "at")), milestone) ?? milestone
    );
  if (verb.lemma === "attend")
    return link(
      verb.tense === "past" ? "studied_at" : "studies_at",
      object !== undefined &&
        nameIn(object)?.proper &&
        (nameIn(object)!.type === "organization" || SCHOOLING.test(phraseText(object)))
        ? school(object)
        : null,
    );
  if (
    verb.lemma === "study" ||
    verb.lemma === "enrol" ||
    verb.lemma === "enroll" ||
    verb.lemma === "major"
  ) {
    const where =
      statement.phrases.find(({ preposition }) => preposition === "at") ??
      (verb.lemma === "study" ? undefined : phraseWith(statement, "in"));
    return link(isCurrent(statement) ? "studies_at" : "studied_at", school(where)) ?? {};
  }
  if (
    verb.lemma === "go" &&
    /\b(?:school|college|university)\b/iu.test(
      phraseText({ preposition: null, tokens: statement.complement, time: null }),
    )
  )
    return link("studied_at", school(phraseWith(statement, "at", "in")));
  if (
    /^(?:get|have|earn|finish|complete|do|hold|receive|obtain|pursue)$/u.test(verb.lemma) &&
    object !== undefined &&
    DEGREE.test(
      phraseText({ preposition: null, tokens: statement.complement.slice(0, 6), time: null }),
    )
  ) {
    const from = school(phraseWith(statement, "from", "at"));
    const current = verb.lemma === "do" || verb.lemma === "pursue" || verb.progressive;
    return (
      link(current ? "studies_at" : "graduated_from", from, current ? {} : milestone) ??
      (current ? {} : milestone)
    );
  }
  return null;
};
