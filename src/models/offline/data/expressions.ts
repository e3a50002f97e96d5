import { loadTable } from "./load.ts";
import { pairs } from "./words.ts";
import { neededBy, type NeededWords } from "./needed-words.ts";

const WRITTEN = /^\/(?<source>[^]+)\/(?<flags>[a-z]*)$/u;
const PART = /\$(?<name>[A-Z_]+)/gu;

const ASCII = /^[\0-\x7F]*$/u;
/** Length of a text from which the search for words may take longer than the expression itself. */
const LONGEST_SEARCHED = 500;
/** Maximum number of texts without the needed words before the expression is compiled. */
const MOST_LACKING = 50;

/**
 * Whether a text contains the needed words. Always true for a text outside ASCII if case is
 * ignored, because there equal letters differ in more than case.
 */
const holdsNeeded = (lists: NeededWords, { ignoreCase }: RegExp, text: string): boolean => {
  if (text.length > LONGEST_SEARCHED || (ignoreCase && !ASCII.test(text))) return true;
  const searchText = ignoreCase ? text.toLowerCase() : text;
  return lists.every((words) => words.some((word) => searchText.includes(word)));
};

/** Length of an expression from which its bytecode takes longer to make than its machine code. */
const LONG_SOURCE = 300;
/** V8 makes machine code at once for a text of 1,000 characters, and else bytecode first. */
const LONG_TEXT = " ".repeat(1000);
/** Compiles a long expression to machine code: 11 ms instead of 61 for the longest. */
const compileAtOnce = (expression: RegExp): RegExp => {
  if (expression.source.length < LONG_SOURCE) return expression;
  expression.exec(LONG_TEXT);
  expression.lastIndex = 0;
  return expression;
};

/**
 * An expression that is compiled late: on the first text that contains a word that it needs, or on
 * the 51st text. Until then it has its own versions of the methods that texts call; after that it
 * is an ordinary expression of the same speed.
 */
const compiledLate = (source: string, flags: string): RegExp => {
  const expression = new RegExp("", flags);
  let lackingCount = 0;
  let neededWords: NeededWords | undefined;
  const lacksWords = (text: string): boolean =>
    !holdsNeeded((neededWords ??= neededBy(expression)), expression, text);
  const own = {
    source,
    exec: (text: string): RegExpExecArray | null => {
      if (lackingCount < MOST_LACKING && lacksWords(text)) {
        lackingCount += 1;
        expression.lastIndex = 0;
        return null;
      }
      return compiled().exec(text);
    },
    [Symbol.matchAll]: (text: string) => text.matchAll(compiled()),
    [Symbol.split]: (text: string, limit?: number) => text.split(compiled(), limit),
  };
  const names = Reflect.ownKeys(own);
  for (const name of names)
    Object.defineProperty(expression, name, { value: Reflect.get(own, name), configurable: true });
  const compiled = (): RegExp => {
    // The reverse order leaves an object of a shape that the engine optimises.
    for (const name of names.toReversed()) Reflect.deleteProperty(expression, name);
    return compileAtOnce(expression.compile(source, flags));
  };
  return expression;
};

/** Compiles an expression of a table: `/…/u`, in which `$NAME` stands for a part. */
export type Compile = (expressionText: string) => RegExp;

/** Parts of expressions by their names. A list stands for its entries as alternatives. */
type Parts = Readonly<Record<string, string | readonly string[]>>;

export const compilerOf = (parts: Parts): Compile => {
  const expand = (source: string): string =>
    source.replace(PART, (name) => {
      const part = parts[name.slice(1)] ?? missing(name);
      return expand(typeof part === "string" ? part : part.join("|"));
    });
  return (expressionText) => {
    const { source = missing(expressionText), flags } = WRITTEN.exec(expressionText)?.groups ?? {};
    return compiledLate(expand(source), flags ?? "");
  };
};

/** A lookup of the expressions of a table by name. */
export const expressionsOf = (
  rows: Readonly<Record<string, string>>,
  compile: Compile,
): ((name: string) => RegExp) => {
  const compiledExpressions = new Map(
    Object.entries(rows).map(([name, row]) => [name, compile(row)]),
  );
  return (name) => compiledExpressions.get(name) ?? missing(name);
};

const missing = (name: string): never => {
  throw new Error(`A table of the offline model lacks ${name}.`);
};

/** The named groups of the first match; empty if there is no match. */
export const groupsIn = (
  expression: RegExp,
  text: string,
): Readonly<Partial<Record<string, string>>> => expression.exec(text)?.groups ?? {};

const SUBJECTS: Readonly<Partial<Record<string, string>>> = pairs("subjects_of_possessives");

/** The owner that a possessive means: "I" for "my", "Ana" for "Ana's". */
const subjectOf = (owner: string): string =>
  SUBJECTS[owner.toLowerCase()] ?? owner.replace(/'s$/u, "");

/**
 * The meaning with each `$<group>` replaced by the text of the group, and each `$<group:subject>`
 * by the owner that the possessive in the group means.
 */
export const filledIn = (
  meaning: string,
  groups: Readonly<Partial<Record<string, string>>>,
): string =>
  meaning.replace(/\$<(?<group>[a-z]+)(?<subject>:subject)?>/gu, (_, group: string, subject) => {
    const groupText = groups[group] ?? "";
    return subject === undefined ? groupText : subjectOf(groupText);
  });

/** A row of a table: an expression, and what a text that it matches means. */
interface Row {
  readonly text: string;
  readonly means: string;
}
type Table = string | readonly Row[];

/** The files whose expressions share the parts of `phrases.yaml`. */
const FILES = ["phrases", "short-forms", "sayings", "closings"];

const { parts: PARTS } = loadTable<{ readonly parts: Parts }>("phrases");
const TABLES: ReadonlyMap<string, Table> = new Map(
  FILES.flatMap((file) => Object.entries(loadTable<Readonly<Record<string, Table>>>(file))),
);

const compileWithParts = compilerOf(PARTS);

/**
 * The expressions of these files: `one` gives a single expression, `rows` several with their
 * meanings.
 */
export const PHRASES = {
  one(name: string): RegExp {
    const table = TABLES.get(name);
    return compileWithParts(typeof table === "string" ? table : missing(name));
  },
  rows<T extends string = string>(name: string): readonly (readonly [RegExp, T])[] {
    const table = TABLES.get(name);
    if (table === undefined || typeof table === "string") return missing(name);
    return table.map(({ text, means }) => [compileWithParts(text), means as T]);
  },
};
