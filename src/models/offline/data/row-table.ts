import { neededBy } from "./needed-words.ts";

/** The words of which a text must contain one to match a row. */
interface Needs {
  readonly row: number;
  readonly words: readonly string[];
}

const ASCII = /^[\0-\x7F]*$/u;
/** Length of a text from which the search for words may take longer than the expressions. */
const LONGEST_SEARCHED = 500;
/** The two characters by which words are indexed. Every needed word has at least two. */
const keyAt = (text: string, position: number): number =>
  (text.charCodeAt(position) << 16) | text.charCodeAt(position + 1);

/** An index that finds in one pass which of many words a text contains. */
class WordIndex {
  readonly #byKey = new Map<number, { readonly word: string; readonly row: number }[]>();

  constructor(needs: readonly Needs[]) {
    for (const { row, words } of needs)
      for (const word of words) {
        const key = keyAt(word, 0);
        const sameKey = this.#byKey.get(key) ?? [];
        sameKey.push({ word, row });
        this.#byKey.set(key, sameKey);
      }
  }

  addRowsIn(text: string, rows: Set<number>): void {
    if (this.#byKey.size === 0) return;
    for (let i = 0; i + 1 < text.length; i += 1) {
      const words = this.#byKey.get(keyAt(text, i));
      if (words === undefined) continue;
      for (const { word, row } of words) if (text.startsWith(word, i)) rows.add(row);
    }
  }
}

/** An expression and the meaning of a match. */
export type TableRow<T> = readonly [expression: RegExp, meaning: T];

/**
 * The rows of a table in their order. Few of many rows match a text. Only rows are tried of which
 * the text contains a needed word.
 */
export class RowTable<T> {
  readonly #rows: readonly TableRow<T>[];
  /** The positions of rows without needed words, which are always tried. */
  readonly #always: readonly number[];
  readonly #withCase: WordIndex;
  readonly #withoutCase: WordIndex;
  readonly #rowsWithoutCase: readonly number[];

  constructor(rows: readonly TableRow<T>[]) {
    this.#rows = rows;
    const always: number[] = [];
    const withCase: Needs[] = [];
    const withoutCase: Needs[] = [];
    for (const [row, [expression]] of rows.entries()) {
      const words = neededBy(expression);
      if (words === null) always.push(row);
      else (expression.ignoreCase ? withoutCase : withCase).push({ row, words });
    }
    this.#always = always;
    this.#withCase = new WordIndex(withCase);
    this.#withoutCase = new WordIndex(withoutCase);
    this.#rowsWithoutCase = withoutCase.map(({ row }) => row);
  }

  /** The rows that may match one of the texts, in their order. */
  mayFit(...texts: readonly string[]): readonly TableRow<T>[] {
    return this.#positionsFor(texts).flatMap((position) => this.#at(position));
  }

  /** The text after the changes by all rows that may match it, one after the other. */
  changed(text: string, change: (text: string, row: TableRow<T>) => string): string {
    let changedText = text;
    let positions = this.#positionsFor([text]);
    let done = -1;
    for (;;) {
      const next = positions.find((position) => position > done);
      if (next === undefined) return changedText;
      const before = changedText;
      for (const row of this.#at(next)) changedText = change(changedText, row);
      // A changed text may contain words that a later row needs.
      if (changedText !== before) positions = this.#positionsFor([changedText]);
      done = next;
    }
  }

  #at(position: number): readonly TableRow<T>[] {
    return this.#rows.slice(position, position + 1);
  }

  #positionsFor(texts: readonly string[]): readonly number[] {
    const positions = new Set<number>();
    for (const text of texts) {
      if (text.length > LONGEST_SEARCHED) return [...this.#rows.keys()];
      this.#withCase.addRowsIn(text, positions);
      // Outside ASCII, equal letters differ in more than case.
      if (ASCII.test(text)) this.#withoutCase.addRowsIn(text.toLowerCase(), positions);
      else for (const position of this.#rowsWithoutCase) positions.add(position);
    }
    return positions.size === 0
      ? this.#always
      : [...this.#always, ...positions].toSorted((a, b) => a - b);
  }
}

/** The text with every match replaced by the replacement of its row, row by row. */
export const replacedBy = (table: RowTable<string>, text: string): string =>
  table.changed(text, (changedText, [expression, replacement]) =>
    changedText.replace(expression, replacement),
  );
