import type { Token } from "../english/token.ts";
import type { Statement } from "./statement.ts";

/** Whether somebody is or becomes something. */
export const isBeing = ({ verb }: Statement): boolean =>
  (verb.lemma === "be" || verb.lemma === "become") && !verb.passive && !verb.progressive;
/** "now", "no longer" and the like do not belong to what somebody is. */
export const bare = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ part, time }) => part !== "adverb" && time === null);
