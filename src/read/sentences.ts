const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text, with the white space that follows them: joined they are the text again. */
export const sentencesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);
