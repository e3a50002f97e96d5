import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LineClaim } from "../../src/memory/line/claim.ts";
import { linesByValue, settle, withLastValue } from "../../src/memory/line/line.ts";
import { BEGINNING, OPEN, periodEnd, type Instant, type Precision } from "../../src/memory/time.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The start of a month of 2024, or of a year. */
const instant = (text: string): Instant => {
  const date = text.replaceAll(/[()]/gu, "");
  const month = MONTHS.indexOf(date) + 1;
  const day = month > 0 ? `2024-${String(month).padStart(2, "0")}` : `${date}-01`;
  return `${day}-01T00:00:00.000Z` as Instant;
};

/** Square brackets mean that only the year or the month was stated. */
const precision = (date: string | undefined): Precision => {
  if (date === undefined || !date.startsWith("(")) return "INSTANT";
  return /\d/u.test(date) ? "YEAR" : "MONTH";
};

const STAGES = ["dating", "engaged to", "married to"];

const CLAIM =
  /^(?<said>\w+): (?<denial>no longer|never)? ?(?<stage>dating|engaged to|married to)? ?(?:(?<amount>\d+) mg of )?(?<value>[A-Z]\w+)?(?: (?<word>from|since) (?<from>\(?\w+\)?))?(?: (?:to|until) (?<to>\(?\w+\)?))?$/u;

/** A claim as the page writes it. They are recorded in the order in which they stand. */
const claimOf = (text: string, i: number): LineClaim => {
  const parts = CLAIM.exec(text.trim())?.groups;
  if (!parts) throw new Error(`Not a claim: ${text}`);
  const { said = "", denial, stage = "", amount, value = null, word, from, to } = parts;
  const occurredAt = instant(said);
  const end = to === undefined ? OPEN : instant(to);
  const isPast = from === undefined && end <= occurredAt;
  const polarity = denial === undefined ? "HOLDS" : denial === "never" ? "NEVER" : "ENDED";
  const start = isPast || polarity === "NEVER" ? null : occurredAt;
  return {
    id: `c${i + 1}`,
    polarity,
    value,
    label: null,
    amount: amount === undefined ? null : `mg ${amount}`,
    stage: stage === "" ? null : STAGES.indexOf(stage),
    takesOver: false,
    from: from === undefined ? start : instant(from),
    to: end,
    isRetracted: false,
    fromStated: from !== undefined,
    still: word === "since",
    occurredAt,
    recordedAt: `2030-01-01T00:00:${String(i).padStart(2, "0")}.000Z` as Instant,
    position: 0,
    restsUntil: OPEN,
    fromPrecision: precision(from),
    toPrecision: precision(to),
  };
};

/** The visible pieces in the notation of the page. */
const shown = (line: readonly LineClaim[]): string =>
  settle(line)
    .map(({ value, from, to, claims }) => {
      const stage = claims.find((claim) => claim.stage !== null)?.stage ?? null;
      const date = (at: Instant): string => {
        if (at === BEGINNING || at === OPEN) return "";
        const year = at.slice(0, 4);
        return year === "2024" ? (MONTHS[Number(at.slice(5, 7)) - 1] ?? at) : year;
      };
      const amount = claims.find((claim) => claim.amount !== null)?.amount ?? null;
      const dose = amount === null ? "" : `${amount.replace("mg ", "")} mg of `;
      const words = stage === null ? dose : `${STAGES[stage]} `;
      return `${words}${value} ${date(from)}–${date(to)}`;
    })
    .join(", ");

