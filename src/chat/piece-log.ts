/** Pieces of a text as they come: whoever reads gets all of them from the first one on, and an end or a failure after the last. */
export class PieceLog implements AsyncIterable<string> {
  readonly #pieces: string[] = [];
  #ended = false;
  #fault: unknown;
  #waiting: (() => void)[] = [];

  push(piece: string): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** Nothing more comes. With a fault, readers are thrown it. */
  end(fault?: unknown): void {
    this.#ended = true;
    this.#fault = fault;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (let next = 0; ; next++) {
      while (next >= this.#pieces.length) {
        if (this.#fault !== undefined) throw this.#fault;
        if (this.#ended) return;
        await new Promise<void>((resolve) => void this.#waiting.push(resolve));
      }
      yield this.#pieces[next]!;
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
