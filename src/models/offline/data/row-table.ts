import { neededBy } from "./needed-words.ts";

/** What a text must hold for a row to fit it; any of the words. */
interface Needs {
  readonly row: number;
  readonly words: readonly string[];
}

const ASCII = /^[\0-\x7F]*$/u;
/** Length of a text in which looking for words may take longer than to try the expressions. */
const LONGEST_SEARCHED = 500;
/** The two letters by which words are looked up. Every word that is needed has as many. */
const keyAt = (text: string, position: number): number =>
  (text.charCodeAt(position) << 16) | text.charCodeAt(position + 1);

/** Finds which of many words a text holds, in one pass over it. */
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

/** An expression, and what it means that a text fits it. */
export type TableRow<T> = readonly [expression: RegExp, meaning: T];

/**
 * The rows of a table in their order. Of many rows few fit a text: only those are tried of which
 * the text holds a word that they need.
 */
export class RowTable<T> {
  readonly #rows: readonly TableRow<T>[];
  /** Rows of which nothing is known to be needed. */
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

  /** The rows that may fit one of the texts, in their order. */
  mayFit(...texts: readonly string[]): readonly TableRow<T>[] {
    return this.#positionsFor(texts).flatMap((position) => this.#at(position));
  }

  /** The text after each row that may fit it has changed it, one after the other. */
  changed(text: string, change: (text: string, row: TableRow<T>) => string): string {
    let changedText = text;
    let positions = this.#positionsFor([text]);
    let done = -1;
    for (;;) {
      const next = positions.find((position) => position > done);
      if (next === undefined) return changedText;
      const before = changedText;
      for (const row of this.#at(next)) changedText = change(changedText, row);
      // What a row has put there may be what a later one needs.
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
      // Beyond ASCII, equal letters differ in more than case.
      if (ASCII.test(text)) this.#withoutCase.addRowsIn(text.toLowerCase(), positions);
      else for (const position of this.#rowsWithoutCase) positions.add(position);
    }
    return positions.size === 0
      ? this.#always
      : [...this.#always, ...positions].toSorted((a, b) => a - b);
  }
}

/** Puts what a row says in place of what it fits, row by row. */
export const replacedBy = (table: RowTable<string>, text: string): string =>
  table.changed(text, (changedText, [expression, replacement]) =>
    changedText.replace(expression, replacement),
  );
