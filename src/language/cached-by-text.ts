/** Minimum number of cached answers, and maximum number of characters of a cached text. */
const KEPT_TEXTS = 5_000;
const LONGEST_KEPT = 1_000;

/**
 * The last answers by text: at least 5,000 and at most twice as many. A recall asks some five
 * hundred times; a cache that reorders its entries at each access would take a twentieth of that
 * time.
 */
export class TextCache<Answer extends NonNullable<unknown>> {
  #recent = new Map<string, Answer>();
  #older = new Map<string, Answer>();

  get(text: string): Answer | undefined {
    const recentAnswer = this.#recent.get(text);
    if (recentAnswer !== undefined) return recentAnswer;
    const answer = this.#older.get(text);
    if (answer !== undefined) this.add(text, answer);
    return answer;
  }

  add(text: string, answer: Answer): void {
    if (text.length > LONGEST_KEPT) return;
    if (this.#recent.size >= KEPT_TEXTS) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, answer);
  }
}

/** The function with a cache for its last answers (`TextCache`). */
export const cachedByText = <Answer extends NonNullable<unknown>>(
  answerFor: (text: string) => Answer,
): ((text: string) => Answer) => {
  const answers = new TextCache<Answer>();
  return (text) => {
    const knownAnswer = answers.get(text);
    if (knownAnswer !== undefined) return knownAnswer;
    const answer = answerFor(text);
    answers.add(text, answer);
    return answer;
  };
};
