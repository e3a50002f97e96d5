import { tidy } from "../../text/tidy.ts";
import type { Statement } from "../meaning/statement.ts";
import { textOf, type Token } from "../tokens/token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";
import { listedWords } from "../../data/words.ts";

const MODAL = listedWords("predicate_modal");
/** The predicate that applies to each subject of a clause. */
export interface Predicate {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly verb: VerbGroup;
  /** The position of the finite verb. */
  readonly finite: number;
  /** The position of the objects of the verb. */
  readonly end: number;
  readonly complement: readonly Token[];
  readonly modal: Token | null;
  /** The auxiliary of a perfect: "has" in "has moved". */
  readonly perfect: Token | null;
}

export const readPredicate = (tokens: readonly Token[], finite: number): Predicate => {
  const { verb, end } = readVerbGroup(tokens);
  return {
    tokens,
    text: tidy(textOf(tokens)),
    verb,
    finite,
    end,
    complement: tokens.slice(end),
    perfect:
      tokens.find(({ lower, part }) => part === "auxiliary" && /^(?:has|have|had)$/u.test(lower)) ??
      null,
    modal: tokens.find(({ lower }) => MODAL.has(lower)) ?? null,
  };
};

/** A predicate with the subject of which it is said. */
export interface SpokenPredicate extends Pick<Statement, "subject" | "partner"> {
  readonly predicate: Predicate;
}
