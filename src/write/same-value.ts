import { foldName } from "../memory/names.ts";

/** Whether two values of a slot are one, case, accents and punctuation aside. Figures must be the same to the letter. */
export const sameValue = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && fold(a) === fold(b);

/** A value of nothing but signs is compared as it is. */
const fold = (value: string): string =>
  `${foldName(value) || value.trim()} ${(value.match(/[\d.,%$€£]+/gu) ?? []).join(" ")}`;
