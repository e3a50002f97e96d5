import type { ProtectedSpan } from "../../text/protected-spans.ts";
import type { Tagger } from "./tagger.ts";
import { foldName } from "../../../../language/names.ts";
import type { Name } from "./token.ts";

/** Names without a capital: those that are known, and those that the message has brought. */
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

  /** Whether any name begins with this word: a cheap test before longer ones are looked up. */
  begins(word: string): boolean {
    return this.#firstWords.size > 0 && this.#firstWords.has(foldName(word));
  }
}

/** What is known of the words of a message. */
export interface Lexicon {
  readonly tagger: Tagger;
  readonly gazetteer: Gazetteer;
  readonly spans: ReadonlyMap<string, ProtectedSpan>;
  /** Whether the message writes names with a capital. */
  readonly capitals: boolean;
}
