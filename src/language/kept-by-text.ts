/** Texts whose answers are kept at least, and characters of the longest of them. */
const KEPT_TEXTS = 5_000;
const LONGEST_KEPT = 1_000;

/**
 * The same function, with its answers kept for the texts that it was asked for last: at least 5,000,
 * and at most twice as many. (A recall asks some five hundred times. A cache that puts its entries in
 * order at each look takes a twentieth of it.)
 */
export const keptByText = <Answer extends NonNullable<unknown>>(
  answerFor: (text: string) => Answer,
): ((text: string) => Answer) => {
  let recent = new Map<string, Answer>();
  let older = new Map<string, Answer>();
  return (text) => {
    const knownAnswer = recent.get(text);
    if (knownAnswer !== undefined) return knownAnswer;
    const answer = older.get(text) ?? answerFor(text);
    if (text.length > LONGEST_KEPT) return answer;
    if (recent.size >= KEPT_TEXTS) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, answer);
    return answer;
  };
};
