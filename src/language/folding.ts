/**
 * The accents of Latin, Greek and Cyrillic letters. The marks of other scripts carry meaning and
 * stay.
 */
export const ACCENTS = /[\u0300-\u036f]/gu;
const ASCII = /^[\n\x20-\x7e]*$/u;

/**
 * A text in lower case, without accents and with straight apostrophes. Words are compared in this
 * form.
 */
export const foldText = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replaceAll("`", "'")
    : text
        .normalize("NFD")
        .replace(ACCENTS, "")
        .normalize("NFC")
        .toLowerCase()
        .replace(/[’ʼ‘`´]/gu, "'");

/**
 * A text in its own case with plain letters: accents are removed, and ligatures and other
 * compatibility forms are decomposed.
 */
export const withoutAccents = (text: string): string =>
  ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
