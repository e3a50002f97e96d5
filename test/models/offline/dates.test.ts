import { casual as chrono } from "chrono-node/en";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/memory/time.ts";
import type { CalendarDate } from "../../../src/models/offline/dates/calendar.ts";
import { findTimes } from "../../../src/models/offline/dates/find-times.ts";
import { validityOf, type Tense } from "../../../src/models/offline/dates/validity.ts";

/** A Wednesday. */
const SAID_AT = parseInstant("2026-08-12T15:30:00.000Z")!;
const day = (date: CalendarDate | null): string => date?.start.slice(0, 10) ?? "";

const dated = (sentence: string, tense: Tense): string => {
  const { from, to } = validityOf(findTimes(sentence), tense, SAID_AT, chrono);
  return `${day(from)}..${day(to)}`;
};

describe("the validity of a statement", () => {
  it.each([
    ["THIS WEEK", "2026-08-10..2026-08-17"],
    ["this weekend", "2026-08-15..2026-08-17"],
    ["This Weekend", "2026-08-15..2026-08-17"],
    ["This Month", "2026-08-01..2026-09-01"],
    ["Today", "2026-08-15..2026-08-16"],
  ])("is the current period, however it is written: %s", (words, validity) => {
    const saturday = parseInstant("2026-08-15T15:30:00.000Z")!;
    const times = findTimes(`Noor is staying there ${words}`);
    const { from, to } = validityOf(times, "present", saturday, chrono);
    expect(`${day(from)}..${day(to)}`).toBe(validity);
  });

  it.each([
    "Noor works on the 12th floor",
    "Noor was leading in the 4th quarter",
    "Noor is in the 9th grade",
    "Noor came in the 3rd place",
  ])("is not that of a counted thing: %s", (sentence) => {
    expect(dated(sentence, "present")).toBe("..");
  });

  it("is a day before something else", () => {
    expect(dated("Noor started on the 4th at the new shop", "past")).toBe("2026-08-04..");
  });

  it("is in the next month on the last days of a long one", () => {
    const last = parseInstant("2026-01-31T15:30:00.000Z")!;
    const times = findTimes("Noor is away until the end of next month");
    expect(day(validityOf(times, "present", last, chrono).to)).toBe("2026-03-01");
  });

  it.each<readonly [string, Tense, string]>([
    ["Noor is flying to Rome on 9 May", "present", "2027-05-10"],
    ["Noor is flying to Rome in May", "present", "2027-06-01"],
    ["Noor is cycling to Rome next spring", "present", "2027-06-01"],
    ["Noor is flying next week", "present", "2026-08-24"],
    ["Noor is flying next weekend", "present", "2026-08-24"],
    ["Noor is flying in two weeks", "present", "2026-08-27"],
    ["Noor will fly on the 24th and return on the 28th", "future", "2026-08-29"],
    ["Noor has to finish by the end of the year", "present", "2027-01-01"],
    ["Noor has to finish by Friday", "present", "2026-08-15"],
    ["Noor will start after Easter", "future", ""],
    ["Noor flew on 9 May", "past", ""],
    ["Noor is away until Friday", "present", ""],
  ])("knows when a plan is over: %s", (sentence, tense, end) => {
    const { plannedUntil } = validityOf(findTimes(sentence), tense, SAID_AT, chrono);
    expect(day(plannedUntil)).toBe(end);
  });

  it.each<readonly [string, Tense, string]>([
    ["Noor moved last month", "past", "2026-07-01.."],
    ["Noor moved yesterday", "past", "2026-08-11.."],
    ["Noor moved last week", "past", "2026-08-03.."],
    ["Noor moved last year", "past", "2025-01-01.."],
    ["Noor moved on March 14 2021", "past", "2021-03-14.."],
    ["Noor moved on 14 March 2021", "past", "2021-03-14.."],
    ["Noor moved on 2021-03-14", "past", "2021-03-14.."],
    ["Noor moved in 2012", "past", "2012-01-01.."],
    ["Noor moved in March 2020", "past", "2020-03-01.."],
    ["Noor moved in early 2020", "past", "2020-01-01.."],
    ["Noor moved in Q3 2024", "past", "2024-07-01.."],
    ["Noor moved in December", "past", "2025-12-01.."],
    ["Noor moved in June", "past", "2026-06-01.."],
    ["Noor moved on Monday", "past", "2026-08-10.."],
    ["Noor moved on Friday", "past", "2026-08-07.."],
    ["Noor moved two weeks ago", "past", "2026-07-29.."],
    ["Noor moved three years ago", "past", "2023-01-01.."],
    ["Noor moved last Christmas", "past", "2025-12-25.."],
    ["Noor has lived there since March 2020", "perfect", "2020-03-01.."],
    ["Noor lives there since 2019", "present", "2019-01-01.."],
    ["Noor has lived there for three years", "perfect", "2023-01-01.."],
    ["Noor has lived there for six months", "perfect", "2026-02-01.."],
    ["Noor has lived there a year now", "perfect", "2025-01-01.."],
    ["Noor is in the office four days a week now", "present", ".."],
    ["Noor pays 15 dollars a month now", "present", ".."],
    ["Noor sees them once a month now", "present", ".."],
    ["Noor worked there until June 2023", "past", "..2023-06-01"],
    ["Noor worked there from 2015 to 2018", "past", "2015-01-01..2018-01-01"],
    ["Noor worked there 2015-2018", "past", "2015-01-01..2018-01-01"],
    ["From January 2027 Noor leads the team", "present", "2027-01-01.."],
    ["Noor will lead the team starting next month", "future", "2026-09-01.."],
    ["Noor is away until Friday", "present", "..2026-08-14"],
    ["Noor moved last summer", "past", "2025-06-01.."],
    ["Noor moved last spring", "past", "2026-03-01.."],
    ["Noor moved in the autumn", "past", "2025-09-01.."],
    ["Noor moved in the summer of 2023", "past", "2023-06-01.."],
    ["Noor moved on the 3rd", "past", "2026-08-03.."],
    ["Noor moved fourteen months ago", "past", "2025-06-01.."],
    ["Noor moved umpteen months ago", "past", ".."],
    ["Noor moved 14 months ago", "past", "2025-06-01.."],
    ["Noor worked there from 3 to 9 May 2024", "past", "2024-05-03..2024-05-09"],
    ["Noor is staying there for six months", "present", "..2027-02-01"],
    ["Noor will work there for two years", "future", "..2028-08-01"],
    ["Noor is staying there this week", "present", "2026-08-10..2026-08-17"],
    ["Noor is away until the end of the month", "present", "..2026-09-01"],
    ["Noor is away until Christmas", "present", "..2026-12-25"],
    ["Noor is away until Easter", "present", "..2027-03-28"],
    ["Noor moved a fortnight ago", "past", "2026-07-29.."],
    ["Noor has lived there for a fortnight", "perfect", "2026-07-29.."],
    ["Noor is away for a fortnight", "present", "..2026-08-26"],
    ["Noor has worked there since the start of the year", "perfect", "2026-01-01.."],
    ["Noor has worked there since the beginning of the month", "perfect", "2026-08-01.."],
    ["Noor has worked there since the beginning of May", "perfect", "2026-05-01.."],
    ["Noor is away until mid-September", "present", "..2026-09-15"],
    ["Noor is away until the middle of September", "present", "..2026-09-15"],
    ["Noor is away until the start of September", "present", "..2026-09-01"],
    ["Noor moved there in mid-June", "past", "2026-06-01.."],
    ["Noor will be away all of September", "future", "2026-09-01..2026-10-01"],
    ["Noor will be away for the whole of next month", "future", "2026-09-01..2026-10-01"],
    ["Noor will be away all next week", "future", "2026-08-17..2026-08-24"],
    ["Noor was away all of last week", "past", "2026-08-03..2026-08-10"],
    ["Noor moved the week before last", "past", "2026-07-27.."],
    ["Noor moved the month before last", "past", "2026-06-01.."],
    ["Noor moved the year before last", "past", "2024-01-01.."],
    ["Noor will lead the team from the week after next", "future", "2026-08-24.."],
    ["Noor will be there from the 3rd to the 9th of September", "future", "2026-09-03..2026-09-09"],
    [
      "Noor will be there from the 3rd until the 9th of September",
      "future",
      "2026-09-03..2026-09-09",
    ],
    ["Noor was there between the 3rd and 9th of May", "past", "2026-05-03..2026-05-09"],
    ["Noor will be there from 3 to 9 September", "future", "2026-09-03..2026-09-09"],
    ["Noor will be there from September 3 to 9", "future", "2026-09-03..2026-09-09"],
    ["Noor moved 18 months ago", "past", "2025-02-01.."],
    ["Noor moved at the weekend", "past", "2026-08-08.."],
    ["Noor moved over the weekend", "past", "2026-08-08.."],
    ["Noor moved on the first of May", "past", "2026-05-01.."],
    ["Noor moved on the twenty-first of May", "past", "2026-05-21.."],
    ["Noor is away until the new year", "present", "..2027-01-01"],
    ["Noor will be away from Friday until Thursday next week", "future", "2026-08-14..2026-08-20"],
    ["Noor is away for another four weeks", "present", "..2026-09-09"],
    ["Noor will be a lifeguard all summer", "future", "2026-06-01..2026-09-01"],
    ["Noor will be there next month, from the 8th to the 15th", "future", "2026-09-08..2026-09-15"],
    ["Noor has been there since New Year", "perfect", "2026-01-01.."],
    ["Noor has been there since Boxing Day", "perfect", "2025-12-26.."],
    ["Noor moved back in March", "past", "2026-03-01.."],
    ["Noor moved at Easter", "past", "2026-04-05.."],
    ["Noor moved last Thanksgiving", "past", "2025-11-27.."],
    ["Noor is away until New Year's Day", "present", "..2027-01-01"],
    ["Noor moved on Valentine's Day 2020", "past", "2020-02-14.."],
    ["Noor has lived there for a year and a half", "perfect", "2025-02-01.."],
    ["Noor has lived there for two and a half years", "perfect", "2024-02-01.."],
    ["Noor has lived there for half a year", "perfect", "2026-02-01.."],
    ["Noor has lived there for a week and a half", "perfect", "2026-08-02.."],
    ["Noor moved a year and a half ago", "past", "2025-02-01.."],
    ["Noor moved half a year ago", "past", "2026-02-01.."],
    ["Noor has lived there six years this October", "perfect", "2020-10-01.."],
    ["Noor moved this May", "past", "2026-05-01.."],
    ["Noor has worked there six years", "perfect", "2020-01-01.."],
    ["Noor has worked there half a year", "perfect", "2026-02-01.."],
    ["Noor moved on the last Saturday of June", "past", "2026-06-27.."],
    ["Noor moved on the first Monday in May", "past", "2026-05-04.."],
    ["Noor moved on the second Friday of last month", "past", "2026-07-10.."],
    ["Noor moved on the third Thursday of March 2024", "past", "2024-03-21.."],
    ["Noor moved on the 11th of last month", "past", "2026-07-11.."],
    ["Noor was there from the 3rd to the 11th of this month", "past", "2026-08-03..2026-08-11"],
    ["Noor moved two days before Christmas", "past", "2025-12-23.."],
    ["Noor moved the week before Easter", "past", "2026-03-29.."],
    ["Noor moved the day after Thanksgiving", "past", "2025-11-28.."],
    ["Noor leads the team from a week on Monday", "present", "2026-08-24.."],
    ["Noor leads the team from Friday week", "present", "2026-08-21.."],
    ["Noor leads the team from tomorrow fortnight", "present", "2026-08-27.."],
    ["Noor is away until a week tomorrow", "present", "..2026-08-20"],
  ])("%s (%s): %s", (sentence, tense, expected) => {
    expect(dated(sentence, tense)).toBe(expected);
  });
});

