import { describe, expect, it } from "vitest";
import { checkExport } from "../../src/portable/check-export.ts";
import { linesOf } from "./carry.ts";

const NOW = Date.UTC(2026, 5, 1);
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

const header = { kind: "palimpsest", format: 1, id: "x", embedder: { id: "e", dimensions: 2 } };
const commit = (second: number, changes: object = {}) => ({
  kind: "commit",
  recordedAt: at(second),
  previous: second === 1 ? null : at(second - 1),
  ...changes,
});
const entity = { entity: "ann" };
const fact = { fact: "f", entity: "ann", tier: "LONG_TERM" };
const relationship = { source: "ann", target: "ann", evidence: "f" };
const session = { kind: "session", id: "s" };
const turn = { kind: "turn", session: "s" };
const note = { kind: "note", session: null, path: "/a", value: 1 };
const end = (changes: object = {}) => ({
  kind: "end",
  head: at(2),
  sessions: 1,
  turns: 1,
  notes: 1,
  ...changes,
});
const FIRST = commit(1, { entities: [entity], facts: [fact], relationships: [relationship] });
const WHOLE = [header, FIRST, commit(2), session, turn, note, end()];

const check = async (records: readonly (object | string)[]): Promise<number> => {
  let last = 0;
  const rows = records.map((row) => (typeof row === "string" ? row : JSON.stringify(row)));
  for await (const number of checkExport(linesOf(rows), NOW)) last = number;
  return last;
};

describe("an export", () => {
  it("that is whole has nothing wrong", async () => {
    expect(await check(WHOLE)).toBe(WHOLE.length);
    expect(await check([header, end({ head: null, sessions: 0, turns: 0, notes: 0 })])).toBe(2);
  });

  it.each<[string, readonly (object | string)[], RegExp]>([
    ["is no JSON", [header, "{"], /^Record 2 .*not JSON/u],
    ["has no header", [FIRST], /^Record 1 .*not a header/u],
    ["has two headers", [header, header], /^Record 2 .*second header/u],
    ["lacks a commit", [header, FIRST, commit(3)], /^Record 3 .*does not follow/u],
    ["goes back in time", [header, FIRST, { ...commit(2), recordedAt: at(0) }], /^Record 3/u],
    ["is ahead", [header, commit(1, { recordedAt: "2027-01-01T00:00:00.000Z" })], /not come/u],
    ["lacks an entity", [header, commit(1, { facts: [fact] })], /entity that is missing/u],
    [
      "has a tier that is none",
      [header, commit(1, { entities: [entity], facts: [{ ...fact, tier: "FOREVER" }] })],
      /tier that is not known/u,
    ],
    [
      "lacks an end of a relationship",
      [header, commit(1, { relationships: [relationship] })],
      /relationship of an entity that is missing/u,
    ],
    [
      "lacks the evidence of a relationship",
      [header, commit(1, { entities: [entity], relationships: [relationship] })],
      /without the fact/u,
    ],
    ["has a turn elsewhere", [header, session, { ...turn, session: "t" }], /another session/u],
    ["is counted wrong", [...WHOLE.slice(0, -1), end({ turns: 2 })], /does not count/u],
    ["goes on after its end", [...WHOLE, note], /comes after its end/u],
    ["is cut off", WHOLE.slice(0, -1), /was cut off\. Nothing was imported/u],
    ["is empty", [], /was cut off/u],
  ])("that %s is refused, by its record", async (_, records, message) => {
    await expect(check(records)).rejects.toThrow(message);
  });
});
