import { describe, expect, it } from "vitest";
import { type Instant, type Precision } from "../../../src/memory/time.ts";
import type { ExtractedFact } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";
import {
  CLASSES,
  CORRECTIONS,
  INTRODUCED,
  NO_CORRECTIONS,
  NOT_INTRODUCED,
  NOT_POINTED,
  POINTED,
} from "./claims/classes.ts";
import { CHAT } from "./claims/chat.ts";
import { EVERYDAY } from "./claims/everyday.ts";

const LENGTHS: Readonly<Record<Precision, number>> = { YEAR: 4, MONTH: 7, DAY: 10, INSTANT: 24 };
const SIGNS = { HOLDS: "", ENDED: "-", NEVER: "!" } as const;

const instant = (at: Instant | null, precision: Precision | null): string =>
  at?.slice(0, LENGTHS[precision ?? "INSTANT"]) ?? "";

const attribute = (slot: string | null, value: string | null): string =>
  `${slot ?? ""}${value === null ? "" : `=${value}`}`;

/** A claim as `slot=value`: `-` before it where it has ended, `!` where it never held, the interval, and what it corrects. */
const claim = (fact: ExtractedFact): string => {
  const { subject, polarity, slot, value, still, corrects } = fact;
  const { validFrom, fromPrecision, validTo, toPrecision } = fact;
  const dates =
    validFrom === null && validTo === null
      ? ""
      : ` [${instant(validFrom, fromPrecision)}..${instant(validTo, toPrecision)}]`;
  const owner = subject === "Rafael" ? "" : `${subject}.`;
  const wrong = corrects === null ? "" : ` for ${attribute(corrects.slot, corrects.value)}`;
  return `${owner}${SIGNS[polarity]}${attribute(slot, value)}${dates}${still ? " still" : ""}${wrong}`;
};

const read = async (message: string, before: readonly string[] = [], speaker = "Rafael") => {
  return extract(message, { speaker, recentMessages: before });
};

const claimsOf = async (message: string, before: readonly string[] = []): Promise<string[]> =>
  (await read(message, before)).facts
    .filter(({ slot, polarity }) => slot !== null || polarity !== "HOLDS")
    .map(claim);

describe.each([...CLASSES, ...EVERYDAY, ...CHAT])("$name", ({ rows, others }) => {
  it.each(rows)("%s", async (says, ...claims) => {
    expect((await claimsOf(says)).toSorted()).toEqual(claims.toSorted());
  });

  it.each(others)("but not: %s", async (says, ...claims) => {
    expect((await claimsOf(says)).toSorted()).toEqual(claims.toSorted());
  });

  it("is told from at least as many others", () => {
    expect(others.length).toBeGreaterThanOrEqual(rows.length);
  });
});

describe("corrections", () => {
  it.each([...CORRECTIONS, ...NO_CORRECTIONS])("%s – %s", async (before, says, ...claims) => {
    expect((await claimsOf(says, [before])).toSorted()).toEqual(claims.toSorted());
  });
});

describe("what is pointed at", () => {
  it.each([...POINTED, ...NOT_POINTED])("%s – %s", async (before, says, ...claims) => {
    expect((await claimsOf(says, [before])).toSorted()).toEqual(claims.toSorted());
  });
});

describe("introductions", () => {
  it.each(INTRODUCED)("%s: %s", async (by, says, name) => {
    expect((await read(says, [], by)).selfName).toBe(name);
  });

  it.each(NOT_INTRODUCED)("but not %s: %s", async (by, says) => {
    const { selfName, facts } = await read(says, [], by);
    expect([selfName, facts.filter(({ slot }) => slot === "name")]).toEqual([null, []]);
  });
});
