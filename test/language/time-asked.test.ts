import { describe, expect, it } from "vitest";
import { instantAsked, timeAsked } from "../../src/language/time-asked.ts";
import type { Instant } from "../../src/memory/time.ts";
import { UTC } from "../../src/memory/time-zone.ts";

/** A Sunday. */
const NOW = "2026-11-22T12:00:00.000Z" as Instant;
const day = (at: Instant | null | undefined): string => at?.slice(0, 10) ?? "open";

describe("the time that a question asks about", () => {
  it.each([
    ["Where did I live in February?", "2026-02-01", "2026-03-01"],
    ["Where did I live in December?", "2025-12-01", "2026-01-01"],
    ["Where did I live in Feb 2024?", "2024-02-01", "2024-03-01"],
    ["What was my job in 2019?", "2019-01-01", "2020-01-01"],
    ["Who was my boss on 3 May?", "2026-05-03", "2026-05-04"],
    ["Who was my boss on May 3rd, 2021?", "2021-05-03", "2021-05-04"],
    ["Where was I on 2025-12-24?", "2025-12-24", "2025-12-25"],
    ["What did I do yesterday?", "2026-11-21", "2026-11-22"],
    ["What did I do last week?", "2026-11-09", "2026-11-16"],
    ["Where did I work last year?", "2025-01-01", "2026-01-01"],
    ["Where did I go last June?", "2026-06-01", "2026-07-01"],
    ["Where did I work two years ago?", "2024-01-01", "2025-01-01"],
    ["Where did I live before March 2020?", "open", "2020-03-01"],
    ["Where have I worked since 2019?", "2019-01-01", "open"],
    ["Where will I be in March?", "2027-03-01", "2027-04-01"],
    ["Where are we going next month?", "2026-12-01", "2027-01-01"],
    ["Onde eu morava em fevereiro?", "2026-02-01", "2026-03-01"],
    ["Onde eu morava em março de 2021?", "2021-03-01", "2021-04-01"],
    ["Onde eu trabalhava no ano passado?", "2025-01-01", "2026-01-01"],
    ["Onde eu morava há dois anos?", "2024-01-01", "2025-01-01"],
    ["O que fiz ontem?", "2026-11-21", "2026-11-22"],
    ["Where did I eat last Friday?", "2026-11-20", "2026-11-21"],
    ["Whom did I meet on Monday?", "2026-11-16", "2026-11-17"],
    ["Where was I last Sunday?", "2026-11-15", "2026-11-16"],
    ["What have I said since Wednesday?", "2026-11-18", "open"],
    ["What did I plan before last Tuesday?", "open", "2026-11-17"],
    ["What was I told this Thursday?", "2026-11-19", "2026-11-20"],
    ["What do I have to do this Thursday?", "2026-11-26", "2026-11-27"],
    ["Where will I be on Friday?", "2026-11-27", "2026-11-28"],
    ["Who is coming next Sunday?", "2026-11-29", "2026-11-30"],
    ["Onde jantei na sexta passada?", "2026-11-20", "2026-11-21"],
    ["Onde eu estava na terça-feira?", "2026-11-17", "2026-11-18"],
    ["O que vou fazer no sábado?", "2026-11-28", "2026-11-29"],
    ["Where did I work twelve years ago?", "2014-01-01", "2015-01-01"],
  ])("%j is of %s to %s", (question, from, to) => {
    const asked = timeAsked(question, NOW, UTC);
    expect([day(asked?.from), day(asked?.to)]).toEqual([from, to]);
  });

  it.each([
    "Where do I live?",
    "May I have your name?",
    "Who won the march?",
    "What is my PIN, 2019?",
    "How much is the rent of 1,350?",
    "Do I march in the parade?",
    "Is April my friend?",
    "What do I do on Fridays?",
    "Which class do I have on Friday?",
    "Did I always train on Mondays?",
    "When is the last Friday of the month?",
    "Is Friday my cat?",
    "Onde eu morava na segunda vez?",
    "Did I like Sunday roasts?",
    "",
  ])("%j asks about no time", (question) => expect(timeAsked(question, NOW, UTC)).toBeNull());

  it.each([
    ["Where did I live in February?", "2026-02-28T23:59:59.999Z"],
    ["Where do I live this year?", NOW],
    ["Where have I lived since 2019?", NOW],
    ["Where did I live before 2020?", "2019-12-31T23:59:59.999Z"],
    ["Where will I live in March?", "2027-03-31T23:59:59.999Z"],
  ])("%j is answered as of %s", (question, at) =>
    expect(instantAsked(timeAsked(question, NOW, UTC)!, NOW)).toBe(at),
  );

  it.each([
    ["America/Los_Angeles", "Where was I yesterday?", "2026-11-20T08:00:00.000Z"],
    ["Pacific/Auckland", "Where was I yesterday?", "2026-11-20T11:00:00.000Z"],
    ["+05:30", "Where did I live in February?", "2026-01-31T18:30:00.000Z"],
    ["Europe/Lisbon", "Where did I live in July?", "2026-06-30T23:00:00.000Z"],
  ])("in %s %j is from %s on", (zone, question, from) =>
    expect(timeAsked(question, "2026-11-21T12:30:00.000Z" as Instant, zone)?.from).toBe(from),
  );

  it.each(["0001-01-02T00:00:00.000Z", "9999-12-31T00:00:00.000Z"])(
    "stays within the years of the calendar at %s",
    (now) => {
      for (const question of [
        "300 years ago",
        "999 months ago",
        "next year",
        "last week",
        "in 2000",
      ])
        expect(timeAsked(question, now as Instant, "America/Los_Angeles")).not.toBeNull();
    },
  );
});
