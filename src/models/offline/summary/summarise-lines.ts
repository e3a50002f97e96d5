import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { ORDINARY_WORDS_TOO, TECHNOLOGIES } from "../data/word-sets.ts";
import { PHRASES } from "../data/expressions.ts";
import { datedText, datedLine, datedLines, type DatedLine } from "./dated-lines.ts";

/** Maximum number of characters of a line, and of lines of a section and of a list. */
const LONGEST_LINE = 300;
const LINES_OF_SECTION = 15;
const LINES_OF_LIST = 60;
const LONGEST_INPUT = 64_000;

const LINK = PHRASES.one("link");
const OF_USER = PHRASES.one("of_user");
const OF_US = PHRASES.one("of_us");
const TERM = /[\p{L}][\p{L}\p{N}.+#/-]*/gu;

const uses = (line: string): boolean =>
  (line.match(TERM) ?? [])
    .map((term) => term.replace(/[./-]+$/u, ""))
    .some(
      (term) =>
        TECHNOLOGIES.has(term.toLowerCase()) &&
        (/^\p{Lu}/u.test(term) || !ORDINARY_WORDS_TOO.has(term)),
    );

/** Patterns of the headings, the more specific first. */
const HEADING_PATTERNS = PHRASES.rows("headings");
/** A further condition on the lines of a heading. */
const MUST_HOLD: Readonly<Record<string, (line: string) => boolean>> = {
  Tech: uses,
  People: (line) => /\p{Lu}\p{Ll}+/u.test(line.slice(1)),
};

/** The value of a line. Figures, names, links and technologies make it specific. */
const worthOf = (line: string): number =>
  (/\d/u.test(line) ? 2 : 0) +
  (LINK.test(line) ? 3 : 0) +
  Math.min(3, (line.slice(1).match(/(?<![.!?]\s)\p{Lu}[\p{L}\p{N}]+/gu) ?? []).length) +
  (uses(line) ? 1 : 0) +
  (OF_USER.test(line) || OF_US.test(line) ? 1 : 0);

const KEYED = PHRASES.one("keyed_value");
const keyOf = (line: string): string | null =>
  KEYED.exec(line)?.groups?.["key"]?.toLowerCase() ?? null;

interface Line extends DatedLine {
  readonly heading: string;
}

/** The first heading whose pattern matches a line, else "Project" or the first heading. */
const headingOf = (text: string, headings: readonly string[]): string | null => {
  const foundHeading = HEADING_PATTERNS.find(
    ([belongs, heading]) =>
      headings.includes(heading) && belongs.test(text) && (MUST_HOLD[heading]?.(text) ?? true),
  )?.[1];
  return (
    foundHeading ?? headings.find((heading) => heading === "Project") ?? headings.at(0) ?? null
  );
};

/** The lines of a summary that `summariseLines` made. */
const linesOf = (summary: string, headings: readonly string[]): Line[] => {
  let heading = headings[0] ?? "";
  return summary.split("\n").flatMap((line): Line[] => {
    const namedHeading = headings.find((one) => line.trim() === `${one}:`);
    if (namedHeading !== undefined) heading = namedHeading;
    return namedHeading === undefined
      ? datedLine(line).map((parsedLine) => ({ heading, ...parsedLine }))
      : [];
  });
};

const keptLines = (lines: readonly Line[], most: number): Line[] => {
  const best = new Set(lines.toSorted((a, b) => worthOf(b.text) - worthOf(a.text)).slice(0, most));
  return lines.filter((line) => best.has(line));
};

/**
 * The lines without those that a later line repeats or replaces. A later line with the same key
 * replaces the value.
 */
const withoutOverruled = (lines: readonly Line[]): Line[] =>
  lines.filter(({ text }, index) => {
    const key = keyOf(text);
    return !lines
      .slice(index + 1)
      .some(
        (later) =>
          later.text.toLowerCase() === text.toLowerCase() ||
          (key !== null && keyOf(later.text) === key),
      );
  });

/**
 * The specific statements of a text in their own words, one per line, sorted under headings
 * (without headings: a plain list). The lines of the previous summary come first, and replaced
 * lines are removed. Questions are omitted. No language model is used.
 */
export const summariseLines = (
  text: string,
  previous: string | null,
  headings: readonly string[],
): string => {
  const statedLines = datedLines(text.slice(-LONGEST_INPUT))
    .filter((spokenLine) => !endsWithQuestionMark(spokenLine.text) && worthOf(spokenLine.text) > 0)
    .map((spokenLine): Line => ({
      day: spokenLine.day,
      heading: headingOf(spokenLine.text, headings) ?? "",
      text:
        spokenLine.text.length > LONGEST_LINE
          ? `${spokenLine.text.slice(0, LONGEST_LINE)}…`
          : spokenLine.text,
    }));
  const lines = withoutOverruled([
    ...(previous === null ? [] : linesOf(previous, headings)),
    ...statedLines,
  ]);
  const list = (own: readonly Line[]): string =>
    own.map((line) => `- ${datedText(line)}`).join("\n");
  if (headings.length === 0) return list(keptLines(lines, LINES_OF_LIST));
  return headings
    .map((heading) => ({
      heading,
      own: keptLines(
        lines.filter((line) => line.heading === heading),
        LINES_OF_SECTION,
      ),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ heading, own }) => `${heading}:\n${list(own)}`)
    .join("\n");
};
