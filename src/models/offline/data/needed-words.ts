/**
 * What a text must hold for an expression to fit it. Most expressions of the tables fit few texts,
 * and the engine takes a hundred times as long to compile one as to look for a word, so that those
 * whose words are missing are never compiled.
 */

/** Of these strings a text that fits holds at least one; null where nothing can be said. */
export type NeededWords = readonly string[] | null;

/** The parts of an expression with the flag `u`: plain text, and what begins with a sign. */
const PARTS =
  /[^\\[\](){}|?*+.^$]+|\((?:\?(?:<?[=!]|<[^>]*>|:))?|[?*+]\??|\{[\d,]+\}\??|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\\d+|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/gu;
/** `\.` and other signs that stand for themselves. */
const ESCAPED_SIGN = /^\\[^\p{L}\p{N}]$/u;
/** Opens what must not be there. */
const NEGATION = /^\(\?<?!$/u;

const SHORTEST = 2;
const MOST_WORDS = 150;

const shortest = (words: readonly string[]): number =>
  Math.min(...words.map(({ length }) => length));

/** The words that say more: longer ones, or fewer. */
const better = (a: NeededWords, b: NeededWords): NeededWords => {
  if (a === null || b === null) return a ?? b;
  const more = shortest(b) - shortest(a);
  return more > 0 || (more === 0 && b.length < a.length) ? b : a;
};

/** A group, or the whole expression, as far as it is read. */
class Group {
  readonly isNegation: boolean;
  readonly #alternatives: NeededWords[] = [];
  #words: NeededWords = null;
  /** The plain text that ends here. */
  #text = "";
  /** The words of a group that ends here, which a quantifier may make optional. */
  #last: NeededWords = null;

  constructor(opening: string) {
    this.isNegation = NEGATION.test(opening);
  }

  /** Ends the text and the group that end here. Both are needed. */
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

  /** The words of the group as a whole: of each alternative its own. */
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

/** What an expression needs, in lower case if it ignores case. It is read from its source once. */
export const neededBy = (expression: RegExp): NeededWords => {
  const { source, ignoreCase, unicode } = expression;
  const needs = wordsByExpression.get(expression) ?? {
    words: unicode ? neededWords(ignoreCase ? source.toLowerCase() : source) : null,
  };
  wordsByExpression.set(expression, needs);
  return needs.words;
};

/** Reads what an expression with the flag `u` needs. */
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
