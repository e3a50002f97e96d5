const NEGATIVE =
  /(?<![\p{L}'])(?:not|no longer|never|cannot|can't|doesn't|don't|isn't|didn't|won't|hates?|hated|dislikes?|disliked|despises?|detests?|loathes?|stopped|quit|quits|gave up|anymore|não|nunca|odeia|deixou de|parou de)(?![\p{L}'])/giu;

/** Whether a statement affirms (1) or denies (-1): two denials affirm. "no longer … anymore" denies once. */
export const polarityOf = (text: string): 1 | -1 => {
  const denials = new Set((text.match(NEGATIVE) ?? []).map((word) => word.toLowerCase()));
  if (denials.size > 1) denials.delete("anymore");
  return denials.size % 2 === 0 ? 1 : -1;
};
