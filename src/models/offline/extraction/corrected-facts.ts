import { foldName } from "../../../language/names.ts";
import { correctedPart, wrongPart } from "../../../language/value.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ExtractedFact } from "../../port.ts";
import { PHRASES } from "../data/expressions.ts";
import { kinTerm, relativeName } from "../data/kinship.ts";
import { listedWords } from "../data/words.ts";
import type { CalendarDate } from "../dates/calendar.ts";
import { UNDATED } from "../dates/validity.ts";
import type { Discourse } from "../english/discourse.ts";
import { CONFIDENCE, type Findings } from "./findings.ts";

/** The wrong and the right value of a correction such as "Boston was wrong, Baltimore is right". */
export interface Correction {
  /** Null if the message does not repeat the wrong value. */
  readonly wrong: string | null;
  readonly right: string;
  /** The article before the right value, which then is no name: "a" in "It's a cockatoo". */
  readonly article?: string | null;
}

/** The fields of an earlier fact that a correction needs. */
export type EarlierFact = Pick<ExtractedFact, "subject" | "text" | "slot" | "value"> &
  Partial<Pick<ExtractedFact, "category">>;

const MONTH_OR_DAY = PHRASES.one("month_or_day");
/**
 * The kind of a value, by its form. A correction has the same kind as the value that it corrects.
 */
export const kindOf = (written: string): string => {
  const value = written.replace(/^(?:an?|the) /iu, "");
  if (/[$€£]/u.test(value)) return "money";
  if (MONTH_OR_DAY.test(value) || /\d{4}-\d/u.test(value)) return "date";
  if (/@/u.test(value)) return "address";
  if (/\d/u.test(value)) return "number";
  return /^\p{Lu}/u.test(value) ? "name" : "word";
};

/** The person whom rejected words mean: "Tom", "my mum", "my uncle Ed". Null for other words. */
const rejectedPerson = (
  wrong: string,
  { conversation, lexicon, speaker }: Discourse,
): string | null => {
  const words = wrong.replace(OWN, "");
  const named = lexicon.gazetteer.get(words.replace(/^.* (?=\p{Lu})/u, ""));
  if (named?.type === "person") return named.name;
  const term = words === wrong ? undefined : kinTerm(words);
  if (term?.type !== "person") return null;
  return conversation.relative(speaker, term.label) ?? relativeName(speaker, term);
};
const OWN = /^(?:my|our) /iu;

/**
 * The known value that a fact corrects, in the slot of the fact; null if the message corrects
 * nothing there. Examples: "I work at Bolt, not Acme", "No wait, I work at Bolt".
 */
export const correctedBy = (
  { subject, slot, value }: Pick<ExtractedFact, "subject" | "slot" | "value">,
  discourse: Discourse,
): ExtractedFact["corrects"] => {
  const { conversation, vocabulary } = discourse;
  const { wrong, isCorrecting } = conversation;
  if (slot === null || value === null) return null;
  const definition = vocabulary.definition(slot);
  if (wrong === null) return isCorrecting ? { subject, slot, value: null } : null;
  // "Sam lives in Leeds, not Tom" corrects whom the value belongs to.
  const rejected = definition?.value === "person" ? null : rejectedPerson(wrong, discourse);
  if (rejected !== null) return rejected === subject ? null : { subject: rejected, slot, value };
  // "It starts in July, not in May" corrects the date of the same value.
  if (foldName(wrong) === foldName(value)) return { subject, slot, value };
  const isDay = kindOf(wrong) === "date" && kindOf(value) !== "date";
  if (!isDay && kindOf(wrong) !== kindOf(value)) return null;
  return { subject, slot, value: isDay ? value : wrong };
};

/** The last of the facts, oldest first, that the correction may be about. */
const correctedFact = (
  { right, wrong }: Correction,
  facts: readonly EarlierFact[],
): (EarlierFact & { readonly value: string }) | undefined =>
  facts
    .flatMap((fact) => (fact.value === null ? [] : [{ ...fact, value: fact.value }]))
    .findLast(
      ({ value }) =>
        foldName(value) !== foldName(right) &&
        (wrong === null
          ? kindOf(value) === kindOf(right) || correctedPart(value, right) !== value
          : foldName(value).includes(foldName(wrong))),
    );

