import { pairs } from "../data/words.ts";
import { kinTerm, type KinTerm } from "../word-lists/kinship.ts";

/** Relationship terms by the English term that they stand for. */
const TERMS = pairs("kinship_terms");

export const PORTUGUESE_KIN = Object.keys(TERMS)
  .toSorted((a, b) => b.length - a.length)
  .join("|");

/**
 * The English term for a relative as facts tell of one (`label` of `portugueseKin`); null for what
 * is none.
 */
export const kinInEnglish = (label: string): string | null => {
  const lower = label.toLowerCase();
  if (/^filho\(a\)$/u.test(lower)) return "child";
  return TERMS[lower] ?? TERMS[lower.replace(/\(a\)$/u, "")] ?? null;
};

export const portugueseKin = (term: string): KinTerm | undefined => {
  const lower = term.toLowerCase();
  const english = TERMS[lower] ?? TERMS[lower.replace(/s$/u, "")];
  const found = english === undefined ? undefined : kinTerm(english);
  const label =
    TERMS[lower] === undefined
      ? `${lower.replace(/s$/u, "")}${/(?:filho|neto|primo|sobrinho|amigo)s$/u.test(lower) ? "(a)" : ""}`
      : lower;
  return found && { ...found, label };
};