describe("text without a date of its own", () => {
  it.each<readonly [string, Tense]>([
    ["Noor is retiring in December", "future"],
    ["Noor moves next week", "present"],
    ["Noor worked there for three years", "past"],
    ["Noor is six months pregnant", "present"],
    ["Noor has run two years of meetings", "perfect"],
    ["Noor has a lease of two years", "present"],
    ["Noor has had a contract of two years", "perfect"],
    ["Noor has lost two years", "perfect"],
    ["Noor has savings of six months", "present"],
    ["Noor paid 5 pounds before Christmas", "past"],
    ["Noor swims every Monday", "present"],
    ["Noor swims on Mondays and Thursdays", "present"],
    ["Noor swims twice a week", "present"],
    ["Noor must finish by Friday", "present"],
    ["Noor moved after 2019", "past"],
    ["Noor moved the other day", "past"],
    ["Noor moved two winters ago", "past"],
    ["Noor stayed there for six months", "past"],
    ["Noor learned it in two weeks", "past"],
    ["Noor may move", "present"],
    ["Noor sat in the sun", "past"],
    ["Noor ran a march", "past"],
  ])("%s (%s)", (sentence, tense) => {
    expect(dated(sentence, tense)).toBe("..");
  });
});

it("an end is never before its start", () => {
  expect(dated("Noor worked there from 2018 to 2015", "past")).toBe("2018-01-01..");
});

describe("the times in a sentence with numbers", () => {
  it.each<readonly [string, readonly string[]]>([
    ["My number 3 is value 3.", []],
    ["The 2 flats cost $950,000 and $60.", []],
    ["We have room 12B of 40.", []],
    ["Call me on Thurs at 5.", ["on Thurs"]],
    ["It took place on 5/6/2024.", ["on 5/6/2024"]],
    ["It took place on the 3rd.", ["on the 3rd"]],
    ["We will meet in Q3.", ["in Q3"]],
    ["Noor drove for 3 hours.", ["for 3 hours"]],
    ["Noor calls 2 times an hour.", ["2 times an hour"]],
    ["Noor arrived 20 minutes ago.", ["20 minutes ago"]],
  ])("%s", (sentence, times) => {
    expect(findTimes(sentence).map(({ text }) => text)).toEqual(times);
  });
});
