/** What the block of `recall` must hold for a question, and what it must not tell as current. */
export interface ExpectedAnswer {
  /** Spellings of the answer, one of which suffices. Empty: none is asked for. */
  readonly answer: readonly string[];
  /** What is no longer so. */
  readonly stale: readonly string[];
}

export interface JudgedBlock {
  /** Null where no answer is asked for. */
  readonly isAnswered: boolean | null;
  /** What it tells as current though it is not. */
  readonly stale: readonly string[];
}

const contains = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase());

/** Words and marks by which a statement tells that it is true no more, or was not. */
const OF_THE_PAST =
  /\b(?:until|no longer|not|never|used to|was|were|had|former|formerly|previously|past|ended|before|anymore|outdated|changed from|moved from|sold|cancelled|died|gave up|give up|giving up|quit|moved on|leaving|retired|deadline moved|may have changed)\b|n't\b/iu;

/** A line under which the facts of somebody stand: it states nothing itself. */
const HEADING = /^About [^\n]* \([^()]*\):$/u;

/** The statements of a block: its lines, and the facts that share one. */
const statementsOf = (block: string): string[] =>
  block
    .split("\n")
    .filter((line) => !HEADING.test(line))
    .flatMap((line) => line.split("; "));

/** A statement that tells the answer too, or that it is past, does no harm. */
export const judgeBlock = (block: string, { answer, stale }: ExpectedAnswer): JudgedBlock => ({
  isAnswered: answer.length === 0 ? null : answer.some((one) => contains(block, one)),
  stale: stale.filter((one) =>
    statementsOf(block).some(
      (statement) =>
        contains(statement, one) &&
        !answer.some((right) => contains(statement, right)) &&
        !OF_THE_PAST.test(statement),
    ),
  ),
});