/** The text with the last occurrence of the wrong value replaced by the right one. */
const withValue = (text: string, wrong: string, right: string): string => {
  const at = text.toLowerCase().lastIndexOf(wrong.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + right + text.slice(at + wrong.length);
};

const DETERMINER = /^(?:the|at|on) /iu;
/** Words that give no value: "I meant that". */
const POINTERS = listedWords("corrections_pointers");
const BARE_VALUE = PHRASES.one("bare_value");
const CATEGORY = "STABLE_PREFERENCE" as const;

/** Types of values that may be the name of a person. */
const OF_PEOPLE: ReadonlySet<string | undefined> = new Set(["person", "animal", "name", "text"]);

/**
 * Adds the correction of the last earlier fact that it may be about. If that fact is from the same
 * message, the correction replaces it. Returns false if no fact can be corrected.
 */
export const addCorrection = (
  { wrong, right: writtenValue }: Correction,
  before: readonly EarlierFact[],
  { findings, vocabulary }: { readonly findings: Findings; readonly vocabulary: Vocabulary },
): boolean => {
  const right = writtenValue.replace(DETERMINER, "");
  const fact = correctedFact({ wrong, right: writtenValue }, before);
  if (fact === undefined || POINTERS.has(right.toLowerCase())) return false;
  const { subject, slot } = fact;
  const replacedValue =
    wrong === null ? correctedPart(fact.value, right) : wrongPart(fact.value, wrong, right);
  const value = withValue(fact.value, replacedValue, right);
  const definition = slot === null ? null : vocabulary.definition(slot);
  // "Sorry, Anna" is said to Anna: nobody lives there.
  const isSaidTo =
    wrong === null && findings.typeOf(right) === "person" && !OF_PEOPLE.has(definition?.value);
  if (definition !== null && isSaidTo) return false;
  const isOfMessage = findings.withdraw(fact);
  findings.entity(subject, null);
  if (definition?.relationship != null && /^\p{Lu}/u.test(right)) {
    findings.entity(value, definition.value);
    findings.relation(subject, definition.relationship.type, value);
  }
  findings.fact({
    subject,
    text: withValue(fact.text, replacedValue, right),
    confidence: CONFIDENCE.explicit,
    category: fact.category ?? CATEGORY,
    slot,
    value,
    corrects: isOfMessage ? null : { subject, slot, value: fact.value },
  });
  return true;
};

/** "my cousin" as memory names that person: "user's cousin". Other words are unchanged. */
const asRelative = (words: string, speaker: string): string => {
  const term = OWN.test(words) ? kinTerm(words.replace(OWN, "")) : undefined;
  return term === undefined ? words : relativeName(speaker, term);
};

const isDate = (value: string): boolean =>
  kindOf(value) === "date" || /^(?:19|20)\d{2}$/u.test(value);

/**
 * Adds a correction of an earlier message, whose wrong value only memory knows. Returns false if
 * the message contains other facts, or if the correction is no bare value: then the correction is
 * about those facts.
 */
export const addOpenCorrection = (
  { wrong, right, article }: Correction,
  speaker: string,
  verb: string,
  findings: Findings,
  dateOf: (words: string) => CalendarDate | null = () => null,
): boolean => {
  const bareValue = asRelative(right.replace(DETERMINER, ""), speaker);
  // "Not my brother, my cousin"
  const isRelative = bareValue !== right && wrong !== null && OWN.test(wrong);
  if (findings.factCount > 0 || !(isRelative || BARE_VALUE.test(bareValue))) return false;
  const isThing = article != null && /^\p{Ll}/u.test(bareValue);
  const value = isThing ? `${article} ${bareValue}` : bareValue;
  findings.fact({
    subject: speaker,
    text: `${speaker} ${verb} ${value}`,
    confidence: CONFIDENCE.explicit,
    category: CATEGORY,
    value,
    corrects: { subject: null, slot: null, value: wrong && asRelative(wrong, speaker) },
    validity: { ...UNDATED, from: isDate(value) ? dateOf(value) : null },
  });
  return true;
};
