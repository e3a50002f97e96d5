import { foldName } from "./names.ts";

/**
 * A value in the form in which values are compared: case, accents and punctuation do not count,
 * figures do to the letter. A value of nothing but symbols is compared as it is.
 */
export const canonicalValue = (value: string): string =>
  `${foldName(value) || value.trim()} ${(value.match(/[\d.,%$€£]+/gu) ?? []).join(" ")}`;

/** Whether two values of a slot are equal. */
export const sameValue = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && canonicalValue(a) === canonicalValue(b);

/** Whether a value is what another is called for short: "the Corsa" of a Vauxhall Corsa. */
export const isShortValueOf = (short: string | null, full: string | null): boolean => {
  const [words, whole] = [short, full].map((value) => foldName(value ?? ""));
  return !!words && !!whole && (whole.startsWith(`${words} `) || whole.endsWith(` ${words}`));
};
