import { foldName } from "../../../memory/names.ts";
import type { Name } from "./token.ts";

/** The names that a message may use without a capital: those that are known already, and those that it has brought itself. */
export class Gazetteer {
  readonly #names = new Map<string, Name>();
  readonly #firstWords = new Set<string>();

  add(written: string, name: Name): void {
    const folded = foldName(written);
    if (folded.length < 2) return;
    if (!this.#names.has(folded) || this.#names.get(folded)!.type === null)
      this.#names.set(folded, name);
    this.#firstWords.add(folded.split(" ")[0]!);
  }

  get(written: string): Name | undefined {
    return this.#names.get(foldName(written));
  }

  /** Whether any name begins with this word: a cheap test before longer ones are looked up. */
  begins(word: string): boolean {
    return this.#firstWords.size > 0 && this.#firstWords.has(foldName(word));
  }
}
