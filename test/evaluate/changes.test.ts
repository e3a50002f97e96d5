import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateChanges } from "../../evaluate/changes/changes.ts";
import { CHANGING_STORIES } from "../../evaluate/changes/stories.ts";
import { openMemory, type Memory } from "../../evaluate/memory.ts";

describe("stories with changes of mind", () => {
  it("state every expected value, the current one after the previous one", () => {
    for (const { messages, questions } of CHANGING_STORIES) {
      const last = (values: readonly string[]): number =>
        messages.findLastIndex(({ message }) => values.some((value) => message.includes(value)));
      const first = (values: readonly string[]): number =>
        messages.findIndex(({ message }) => values.some((value) => message.includes(value)));
      for (const { question, current, stale } of questions) {
        expect(last(current), question).toBeGreaterThanOrEqual(0);
        if (stale.length > 0) expect(first(stale), question).toBeLessThan(last(current));
      }
    }
    expect(CHANGING_STORIES.flatMap(({ questions }) => questions)).toHaveLength(30);
  });

  describe("told to a strategy", () => {
    let memory: Memory;
    beforeAll(async () => void (memory = await openMemory()));
    afterAll(() => memory.close());

    /** Floors: they go up as strategies get better, and never down. The first scores are in docs/reference/evaluation.md. */
    it("leave the answer in its context, and seldom the previous value", async () => {
      const { tables } = await evaluateChanges(memory, () => undefined, [
        "HIERARCHICAL",
        "ENTITY_GRAPH",
        "KEY_VALUE",
      ]);
      const row = (strategy: string) => {
        const [, answers, currentOnly, , staleOnly, , , mostTokens] = tables[0]!.rows
          .find(([way]) => way === strategy)!
          .map(Number);
        return { answers, currentOnly, staleOnly, mostTokens };
      };
      const graph = row("ENTITY_GRAPH");
      expect(graph.answers).toBeGreaterThanOrEqual(29);
      expect(graph.currentOnly).toBeGreaterThanOrEqual(12);
      expect(graph.staleOnly).toBe(0);
      expect(graph.mostTokens).toBeLessThan(700);
      const slots = row("KEY_VALUE");
      expect(slots.answers).toBeGreaterThanOrEqual(14);
      expect(slots.staleOnly).toBeLessThanOrEqual(2);
      expect(row("HIERARCHICAL").answers).toBe(30);
    }, 60_000);
  });
});
