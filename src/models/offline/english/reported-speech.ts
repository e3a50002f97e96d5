import { words } from "../data/words.ts";
import type { Discourse } from "./discourse.ts";
import { isVerbal, type Token } from "./token.ts";
import { verbReading } from "./verb-forms.ts";

const REPORTING = words(
  "tell say mention claim think believe announce confirm text write inform report explain hear swear insist admit reveal assume",
);
const HEARERS = words("me us him her them everyone everybody");
/** A report is introduced within so many words. */
const REACH = 8;

const opensClause = (tokens: readonly Token[], i: number): boolean => {
  const first = tokens[i];
  if (first === undefined || first.before.includes('"')) return false;
  if (
    !/^(?:pronoun|proper|possessive|determiner)$/u.test(first.part) ||
    (HEARERS.has(first.lower) && first.lower !== "her")
  )
    return false;
  const verb = tokens.slice(i, i + 6).findIndex((token) => isVerbal(token));
  return verb > 0;
};

/** "Helen told me that she is leaving": where the report begins. Who reports may be whom "she" means. Null where nothing is reported. */
export const reportedFrom = (tokens: readonly Token[], discourse: Discourse): number | null => {
  const verb = tokens.findIndex(
    (token) => isVerbal(token) && REPORTING.has(verbReading(token.lower).lemma),
  );
  if (
    verb < 1 ||
    verb > REACH ||
    tokens.slice(0, verb).some((token) => isVerbal(token) && token.part !== "auxiliary")
  )
    return null;
  if (/^(?:i|we|you)$/u.test(tokens[0]!.lower) && verbReading(tokens[verb]!.lower).lemma !== "hear")
    return null;
  let at = verb + 1;
  while (
    at < tokens.length &&
    ((HEARERS.has(tokens[at]!.lower) && !isVerbal(tokens[at + 1])) ||
      tokens[at]!.time !== null ||
      tokens[at]!.part === "adverb")
  )
    at += 1;
  if (tokens[at]?.lower === "that") at += 1;
  if (!opensClause(tokens, at)) return null;
  for (const token of tokens.slice(0, verb))
    if (token.name !== null && !token.owns)
      discourse.note({ ...token.name, type: token.name.type ?? "person" });
  return at;
};
