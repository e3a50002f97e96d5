const ENCODER = new TextEncoder();
const bytesOf = (text: string): number => ENCODER.encode(text).length;

/** A text cut off so that it takes at most so many bytes in UTF-8, between two characters. Blank texts, which endpoints refuse, become a full stop. */
export const fitted = (text: string, maxBytes: number): string => {
  if (text.trim() === "") return ".";
  // One UTF-16 unit takes at most three bytes: most texts are short enough without being encoded.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = ENCODER.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
};

/** Texts in their order, as few lots as hold at most so many texts and so many bytes each; a text that is larger goes alone. */
export const batches = (
  texts: readonly string[],
  maxTexts: number,
  maxBytes: number,
): string[][] => {
  const lots: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = bytesOf(text);
    const lot = lots.at(-1);
    if (lot !== undefined && lot.length < maxTexts && bytes + size <= maxBytes) {
      lot.push(text);
      bytes += size;
    } else {
      lots.push([text]);
      bytes = size;
    }
  }
  return lots;
};
