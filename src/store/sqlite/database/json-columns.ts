import type { TokenUsage } from "../../../memory/usage.ts";
import { StoreUnavailable, type NoteValue } from "../../port.ts";

type Check<T> = (value: unknown) => value is T;

/** A NUL in a text that SQLite has put into JSON, where it must be spelled. */
const spellNul = (json: string): string =>
  json.includes("\0") ? json.replaceAll("\0", "\\u0000") : json;

/**
 * Makes the reader of a column with JSON. It throws a StoreUnavailable (DAMAGED) for another shape.
 */
export const jsonColumn =
  <T>(column: string, check: Check<T>) =>
  (json: string): T => {
    const value: unknown = JSON.parse(spellNul(json));
    if (!check(value))
      throw new StoreUnavailable(
        "DAMAGED",
        `A value of the column ${column} does not have the expected shape.`,
      );
    return value;
  };

export const isText = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";

export const isOneOf =
  <const T extends string>(...texts: readonly T[]): Check<T> =>
  (value): value is T =>
    texts.some((text) => text === value);

export const isNullOr =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

export const isListOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);

export const isPairOf =
  <A, B>(first: Check<A>, second: Check<B>): Check<readonly [A, B]> =>
  (value): value is readonly [A, B] =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Objects with any keys, whose values all pass one check. */
export const isRecordOf =
  <T>(check: Check<T>): Check<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(check);

/** Objects with these fields. Further fields are allowed. */
export const isObjectOf = <T extends object>(checks: {
  readonly [Field in keyof T]: Check<T[Field]>;
}): Check<T> => {
  const entries = Object.entries<Check<unknown>>(checks);
  return (value): value is T =>
    isObject(value) && entries.every(([field, check]) => check(Reflect.get(value, field)));
};

export const isEitherOf =
  <A, B>(first: Check<A>, second: Check<B>): Check<A | B> =>
  (value): value is A | B =>
    first(value) || second(value);

/** Accepts values that their readers check. */
export const isUnknown = (_value: unknown): _value is unknown => true;

/** Every JSON value is a value of a note. */
export const isNoteValue = (value: unknown): value is NoteValue => value !== undefined;

/** Reads a list of ids or of other texts. */
export const textList = (column: string): ((json: string) => readonly string[]) =>
  jsonColumn(column, isListOf(isText));

export const isTokenUsage: Check<TokenUsage> = isObjectOf({
  input: isNumber,
  output: isNumber,
  cached: isNumber,
});
