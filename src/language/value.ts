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

/**
 * Whether a value is what another is called for short, or one of it: "the Corsa" of a Vauxhall Corsa,
 * "peanut" of "peanuts".
 */
export const isShortValueOf = (short: string | null, full: string | null): boolean => {
  const [words, whole] = [short, full].map((value) => foldName(value ?? ""));
  if (!words || !whole) return false;
  return (
    whole.startsWith(`${words} `) ||
    whole.endsWith(` ${words}`) ||
    (/^\p{Ll}/u.test(full ?? "") && (whole === `${words}s` || words === `${whole}s`))
  );
};
