/** The words for days and months, and for counts of them, in English and Portuguese. */

/** The names of the months, January first: each in lower case and folded, the full ones first. */
export const MONTH_WORDS: readonly (readonly string[])[] = [
  ["january", "janeiro", "jan"],
  ["february", "fevereiro", "feb"],
  ["march", "marco", "mar"],
  ["april", "abril", "apr"],
  ["may", "maio"],
  ["june", "junho", "jun"],
  ["july", "julho", "jul"],
  ["august", "agosto", "aug"],
  ["september", "setembro", "sept", "sep"],
  ["october", "outubro", "oct"],
  ["november", "novembro", "nov"],
  ["december", "dezembro", "dec"],
];

/** The names of the days, Sunday first, in lower case and folded. */
export const WEEKDAY_WORDS: readonly (readonly string[])[] = [
  ["sunday", "domingo"],
  ["monday", "segunda"],
  ["tuesday", "terca"],
  ["wednesday", "quarta"],
  ["thursday", "quinta"],
  ["friday", "sexta"],
  ["saturday", "sabado"],
];

/** The English names of the days, Sunday first, in lower case. */
export const WEEKDAYS: readonly string[] = WEEKDAY_WORDS.map(([english = ""]) => english);

/**
 * The English names of the months without "may", which is more often a verb or a person, in lower
 * case.
 */
export const MONTHS_ALONE: readonly string[] = MONTH_WORDS.flatMap(([english = ""]) =>
  english === "may" ? [] : [english],
);

/** The number of a month or a day by its words: 0 for January, or for Sunday. */
export const numbersByWord = (words: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map(words.flatMap((names, number) => names.map((name) => [name, number] as const)));

/** The words for the numbers from one on, the usual English one first. */
const FIRST_COUNTS = [
  ["one", "a", "an", "um", "uma"],
  ["two", "dois", "duas"],
  ["three", "tres"],
  ["four", "quatro"],
  ["five", "cinco"],
  ["six", "seis"],
  ["seven", "sete"],
  ["eight", "oito"],
  ["nine", "nove"],
  ["ten", "dez"],
  ["eleven", "onze"],
  ["twelve", "doze"],
  ["thirteen", "treze"],
  ["fourteen", "catorze", "quatorze"],
  ["fifteen", "quinze"],
];

/** The usual English word of each number from one on: the first is "one". */
export const NUMBER_WORDS = FIRST_COUNTS.map(([word]) => word);

/** Numbers by the words with which people count days and years, folded. */
export const COUNTS: ReadonlyMap<string, number> = new Map([
  ...FIRST_COUNTS.flatMap((words, i) => words.map((word) => [word, i + 1] as const)),
  ["twenty", 20],
  ["vinte", 20],
  ["thirty", 30],
  ["trinta", 30],
  ["forty", 40],
  ["quarenta", 40],
  ["fifty", 50],
  ["cinquenta", 50],
]);
