import { endsWithQuestionMark } from "../../../language/sentences.ts";
import { contentHash } from "../../../memory/content-hash.ts";
import {
  SUMMARY_HEADINGS,
  type KnownFact,
  type Section,
  type SummaryInput,
  type SpokenTurn,
} from "../../derive-tasks.ts";
import { PHRASES } from "../data/expressions.ts";
import { inEnglish } from "../portuguese/in-english.ts";
import { summarise } from "./summarise.ts";
import { readableSentences } from "../text/sentences.ts";
import { contentWords, overlap } from "../text/content-words.ts";

/**
 * Gives the form of a spoken sentence in a summary. `byUser` is false for a sentence of the agent.
 */
export type InEnglish = (sentence: string, byUser: boolean) => string;

/**
 * Maximum number of lines of a heading, of which the newest are kept, and of sentences of a topic.
 */
const MOST_LINES = 10;
const TOPIC_SENTENCES = 3;
/** Share of an open issue that a sentence must name to settle it. */
const SETTLING_SHARE = 0.5;

const DECIDED = PHRASES.one("decided");
const OPEN_ISSUE = PHRASES.one("open_issue");
const SETTLED = PHRASES.one("settled");
const SETTLED_WORDS = new RegExp(`${SETTLED.source}|\\bnow\\b`, "giu");
const NEXT = PHRASES.one("next");

const mergedLines = (previous: readonly string[], addedLines: readonly string[]): string[] => {
  const lines = new Map<string, string>();
  for (const line of [...previous, ...addedLines]) {
    const hash = contentHash(line);
    lines.delete(hash);
    lines.set(hash, line);
  }
  return [...lines.values()].slice(-MOST_LINES);
};

const spokenTurns = (turns: readonly SpokenTurn[]): SpokenTurn[] =>
  turns.filter(({ role }) => role === "USER" || role === "AGENT");

/**
 * The sections of the summary of a session. What a later sentence says to be settled leaves the
 * open issues and the next steps.
 */
const sectionsOfSession = (
  previous: (heading: string) => readonly string[],
  turns: readonly SpokenTurn[],
  english: InEnglish,
): Record<(typeof SUMMARY_HEADINGS)["SESSION"][number], readonly string[]> => {
  const sentences = spokenTurns(turns).flatMap(({ content }) => readableSentences(content));
  const byAgent = new Set(
    spokenTurns(turns)
      .filter(({ role }) => role === "AGENT")
      .flatMap(({ content }) => readableSentences(content)),
  );
  const translatedLines = (lines: readonly string[]): string[] =>
    lines.map((line) => english(line, !byAgent.has(line)));
  const settledWords = sentences
    .filter((sentence) => SETTLED.test(sentence))
    .map((sentence) => contentWords(sentence.replace(SETTLED_WORDS, " ")));
  const isSettled = (line: string): boolean =>
    settledWords.some((words) => overlap(contentWords(line), words) >= SETTLING_SHARE);
  const statements = sentences.filter((sentence) => !endsWithQuestionMark(sentence));
  const decisions = statements.filter((sentence) => DECIDED.test(sentence));
  const issues = statements.filter(
    (sentence) => OPEN_ISSUE.test(sentence) && !SETTLED.test(sentence),
  );
  const next = statements.filter(
    (sentence) => NEXT.test(sentence) && !DECIDED.test(sentence) && !OPEN_ISSUE.test(sentence),
  );
  const userText = spokenTurns(turns)
    .filter(({ role }) => role === "USER")
    .map(({ content }) => content)
    .join("\n");
  const topic =
    userText.trim() === ""
      ? previous("topic")
      : readableSentences(summarise(userText, previous("topic").join(" ") || null)).slice(
          0,
          TOPIC_SENTENCES,
        );
  return {
    topic: topic.length === 0 ? previous("topic") : translatedLines(topic),
    decisions: mergedLines(previous("decisions"), translatedLines(decisions)),
    open_issues: mergedLines(
      previous("open_issues").filter((line) => !isSettled(line)),
      translatedLines(issues.filter((line) => !isSettled(line))),
    ),
    next_steps: mergedLines(
      previous("next_steps").filter((line) => !isSettled(line)),
      translatedLines(next),
    ),
  };
};

type UserHeading = (typeof SUMMARY_HEADINGS)["USER"][number];
const BY_SLOT = PHRASES.rows<UserHeading>("slots_of_user");
const BY_WORDS = PHRASES.rows<UserHeading>("words_of_user");

/** The heading for a fact in the summary of a user: by its slot, or else by its words. */
const headingOf = ({ text, slot }: KnownFact): UserHeading =>
  (slot === null ? BY_WORDS : BY_SLOT).find(([sign]) => sign.test(slot ?? text))?.[1] ?? "profile";

/**
 * The sections of the summary of a user: what still holds of the earlier summary, and the facts of
 * each heading.
 */
const sectionsOfUser = (
  previous: (heading: string) => readonly string[],
  facts: readonly KnownFact[],
  endedLines: readonly string[],
) => {
  const endedHashes = new Set([...endedLines, ...endedLines.map(inEnglish)].map(contentHash));
  return Object.fromEntries(
    SUMMARY_HEADINGS.USER.map((heading) => [
      heading,
      mergedLines(
        previous(heading).filter((line) => !endedHashes.has(contentHash(line))),
        facts.filter((fact) => headingOf(fact) === heading).map(({ text }) => inEnglish(text)),
      ),
    ]),
  );
};

/**
 * A summary by rules, in the original words or in English as far as the rules can translate them.
 * The summary of a session has the sentences about decisions, open issues and next steps, and the
 * most important ones of the user. The summary of a user has the facts, sorted by heading.
 */
export const summariseTalk = (
  { of, previous, turns, facts, noLongerTrue }: SummaryInput,
  english: InEnglish,
): Section[] => {
  const before = (heading: string): readonly string[] =>
    previous?.find((section) => section.heading === heading)?.lines ?? [];
  const lines: Readonly<Record<string, readonly string[]>> =
    of === "SESSION"
      ? sectionsOfSession(before, turns, english)
      : sectionsOfUser(before, facts, noLongerTrue);
  return SUMMARY_HEADINGS[of].map((heading) => ({ heading, lines: lines[heading] ?? [] }));
};
