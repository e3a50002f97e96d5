import type { Sent, SentPart } from "./way.ts";

/** The strings to look for in a context. */
export interface ExpectedStrings {
  /** Strings that the answer must contain. */
  readonly expected: readonly string[];
  /** Strings that are no longer true. */
  readonly stale: readonly string[];
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
/** Whether a text contains a string, but not only within a longer word or number. */
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

/**
 * The part of a context that memory added: neither the text of the application nor the question.
 */
const memoryParts = ({ parts }: Sent): SentPart[] =>
  parts.filter(({ origin }) => origin !== "SYSTEM_PROMPT" && origin !== "MESSAGE");

/** The share of the strings that a context contains. */
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
 * Whether a context presents an outdated value as current. This is so if a line from memory
 * contains the old value but not the new one, or if the last turn with either value contains the
 * old one.
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

/** The share of the text from memory that is in lines without any of the strings, by length. */
export const noiseIn = (sent: Sent, strings: readonly string[]): number => {
  const lines = memoryParts(sent).flatMap(({ content }) => linesOf(content));
  const all = lines.reduce((sum, { length }) => sum + length, 0);
  return all === 0
    ? 0
    : lines
        .filter((line) => !holdsAny(line, strings))
        .reduce((sum, { length }) => sum + length, 0) / all;
};

/** Number of the strings that a context contains. */
export const countHeld = (sent: Sent, strings: readonly string[]): number => {
  const text = memoryParts(sent)
    .map(({ content }) => content)
    .join("\n");
  return strings.filter((string) => holds(text, string)).length;
};
