import { verbReading } from "./verb-forms.ts";

/** Auxiliaries as they follow a name. */
const AUXILIARIES: Readonly<Record<string, string>> = {
  am: "is",
  are: "is",
  is: "is",
  was: "was",
  were: "was",
  have: "has",
  has: "has",
  had: "had",
  do: "does",
  does: "does",
  did: "did",
};
const UNCHANGED = new Set([
  "can",
  "could",
  "will",
  "would",
  "shall",
  "should",
  "may",
  "might",
  "must",
  "cannot",
  "ought",
  "used",
]);

const sForm = (base: string): string =>
  /(?:ss|x|z|ch|sh|o)$/u.test(base)
    ? `${base}es`
    : /[^aeiou]y$/u.test(base)
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;

/** The finite verb of a clause as it follows the name of one person or thing: `go` becomes `goes`, `am` becomes `is`, `went` stays. */
export const thirdPerson = (verb: string, past = false): string => {
  const lower = verb.toLowerCase();
  const auxiliary = AUXILIARIES[lower];
  if (auxiliary !== undefined) return auxiliary;
  if (UNCHANGED.has(lower) || past) return lower;
  const { forms } = verbReading(lower);
  return forms.has("base") && !forms.has("past")
    ? sForm(lower)
    : forms.has("third") || forms.has("past") || forms.has("gerund") || forms.has("participle")
      ? lower
      : sForm(lower);
};
