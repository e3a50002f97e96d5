/**
 * The end of a sentence with the white space after it: a closing mark before white space, or the
 * end of a line.
 */
const END = /(?:[.!?…]["'”’)\]]{0,2}(?=\s)|\n)\s*/gu;
const WITHIN_LINE = /^\.[^\S\n]+$/u;
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /\b(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|sra|dra|(?<=\b(?:o|ao|do|no) )sr)\.$/iu;
/** The end of the name of a street, whose "St." is not that of a saint. */
const STREET =
  /(?:\p{Ll} (?!(?:Bury|Fort|Lake|Mount|Port) )\p{Lu}\p{L}{1,20}|\d(?:st|nd|rd|th)) St\.$/u;
/** The first word of a sentence after the name of a street. */
const OPENER =
  /^\s+(?:i|my|we|our|you|your|he|his|she|her|it|they|their|the|this|that|there)(?![\p{L}\p{N}])/iu;
/** Maximum number of characters before a full stop that may show that it ends no sentence. */
const BEFORE_STOP = 32;
/** As many after it. */
const AFTER_STOP = 8;

/** Whether the full stop before a position belongs to an abbreviation within a sentence. */
export const isAbbreviation = (text: string, afterStop: number): boolean => {
  const before = text.slice(Math.max(0, afterStop - BEFORE_STOP), afterStop);
  if (!ABBREVIATION.test(before)) return false;
  const isStreet =
    STREET.test(before) || OPENER.test(text.slice(afterStop, afterStop + AFTER_STOP));
  return !(/st\.$/iu.test(before) && isStreet);
};

/**
 * Maximum number of characters of a sentence. A longer one is split, so that rules about whole
 * sentences take bounded time.
 */
const LONGEST_SENTENCE = 1000;

/** The pieces of a sentence, split after a blank if there is one. */
const piecesOf = (sentence: string): string[] => {
  const pieces: string[] = [];
  let start = 0;
  while (sentence.length - start > LONGEST_SENTENCE) {
    const blank = sentence.lastIndexOf(" ", start + LONGEST_SENTENCE - 1);
    const stop = blank > start ? blank + 1 : start + LONGEST_SENTENCE;
    pieces.push(sentence.slice(start, stop));
    start = stop;
  }
  return [...pieces, sentence.slice(start)];
};

/**
 * The sentences of a text, each with the white space after it; joined, they give the text again. A
 * sentence of more than 1,000 characters is split.
 */
export const sentencesOf = (text: string): string[] => {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(END)) {
    const stop = index + end.length;
    if (WITHIN_LINE.test(end) && isAbbreviation(text, index + 1)) continue;
    sentences.push(text.slice(start, stop));
    start = stop;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences.flatMap(piecesOf);
};

/**
 * Whether a text ends with a question mark of any script, inside or outside of quotation marks and
 * brackets.
 */
export const endsWithQuestionMark = (text: string): boolean => /[?？؟][\s"'”’)\]!]*$/u.test(text);

/** The statements of a text, trimmed: its sentences, split at semicolons, without questions. */
export const statementsOf = (text: string): string[] =>
  sentencesOf(text)
    .flatMap((sentence) => sentence.split(/(?<=;)\s+/u))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "" && !endsWithQuestionMark(statement));
