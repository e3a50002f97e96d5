/**
 * The end of a sentence with the white space after it: a closing mark before white space, or the
 * end of a line.
 */
const END = /(?:[.!?…]["'”’)\]]{0,2}(?=\s)|\n)\s*/gu;
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:mr|mrs|ms|dr|prof|vs|e\.g|i\.e|sra|dra)|(?:^|\b(?:at|in|to|from|of|the|near|for|with|by|and)\s)st)\.[^\S\n]+$/iu;
const LONGEST_ABBREVIATION = 8;

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
    if (ABBREVIATION.test(text.slice(Math.max(start, index - LONGEST_ABBREVIATION), stop)))
      continue;
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
