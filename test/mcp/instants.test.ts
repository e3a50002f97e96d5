import { describe, expect, it } from "vitest";
import { readInstant } from "../../mcp/instants.ts";

const NOW = new Date("2026-11-25T12:00:00.000Z");
const END = "T23:59:59.999Z";

describe("a date of an argument", () => {
  it.each([
    ["2026", `the end of 2026 (2026-12-31${END})`],
    ["2026-03", `the end of 2026-03 (2026-03-31${END})`],
    ["2026-03-31", `the end of 2026-03-31 (2026-03-31${END})`],
    ["March", `the end of 2026-03 (2026-03-31${END})`],
    ["in March 2026", `the end of 2026-03 (2026-03-31${END})`],
    ["December", `the end of 2025-12 (2025-12-31${END})`],
    ["in 2025", `the end of 2025 (2025-12-31${END})`],
    ["12 May", `the end of 2026-05-12 (2026-05-12${END})`],
    ["May 12th, 2025", `the end of 2025-05-12 (2025-05-12${END})`],
    ["yesterday", `the end of 2026-11-24 (2026-11-24${END})`],
    ["last Monday", `the end of 2026-11-23 (2026-11-23${END})`],
    ["last week", `the end of 2026-11-16 to 2026-11-22 (2026-11-22${END})`],
    ["last month", `the end of 2026-10 (2026-10-31${END})`],
    ["Q1 2026", `the end of 2026-01-01 to 2026-03-31 (2026-03-31${END})`],
    ["2026-Q4", `the end of 2026-10-01 to 2026-12-31 (2026-12-31${END})`],
    ["the start of 2026", "the start of 2026 (2026-01-01T00:00:00.000Z)"],
    ["beginning of last month", "the start of 2026-10 (2026-10-01T00:00:00.000Z)"],
    ["end of March 2026", `the end of 2026-03 (2026-03-31${END})`],
    ["an hour ago", "2026-11-25T11:00:00.000Z"],
    ["yesterday at noon", "2026-11-24T12:00:00.000Z"],
  ])("%s means %s", (text, meaning) => {
    const { interpretation } = readInstant(text, "knownAt", "end", NOW);
    expect(interpretation).toBe(`${JSON.stringify(text)} means ${meaning}`);
  });
  it.each([
    ["2026-03-31T18:00:00Z", "2026-03-31T18:00:00.000Z"],
    ["2026-03-31 18:00", "2026-03-31T18:00:00.000Z"],
    ["2026-03-31T18:00+02:00", "2026-03-31T16:00:00.000Z"],
  ])("needs no interpretation if it is complete: %s", (text, instant) =>
    expect(readInstant(text, "knownAt", "end", NOW)).toEqual({
      instant,
      interpretation: undefined,
    }),
  );
  it.each(["end of March", "the end of 2025", "end of last week"])(
    "means its end if it says so, even as a start: %s",
    (text) => expect(readInstant(text, "occurredAt", "start", NOW).instant).toContain(END),
  );
  it.each([
    "",
    "   ",
    "soon",
    "a week of Tuesdays",
    "March and April",
    "from March to May",
    "before 2020",
    "since March",
    "2026-02-30",
    "2026-13",
    "Q5 2026",
    "Q1 0050",
    "end of",
    "in",
    `in ${"very ".repeat(50)}March`,
  ])("is refused if it is none: %j", (text) =>
    expect(() => readInstant(text, "knownAt", "end", NOW)).toThrow(/^knownAt cannot be read: /u),
  );
});
