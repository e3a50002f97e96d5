import { numbers } from "../data/words.ts";
import type { Chrono } from "chrono-node";
import { epochMillis, instantOf, type Instant } from "../../../memory/time.ts";
import {
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
  type CalendarDate,
} from "../dates/calendar.ts";
import { readDate } from "../dates/read-date.ts";
import { countedBack, notLater, UNDATED, type Validity } from "../dates/validity.ts";

const MONTH =
  "(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)";
const DATE = `(?:(?:dia )?\\d{1,2}(?:º)? de ${MONTH}(?: (?:de|do) \\d{4})?|${MONTH}(?: (?:de|do) \\d{4})?|\\d{1,2}/\\d{1,2}/\\d{4}|(?:19|20)\\d{2})`;
const NUMBERS = numbers("find_times_numbers");
const COUNT = `(?:\\d{1,3}|${Object.keys(NUMBERS).join("|")})`;
const UNIT = "(?:dias?|semanas?|m[eê]s(?:es)?|anos?)";
const NOT_WITHIN = "(?<!\\p{L})";

const SINCE = new RegExp(`${NOT_WITHIN}desde (?<date>${DATE})`, "iu");
const UNTIL = new RegExp(`${NOT_WITHIN}até (?<date>${DATE})`, "iu");
const RANGE = new RegExp(
  `${NOT_WITHIN}(?:de|entre) (?<from>${DATE}) (?:a|até|e) (?<to>${DATE})`,
  "iu",
);
const AT = new RegExp(
  `${NOT_WITHIN}(?:em|no dia|dia|no ano de|no começo de|no início de|no final de) (?<date>${DATE})`,
  "iu",
);
const AGO = new RegExp(
  `${NOT_WITHIN}(?:h[áa]|faz|atrás de) (?:cerca de |quase |mais de )?(?<count>${COUNT}) (?<unit>${UNIT})|${NOT_WITHIN}(?<count2>${COUNT}) (?<unit2>${UNIT}) atrás`,
  "iu",
);
const NAMED: readonly (readonly [RegExp, (today: Date) => CalendarDate | null])[] = [
  [/(?<!\p{L})anteontem(?!\p{L})/iu, (today) => startOfDay(back(today, 2))],
  [/(?<!\p{L})ontem(?!\p{L})/iu, (today) => startOfDay(back(today, 1))],
  [/(?<!\p{L})hoje(?!\p{L})/iu, (today) => startOfDay(today)],
  [/(?<!\p{L})(?:na )?semana passada(?!\p{L})/iu, (today) => startOfWeek(back(today, 7))],
  [
    /(?<!\p{L})(?:no )?m[eê]s passado(?!\p{L})/iu,
    (today) => startOfMonth(today.getUTCFullYear(), today.getUTCMonth() - 1),
  ],
  [/(?<!\p{L})(?:no )?ano passado(?!\p{L})/iu, (today) => startOfYear(today.getUTCFullYear() - 1)],
  [
    /(?<!\p{L})(?:neste|este|esse|nesse) ano(?!\p{L})/iu,
    (today) => startOfYear(today.getUTCFullYear()),
  ],
  [
    /(?<!\p{L})(?:neste|este|esse|nesse) mês(?!\p{L})/iu,
    (today) => startOfMonth(today.getUTCFullYear(), today.getUTCMonth()),
  ],
];

const DAY = 86_400_000;
const back = (today: Date, days: number): Date => new Date(today.getTime() - days * DAY);

const unitInEnglish = (unit: string): string =>
  /^ano/iu.test(unit) ? "year" : /^m/iu.test(unit) ? "month" : /^sem/iu.test(unit) ? "week" : "day";

const MONTHS = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];
const MONTH_ALONE = new RegExp(`^(?<month>${MONTH})(?: (?:de|do) (?<year>\\d{4}))?$`, "iu");

/** "março de 2021"; a month without a year is the last one of that name, or the next. */
const monthOf = (words: string, today: Date, lean: "past" | "future"): CalendarDate | null => {
  const { month, year } = MONTH_ALONE.exec(words)?.groups ?? {};
  if (month === undefined) return null;
  const n = MONTHS.indexOf(month.toLowerCase());
  const past = n <= today.getUTCMonth();
  const nearest = today.getUTCFullYear() + (lean === "past" ? (past ? 0 : -1) : past ? 1 : 0);
  return startOfMonth(year === undefined ? nearest : Number(year), n);
};

type DateReader = (words: string) => CalendarDate | null;

/** "desde 2018 até maio": its two ends. Null where neither is told. */
const boundsOf = (text: string, read: DateReader, now: Instant): Validity | null => {
  const range = RANGE.exec(text)?.groups;
  const until = read(range?.["to"] ?? UNTIL.exec(text)?.groups?.["date"] ?? "");
  const since = SINCE.exec(text)?.groups?.["date"] ?? "";
  const from = notLater(read(range?.["from"] ?? since), now);
  return from === null && until === null
    ? null
    : { ...UNDATED, from, to: until, still: since !== "" };
};

/**
 * "há cinco anos", "semana passada", "em março": when something began; null where no date is told.
 */
const startOf = (text: string, read: DateReader, today: Date): CalendarDate | null => {
  const named = NAMED.find(([pattern]) => pattern.test(text));
  if (named !== undefined) return named[1](today);
  const { count, count2, unit, unit2 } = AGO.exec(text)?.groups ?? {};
  const counted = (count ?? count2)?.toLowerCase();
  if (counted !== undefined)
    return countedBack(
      instantOf(today.getTime()),
      NUMBERS[counted] ?? Number(counted),
      unitInEnglish(unit ?? unit2 ?? ""),
    );
  const { date = "" } = AT.exec(text)?.groups ?? {};
  return read(date);
};

/**
 * The validity that a Portuguese statement gives itself. chrono misses "semana passada" and the
 * like: they are read here.
 */
export const portugueseValidity = (text: string, now: Instant, chrono: Chrono): Validity => {
  const today = new Date(epochMillis(now));
  const readAs =
    (lean: "past" | "future"): DateReader =>
    (words) =>
      words === ""
        ? null
        : (monthOf(words, today, lean) ??
          readDate(
            words.replace(/^dia /iu, "").replace(/ do (?=\d{4})/iu, " de "),
            now,
            lean,
            chrono,
          ));
  const bounds = boundsOf(text, readAs("past"), now);
  if (bounds !== null) return bounds;
  const ahead = startOf(text, readAs("future"), today);
  const planned = ahead !== null && ahead.start > now ? ahead : null;
  return { ...UNDATED, from: notLater(startOf(text, readAs("past"), today), now), planned };
};
