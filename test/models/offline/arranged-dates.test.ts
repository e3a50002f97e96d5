import { describe, expect, it } from "vitest";
import { extract } from "./extraction.ts";

/** The start that the first fact of a message states, to the day; null if it states none. */
const startOf = async (message: string): Promise<string | null> => {
  const { facts } = await extract(message);
  return facts[0]?.validFrom?.slice(0, 10) ?? null;
};

/** Said on 21 November 2026. */
describe("a date for which something was arranged", () => {
  it.each([
    "I booked a table for 12 January.",
    "I bought tickets for the show on 8 February.",
    "I signed up for a race on 14 March.",
    "We booked a cabin from 10 to 17 January.",
    "We reserved the church for 20 September.",
    "I've been asked to give a talk on 12 December.",
    "I applied for a job that starts in January.",
    "My sister found out she's due in February.",
    "I was invited to speak in Oslo on 12 December.",
    "My boss approved my leave from 1 to 14 January.",
    "I was told my contract ends in January.",
    "My boss asked me to stay on until Christmas.",
    "Anika got into King Edward's, starts in January.",
    "We settled on February.",
  ])("is not in the past: %s", async (message) => expect(await startOf(message)).toBeNull());

  it.each([
    ["I booked the flights on 15 October.", "2026-10-15"],
    ["I met Ana on 12 January.", "2026-01-12"],
    ["I bought a boat on 8 February.", "2026-02-08"],
    ["I signed the lease on 2 November.", "2026-11-02"],
    ["I broke my leg in August.", "2026-08-01"],
    ["I was told that Tom died in June.", "2026-06-01"],
    ["I went to see Ana on 15 October.", "2026-10-15"],
    ["I had to sell my boat in August.", "2026-08-01"],
    ["I wrote that I met Kim in August.", "2026-08-01"],
    ["I registered the car on 3 September.", "2026-09-03"],
    ["My boss approved my leave on 2 November.", "2026-11-02"],
    ["I was told the news in October.", "2026-10-01"],
    ["I lived in Rome from May 2025.", "2025-05-01"],
    ["Anika broke her wrist in January, starts crying.", "2026-01-01"],
    ["I planted bulbs in the garden in October.", "2026-10-01"],
  ])("and a date on which something happened is: %s", async (message, start) =>
    expect(await startOf(message)).toBe(start),
  );
});

const textOf = async (message: string): Promise<string | undefined> =>
  (await extract(message)).facts[0]?.text;

/** 21 November 2026 is a Saturday. */
describe("the day of a plan", () => {
  it.each([
    ["I have choir on Thursday.", "on Thursday"],
    ["The bins go out on Tuesday.", "on Tuesday"],
    ["I usually swim on Fridays.", "Fridays"],
    ["I'm working on Tuesdays.", "on Tuesdays"],
  ])("may be every such day: %s", async (message, words) =>
    expect(await textOf(message)).toContain(words),
  );

  it.each([
    "The exam has been moved to 10 January.",
    "The lease has been extended to 30 June.",
    "Parking permits have been postponed until March.",
  ])("is not in the past when it is put off: %s", async (message) =>
    expect(await startOf(message)).toBeNull(),
  );

  it.each([
    ["The office has moved to Leeds on 10 March.", "2026-03-10"],
    ["I moved to Leeds in March.", "2026-03-01"],
  ])("but the day of a move is: %s", async (message, start) =>
    expect(await startOf(message)).toBe(start),
  );
});

const endOf = async (message: string): Promise<string | null> =>
  (await extract(message)).facts[0]?.validTo?.slice(0, 10) ?? null;

describe("a plan", () => {
  it.each([
    ["I'm going to take my driving test on 9 May.", "2027-05-10"],
    ["I'm having my eyes done on 8 June.", "2027-06-09"],
    ["We're hoping to go to Iceland in September.", "2027-10-01"],
    ["My sister is getting married next spring.", "2027-06-01"],
    ["I need to finish my thesis by June.", "2027-07-01"],
    ["Vou viajar para Roma em maio.", "2027-06-01"],
  ])("is over when its day is: %s", async (message, end) => expect(await endOf(message)).toBe(end));

  it.each([
    "I plan to learn Spanish.",
    "The opening is on 24 May.",
    "I start the nursing course on 8 September.",
    "I go to my mum's at Christmas.",
    "I get paid on the 25th.",
    "I have yoga on Monday.",
    "I'm moving to Leeds in May.",
    "My daughter was born on 9 May.",
  ])("has no end without one, and what begins or comes again has none: %s", async (message) =>
    expect(await endOf(message)).toBeNull(),
  );
});
