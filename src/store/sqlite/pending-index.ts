import type { SpaceFile } from "./space-file.ts";

const ADD_STEMS = `INSERT INTO stem (rowid, stems) VALUES (CAST(? AS INTEGER), ?)`;
const ADD_TRIGRAMS = `INSERT INTO trigram (rowid, content) VALUES (CAST(? AS INTEGER), ?)`;

interface Entry {
  readonly number: number;
  readonly stems: string;
  readonly content: string;
}

/**
 * What one transaction adds to full text and trigrams. It is written at its end, in ascending order: an index writes all that it holds to
 * the file whenever a number comes that is lower than the last, as it would with each of many commits.
 */
export class PendingIndex {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  write(file: SpaceFile): void {
    const inOrder = this.#entries.toSorted((a, b) => a.number - b.number);
    for (const { number, stems } of inOrder) file.run(ADD_STEMS, number, stems);
    for (const { number, content } of inOrder) file.run(ADD_TRIGRAMS, number, content);
  }
}
