import { PHRASES } from "../data/expressions.ts";

/** Strings that come through as written: no rule looks into them, no sentence ends within them. */
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
  | "run";

export interface ProtectedSpan {
  readonly text: string;
  readonly kind: SpanKind;
}

export interface MaskedText {
  readonly text: string;
  /** By placeholder, a word that does not occur in the message. */
  readonly spans: ReadonlyMap<string, ProtectedSpan>;
}

/** In the order in which they are looked for. */
const PATTERNS = PHRASES.rows<SpanKind>("spans");

/** Longer than any word of a language: never looked into. */
const LONG_RUN = /\S{200,}/gu;
/** What the calendar reads. */
const DATE = /^\d{1,2}\.\d{1,2}\.\d{4}$/u;
const CLOSING = /[.,;:!?)\]}'"»”]+$/u;

/** Digits in groups are a telephone number where there are enough, and they make no date. */
const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/gu, "").length;
  if (digits < 7 || digits > 15) return false;
  if (/^\d{4}[\s.-]\d{1,2}[\s.-]\d{1,2}$|^\d{1,2}[\s.-]\d{1,2}[\s.-]\d{2,4}$/u.test(text))
    return false;
  return !/^(?:19|20)\d{2}[\s-]+(?:19|20)\d{2}$/u.test(text);
};

/** A number in the letters a to y, so that the closing z ends a placeholder. */
const LETTERS = 25;
const letters = (n: number): string =>
  (n < LETTERS ? "" : letters(Math.floor(n / LETTERS) - 1)) +
  String.fromCharCode(97 + (n % LETTERS));

/** A stem that no word of the text begins with. */
const freeStem = (text: string): string => {
  let stem = "Zq";
  while (text.includes(stem)) stem += "q";
  return stem;
};

/** Puts a placeholder in the place of every such string; `unmask` puts them back. */
export const maskSpans = (message: string): MaskedText => {
  const spans = new Map<string, ProtectedSpan>();
  const stem = freeStem(message);
  const put = (text: string, kind: SpanKind): string => {
    const placeholder = `${stem}${letters(spans.size)}z`;
    spans.set(placeholder, { text, kind });
    return placeholder;
  };
  let text = message.replace(LONG_RUN, (run) =>
    put(run, /^https?:\/\//iu.test(run) ? "url" : "run"),
  );
  for (const [pattern, kind] of PATTERNS) {
    text = text.replace(pattern, (spanText) => {
      if (spanText.includes(stem)) return spanText;
      if (kind === "quote") return put(spanText, kind) + (/[.!?].$/u.test(spanText) ? "." : "");
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

export const PLACEHOLDER = /Zq+[a-y]*?z/gu;

/** The text with its strings back in place. */
export const unmask = (text: string, spans: ReadonlyMap<string, ProtectedSpan>): string =>
  spans.size === 0
    ? text
    : text.replace(PLACEHOLDER, (placeholder) => spans.get(placeholder)?.text ?? placeholder);
