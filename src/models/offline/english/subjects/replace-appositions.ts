import type { Confidence } from "../../extraction/findings.ts";
import type { Discourse } from "../discourse.ts";
import { tokenAt, type Token } from "../tokens/token.ts";

/**
 * Adds the facts of an apposition at `i`. Returns the tokens that replace it and the position at
 * which to continue; null if there is none.
 */
export type Apposition = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
  confidence: Confidence,
) => { readonly tokens: readonly Token[]; readonly end: number } | null;

/**
 * Replaces the appositions of a sentence. At each token, the first reader that finds one decides.
 */
export const appositionReplacer =
  (appositions: readonly Apposition[]) =>
  (tokens: readonly Token[], discourse: Discourse, confidence: Confidence): Token[] => {
    const alone: Token[] = [];
    for (let i = 0; i < tokens.length;) {
      let replacement: ReturnType<Apposition> = null;
      for (const apposition of appositions)
        replacement ??= apposition(tokens, i, discourse, confidence);
      alone.push(...(replacement?.tokens ?? [tokenAt(tokens, i)]));
      i = replacement?.end ?? i + 1;
    }
    return alone;
  };
