import { loadBuilt } from "./load.ts";

/**
 * The words that a text must contain to match an expression. Most expressions of the tables match
 * few texts, and to compile one takes a hundred times as long as to search for a word. An
 * expression whose words never occur is therefore never compiled.
 */

/**
 * Lists of strings: every matching text contains at least one string of each list. The most
 * selective list is the first. Empty if nothing can be said.
 */
export type NeededWords = readonly (readonly string[])[];

/**
 * The parts of an expression with the flag `u`: plain text, and constructs that begin with a sign.
 */
const PARTS =
  /[^\\[\](){}|?*+.^$]+|\((?:\?(?:<?[=!]|<[^>]*>|:))?|[?*+]\??|\{[\d,]+\}\??|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\\d+|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/gu;
/** An escaped sign that stands for itself, such as `\.`. */
const ESCAPED_SIGN = /^\\[^\p{L}\p{N}]$/u;
/** The opening of a negative lookaround. */
const NEGATION = /^\(\?<?!$/u;

const SHORTEST = 2;
const MOST_WORDS = 150;
const MOST_LISTS = 3;

const shortest = (words: readonly string[]): number =>
  Math.min(...words.map(({ length }) => length));

/** Orders lists by how selective they are: by their shortest word, then by their length. */
const bySelectivity = (a: readonly string[], b: readonly string[]): number =>
  shortest(b) - shortest(a) || a.length - b.length;

/** A group, or the whole expression, while it is read. */
class Group {
  readonly isNegation: boolean;
  readonly #alternatives: NeededWords[] = [];
  #lists: (readonly string[])[] = [];
  /** The plain text directly before the current position. */
  #text = "";
  /**
   * The words of the group directly before the current position, which a quantifier may make
   * optional.
   */
  #last: NeededWords = [];

  constructor(opening: string) {
    this.isNegation = NEGATION.test(opening);
  }

  /** Adds the text and the group before the current position, which the expression needs. */
  settle(): void {
    this.#lists.push(...this.#last);
    if (this.#text !== "") this.#lists.push([this.#text]);
    this.#last = [];
    this.#text = "";
  }

  addText(text: string): void {
    if (this.#last.length > 0) this.settle();
    this.#text += text;
  }

  addGroup(words: NeededWords): void {
    this.settle();
    this.#last = words;
  }

  quantify(isOptional: boolean): void {
    const signs = Array.from(this.#text);
    if (isOptional) {
      this.#last = [];
      this.#text = signs.slice(0, -1).join("");
    }
    this.settle();
  }

  endAlternative(): void {
    this.settle();
    this.#alternatives.push(this.#lists.toSorted(bySelectivity));
    this.#lists = [];
  }

  /**
   * The words of the whole group: those of its only alternative, or one list with the first of each
   * alternative.
   */
  end(): NeededWords {
    this.endAlternative();
    const [only = [], ...others] = this.#alternatives;
    if (others.length === 0) return only;
    const words: string[] = [];
    for (const [first] of this.#alternatives) {
      if (first === undefined) return [];
      words.push(...first);
    }
    return [words];
  }
}

const isOptional = (quantifier: string): boolean => /^(?:[?*]|\{0?,|\{0\})/u.test(quantifier);

let bySource: Map<string, NeededWords> | undefined;

/** The needed words of the sources read so far. The build has read most sources already. */
export const wordsBySource = (): Map<string, NeededWords> =>
  (bySource ??= new Map(loadBuilt<Iterable<[string, NeededWords]>>("needed-words")));

/** The needed words of an expression, in lower case if it ignores case. A source is read once. */
export const neededBy = ({ source, ignoreCase, unicode }: RegExp): NeededWords => {
  if (!unicode) return [];
  const key = ignoreCase ? source.toLowerCase() : source;
  const words = wordsBySource().get(key) ?? neededWords(key);
  wordsBySource().set(key, words);
  return words;
};

/** Reads the needed words from the source of an expression with the flag `u`. */
export const neededWords = (source: string): NeededWords => {
  const open: Group[] = [];
  let group = new Group("");
  for (const [part] of source.matchAll(PARTS)) {
    const sign = part.charAt(0);
    if (sign === "(") {
      group.settle();
      open.push(group);
      group = new Group(part);
    } else if (sign === ")") {
      const words = group.isNegation ? [] : group.end();
      group = open.pop() ?? new Group("");
      group.addGroup(words);
    } else if (sign === "|") group.endAlternative();
    else if ("?*+{".includes(sign)) group.quantify(isOptional(part));
    else if (ESCAPED_SIGN.test(part)) group.addText(part.slice(1));
    else if ("\\[.^$".includes(sign)) group.settle();
    else group.addText(part);
  }
  return group
    .end()
    .filter((words) => words.length <= MOST_WORDS && shortest(words) >= SHORTEST)
    .slice(0, MOST_LISTS);
};
