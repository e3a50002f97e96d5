/** The tokens of an encoding in the order of their ranks, as the build writes them down. */
export interface PackedTokens {
  /** All texts one after the other, each with this sign behind it. Where a token is no text, nothing is before the sign. */
  readonly texts: string;
  readonly sign: string;
  /** The tokens that are no text: bytes from within a character. */
  readonly bytes: readonly (readonly [rank: number, bytes: readonly number[]])[];
}

/** More than twice as many as an encoding has tokens, so that most are found at once. */
const SLOTS = 2 ** 19;

const slotOf = (text: string, start: number, end: number): number => {
  let hash = 0;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash, 31) + text.charCodeAt(i);
  return Math.imul(hash, 0x9e3779b1) >>> 13;
};

/**
 * The ranks of tokens, looked up where they are packed. The package makes a string and an entry of
 * a map for each of 200,000 tokens before it counts the first, which takes 0.2 s.
 */
export class PackedRanks {
  /** How many ranks there are. */
  readonly length: number;
  readonly #packed: PackedTokens;
  /** Where the text of each rank starts; after the last, where the texts end. */
  readonly #starts: Uint32Array;
  /** The rank in each slot and one more; 0 where there is none. */
  readonly #slots = new Uint32Array(SLOTS);

  constructor(packed: PackedTokens) {
    const { texts, sign } = packed;
    const starts = [0];
    for (let at = texts.indexOf(sign); at >= 0; at = texts.indexOf(sign, at + 1))
      starts.push(at + 1);
    this.length = starts.length - 1;
    this.#packed = packed;
    this.#starts = Uint32Array.from(starts);
    for (let rank = 0; rank < this.length; rank += 1) this.#add(rank);
  }

  /** The rank of a token that is a text. */
  get(text: string): number | undefined {
    let slot = slotOf(text, 0, text.length);
    for (;;) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank < 0) return undefined;
      if (this.#isAt(rank, text)) return rank;
      slot = (slot + 1) % SLOTS;
    }
  }

  /** Visits the tokens that are no text. */
  forEach(visit: (bytes: readonly number[], rank: number) => void): void {
    for (const [rank, bytes] of this.#packed.bytes) visit(bytes, rank);
  }

  #startOf(rank: number): number {
    return this.#starts[rank] ?? 0;
  }

  #endOf(rank: number): number {
    return this.#startOf(rank + 1) - 1;
  }

  #add(rank: number): void {
    const start = this.#startOf(rank);
    const end = this.#endOf(rank);
    if (start === end) return;
    let slot = slotOf(this.#packed.texts, start, end);
    while (this.#slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    this.#slots[slot] = rank + 1;
  }

  #isAt(rank: number, text: string): boolean {
    const start = this.#startOf(rank);
    if (this.#endOf(rank) - start !== text.length) return false;
    for (let i = 0; i < text.length; i += 1)
      if (this.#packed.texts.charCodeAt(start + i) !== text.charCodeAt(i)) return false;
    return true;
  }
}
