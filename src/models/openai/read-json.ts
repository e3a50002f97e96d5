import { jsonrepair } from "jsonrepair";
import { jsonSpans, type JsonSpan } from "./json-spans.ts";
import { withoutThoughts } from "./thoughts.ts";

/** What an answer holds in JSON: every object or list in it, and whether it is all there. */
export interface JsonReading {
  readonly values: readonly unknown[];
  readonly whole: boolean;
}

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
const parsed = (text: string): unknown => attempt(() => JSON.parse(text) as unknown);
const repaired = (text: string): unknown => attempt(() => JSON.parse(jsonrepair(text)) as unknown);

/** What a span that is closed says, or as good as closed: quotes that nobody escaped make one look open to the end. */
const closedValue = (span: JsonSpan): unknown => {
  if (span.closed) return parsed(span.text) ?? repaired(span.text);
  const end = Math.max(span.text.lastIndexOf("}"), span.text.lastIndexOf("]"));
  return span.inString && /^[\s`]*$/u.test(span.text.slice(end + 1))
    ? repaired(span.text.slice(0, end + 1))
    : undefined;
};

/** Of a value that was cut, what is whole: an item that was cut may end in the middle of a name or a figure. */
const cutValue = (span: JsonSpan): unknown =>
  span.whole > 0 ? repaired(span.text.slice(0, span.whole)) : undefined;

/** Some answers hold their JSON in a string, once more encoded. */
const unwrapped = (text: string): string => {
  const value = text.startsWith('"') ? parsed(text) : undefined;
  return typeof value === "string" ? value : text;
};

/**
 * Reads JSON out of whatever a model wrote: fenced, with prose around it, with faults that jsonrepair mends, or cut short.
 * `truncated` tells that the endpoint said so, and that nothing at its end may be trusted.
 */
export const readJson = (answer: string, truncated: boolean): JsonReading => {
  const spans = jsonSpans(unwrapped(withoutThoughts(answer)));
  const values: unknown[] = [];
  let whole = spans.length > 0;
  for (const span of spans) {
    const value = span.closed || !truncated ? closedValue(span) : undefined;
    if (value === undefined && !span.closed) whole = false;
    const kept = value ?? cutValue(span);
    if (kept !== undefined) values.push(kept);
  }
  return { values, whole };
};
