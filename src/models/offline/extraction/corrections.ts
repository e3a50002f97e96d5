import { foldName } from "../../../language/names.ts";
import { partPutRight, partSaidWrong } from "../../../language/value.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ExtractedFact } from "../../port.ts";
import { PHRASES } from "../data/expressions.ts";
import { words } from "../data/words.ts";
import type { CalendarDate } from "../dates/calendar.ts";
import { UNDATED } from "../dates/validity.ts";
import { CONFIDENCE, type Findings } from "./findings.ts";

/** "Boston was wrong, Baltimore is right": what was said and what was meant. */
export interface Correction {
  /** Null where it is not told. */
  readonly wrong: string | null;
  readonly right: string;
}

/** A fact that was told before, as far as a correction of it asks. */
export type EarlierFact = Pick<ExtractedFact, "subject" | "text" | "slot" | "value"> &
  Partial<Pick<ExtractedFact, "category">>;

const MONTH_OR_DAY = PHRASES.one("month_or_day");
/** What kind of value words are, by their form: a correction is of the same kind as what it corrects. */
export const kindOf = (value: string): string => {
  if (/[$€£]/u.test(value)) return "money";
  if (MONTH_OR_DAY.test(value) || /\d{4}-\d/u.test(value)) return "date";
  if (/@/u.test(value)) return "address";
  if (/\d/u.test(value)) return "number";
  return /^\p{Lu}/u.test(value) ? "name" : "word";
};

/** "I work at Bolt, not Acme", "No wait, I work at Bolt": what was said otherwise before of the slot of a fact. */
export const correctedBy = (
  { subject, slot, value }: Pick<ExtractedFact, "subject" | "slot" | "value">,
  {
    conversation: { wrong, isCorrecting },
    vocabulary,
  }: {
    readonly conversation: { readonly wrong: string | null; readonly isCorrecting: boolean };
    readonly vocabulary: Vocabulary;
  },
): ExtractedFact["corrects"] => {
  if (slot === null || value === null) return null;
  const isOfOne = vocabulary.definition(slot)?.cardinality !== "MANY";
  if (wrong === null) return isCorrecting && isOfOne ? { subject, slot, value: null } : null;
  // "It starts in July, not in May": the same, at another time.
  if (foldName(wrong) === foldName(value)) return { subject, slot, value };
  const isDay = kindOf(wrong) === "date" && kindOf(value) !== "date";
  if (!isDay && kindOf(wrong) !== kindOf(value)) return null;
  return { subject, slot, value: isDay ? value : wrong };
};

/** Of facts in the order in which they were told, the last that a correction may be about. */
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
          ? kindOf(value) === kindOf(right) || partPutRight(value, right) !== value
          : foldName(value).includes(foldName(wrong))),
    );

/** Words in which one value stands for another. */
const withValue = (text: string, wrong: string, right: string): string => {
  const at = text.toLowerCase().lastIndexOf(wrong.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + right + text.slice(at + wrong.length);
};

const DETERMINER = /^(?:the|at|on) /iu;
/** "I meant that": no value. */
const POINTERS = words("it that this those these him her them me us so one everything nothing");
const BARE_VALUE = PHRASES.one("bare_value");
const CATEGORY = "STABLE_PREFERENCE" as const;

/**
 * Puts down a correction: of the last of some facts that it may be about. One of the same message is
 * never told with its error. Says whether it could.
 */
export const tellCorrection = (
  { wrong, right: writtenValue }: Correction,
  before: readonly EarlierFact[],
  { findings, vocabulary }: { readonly findings: Findings; readonly vocabulary: Vocabulary },
): boolean => {
  const right = writtenValue.replace(DETERMINER, "");
  const fact = correctedFact({ wrong, right: writtenValue }, before);
  if (fact === undefined || POINTERS.has(right.toLowerCase())) return false;
  const { subject, slot } = fact;
  const replacedValue =
    wrong === null ? partPutRight(fact.value, right) : partSaidWrong(fact.value, wrong, right);
  const value = withValue(fact.value, replacedValue, right);
  const definition = slot === null ? null : vocabulary.definition(slot);
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

const isDate = (value: string): boolean =>
  kindOf(value) === "date" || /^(?:19|20)\d{2}$/u.test(value);

/**
 * Puts down a correction of an earlier message, of which only memory knows what was wrong. Says whether it could: one beside anything else that is told is left to it.
 */
export const tellOpenCorrection = (
  { wrong, right }: Correction,
  speaker: string,
  verb: string,
  findings: Findings,
  dateOf: (words: string) => CalendarDate | null = () => null,
): boolean => {
  const value = right.replace(DETERMINER, "");
  if (findings.factCount > 0 || !BARE_VALUE.test(value)) return false;
  findings.fact({
    subject: speaker,
    text: `${speaker} ${verb} ${value}`,
    confidence: CONFIDENCE.explicit,
    category: CATEGORY,
    value,
    corrects: { subject: null, slot: null, value: wrong },
    validity: { ...UNDATED, from: isDate(value) ? dateOf(value) : null },
  });
  return true;
};
