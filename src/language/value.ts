import { COUNTS, MONTH_WORDS, WEEKDAYS } from "./calendar-words.ts";
import { foldName } from "./names.ts";
import { withoutEnd } from "./trimming.ts";

/**
 * A value in the form in which values are compared. Case, accents and punctuation are ignored, but
 * figures are compared exactly. A value of symbols only is unchanged.
 */
export const canonicalValue = (value: string): string =>
  `${foldName(value) || value.trim()} ${(value.match(/[\d.,%$€£]+/gu) ?? []).join(" ")}`;

/** Whether two values of a slot are equal. */
export const sameValue = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && canonicalValue(a) === canonicalValue(b);

/**
 * Whether a value is a short form or a singular of another: "the Corsa" for a Vauxhall Corsa,
 * "peanut" for "peanuts".
 */
export const isShortValueOf = (short: string | null, full: string | null): boolean => {
  const [words, whole] = [short, full].map((value) => foldName(value ?? ""));
  if (!words || !whole) return false;
  return (
    whole.startsWith(`${words} `) ||
    whole.endsWith(` ${words}`) ||
    (/^\p{Ll}/u.test(full ?? "") && (isPluralOf(whole, words) || isPluralOf(words, whole)))
  );
};
const isPluralOf = (plural: string, word: string): boolean =>
  plural === `${word}s` ||
  plural === `${word}es` ||
  (word.endsWith("y") && plural === `${word.slice(0, -1)}ies`);

const FIGURE = /\d[\d.,]*\d|\d/gu;
const BARE_FIGURE = /^\d[\d.,]*$/u;
const YEAR = /^(?:19|20)\d{2}$/u;
const YEARS = /(?<![\d.,])(?:19|20)\d{2}(?![\d.,]*\d)/gu;
const DAY = /^(?:the )?\d{1,2}(?:st|nd|rd|th)$/u;
const DAYS = /(?<!\d)\d{1,2}(?:st|nd|rd|th)(?!\p{L})/gu;
const oneOf = (names: readonly string[]): string =>
  `(?:${names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join("|")})`;
const MONTH_NAME = oneOf(MONTH_WORDS.flatMap(([english = ""]) => english));
const DAY_NAME = oneOf(WEEKDAYS);
const DAYS_OF_MONTHS = new RegExp(
  `(?<!\\d)\\d{1,2}(?= (?:of )?${MONTH_NAME})|(?<=${MONTH_NAME} )\\d{1,2}(?!\\d)`,
  "giu",
);

/** The only day or year of a value that another one may replace; null if there is none. */
const dayOrYearLike = (value: string, right: string): string | null => {
  const [only = null, ...others] = DAY.test(right)
    ? (value.match(DAYS) ?? value.match(DAYS_OF_MONTHS) ?? [])
    : YEAR.test(right)
      ? (value.match(YEARS) ?? [])
      : [];
  return others.length === 0 ? only : null;
};

/**
 * The part of a value that a correction replaces: the figure of "50,000 euros" if the correction is
 * a bare figure, the year or the day of "14th March 2020" if it is one, or the street of "14 Oak Road,
 * Stockport" if it is a street. Otherwise the whole value.
 */
export const correctedPart = (value: string, right: string): string => {
  const figures = value.match(FIGURE) ?? [];
  const partOfDate = dayOrYearLike(value, right);
  if (partOfDate !== null) return partOfDate;
  if (BARE_FIGURE.test(right)) return figures.length === 1 ? (figures[0] ?? value) : value;
  const like = wordsLike(value, right);
  if (like !== null) return like;
  if (right.includes(",")) return value;
  const words = new Set(
    foldName(right)
      .split(" ")
      .filter((word) => /^\p{L}{3,}$/u.test(word)),
  );
  return (
    value.split(/, /u).find((part) =>
      foldName(part)
        .split(" ")
        .some((word) => words.has(word)),
    ) ?? value
  );
};

/** Words that are numbers and nothing else: "two", but not "a" or "one". */
const NUMBER_WORDS = [...COUNTS].flatMap(([word, count]) => (count > 1 ? word : [])).join("|");
const NUMBER_WORD = new RegExp(`^(?:${NUMBER_WORDS})$`, "u");
/** Whether the words are a number, in figures or not: "45", "eight". */
export const isNumber = (words: string): boolean =>
  BARE_FIGURE.test(words) || NUMBER_WORD.test(words);

