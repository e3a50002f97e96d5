import { loadTable } from "./load.ts";
import { neededWords, type NeededWords } from "./needed-words.ts";

const WRITTEN = /^\/(?<source>[^]+)\/(?<flags>[a-z]*)$/u;
const PART = /\$(?<name>[A-Z_]+)/gu;

const ASCII = /^[\0-\x7F]*$/u;

/** An expression that is tried only on texts that hold what it needs. */
class TableExpression extends RegExp {
  /** What `split` and `matchAll` make a copy with. */
  static override get [Symbol.species](): RegExpConstructor {
    return RegExp;
  }

  #words: NeededWords | undefined;

  #neededWords(): NeededWords {
    if (this.#words === undefined) {
      const source = this.ignoreCase ? this.source.toLowerCase() : this.source;
      this.#words = this.unicode ? neededWords(source) : null;
    }
    return this.#words;
  }

  /** Whether the text holds what is needed. Beyond ASCII, equal letters differ in more than case. */
  #mayFit(text: string): boolean {
    const words = this.#neededWords();
    if (words === null || (this.ignoreCase && !ASCII.test(text))) return true;
    const searched = this.ignoreCase ? text.toLowerCase() : text;
    return words.some((word) => searched.includes(word));
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.#mayFit(text)) return super.exec(text);
    this.lastIndex = 0;
    return null;
  }
}

/** Makes an expression of what a table holds: `/…/u`, in which `$NAME` stands for a part. */
export type Compile = (expressionText: string) => RegExp;

export const compilerOf = (parts: Readonly<Record<string, string>>): Compile => {
  const expand = (source: string): string =>
    source.replace(PART, (name) => expand(parts[name.slice(1)] ?? missing(name)));
  return (expressionText) => {
    const { source = missing(expressionText), flags } = WRITTEN.exec(expressionText)?.groups ?? {};
    return new TableExpression(expand(source), flags ?? "");
  };
};

/** The expressions of a table by their names. */
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

/** What an expression names in a text; nothing where it does not fit. */
export const groupsIn = (
  expression: RegExp,
  text: string,
): Readonly<Partial<Record<string, string>>> => expression.exec(text)?.groups ?? {};

const SUBJECTS: Readonly<Partial<Record<string, string>>> = {
  my: "I",
  our: "we",
  his: "he",
  her: "she",
  their: "they",
};

/** Who owns something by a possessive: "I" of "my", "Ana" of "Ana's". */
const subjectOf = (owner: string): string =>
  SUBJECTS[owner.toLowerCase()] ?? owner.replace(/'s$/u, "");

/**
 * The meaning with each `$<group>` replaced by what the group names, and each `$<group:subject>` by
 * whom the possessive of the group means.
 */
export const filledIn = (
  meaning: string,
  groups: Readonly<Partial<Record<string, string>>>,
): string =>
  meaning.replace(/\$<(?<group>[a-z]+)(?<subject>:subject)?>/gu, (_, group: string, subject) => {
    const groupText = groups[group] ?? "";
    return subject === undefined ? groupText : subjectOf(groupText);
  });

type Row = string | readonly (readonly [expression: string, meaning: string])[];

/** The expressions of the tables in `phrases.yaml`: one by its name, or several with what each means. */
export const PHRASES = (({
  parts,
  ...tables
}: Readonly<Record<string, Row>> & { readonly parts: Record<string, string> }) => {
  const compile = compilerOf(parts);
  return {
    one(name: string): RegExp {
      const row = tables[name];
      return compile(typeof row === "string" ? row : missing(name));
    },
    rows<T extends string = string>(name: string): readonly (readonly [RegExp, T])[] {
      const rows = tables[name];
      if (rows === undefined || typeof rows === "string") return missing(name);
      return rows.map(([expression, meaning]) => [compile(expression), meaning as T]);
    },
  };
})(loadTable("phrases"));
