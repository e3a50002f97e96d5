import { LRUCache } from "lru-cache";
import { neededBy, type NeededWords } from "./needed-words.ts";

/** The words that a text must contain to match a row. */
interface Needs {
  readonly row: number;
  readonly words: NeededWords;
}

/** A word of the first list that a row needs, and the other lists. */
interface IndexedWord {
  readonly row: number;
  readonly word: string;
  readonly others: NeededWords;
}

/** Number of texts with cached rows per table. A sentence is read in several passes. */
const KEPT_TEXTS = 32;
const ASCII = /^[\0-\x7F]*$/u;
/** Length of a text from which the search for words may take longer than the expressions. */
const LONGEST_SEARCHED = 500;
/** Every needed word has at least two characters. */
const SHORT_KEY = 2;
/** By its first four characters, few other words are found beside a word. */
const LONG_KEY = 4;
/** A number for `length` characters. Equal characters have equal numbers; others rarely do. */
const keyAt = (text: string, position: number, length: number): number => {
  let key = 0;
  for (let i = position; i < position + length; i += 1) key = (key * 131 + text.charCodeAt(i)) | 0;
  return key;
};

const holdsAny = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(word));

/** An index that finds in one pass the rows whose words a text contains. */
class WordIndex {
  /** Words shorter than `LONG_KEY` by their first two characters. */
  readonly #short = new Map<number, IndexedWord[]>();
  readonly #long = new Map<number, IndexedWord[]>();

  constructor(needs: readonly Needs[]) {
    for (const {
      row,
      words: [first = [], ...others],
    } of needs)
      for (const word of first) {
        const isLong = word.length >= LONG_KEY;
        const byKey = isLong ? this.#long : this.#short;
        const key = keyAt(word, 0, isLong ? LONG_KEY : SHORT_KEY);
        const sameKey = byKey.get(key) ?? [];
        sameKey.push({ row, word, others });
        byKey.set(key, sameKey);
      }
  }

  addRowsIn(text: string, rows: Set<number>): void {
    this.#addBy(this.#short, SHORT_KEY, text, rows);
    this.#addBy(this.#long, LONG_KEY, text, rows);
  }

  #addBy(
    byKey: ReadonlyMap<number, readonly IndexedWord[]>,
    length: number,
    text: string,
    rows: Set<number>,
  ): void {
    if (byKey.size === 0) return;
    for (let i = 0; i + length <= text.length; i += 1) {
      const words = byKey.get(keyAt(text, i, length));
      if (words === undefined) continue;
      for (const { word, row, others } of words)
        if (text.startsWith(word, i) && others.every((list) => holdsAny(text, list))) rows.add(row);
    }
  }
}

/** An expression and the meaning of a match. */
export type TableRow<T> = readonly [expression: RegExp, meaning: T];

/** The rows of a table by the words that they need. */
interface RowIndex {
  /** The positions of rows without needed words, which are always tried. */
  readonly always: readonly number[];
  readonly withCase: WordIndex;
  readonly withoutCase: WordIndex;
  readonly rowsWithoutCase: readonly number[];
}

/** The rows by the words without which their expression cannot match. */
const indexOf = (rows: readonly TableRow<unknown>[]): RowIndex => {
  const always: number[] = [];
  const withCase: Needs[] = [];
  const withoutCase: Needs[] = [];
  for (const [row, [expression]] of rows.entries()) {
    const words = neededBy(expression);
    if (words.length === 0) always.push(row);
    else (expression.ignoreCase ? withoutCase : withCase).push({ row, words });
  }
  return {
    always,
    withCase: new WordIndex(withCase),
    withoutCase: new WordIndex(withoutCase),
    rowsWithoutCase: withoutCase.map(({ row }) => row),
  };
};

/**
 * The rows of a table in their order. Few of many rows match a text. Only rows are tried of which
 * the text contains the needed words. They are read at the first text, because a service loads
 * tables that only its threads use.
 */
export class RowTable<T> {
  readonly #rows: readonly TableRow<T>[];
  #index: RowIndex | undefined;
  readonly #positionsByText = new LRUCache<string, readonly number[]>({ max: KEPT_TEXTS });

  constructor(rows: readonly TableRow<T>[]) {
    this.#rows = rows;
  }

  /** The rows that may match one of the texts, in their order. */
  mayFit(...texts: readonly string[]): readonly TableRow<T>[] {
    return this.#positionsFor(texts).flatMap((position) => this.#at(position));
  }

  /** The text after the changes by all rows that may match it, one after the other. */
  changed(text: string, change: (text: string, row: TableRow<T>) => string): string {
    let changedText = text;
    let positions = this.#positionsFor([text]);
    let lastPosition = -1;
    for (;;) {
      const next = positions.find((position) => position > lastPosition);
      if (next === undefined) return changedText;
      const before = changedText;
      for (const row of this.#at(next)) changedText = change(changedText, row);
      // A changed text may contain words that a later row needs.
      if (changedText !== before) positions = this.#positionsFor([changedText]);
      lastPosition = next;
    }
  }

  #at(position: number): readonly TableRow<T>[] {
    return this.#rows.slice(position, position + 1);
  }

  /** The positions of the rows that may match one of the texts, in order. */
  #positionsFor([first = "", ...others]: readonly string[]): readonly number[] {
    const positions = this.#positionsIn(first);
    if (others.every((text) => text === first)) return positions;
    const ofAll = new Set([...positions, ...others.flatMap((text) => this.#positionsIn(text))]);
    return [...ofAll].toSorted((a, b) => a - b);
  }

  #positionsIn(text: string): readonly number[] {
    const keptPositions = this.#positionsByText.get(text);
    if (keptPositions !== undefined) return keptPositions;
    const positions = this.#findPositions(text);
    this.#positionsByText.set(text, positions);
    return positions;
  }

  #findPositions(text: string): readonly number[] {
    if (text.length > LONGEST_SEARCHED) return [...this.#rows.keys()];
    const { always, withCase, withoutCase, rowsWithoutCase } = (this.#index ??= indexOf(
      this.#rows,
    ));
    const positions = new Set<number>();
    withCase.addRowsIn(text, positions);
    // Outside ASCII, equal letters differ in more than case.
    if (ASCII.test(text)) withoutCase.addRowsIn(text.toLowerCase(), positions);
    else for (const position of rowsWithoutCase) positions.add(position);
    return positions.size === 0 ? always : [...always, ...positions].toSorted((a, b) => a - b);
  }
}

/** The text with every match replaced by the replacement of its row, row by row. */
export const rewrittenBy = (table: RowTable<string>, text: string): string =>
  table.changed(text, (changedText, [expression, replacement]) =>
    changedText.replace(expression, replacement),
  );
