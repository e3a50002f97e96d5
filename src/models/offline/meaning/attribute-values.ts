import { JUDGEMENTS, isAttributeNoun } from "../data/attributes.ts";
import type { Discourse } from "../english/discourse.ts";
import type { Token } from "../english/token.ts";
import { toldOf } from "../english/voice.ts";
import { tidy } from "../text/tidy.ts";
import type { Statement } from "./statement.ts";

const LEADS_VALUE = new Set([
  "at",
  "on",
  "in",
  "around",
  "by",
  "from",
  "about",
  "under",
  "over",
  "with",
]);
/** Words that do not belong to a value. */
export const LOOSE = new Set([
  "now",
  "currently",
  "actually",
  "still",
  "just",
  "also",
  "really",
  "officially",
  "again",
  "definitely",
  "probably",
  "today",
  "changed",
]);

/** The value without the adverbs and the preposition that lead to it. */
export const valueTokens = (tokens: readonly Token[]): readonly Token[] => {
  let start = 0;
  while (
    tokens[start] !== undefined &&
    (LOOSE.has(tokens[start]!.lower) ||
      (LEADS_VALUE.has(tokens[start]!.lower) && tokens[start + 1] !== undefined))
  )
    start += 1;
  let end = tokens.length;
  while (end > start && (LOOSE.has(tokens[end - 1]!.lower) || tokens[end - 1]!.lower === "anymore"))
    end -= 1;
  return tokens.slice(start, end);
};

/** "on March 14" as a value is "March 14". */
export const asValue = (
  tokens: readonly Token[],
  statement: Statement,
  discourse: Discourse,
): string => {
  const [first] = tokens;
  const text = toldOf(tokens, statement.subject, discourse);
  return first?.time != null && first.time.kind === "point"
    ? tidy(first.time.core + text.slice(first.text.length))
    : text;
};

/** A state rather than a value: "in the garage", "great", "very slow". */
export const isState = (tokens: readonly Token[], attribute: string): boolean => {
  const [first] = tokens;
  if (first === undefined) return true;
  if (
    first.part === "preposition" &&
    tokens[1] !== undefined &&
    tokens[1].time === null &&
    tokens[1].span === null &&
    tokens[1].name === null &&
    tokens[1].part !== "number"
  )
    return true;
  if (isAttributeNoun(attribute))
    return (
      tokens.length === 1 &&
      JUDGEMENTS.has(first.lower) &&
      !/\b(?:mood|status|size|feeling)\b/u.test(attribute)
    );
  if (
    (first.part === "gerund" && tokens.length > 1) ||
    /^(?:so|very|too|really|pretty|quite|that|as|more|less|not|such|all|how|what|why|because)$/u.test(
      first.lower,
    )
  )
    return true;
  return (
    (first.part === "adjective" && JUDGEMENTS.has(first.lower)) ||
    (tokens.length === 1 && JUDGEMENTS.has(first.lower)) ||
    tokens.some(({ part }) => part === "auxiliary" || part === "verb")
  );
};
