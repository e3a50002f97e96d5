/**
 * A text that grows piece by piece. Every reader gets all pieces from the first one on, and then
 * the end or the error.
 */
export class StreamedReply implements AsyncIterable<string> {
  readonly #pieces: string[] = [];
  #ended = false;
  #failure: unknown;
  #waiting: (() => void)[] = [];

  push(piece: string): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** Ends the text. An error is thrown to its readers. */
  end(failure?: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (let next = 0; ;) {
      const pieces = this.#pieces.slice(next);
      yield* pieces;
      next += pieces.length;
      if (next < this.#pieces.length) continue;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#ended) return;
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
