/** Feasts with the same date in each year: month from 0, and day. */
const FIXED: Readonly<Record<string, readonly [month: number, day: number]>> = {
  christmas: [11, 25],
  "christmas day": [11, 25],
  "christmas eve": [11, 24],
  "boxing day": [11, 26],
  halloween: [9, 31],
  "new year": [0, 1],
  "new year's": [0, 1],
  "new year's day": [0, 1],
  "new year's eve": [11, 31],
  "valentine's day": [1, 14],
};

/** Easter Sunday in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
const easterOf = (year: number): number => {
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const golden = year % 19;
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * correction + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
};

const NOVEMBER = 10;
const THURSDAY = 4;
/** Thanksgiving in the United States: the fourth Thursday of November. */
const thanksgivingOf = (year: number): number => {
  const firstWeekday = new Date(Date.UTC(year, NOVEMBER, 1)).getUTCDay();
  return Date.UTC(year, NOVEMBER, 22 + ((THURSDAY - firstWeekday + 7) % 7));
};

/** The start of the day of a feast in a year, in milliseconds; null for an unknown name. */
export const feastOf = (name: string, year: number): number | null => {
  if (name === "easter") return easterOf(year);
  if (name === "thanksgiving") return thanksgivingOf(year);
  const [month, day] = FIXED[name] ?? [];
  return month === undefined ? null : Date.UTC(year, month, day);
};
