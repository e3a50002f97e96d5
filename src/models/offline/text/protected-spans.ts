import { PHRASES } from "../data/expressions.ts";

/** Kinds of strings that are kept as written. No rule reads them, and no sentence ends in them. */
export type SpanKind =
  | "url"
  | "email"
  | "money"
  | "percentage"
  | "phone"
  | "clock"
  | "path"
  | "version"
  | "term"
  | "handle"
  | "quote"
  | "name"
  | "run";

export interface ProtectedSpan {
  readonly text: string;
  readonly kind: SpanKind;
}

export interface MaskedText {
  readonly text: string;
  /** The strings by placeholder, which is a word that the message does not contain. */
  readonly spans: ReadonlyMap<string, ProtectedSpan>;
}

/** The patterns, in the order in which they are tried. */
const PATTERNS = PHRASES.rows<SpanKind>("spans");

/** A run without white space that is longer than any word of a language. It is never read. */
const LONG_RUN = /\S{200,}/gu;
/** A numeric date, which the calendar reads. */
const DATE = /^\d{1,2}\.\d{1,2}\.\d{4}$/u;
const CLOSING = /[.,;:!?)\]}'"»”]+$/u;

/** Whether groups of digits are a telephone number: 7 to 15 digits that are no date. */
const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/gu, "").length;
  if (digits < 7 || digits > 15) return false;
  if (/^\d{4}[\s.-]\d{1,2}[\s.-]\d{1,2}$|^\d{1,2}[\s.-]\d{1,2}[\s.-]\d{2,4}$/u.test(text))
    return false;
  return !/^(?:19|20)\d{2}[\s-]+(?:19|20)\d{2}$/u.test(text);
};

/**
 * The base of the numbers in placeholders. They use the letters a to y, so that z ends a
 * placeholder.
 */
const LETTERS = 25;
const letters = (n: number): string =>
  (n < LETTERS ? "" : letters(Math.floor(n / LETTERS) - 1)) +
  String.fromCharCode(97 + (n % LETTERS));

/** The placeholder for the next of some spans. */
const nextPlaceholder = (stem: string, { size }: ReadonlyMap<string, ProtectedSpan>): string =>
  `${stem}${letters(size)}z`;

/** A stem that does not occur in the text. */
const freeStem = (text: string): string => {
  let stem = "Zq";
  while (text.includes(stem)) stem += "q";
  return stem;
};

export const PLACEHOLDER = /Zq+[a-y]*?z/gu;

/** The text with its placeholders replaced by the strings. */
export const unmask = (text: string, spans: ReadonlyMap<string, ProtectedSpan>): string =>
  spans.size === 0
    ? text
    : text.replace(PLACEHOLDER, (placeholder) => spans.get(placeholder)?.text ?? placeholder);

/** The message with a placeholder for each protected string. `unmask` restores the strings. */
export const maskSpans = (message: string): MaskedText => {
  const spans = new Map<string, ProtectedSpan>();
  const stem = freeStem(message);
  const put = (text: string, kind: SpanKind): string => {
    const placeholder = nextPlaceholder(stem, spans);
    spans.set(placeholder, { text, kind });
    return placeholder;
  };
  let text = message.replace(LONG_RUN, (run) =>
    put(run, /^https?:\/\//iu.test(run) ? "url" : "run"),
  );
  for (const [pattern, kind] of PATTERNS) {
    text = text.replace(pattern, (spanText) => {
      // A quote is one string, also around an amount: 'said "I need 8000 euros."'.
      if (kind === "quote")
        return put(unmask(spanText, spans), kind) + (/[.!?].$/u.test(spanText) ? "." : "");
      if (spanText.includes(stem)) return spanText;
      const closing =
        kind === "clock" || kind === "phone" ? "" : (CLOSING.exec(spanText)?.[0] ?? "");
      const keptText = closing === "" ? spanText : spanText.slice(0, -closing.length);
      if ((kind === "phone" && !isPhone(keptText)) || (kind === "version" && DATE.test(keptText)))
        return spanText;
      return keptText === "" ? spanText : put(keptText, kind) + closing;
    });
  }
  return { text, spans };
};

/** The first word of a sentence, with the word behind it: "Hope" and "has" of "Hope has left". */
const OPENING = /(?<=^|[.!?;] {1,3}|\n)\p{Lu}\p{Ll}+(?=(?:['’]s)? (?<next>\p{Ll}+))/gu;

/**
 * The text with placeholders also for the names at the start of its sentences, so that none is read
 * as another word. `isName` tells whether the word is one, with the word behind it.
 */
export const maskOpeningNames = (
  { text, spans }: MaskedText,
  isName: (word: string, next: string) => boolean,
): MaskedText => {
  const allSpans = new Map(spans);
  const stem = freeStem(text);
  const maskedText = text.replace(OPENING, (word, next: string) => {
    if (!isName(word, next)) return word;
    const placeholder = nextPlaceholder(stem, allSpans);
    allSpans.set(placeholder, { text: word, kind: "name" });
    return placeholder;
  });
  return { text: maskedText, spans: allSpans };
};
