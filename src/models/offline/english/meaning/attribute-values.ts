import { listedWords } from "../../data/words.ts";
import { JUDGEMENTS, isAttributeNoun } from "../../data/attributes.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, isVerbal, tokenAt, type Token } from "../tokens/token.ts";
import { inThirdPerson } from "../clauses/voice.ts";
import { tidy } from "../../text/tidy.ts";
import type { Statement } from "./statement.ts";
import { LOOSE } from "./targets.ts";

const LEADS_VALUE = listedWords("attribute_values_leads_value");

/** The tokens of a value without leading adverbs and preposition. */
export const valueTokens = (tokens: readonly Token[]): readonly Token[] => {
  const start = tokens.findIndex(
    ({ lower }, i) => !LOOSE.has(lower) && !(LEADS_VALUE.has(lower) && i < tokens.length - 1),
  );
  const end = tokens.findLastIndex(({ lower }) => !LOOSE.has(lower) && lower !== "anymore");
  return start < 0 ? [] : tokens.slice(start, end + 1);
};

/** The text of a value: "March 14" for "on March 14". */
export const asValue = (
  tokens: readonly Token[],
  statement: Statement,
  discourse: Discourse,
): string => {
  const [first] = tokens;
  const text = inThirdPerson(tokens, statement.subject, discourse).replace(/ instead of .*$/u, "");
  if (first?.time != null && first.time.kind === "point")
    return tidy(first.time.core + text.slice(first.text.length));
  if (first?.time?.kind === "recurrence") return text.replace(/^(?:on|at) /iu, "");
  return text.replace(/^an? (?=\p{Ll})/u, "");
};

const OPENS_STATE = listedWords("opens_state");

/**
 * Whether the words are a preposition without a place or a time: "in the garage", but not "in
 * Rome", "at 9:30" or "in 2019".
 */
const isPlaceless = (first: Token, second: Token): boolean =>
  first.part === "preposition" &&
  second.part !== "none" &&
  second.part !== "number" &&
  second.time === null &&
  second.span === null &&
  second.name === null;

const ENCOUNTERS = listedWords("encounters");

/**
 * Whether the words are a state rather than a value: "in the garage", "with Lena" (of a meeting),
 * "great", "very slow", but not "blue" or "Mumbai".
 */
export const isMereState = (tokens: readonly Token[], attribute: string): boolean => {
  const first = firstOf(tokens);
  if (first.part === "none" || isPlaceless(first, tokenAt(tokens, 1))) return true;
  if (first.lower === "with" && ENCOUNTERS.has(attribute.split(" ").at(-1) ?? "")) return true;
  const isJudgement = JUDGEMENTS.has(first.lower);
  if (isAttributeNoun(attribute))
    return (
      tokens.length === 1 && isJudgement && !/\b(?:mood|status|size|feeling)\b/u.test(attribute)
    );
  return (
    (first.part === "gerund" && tokens.length > 1) ||
    OPENS_STATE.has(first.lower) ||
    (isJudgement && (first.part === "adjective" || tokens.length === 1)) ||
    tokens.some(isVerbal)
  );
};
