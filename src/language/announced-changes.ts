import { join } from "node:path";
import { MONTHS } from "../memory/time.ts";
import { MONTHS_ALONE, WEEKDAYS } from "./calendar-words.ts";
import { foldText } from "./folding.ts";
import { endsWithQuestionMark, sentencesOf } from "./sentences.ts";
import { readShippedTable } from "./shipped-table.ts";
import { wordKey } from "./spelling.ts";

/**
 * A kind of value that a text may contain: a day of the week, a date, an amount or a time of day.
 */
export type KindOfValue = "WEEKDAY" | "DATE" | "AMOUNT" | "CLOCK";

/** The content of announced-changes.yaml, which documents it. */
interface Table {
  readonly changes: Readonly<Record<string, string>>;
  readonly over_alone: string;
  readonly undone: string;
  readonly common: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<KindOfValue, string>>;
  readonly slots: Readonly<Record<string, string>>;
  readonly plan: string;
  readonly unreal: string;
}
const TABLE = readShippedTable(join(import.meta.dirname, "announced-changes")) as Table;

const phrasesOf = (groups: Readonly<Record<string, string>>): string[] =>
  Object.values(groups).flatMap((list) => list.split(",").map((phrase) => phrase.trim()));
const ANY_MONTH = `(?:${MONTHS.join("|").toLowerCase()})`;
/** Compiles an expression of the table: `/…/u`, in which `$MONTH` stands for any month. */
const expressionOf = (written: string): RegExp =>
  new RegExp(written.slice(1, -2).replaceAll("$MONTH", ANY_MONTH), "u");

const NOT = "[a-z]+n't";
const WILL = "[a-z]+'ll";
/** An expression for one of the phrases in a folded text. */
const anyOf = (phrases: readonly string[], ...expressions: string[]): RegExp => {
  const alternatives = [...phrases.map((phrase) => phrase.replaceAll(" ", "\\s")), ...expressions];
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'])(?:${alternatives.join("|")})(?![\p{L}\p{N}])`,
    "u",
  );
};
const CHANGE = anyOf(phrasesOf(TABLE.changes), NOT, WILL);
const { denied = "", taken_back: takenBack = "", over = "" } = TABLE.changes;
const { over_alone: overAlone, undone } = TABLE;
const DENIAL = anyOf(phrasesOf({ denied, takenBack }), NOT);
const OVER = anyOf(phrasesOf({ over, overAlone }));
const UNDONE = anyOf(phrasesOf({ denied, takenBack, undone }), NOT);
const COMMON = new Set([...phrasesOf(TABLE.common), ...WEEKDAYS, ...MONTHS_ALONE].map(wordKey));

/** Days of a month and years. Other numbers are names ("the 54"). */
const NUMBER_OF_DATE = /^(?:[12]?\p{N}|3[01]|(?:19|20)\p{N}\p{N})$/u;

/**
 * Whether the key (`wordKey`) of a meaningful word identifies the topic of a text. Other words
 * occur in most messages.
 */
export const isTopic = (key: string): boolean => !COMMON.has(key) && !NUMBER_OF_DATE.test(key);

const KINDS = Object.entries(TABLE.kinds).map(
  ([kind, written]) => [kind as KindOfValue, expressionOf(written)] as const,
);

/** The kinds of the values in a text. */
export const kindsOfValue = (text: string): readonly KindOfValue[] => {
  const foldedText = foldText(text);
  return KINDS.flatMap(([kind, expression]) => (expression.test(foldedText) ? [kind] : []));
};

const SLOTS = Object.entries(TABLE.slots).map(
  ([slot, written]) => [slot, expressionOf(written)] as const,
);

/** The slots whose values a text may change in words other than theirs. */
export const slotsTouched = (text: string): readonly string[] => {
  const foldedText = foldText(text);
  return SLOTS.flatMap(([slot, expression]) => (expression.test(foldedText) ? [slot] : []));
};

const PLAN = expressionOf(TABLE.plan);
const UNREAL = expressionOf(TABLE.unreal);

/** Whether a text states somebody's plan. */
export const statesPlan = (text: string): boolean => PLAN.test(foldText(text));

const MONTH = `(?<month>${ANY_MONTH})`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const DATES = [`\\b${DAY} (?:of )?${MONTH}\\b`, `\\b${MONTH} ${DAY}\\b`].map(
  (source) => new RegExp(source, "gu"),
);

/** The dates in a text without their year: `april 19`. Few messages share one. */
export const daysNamed = (text: string): readonly string[] => {
  const foldedText = foldText(text);
  return DATES.flatMap((expression) =>
    [...foldedText.matchAll(expression)].map(
      ({ groups }) => `${groups?.["month"]} ${groups?.["day"]}`,
    ),
  );
};

/** Whether a text denies or retracts something. */
export const isDenying = (text: string): boolean => DENIAL.test(foldText(text));

/** Whether a text states that something is over: `has sold the car`. */
export const isOver = (text: string): boolean => OVER.test(foldText(text));

/** Whether a text may undo what is over: `got it back`, `We're together again.` */
export const isUndoing = (text: string): boolean => UNDONE.test(foldText(text));

/**
 * The sentences of a message that may state a change: `Sold the scooter.`, `It's on Friday now.`
 */
export const sentencesOfChange = (message: string): string[] =>
  sentencesOf(message).filter((sentence) => {
    if (endsWithQuestionMark(sentence)) return false;
    const foldedText = foldText(sentence);
    return CHANGE.test(foldedText) && !UNREAL.test(foldedText);
  });
