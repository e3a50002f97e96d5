import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { ORDINARY_WORDS_TOO, TECHNOLOGIES } from "../word-lists/technologies.ts";
import { sentencesOf } from "../text/sentences.ts";

/** How long a line, a section and a list may become. */
const LONGEST_LINE = 300;
const LINES_OF_SECTION = 15;
const LINES_OF_LIST = 60;
const LONGEST_INPUT = 64_000;

const LINK =
  /https?:\/\/\S+|\bwww\.\S+|\b[\w-]+\.(?:com|org|net|io|dev|ai|co|app|br|pt)(?:\/\S*)?(?!\p{L})|(?:^|\s)\/[\w-]+(?:\/[\w-]+)*/u;
const MONEY = /(?:US|R|C|A)?[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:USD|EUR|GBP|BRL|dollars|euros|reais)\b/iu;
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro";
const INTRODUCTION =
  /\b(?:I['’]m|I am|my (?:full )?name(?:['’]s| is)|call me|me chamo|meu nome é|eu sou)\s+\p{Lu}/u;
const OF_USER = /\b(?:I|I['’]m|I['’]ve|[Mm]e|[Mm]y|[Mm]ine|[Ee]u|[Mm]eus?|[Mm]inhas?)\b/u;
const OF_US = /\b(?:we|we['’]re|we['’]ve|our|ours|us|nós|nosso|nossa)\b/iu;
const TERM = /[\p{L}][\p{L}\p{N}.+#/-]*/gu;

const uses = (line: string): boolean =>
  (line.match(TERM) ?? [])
    .map((term) => term.replace(/[./-]+$/u, ""))
    .some(
      (term) =>
        TECHNOLOGIES.has(term.toLowerCase()) &&
        (/^\p{Lu}/u.test(term) || !ORDINARY_WORDS_TOO.has(term)),
    );

/** What belongs under which heading, the more particular first. */
const SORTED: readonly (readonly [heading: string, belongs: (line: string) => boolean])[] = [
  ["User", (line) => INTRODUCTION.test(line)],
  ["Links", (line) => LINK.test(line)],
  [
    "Budget/Costs",
    (line) =>
      MONEY.test(line) || /\b(?:budgets?|costs?|pric(?:e|ing)|orçamento|custo)\b/iu.test(line),
  ],
  [
    "Metrics",
    (line) =>
      /\d\s?%|\b(?:accuracy|latency|uptime|throughput|recall|precision|conversion|p9[59]|\d+\s?ms)\b/iu.test(
        line,
      ),
  ],
  [
    "Dates",
    (line) =>
      new RegExp(
        `\\b(?:${MONTH})\\.?\\s+\\d{1,2}|\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+|de\\s+)?(?:${MONTH})\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\bQ[1-4]\\b|\\b(?:deadlines?|due|milestones?|launch(?:es|ing)?|kick-?off|prazo)\\b`,
        "iu",
      ).test(line),
  ],
  [
    "Integrations",
    (line) =>
      /\b(?:integrat\w*|webhooks?|connect(?:s|ed|ing)? (?:to|with)|sync(?:s|ed|ing)?|single sign-on|sso|imports? from|exports? to)\b/iu.test(
        line,
      ),
  ],
  [
    "Requirements",
    (line) =>
      /\b(?:must|shall|requires?|requirements?|needs? to|has to|have to|sla|complian(?:t|ce)|gdpr|hipaa|soc ?2|support(?:s)? for|should)\b/iu.test(
        line,
      ),
  ],
  ["Tech", uses],
  [
    "People",
    (line) =>
      /\b(?:team|colleagues?|manager|boss|lead(?:s|er)?|sponsor|cto|ceo|cfo|vp|designer|developer|engineer|hired|joined|reports? to|wife|husband|partner|son|daughter|mother|father|brother|sister|friend|customers?|clients?)\b/iu.test(
        line,
      ) && /\p{Lu}\p{Ll}+/u.test(line.slice(1)),
  ],
  [
    "Project",
    (line) =>
      OF_US.test(line) ||
      /\b(?:project|product|portal|platform|app|service|site|feature|release|prototype|pilot)\b/iu.test(
        line,
      ),
  ],
  ["User", (line) => OF_USER.test(line)],
];

/** What a line is worth: figures, names and links make it particular. */
const worthOf = (line: string): number =>
  (/\d/u.test(line) ? 2 : 0) +
  (LINK.test(line) ? 3 : 0) +
  Math.min(3, (line.slice(1).match(/(?<![.!?]\s)\p{Lu}[\p{L}\p{N}]+/gu) ?? []).length) +
  (uses(line) ? 1 : 0) +
  (OF_USER.test(line) || OF_US.test(line) ? 1 : 0);

/**
 * What a line says the value of, so that a later value takes its place: `my city`, `our budget`.
 */
const TOLD =
  /\b(?:my|our|the|meu|minha|nosso|nossa|o|a)\s+(?<key>[\p{L}\p{N}' -]{2,50}?)\s+(?:is now|is|are|was changed to|(?:has |have )?(?:changed|moved|increased|been moved|been changed) to|é|mudou para)\s/iu;
const keyOf = (line: string): string | null =>
  TOLD.exec(line)?.groups?.["key"]?.toLowerCase() ?? null;

interface Line {
  readonly heading: string;
  readonly text: string;
}

const headingOf = (text: string, headings: readonly string[]): string | null => {
  const found = SORTED.find(
    ([heading, belongs]) => headings.includes(heading) && belongs(text),
  )?.[0];
  return found ?? headings.find((heading) => heading === "Project") ?? headings.at(0) ?? null;
};

/** The lines of a summary that was made like this. */
const linesOf = (summary: string, headings: readonly string[]): Line[] => {
  let heading = headings[0] ?? "";
  return summary.split("\n").flatMap((line): Line[] => {
    const named = headings.find((one) => line.trim() === `${one}:`);
    if (named !== undefined) heading = named;
    const text = line.replace(/^\s*[-*•]\s+/u, "").trim();
    return named !== undefined || text === "" ? [] : [{ heading, text }];
  });
};

const kept = (lines: readonly Line[], most: number): Line[] => {
  const best = new Set(lines.toSorted((a, b) => worthOf(b.text) - worthOf(a.text)).slice(0, most));
  return lines.filter((line) => best.has(line));
};

/** The later of two lines that say the same, or tell the value of the same. */
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
 * What a text states, in its own words, one line a sentence, sorted under headings (none: a plain
 * list): what the summary before it holds comes first, and what is overruled goes. Questions and
 * what holds nothing particular are left out. No language model is asked.
 */
export const summariseLines = (
  text: string,
  previous: string | null,
  headings: readonly string[],
): string => {
  const stated = text
    .slice(-LONGEST_INPUT)
    .split("\n")
    .flatMap((line) => sentencesOf(line.replace(/^\s*[-*•]\s+/u, "")))
    .filter((sentence) => !endsWithQuestionMark(sentence) && worthOf(sentence) > 0)
    .map((sentence) =>
      sentence.length > LONGEST_LINE ? `${sentence.slice(0, LONGEST_LINE)}…` : sentence,
    )
    .map((sentence): Line => ({ heading: headingOf(sentence, headings) ?? "", text: sentence }));
  const lines = withoutOverruled([
    ...(previous === null ? [] : linesOf(previous, headings)),
    ...stated,
  ]);
  const list = (own: readonly Line[]): string => own.map((line) => `- ${line.text}`).join("\n");
  if (headings.length === 0) return list(kept(lines, LINES_OF_LIST));
  return headings
    .map((heading) => ({
      heading,
      own: kept(
        lines.filter((line) => line.heading === heading),
        LINES_OF_SECTION,
      ),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ heading, own }) => `${heading}:\n${list(own)}`)
    .join("\n");
};
