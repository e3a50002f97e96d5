import { compareValues, contains, isArray, typeOf, type Value } from "../storage/json.ts";
import { containsPhrase, scoreOf, wordsOf } from "./full-text.ts";
import { Refusal } from "./tokens.ts";

type Function = (args: readonly Value[]) => Value;

const strings = (args: readonly Value[], test: (a: string, b: string) => boolean): Value => {
  const [a, b, ignoreCase] = args;
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  return ignoreCase === true ? test(a.toLowerCase(), b.toLowerCase()) : test(a, b);
};

const cosine = (a: readonly number[], b: readonly number[]): number => {
  let dot = 0;
  let lengthOfA = 0;
  let lengthOfB = 0;
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0;
    dot += x * y;
    lengthOfA += x * x;
    lengthOfB += y * y;
  }
  const length = Math.sqrt(lengthOfA * lengthOfB);
  return length === 0 ? 0 : dot / length;
};

const vectorScore: Function = ([a, b]) => {
  if (!isArray(a) || !isArray(b) || a.length !== b.length) return undefined;
  return cosine(a as readonly number[], b as readonly number[]);
};

const phrases = (args: readonly Value[], test: (hits: readonly boolean[]) => boolean): Value => {
  const [text, ...terms] = args;
  if (typeof text !== "string") return undefined;
  return test(terms.map((term) => typeof term === "string" && containsPhrase(text, term)));
};

/** Upper-case names. The service ignores case. */
const FUNCTIONS: Readonly<Record<string, Function>> = {
  ARRAY_CONTAINS: ([array, value]) =>
    isArray(array) ? value !== undefined && contains(array, value) : undefined,
  ARRAY_LENGTH: ([array]) => (isArray(array) ? array.length : undefined),
  CONTAINS: (args) => strings(args, (a, b) => a.includes(b)),
  STARTSWITH: (args) => strings(args, (a, b) => a.startsWith(b)),
  ENDSWITH: (args) => strings(args, (a, b) => a.endsWith(b)),
  SUBSTRING: ([text, start, length]) =>
    typeof text === "string" && typeof start === "number" && typeof length === "number"
      ? text.slice(start, start + length)
      : undefined,
  LOWER: ([text]) => (typeof text === "string" ? text.toLowerCase() : undefined),
  IS_DEFINED: ([value]) => value !== undefined,
  IS_NULL: ([value]) => value === null,
  FULLTEXTCONTAINS: (args) => phrases(args, (hits) => hits.every(Boolean)),
  FULLTEXTCONTAINSANY: (args) => phrases(args, (hits) => hits.some(Boolean)),
  FULLTEXTCONTAINSALL: (args) => phrases(args, (hits) => hits.every(Boolean)),
  VECTORDISTANCE: vectorScore,
  _VECTORSCORE: vectorScore,
  _FULLTEXTWORDCOUNT: ([text]) => (typeof text === "string" ? wordsOf(text).length : undefined),
  _FULLTEXTSCORE: ([text, terms, documents, words, hits]) =>
    typeof text === "string" && isArray(terms) && isArray(hits)
      ? scoreOf(
          text,
          terms as readonly string[],
          Number(documents),
          Number(words),
          hits as readonly number[],
        )
      : undefined,
};

/** Functions that only a plan may call: the client sends them back to the physical partitions. */
const AGGREGATES = new Set(["COUNT", "SUM", "MIN", "MAX", "COUNTIF"]);
const RANK_FUNCTIONS = new Set(["FULLTEXTSCORE", "RRF"]);

export const isAggregate = (name: string): boolean => AGGREGATES.has(name.toUpperCase());
export const isKnown = (name: string): boolean =>
  Object.hasOwn(FUNCTIONS, name.toUpperCase()) ||
  isAggregate(name) ||
  RANK_FUNCTIONS.has(name.toUpperCase());

/** The function of a name; one that refuses where it cannot be called. */
export const functionOf = (name: string): Function =>
  FUNCTIONS[name.toUpperCase()] ??
  (() => {
    throw new Refusal(
      RANK_FUNCTIONS.has(name.toUpperCase())
        ? `SC2240 The ${name} function is only allowed in the ORDER BY RANK clause.`
        : `SC2005 '${name}' is not a recognized built-in function name.`,
    );
  });

export const aggregate = (name: string, values: readonly Value[]): Value => {
  const numbers = values.filter((value): value is number => typeof value === "number");
  switch (name.toUpperCase()) {
    case "COUNT":
      return values.filter((value) => value !== undefined).length;
    case "COUNTIF":
      return values.filter((value) => value === true).length;
    case "SUM":
      return numbers.reduce((sum, number) => sum + number, 0);
    default: {
      const types = new Set(values.filter((value) => value !== undefined).map(typeOf));
      if (types.size > 1) throw new Refusal(`The double does not mix types in ${name}.`);
      const sorted = values.filter((value) => value !== undefined).toSorted(compareValues);
      return name.toUpperCase() === "MIN" ? sorted[0] : sorted.at(-1);
    }
  }
};