const MEASURE = /^(?<figure>\d[\d.,:]*)\s?(?<unit>\p{L}{1,6}|%)?$/u;
const MEASURES = /(?<![\p{L}\d.,:])(?<figure>\d[\d.,:]*)(?:\s?(?<unit>\p{L}{1,6}|%)(?!\p{L}))?/gu;
const NUMBERS = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:\d+|${NUMBER_WORDS})(?![\p{L}\d.,:])`,
  "gu",
);

/** The numbers in a text that a number in words may replace. */
const countsLike = (text: string, right: string): string[] =>
  NUMBER_WORD.test(right) ? (text.match(NUMBERS) ?? []) : [];

/** The figures in a text, each with its unit, that a figure may replace. */
const measuresLike = (text: string, right: string): string[] => {
  const { figure, unit } = MEASURE.exec(right)?.groups ?? {};
  if (figure === undefined) return [];
  return [...text.matchAll(MEASURES)].flatMap(({ 0: whole, groups }) => {
    if (unit === undefined) return groups?.["figure"] ?? [];
    return groups?.["unit"]?.toLowerCase() === unit.toLowerCase() ? whole : [];
  });
};

const PAIRS = /(?<!\p{L})(?<first>\p{L}{1,30}) (?=(?<second>\p{L}{1,30})(?!\p{L}))/gu;

/**
 * The phrases of a text that have the last word of another one: "third floor" for "fourth floor".
 */
const phrasesLike = (text: string, right: string): string[] => {
  const words = right.replace(/^(?:the|an?) /iu, "").split(" ");
  const last = words.at(-1);
  if (last === undefined || words.length !== 2 || !words.every((word) => /^\p{L}+$/u.test(word)))
    return [];
  return [...text.matchAll(PAIRS)].flatMap(({ groups: { first, second } = {} }) =>
    second?.toLowerCase() === last.toLowerCase() ? `${first} ${second}` : [],
  );
};

const NUMBERED = /(?<!\p{L})(?<name>\p{L}{2,20}) \d{1,4}(?![\p{L}\d:.])/gu;
/** The numbered things of a text like another one: "Terminal 2" for "Terminal 3". */
const numberedLike = (text: string, right: string): string[] => {
  const [wanted] = [...right.matchAll(NUMBERED)];
  if (wanted === undefined || wanted[0] !== right) return [];
  return [...text.matchAll(NUMBERED)].flatMap(({ 0: whole, groups }) =>
    groups?.["name"] === wanted.groups?.["name"] ? whole : [],
  );
};

const AT_CLOCK = "(?: ?(?:at )?\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]m)?(?![\\d:]))";
const WEEKDAY = `(?<!\\p{L})${DAY_NAME}`;
const ON_DAY = new RegExp(`^${WEEKDAY}(?<every>s)?(?<clock>${AT_CLOCK})?$`, "iu");
const DAYS_WITH_CLOCK = new RegExp(`${WEEKDAY}${AT_CLOCK}?`, "giu");
const DAYS_ALONE = new RegExp(`${WEEKDAY}(?!s?\\p{L})`, "giu");
const EVERY_SUCH_DAY = new RegExp(`${WEEKDAY}s(?!\\p{L})`, "giu");
/** The days of the week in a text, with the hour if the other one has it: "Friday at 10". */
const daysLike = (text: string, right: string): string[] => {
  const day = ON_DAY.exec(right);
  if (day === null) return [];
  const { every, clock } = day.groups ?? {};
  const days = every === undefined ? DAYS_ALONE : EVERY_SUCH_DAY;
  return text.match(clock === undefined ? days : DAYS_WITH_CLOCK) ?? [];
};
const DATES = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${DAY_NAME},? )?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH_NAME}|${MONTH_NAME} \d{1,2}(?:st|nd|rd|th)?)(?![\p{L}\d])`,
  "gu",
);
/** The days of a text that another day may replace: "the 22nd of August" for "23rd of August". */
const datesLike = (text: string, right: string): string[] =>
  right.replace(DATES, "") === "" ? (text.match(DATES) ?? []) : [];

