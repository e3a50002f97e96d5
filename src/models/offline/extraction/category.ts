import type { ImportanceCategory } from "../../../memory/importance.ts";
import { PHRASES } from "../data/expressions.ts";

/** Patterns of the categories, in the order in which they are tried: the most important first. */
const SIGNS = PHRASES.rows<ImportanceCategory>("categories");

/** The category of a statement, by its words. A statement about a slot is never a passing event. */
export const categoryOf = (text: string, slot: string | null = null): ImportanceCategory => {
  const kind = SIGNS.find(([sign]) => sign.test(text))?.[1] ?? "SPECIFIC_EVENT";
  return slot !== null && (kind === "SPECIFIC_EVENT" || kind === "CONVERSATIONAL")
    ? "STABLE_PREFERENCE"
    : kind;
};
