import type { ProtectedSpan } from "../../text/protected-spans.ts";
import type { Tagger } from "./tagger.ts";
import { foldName } from "../../../../language/names.ts";
import type { Name } from "./token.ts";

/** Names that may occur without a capital: known ones, and those in the message. */
export class Gazetteer {
  readonly #names = new Map<string, Name>();
  readonly #firstWords = new Set<string>();

  add(writtenName: string, name: Name): void {
    const foldedName = foldName(writtenName);
    if (foldedName.length < 2) return;
    if ((this.#names.get(foldedName)?.type ?? null) === null) this.#names.set(foldedName, name);
    const [firstWord = ""] = foldedName.split(" ");
    this.#firstWords.add(firstWord);
  }

  get(writtenName: string): Name | undefined {
    return this.#names.get(foldName(writtenName));
  }

  /**
   * Whether any name begins with this word. This is a cheap test before longer names are looked up.
   */
  begins(word: string): boolean {
    return this.#firstWords.size > 0 && this.#firstWords.has(foldName(word));
  }
}

/** The knowledge about the words of a message. */
export interface Lexicon {
  readonly tagger: Tagger;
  readonly gazetteer: Gazetteer;
  /** The folded names of the entities that were known before the message. */
  readonly known: ReadonlySet<string>;
  readonly spans: ReadonlyMap<string, ProtectedSpan>;
  /** Whether the message uses capitals for names. */
  readonly capitals: boolean;
}
