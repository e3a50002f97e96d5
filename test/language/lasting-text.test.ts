import { describe, expect, it } from "vitest";
import { lastingText } from "../../src/language/lasting-text.ts";
import { instantOf } from "../../src/memory/time.ts";

/** A Sunday. */
const said = instantOf(Date.UTC(2026, 10, 22, 20));
const dayOf = (date: string | null) => (date === null ? null : instantOf(Date.parse(date)));
const at = (text: string, start: string | null = null, end: string | null = null): string =>
  lastingText(text, { saidAt: said, start: dayOf(start), end: dayOf(end) });

describe("a text that lasts", () => {
  it.each([
    ["Ana moved to Leiden last week", "Ana moved to Leiden in the week of 9 November 2026"],
    ["Ana is away until next week", "Ana is away until the week of 23 November 2026"],
    ["Ana started at Bolt yesterday", "Ana started at Bolt on 21 November 2026"],
    ["Ana flies to Tokyo tomorrow morning", "Ana flies to Tokyo on 23 November 2026"],
    ["Ana has been ill since yesterday", "Ana has been ill since 21 November 2026"],
    ["Ana got married last month", "Ana got married in October 2026"],
    ["Ana will retire next year", "Ana will retire in 2027"],
    ["Ana bought a bike earlier this year", "Ana bought a bike in 2026"],
    ["Ana's son was born two weeks ago", "Ana's son was born in the week of 2 November 2026"],
    ["Ana left 3 days ago", "Ana left on 19 November 2026"],
    ["Ana quit about a month ago", "Ana quit in October 2026"],
    ["Ana went hiking this weekend", "Ana went hiking on the weekend of 21 November 2026"],
    ["Ana starts at Bolt a week on Monday", "Ana starts at Bolt on 30 November 2026"],
    ["Ana starts at Bolt two weeks tomorrow", "Ana starts at Bolt on 7 December 2026"],
    ["Ana flies on Friday week", "Ana flies on 4 December 2026"],
    ["Ana is away until Sunday fortnight", "Ana is away until 13 December 2026"],
    ["Ana has sung since May last year", "Ana has sung since May 2025"],
    ["Ana had a cat from 2010 to last year", "Ana had a cat from 2010 to 2025"],
    ["Kit now works at Philips", "Kit works at Philips"],
    ["Ana is currently living in Rome", "Ana is living in Rome"],
    ["Ana usually drinks tea these days", "Ana usually drinks tea"],
  ])("%s", (text, lasting) => {
    expect(at(text)).toBe(lasting);
    expect(at(lasting)).toBe(lasting);
  });
  it.each([
    ["Ana got engaged on Sunday", "2026-11-22", "Ana got engaged on 22 November 2026"],
    ["Ana starts at Bolt next Monday", "2026-11-30", "Ana starts at Bolt on 30 November 2026"],
    ["Ana bought a Tesla in March", "2026-03-01", "Ana bought a Tesla in March 2026"],
    ["Ana moved on 3 March", "2025-03-03", "Ana moved on 3 March 2025"],
  ])("takes the date of %s from its start, %s", (text, start, lasting) => {
    expect(at(text, start)).toBe(lasting);
  });
  it.each([
    'Ana likes the song "Yesterday" by the Beatles',
    'Ana said "see you tomorrow"',
    "Ana watches Last Week Tonight",
    "Ana reads yesterday's paper",
    "Ana swims now and then",
    "Ana is fine from now on",
    "Ana lived in Rome until now",
    "Ana was born in March 1990",
    "Ana lives at 12 Today Street",
    "Ana works three weeks on and one week off",
    "Ana runs the Monday weekly review",
    "Ana knows the snow",
    "Ana moved a while ago",
    "Ana works on Sunday-morning shows",
  ])("leaves %s", (text) => {
    expect(at(text)).toBe(text);
  });
  it.each([
    ["Ana is going to run in March", "2027-04-01", "Ana is going to run in March 2027"],
    ["Ana sees the dentist on Friday", "2026-11-28", "Ana sees the dentist on 27 November 2026"],
    ["Ana is having it done on 3 May", "2027-05-04", "Ana is having it done on 3 May 2027"],
    ["Ana is away through Friday", "2026-11-28", "Ana is away through 27 November 2026"],
    ["Ana is away until Friday", "2026-11-27", "Ana is away until Friday"],
    ["Ana will stop in March", "2027-03-01", "Ana will stop in March"],
  ])("takes the date of %s from its end, %s", (text, end, lasting) => {
    expect(at(text, null, end)).toBe(lasting);
  });
  it.each([
    ["Ana plays tennis on Sunday", "2026-11-20"],
    ["Ana gardens in March", "2026-11-22"],
    ["Ana was born on 3 March 1990", "1990-03-03"],
  ])("leaves %s, which does not start on it (%s)", (text, start) => {
    expect(at(text, start)).toBe(text);
  });
});
