import { jsonrepair } from "jsonrepair";

/** The result of reading an answer. */
export interface ReadAnswer<T> {
  readonly value: T;
  /** Whether the answer is complete. */
  readonly complete: boolean;
  /** Amount of useful content. Of several incomplete answers, the one with the most is used. */
  readonly worth: number;
}

/** The JSON in an answer: every object or list, and whether all of them are complete. */
export interface JsonReading {
  readonly values: readonly unknown[];
  readonly whole: boolean;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list unchanged; no value as an empty list; anything else as a list of one. */
export const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value == null ? [] : [value];

/** Tags between which some models reason. A truncated answer may lack the second one. */
const THOUGHTS = /<think>[\s\S]*?(?:<\/think>|$)/giu;

/** An answer without the reasoning of the model. */
export const withoutThoughts = (answer: string): string => answer.replace(THOUGHTS, "").trim();

/**
 * A part of a text that looks like a JSON object or list. It ends at the matching bracket, or with
 * the text.
 */
interface JsonSpan {
  readonly text: string;
  /** Whether the opening bracket is closed. */
  readonly closed: boolean;
  /** Whether the text ended within a string. */
  readonly inString: boolean;
  /**
   * Length up to the end of the last complete part: a field of the outermost object, or an item of
   * a list that is the outermost value or a field of it. The rest may be truncated within a word. 0
   * if there is no complete part.
   */
  readonly whole: number;
}

/**
 * A list starts with a string, a list or an object, so that "[see below]" in prose is not taken for
 * one.
 */
const OPENING = /\{|\[(?=\s*[[{"\]])/u;
const CLOSING_OF: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Whether a part may end here: directly within the outermost value, or in a list within it. */
const isBetweenParts = (openBrackets: readonly string[]): boolean =>
  openBrackets.length === 1 || (openBrackets.length === 2 && openBrackets[1] === "[");

/**
 * The JSON that begins at a bracket. If it is truncated, `whole` is the length up to the last
 * complete part.
 */
const spanFrom = (text: string, start: number): JsonSpan & { readonly end: number } => {
  const openBrackets: string[] = [];
  let inString = false;
  let whole = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character in CLOSING_OF) openBrackets.push(character);
    else if (character === "," && isBetweenParts(openBrackets)) whole = index - start;
    else if (character === "}" || character === "]") {
      const end = index + 1;
      closeBracket(openBrackets, character);
      if (openBrackets.length === 0)
        return {
          text: text.slice(start, end),
          closed: true,
          inString: false,
          whole: end - start,
          end,
        };
      if (isBetweenParts(openBrackets)) whole = end - start;
    }
  }
  return { text: text.slice(start), closed: false, inString, whole, end: text.length };
};

/** Closes the innermost bracket of this kind, and any open brackets inside it. */
const closeBracket = (openBrackets: string[], closing: string): void => {
  while (openBrackets.length > 1 && CLOSING_OF[openBrackets.at(-1) ?? ""] !== closing)
    openBrackets.pop();
  openBrackets.pop();
};

/** All spans of JSON in a text, one after the other, without the prose around them. */
const jsonSpans = (text: string): JsonSpan[] => {
  const spans: JsonSpan[] = [];
  for (let start = text.search(OPENING); start >= 0;) {
    const { end, ...span } = spanFrom(text, start);
    spans.push(span);
    const next = text.slice(end).search(OPENING);
    start = next < 0 ? -1 : end + next;
  }
  return spans;
};

const orUndefined = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch {
    return undefined;
  }
};
const parseJson = (text: string): unknown => orUndefined(() => JSON.parse(text) as unknown);
const repairJson = (text: string): unknown =>
  orUndefined(() => JSON.parse(jsonrepair(text)) as unknown);

/**
 * The value of a closed span, or of one that seems open to the end only because of unescaped
 * quotes.
 */
const valueOfClosed = (span: JsonSpan): unknown => {
  if (span.closed) return parseJson(span.text) ?? repairJson(span.text);
  const end = Math.max(span.text.lastIndexOf("}"), span.text.lastIndexOf("]"));
  return span.inString && /^[\s`]*$/u.test(span.text.slice(end + 1))
    ? repairJson(span.text.slice(0, end + 1))
    : undefined;
};

/** The complete parts of a truncated value. The rest may end within a name or a figure. */
const valueOfCut = (span: JsonSpan): unknown =>
  span.whole > 0 ? repairJson(span.text.slice(0, span.whole)) : undefined;

/** Some models encode their JSON once more, as a string. */
const unwrapString = (text: string): string => {
  const value = text.startsWith('"') ? parseJson(text) : undefined;
  return typeof value === "string" ? value : text;
};

/**
 * Reads the JSON in the text of a model: in code fences, with prose around it, with mistakes that
 * can be repaired, or truncated. `truncated` says that the endpoint reported a truncation, so that
 * the end is not reliable.
 */
export const readJson = (answer: string, truncated: boolean): JsonReading => {
  const spans = jsonSpans(unwrapString(withoutThoughts(answer)));
  const values: unknown[] = [];
  let whole = spans.length > 0;
  for (const span of spans) {
    const value = span.closed || !truncated ? valueOfClosed(span) : undefined;
    if (value === undefined && !span.closed) whole = false;
    const readable = value ?? valueOfCut(span);
    if (readable !== undefined) values.push(readable);
  }
  return { values, whole };
};

/**
 * The last object of an answer that has one of these fields, because a model that reasons aloud
 * reaches its conclusion at the end. Null if there is none.
 */
export const readObject = (
  answer: string,
  truncated: boolean,
  fieldNames: readonly string[],
): { readonly fields: JsonObject; readonly whole: boolean } | null => {
  const { values, whole } = readJson(answer, truncated);
  const fields = values
    .filter(isJsonObject)
    .findLast((value) => fieldNames.some((name) => name in value));
  return fields === undefined ? null : { fields, whole: whole && !truncated };
};
