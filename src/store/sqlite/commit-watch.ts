/** How often the head is looked at for commits of other processes, while anybody listens. */
const LOOK_MILLIS = 500;

/** Tells listeners of one space about its commits: this process's at once, others' when they are seen. */
export class CommitWatch {
  readonly #listeners = new Map<
    symbol,
    { readonly listener: () => void; readonly holder: unknown }
  >();
  readonly #readTag: () => string | null;
  #timer: NodeJS.Timeout | undefined;
  #tag: string | null = null;

  /** `readTag` gives the head's tag, or null while it cannot be read. */
  constructor(readTag: () => string | null) {
    this.#readTag = readTag;
  }

  /** As long as it listens, `holder` is not collected. The returned function ends it. */
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

  /** To be called after a commit of this process. */
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
