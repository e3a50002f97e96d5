import type { Confidence } from "../../extraction/findings.ts";
import type { Discourse } from "../discourse.ts";
import { tokenAt, type Token } from "../tokens/token.ts";

/**
 * Tells what the words at `i` say beside a name. Gives what stands in their place, and where the
 * sentence goes on; null where there is nothing of the kind.
 */
export type Apposition = (
  tokens: readonly Token[],
  i: number,
  discourse: Discourse,
  confidence: Confidence,
) => { readonly tokens: readonly Token[]; readonly end: number } | null;

/** Reads a sentence for what stands beside names; at each word the first that reads it decides. */
export const replacing =
  (appositions: readonly Apposition[]) =>
  (tokens: readonly Token[], discourse: Discourse, confidence: Confidence): Token[] => {
    const alone: Token[] = [];
    for (let i = 0; i < tokens.length;) {
      let read: ReturnType<Apposition> = null;
      for (const apposition of appositions) read ??= apposition(tokens, i, discourse, confidence);
      alone.push(...(read?.tokens ?? [tokenAt(tokens, i)]));
      i = read?.end ?? i + 1;
    }
    return alone;
  };
