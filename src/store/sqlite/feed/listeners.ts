/**
 * Milliseconds between two reads of the head for commits of other processes, while there are
 * listeners.
 */
const LOOK_MILLIS = 500;

/**
 * Calls the listeners of a space after commits: at once after those of this process, at the next
 * check after those of others.
 */
export class CommitListeners {
  readonly #listeners = new Map<
    symbol,
    { readonly listener: () => void; readonly holder: unknown }
  >();
  readonly #readTag: () => string | null;
  #timer: NodeJS.Timeout | undefined;
  #tag: string | null = null;

  /** `readTag` returns the tag of the head; null if it cannot be read now. */
  constructor(readTag: () => string | null) {
    this.#readTag = readTag;
  }

  /** Adds a listener, which keeps `holder` alive. The returned function removes the listener. */
  listen(listener: () => void, holder: unknown): () => void {
    const key = Symbol();
    this.#listeners.set(key, { listener, holder });
    if (this.#timer === undefined) {
      this.#tag = this.#readTag();
      this.#timer = setInterval(() => this.#look(), LOOK_MILLIS).unref();
    }
    return () => {
      this.#listeners.delete(key);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Must be called after a commit of this process. */
  look(): void {
    if (this.#timer !== undefined) this.#look();
  }

  #look(): void {
    const tag = this.#readTag();
    if (tag === null || tag === this.#tag) return;
    this.#tag = tag;
    for (const { listener } of Array.from(this.#listeners.values())) listener();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