const MONTH_ALONE = new RegExp(String.raw`^${MONTH_NAME}$`, "iu");
const MONTHS_ALONE = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:in|until|since|from|by|for|to|early|late|mid|this|next)[ -])${MONTH_NAME}(?![\p{L}]| \d{1,2}(?!\d))`,
  "giu",
);
/** The months of a text that another month may replace: "April" for "March" in "in March 2026". */
const monthsLike = (text: string, right: string): string[] =>
  MONTH_ALONE.test(right) ? (text.match(MONTHS_ALONE) ?? []) : [];

const ARTICLE = /^an? /iu;
/** A value without its article, unless the words that it replaces have one too. */
export const inPlaceOf = (words: string, value: string): string =>
  ARTICLE.test(words) ? value : value.replace(ARTICLE, "");

const OBJECT = /(?<!\p{L})an? \p{L}[\p{L}'-]{0,30}(?: \p{L}[\p{L}'-]{0,30}){0,2}$/u;
/** The thing at the end of a text that another thing may replace: "a cockatoo" for "a parrot". */
const objectsLike = (text: string, right: string): string[] =>
  ARTICLE.test(right) ? (text.match(OBJECT) ?? []) : [];

const OWNER = /(?<!\p{L})\p{Lu}[\p{L}-]{1,30}'s(?!\p{L})/gu;
/** The owners in a text that another owner may replace: "Ella's" for "Emma's". */
const ownersLike = (text: string, right: string): string[] =>
  right.replace(OWNER, "") === "" ? (text.match(OWNER) ?? []) : [];

const ADDRESS =
  /(?<![\w@.-])(?:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|[\w-]{1,63}(?:\.[\w-]{2,63})+(?:\/[\w./-]{1,80})?)(?![\w@])/gu;
/** The addresses of mail or of a page in a text that another one may replace. */
const addressesLike = (text: string, right: string): string[] =>
  /\p{L}/u.test(right) && right.replace(ADDRESS, "") === ""
    ? (text.match(ADDRESS) ?? []).filter((one) => one.includes("@") === right.includes("@"))
    : [];

/**
 * The words of a text that a correction may replace, although it names none: "20 mg" for "10 mg",
 * "third floor" for "fourth floor". Null if there are none or several.
 */
export const wordsLike = (text: string, right: string): string | null => {
  const ways = [
    measuresLike,
    countsLike,
    phrasesLike,
    numberedLike,
    daysLike,
    datesLike,
    monthsLike,
    ownersLike,
    objectsLike,
    addressesLike,
  ];
  const candidates = ways.flatMap((like) => like(text, right));
  return candidates.length === 1 && candidates[0] !== undefined ? candidates[0] : null;
};

const MODEL = /^\d{1,4}\p{L}?$/u;
/**
 * The wrong part of a value: the given one, or the whole value if the right value repeats the rest.
 * "Not Ashby, Appleby Primary" replaces "Ashby Primary".
 */
export const wrongPart = (value: string, wrong: string, right: string): string => {
  const rest = foldName(value).replace(foldName(wrong), "").trim();
  // "not a Mazda, a Toyota Corolla" leaves nothing of the Mazda 3.
  if (MODEL.test(rest) && /\p{L} \p{L}/u.test(right)) return value;
  return rest !== "" && ` ${foldName(right)} `.includes(` ${rest} `) ? value : wrong;
};

const AMOUNT =
  /(?<sign>[$€£])\s?(?<number>\d[\d.,]*)|(?<![\p{L}\d.,])(?<figure>\d[\d.,]*)\s?(?<unit>pounds|dollars|euros|mg|mcg|ml|g|units)(?!\p{L})/u;
const UNITS: Readonly<Record<string, string>> = { $: "dollars", "€": "euros", "£": "pounds" };

/**
 * The amount in a text, first its unit: "pounds 12" in "pays £12 for Spotify" and in "pays 12 pounds
 * for Spotify". Null if there is none.
 */
export const amountIn = (text: string): string | null => {
  const { sign, number, figure, unit } = AMOUNT.exec(text)?.groups ?? {};
  const digits = number ?? figure;
  return digits === undefined
    ? null
    : `${unit ?? UNITS[sign ?? ""] ?? ""} ${withoutEnd(digits, /[.,]/u)}`;
};

/**
 * Whether two statements about one value give different amounts: "pays 12 pounds for Spotify",
 * "pays 14 pounds for Spotify".
 */
export const hasOtherAmount = (text: string, knownText: string): boolean => {
  const [amount, knownAmount] = [amountIn(text), amountIn(knownText)];
  return amount !== null && knownAmount !== null && amount !== knownAmount;
};
