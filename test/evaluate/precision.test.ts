import { afterAll, beforeAll, expect, it } from "vitest";
import { openMemory, type Memory } from "../../evaluate/memory.ts";
import { BELIEFS, BELIEF_QUESTIONS } from "../../evaluate/precision/beliefs.ts";
import { evaluatePrecision } from "../../evaluate/precision/precision.ts";

let memory: Memory;
beforeAll(async () => void (memory = await openMemory()));
afterAll(() => memory.close());

it("returns the wanted beliefs, and fewer unwanted ones the higher the cut is", async () => {
  const { tables } = await evaluatePrecision(memory, () => undefined);
  const rows = tables[0]!.rows.map((row) => row.map(Number));
  expect(rows.map(([cut]) => cut)).toEqual([0, 0.3, 0.5, 0.7, 0.9]);
  const [whole, , half] = rows;
  expect(whole![2]).toBeGreaterThan(95);
  expect(half![1]).toBeGreaterThan(60);
  expect(half![2]).toBeGreaterThan(80);
  for (const column of [2, 3, 4])
    for (const [n, row] of rows.entries())
      expect(row[column]!).toBeLessThanOrEqual((rows[n - 1] ?? row)[column]!);
});

it("asks only for existing beliefs", () => {
  const ids = new Set(BELIEFS.map(({ id }) => id));
  expect(ids.size).toBe(BELIEFS.length);
  for (const { wanted, unwanted } of BELIEF_QUESTIONS) {
    for (const id of [...wanted, ...unwanted]) expect(ids).toContain(id);
    expect(wanted.filter((id) => unwanted.includes(id))).toEqual([]);
  }
});
