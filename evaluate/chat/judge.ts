import type { Sent, SentPart } from "./way.ts";

/** What is looked for in a context. */
export interface ExpectedStrings {
  /** Strings that the answer has to hold. */
  readonly expected: readonly string[];
  /** Strings that are no longer so. */
  readonly stale: readonly string[];
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
/** Whether a string stands in a text by itself, not within a longer word or number. */
const holds = (text: string, string: string): boolean => {
  const sought = fold(string);
  const [before, after] = [
    /^[\p{L}\p{N}]/u.test(sought) ? "(?<![\\p{L}\\p{N}])" : "",
    /[\p{L}\p{N}]$/u.test(sought) ? "(?![\\p{L}\\p{N}])" : "",
  ];
  return new RegExp(
    `${before}${sought.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&")}${after}`,
    "u",
  ).test(fold(text));
};
const holdsAny = (text: string, strings: readonly string[]): boolean =>
  strings.some((string) => holds(text, string));

/** What memory has put into a context: neither what the application says nor the question. */
export const memoryParts = ({ parts }: Sent): SentPart[] =>
  parts.filter(({ origin }) => origin !== "SYSTEM_PROMPT" && origin !== "MESSAGE");

/** Which of the strings stand in a context, as shares of all. */
export const shareHeld = (sent: Sent, strings: readonly string[]): number => {
  const text = memoryParts(sent)
    .map(({ content }) => content)
    .join("\n");
  return strings.length === 0
    ? 1
    : strings.filter((string) => holds(text, string)).length / strings.length;
};

export const shareIn = (text: string, strings: readonly string[]): number =>
  strings.length === 0
    ? 1
    : strings.filter((string) => holds(text, string)).length / strings.length;

const linesOf = (content: string): string[] =>
  content.split(/\n|;\s/u).filter((line) => line.trim() !== "");

/**
 * Whether a context tells as current what no longer is: a line of what memory has made holds the
 * old value and not the new one; or, of the turns as they were said, the last one that tells either
 * tells the old one.
 */
export const tellsStale = (sent: Sent, { expected, stale }: ExpectedStrings): boolean => {
  if (stale.length === 0) return false;
  const tells = (text: string): boolean => holdsAny(text, stale) && !holdsAny(text, expected);
  const parts = memoryParts(sent);
  const lastTurn = parts.findLast(
    ({ origin, content }) => origin === "TURN" && holdsAny(content, [...stale, ...expected]),
  );
  return (
    parts.some(({ origin, content }) => origin !== "TURN" && linesOf(content).some(tells)) ||
    (lastTurn !== undefined && tells(lastTurn.content))
  );
};

/**
 * The share of what memory has put into a context that stands in lines without any of the strings,
 * by length.
 */
export const noiseIn = (sent: Sent, strings: readonly string[]): number => {
  const lines = memoryParts(sent).flatMap(({ content }) => linesOf(content));
  const all = lines.reduce((sum, { length }) => sum + length, 0);
  return all === 0
    ? 0
    : lines
        .filter((line) => !holdsAny(line, strings))
        .reduce((sum, { length }) => sum + length, 0) / all;
};

/** How many of the strings stand in a context. */
export const countHeld = (sent: Sent, strings: readonly string[]): number => {
  const text = memoryParts(sent)
    .map(({ content }) => content)
    .join("\n");
  return strings.filter((string) => holds(text, string)).length;
};