/** The rows of the table of examples. */
const examples = (): (readonly [claims: string, shows: string])[] => {
  const page = readFileSync(new URL("../../docs/reference/time.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("### Examples");
  const rows =
    section
      .split("###")[0]
      ?.split("\n")
      .filter((row) => row.startsWith("|")) ?? [];
  return rows.slice(2).map((row) => {
    const [, claims = "", shows = ""] = row.split("|");
    return [claims.trim(), shows.trim()];
  });
};

describe("the visible part of the claims in docs/reference/time.md", () => {
  it.each(examples())("%s", (said, shows) => {
    const line = said.split(";").map(claimOf);
    expect(shown(line)).toBe(shows);
    // The order in which they were recorded changes nothing.
    const last = line.length - 1;
    const reversed = line.map((claim, i) => ({
      ...claim,
      recordedAt: line[last - i]?.recordedAt ?? claim.recordedAt,
    }));
    expect(shown(reversed)).toBe(shows);
  });
});

describe("a piece", () => {
  it("has the id of the claim recorded first, and the words of the one said last", () => {
    const [piece] = settle(["Mar: Rome", "Jan: Rome"].map(claimOf));
    expect(piece).toMatchObject({ claims: [{ id: "c1" }, { id: "c2" }], words: { id: "c1" } });
  });

  it("names what ends it and what it follows", () => {
    const pieces = settle(["Jan: Rome", "Mar: Oslo", "May: no longer Oslo"].map(claimOf));
    expect(pieces).toMatchObject([
      { value: "Rome", end: { kind: "REPLACED", by: "c2" }, after: null },
      { value: "Oslo", end: { kind: "ENDED", by: "c3" }, after: "c1" },
    ]);
  });

  it("ends within the period of an end that was said after it", () => {
    const [piece] = settle(["Mar: Acme", "2025: no longer Acme from (2024)"].map(claimOf));
    expect(piece).toMatchObject({ to: "2024-12-31T23:59:59.999Z", toPrecision: "YEAR" });
  });

  it.each([
    ["said before the period", "2023: Acme; Nov: no longer Acme from (2024)"],
    ["of another value", "2023: Acme; Mar: Bolt; Nov: no longer Acme from (2024)"],
    ["said after the end", "2023: Acme; Nov: no longer Acme from (2024); Dec: Bolt"],
    ["denied", "2023: Acme; Mar: Acme; Apr: never Acme from 2024; Nov: no longer Acme from (2024)"],
  ])("ends at the start of the period if the other claim is %s", (_, line) => {
    const [piece] = settle(line.split("; ").map(claimOf));
    expect(piece).toMatchObject({ value: "Acme", to: "2024-01-01T00:00:00.000Z" });
  });

  it("ends for good if it was retracted, together with what it covered", () => {
    const line = ["Jan: Rome", "Mar: Oslo to May"].map(claimOf);
    const retracted = line.map((claim, i) => ({ ...claim, isRetracted: i === 1 }));
    expect(shown(line)).toBe("Rome Jan–Mar, Oslo Mar–May, Rome May–");
    expect(shown(retracted)).toBe("Rome Jan–Mar, Oslo Mar–May");
  });
});

describe("a slot with several values", () => {
  /** A claim of the table, with a label. `!` after it says that it takes over. */
  const labelled = (text: string, i: number): LineClaim => {
    const [, label = "", takesOver, claim = ""] = /^\s*(\w+)(!)?> (.*)$/u.exec(text) ?? [];
    return {
      ...claimOf(claim, i),
      label: label === "pet" ? null : label,
      takesOver: takesOver === "!",
    };
  };
  const valuesOf = (text: string): string[] =>
    linesByValue(text.split(";").map(labelled))
      .map(shown)
      .filter((line) => line !== "");
  it.each([
    // A claim that takes over ends the other values of its label, in any order of arrival.
    ["dog> Jan: Rex; dog!> Mar: Max", ["Rex Jan–Mar", "Max Mar–"]],
    ["dog!> Mar: Max; dog> Jan: Rex", ["Max Mar–", "Rex Jan–Mar"]],
    ["dog> Jan: Rex; dog> Feb: Ida; dog!> Mar: Max", ["Rex Jan–Mar", "Ida Feb–Mar", "Max Mar–"]],
    ["pet> Jan: Rex; dog> Feb: Rex; dog!> Mar: Max", ["Rex Jan–Mar", "Max Mar–"]],
    ["dog> Jan: Rex; dog!> Mar: Max; dog!> May: Rex", ["Rex Jan–Mar, Rex May–", "Max Mar–May"]],
    ["dog> Jan: Rex; dog> May: no longer", ["Rex Jan–May"]],
    ["dog> Jan: Rex; pet> May: no longer", ["Rex Jan–May"]],
    // And no other.
    ["dog> Jan: Rex; dog> Mar: Max", ["Rex Jan–", "Max Mar–"]],
    ["cat> Jan: Tom; dog!> Mar: Max", ["Tom Jan–", "Max Mar–"]],
    ["pet> Jan: Ida; dog!> Mar: Max", ["Ida Jan–", "Max Mar–"]],
    ["dog!> Mar: Max; dog> May: Rex", ["Max Mar–", "Rex May–"]],
    ["dog> Jan: Rex; dog!> Mar: Max; dog> Apr: never Max", ["Rex Jan–"]],
    [
      "dog> Jan: Rex; dog> Feb: Ida from Jun; dog!> Mar: Max",
      ["Rex Jan–Mar", "Ida Jun–", "Max Mar–"],
    ],
    ["cat> Jan: Tom; dog> May: no longer", ["Tom Jan–"]],
  ])("%s", (claims, lines) => expect(valuesOf(claims)).toEqual(lines));
});

describe("the precision of visible starts and ends", () => {
  const precisions = (text: string) =>
    settle(text.split(";").map(claimOf)).map(
      ({ value, fromPrecision, toPrecision }) => `${value} ${fromPrecision} ${toPrecision}`,
    );
  it.each([
    ["2025: Acme from (2020) to (2024)", ["Acme YEAR YEAR"]],
    ["2025: Acme from (2024); 2026: Acme from (Mar)", ["Acme MONTH INSTANT"]],
    ["2025: Acme from (2024); 2026: Bolt from (Mar)", ["Acme YEAR MONTH", "Bolt MONTH INSTANT"]],
    ["2025: Acme from (2020); 2026: no longer Acme from (Mar)", ["Acme YEAR MONTH"]],
    [
      "2025: Acme from (2020); 2025: Bolt from (Mar) to (Jun)",
      ["Acme YEAR MONTH", "Bolt MONTH MONTH", "Acme INSTANT INSTANT"],
    ],
  ])("%s", (claims, shown) => expect(precisions(claims)).toEqual(shown));
});

describe("the end of the period that a date names", () => {
  it.each([
    ["2020-01-01T00:00:00.000Z", "YEAR", "2021-01-01T00:00:00.000Z"],
    ["2020-02-01T00:00:00.000Z", "MONTH", "2020-03-01T00:00:00.000Z"],
    ["2020-02-28T00:00:00.000Z", "DAY", "2020-02-29T00:00:00.000Z"],
    ["2020-02-28T10:15:00.000Z", "INSTANT", "2020-02-28T10:15:00.000Z"],
    // In Berlin and in New York.
    ["2020-02-29T23:00:00.000Z", "MONTH", "2020-03-31T23:00:00.000Z"],
    ["2020-01-01T05:00:00.000Z", "YEAR", "2021-01-01T05:00:00.000Z"],
  ] as const)("%s %s", (start, of, end) => expect(periodEnd(start as Instant, of)).toBe(end));
});

describe("a value that never changes", () => {
  const told = (...claims: string[]) => shown(withLastValue(claims.map(claimOf)));

  it.each([
    [["Jan: Rome", "Mar: Oslo"], "Oslo Jan–"],
    [["Mar: Oslo", "Jan: Rome"], "Oslo Jan–"],
    [["Jan: Rome", "Mar: Oslo", "May: Rome"], "Rome Jan–"],
    [["Jan: Rome", "Mar: Oslo", "May: never Oslo"], "Rome Jan–"],
    [["Jan: Rome", "Mar: never Rome"], ""],
    [["Jan: Rome"], "Rome Jan–"],
  ])("is the one said last: %j", (claims, shows) => expect(told(...claims)).toBe(shows));
});
