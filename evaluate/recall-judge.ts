/**
 * The values that the block of `recall` must contain for a question, and those that it must not
 * present as current.
 */
export interface ExpectedAnswer {
  /** Spellings of the answer, of which one suffices. Empty if no answer is expected. */
  readonly answer: readonly string[];
  /** Spellings of outdated values. */
  readonly stale: readonly string[];
}

export interface JudgedBlock {
  /** Null if no answer is expected. */
  readonly isAnswered: boolean | null;
  /** The outdated values that it presents as current. */
  readonly stale: readonly string[];
}

const contains = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase());

/** Words and marks by which a statement says that it is no longer true, or never was. */
const OF_THE_PAST =
  /\b(?:until|no longer|not|never|used to|was|were|had|former|formerly|previously|past|ended|before|anymore|outdated|changed from|moved from|sold|cancelled|died|gave up|give up|giving up|quit|moved on|leaving|retired|deadline moved|may have changed)\b|n't\b/iu;

/** A line above the facts of an entity, which states nothing itself. */
const HEADING = /^About [^\n]* \([^()]*\):$/u;

/** The statements of a block: its lines, and the facts within a line. */
const statementsOf = (block: string): string[] =>
  block
    .split("\n")
    .filter((line) => !HEADING.test(line))
    .flatMap((line) => line.split("; "));

/** A statement that also contains the answer, or that says that it is past, does no harm. */
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
