/**
 * The words that a text must contain to match an expression. Most expressions of the tables match
 * few texts, and to compile one takes a hundred times as long as to search for a word. An
 * expression whose words never occur is therefore never compiled.
 */

/** Strings of which every matching text contains at least one; null if there is no such list. */
export type NeededWords = readonly string[] | null;

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

const shortest = (words: readonly string[]): number =>
  Math.min(...words.map(({ length }) => length));

/**
 * The more selective list of two: the one with the longer shortest word, or else the shorter list.
 */
const better = (a: NeededWords, b: NeededWords): NeededWords => {
  if (a === null || b === null) return a ?? b;
  const more = shortest(b) - shortest(a);
  return more > 0 || (more === 0 && b.length < a.length) ? b : a;
};

/** A group, or the whole expression, while it is read. */
class Group {
  readonly isNegation: boolean;
  readonly #alternatives: NeededWords[] = [];
  #words: NeededWords = null;
  /** The plain text directly before the current position. */
  #text = "";
  /**
   * The words of the group directly before the current position, which a quantifier may make
   * optional.
   */
  #last: NeededWords = null;

  constructor(opening: string) {
    this.isNegation = NEGATION.test(opening);
  }

  /** Adds the text and the group before the current position, which the expression needs. */
  settle(): void {
    this.#words = better(this.#words, this.#last);
    if (this.#text !== "") this.#words = better(this.#words, [this.#text]);
    this.#last = null;
    this.#text = "";
  }

  addText(text: string): void {
    if (this.#last !== null) this.settle();
    this.#text += text;
  }

  addGroup(words: NeededWords): void {
    this.settle();
    this.#last = words;
  }

  quantify(isOptional: boolean): void {
    const signs = Array.from(this.#text);
    if (isOptional) {
      this.#last = null;
      this.#text = signs.slice(0, -1).join("");
    }
    this.settle();
  }

  endAlternative(): void {
    this.settle();
    this.#alternatives.push(this.#words);
    this.#words = null;
  }

  /**
   * The words of the whole group: those of all its alternatives. Null if an alternative has none.
   */
  end(): NeededWords {
    this.endAlternative();
    const words: string[] = [];
    for (const alternative of this.#alternatives) {
      if (alternative === null) return null;
      words.push(...alternative);
    }
    return words;
  }
}

const isOptional = (quantifier: string): boolean => /^(?:[?*]|\{0?,|\{0\})/u.test(quantifier);

const wordsByExpression = new WeakMap<RegExp, { readonly words: NeededWords }>();

/** The needed words of an expression, in lower case if it ignores case. The source is read once. */
export const neededBy = (expression: RegExp): NeededWords => {
  const { source, ignoreCase, unicode } = expression;
  const needs = wordsByExpression.get(expression) ?? {
    words: unicode ? neededWords(ignoreCase ? source.toLowerCase() : source) : null,
  };
  wordsByExpression.set(expression, needs);
  return needs.words;
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
      const words = group.isNegation ? null : group.end();
      group = open.pop() ?? new Group("");
      group.addGroup(words);
    } else if (sign === "|") group.endAlternative();
    else if ("?*+{".includes(sign)) group.quantify(isOptional(part));
    else if (ESCAPED_SIGN.test(part)) group.addText(part.slice(1));
    else if ("\\[.^$".includes(sign)) group.settle();
    else group.addText(part);
  }
  const words = group.end();
  return words !== null && shortest(words) >= SHORTEST && words.length <= MOST_WORDS ? words : null;
};
