/** The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters in all but name, and stay. */
const ACCENTS = /[\u0300-\u036f]/gu;

/** Lower case without accents, apostrophes all alike: how the words of a query are compared. */
export const foldText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’ʼ‘`´]/gu, "'");
