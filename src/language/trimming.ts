/**
 * A text without the marks at its end. `mark` matches one character. An expression such as
 * `/[.,]+$/` would take quadratic time, because it starts again at every mark of a run that does
 * not reach the end.
 */
export const withoutEnd = (text: string, mark: RegExp): string => {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};

/** A text without the marks at its start and at its end. `mark` matches one character. */
export const withoutEnds = (text: string, mark: RegExp): string => {
  let start = 0;
  while (start < text.length && mark.test(text.charAt(start))) start++;
  return withoutEnd(text.slice(start), mark);
};
