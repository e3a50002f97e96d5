import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/memory/event.ts";
import type { Instant } from "../../src/memory/time.ts";
import { countTokens } from "../../src/language/tokens.ts";
import { fillBudget, type RecallItem } from "../../src/read/recall/block.ts";
import { EARLY, entityVersion, factVersion, LATE } from "./scripted-space.ts";

const CLARA = entityVersion("clara", { name: "Clara Rezende" });
const BRUNO = entityVersion("bruno", { name: "Bruno" });
const ANA = entityVersion("ana", { name: "Ana" });

const fact = (
  id: string,
  text: string,
  own: Parameters<typeof factVersion>[1] = {},
  entity = CLARA,
): RecallItem => ({ kind: "FACT", entity, version: factVersion(id, { text, ...own }) });
const said = (id: string, quotation: string, own: Partial<Event> = {}): RecallItem => ({
  kind: "EVENT",
  quotation,
  event: {
    id,
    message: quotation,
    speaker: "Ana",
    occurredAt: EARLY,
    recordedAt: EARLY,
    session: null,
    turn: null,
    idempotencyKey: null,
    recentMessages: [],
    status: "APPLIED",
    emotion: null,
    outcome: null,
    settledAt: null,
    ...own,
  },
});

describe("the block", () => {
  it("names the user, then facts by entity, then messages, cited in the order of the text", async () => {
    const items = [
      said("e2", "She moved!", { occurredAt: LATE }),
      fact("f1", "Clara Rezende works at Orion Tech.", {
        validFrom: "2024-03-01T00:00:00.000Z" as Instant,
        validFromKnown: true,
      }),
      fact("f3", "Bruno plays chess", {}, BRUNO),
      said("e1", "Clara works at Orion", { speaker: null }),
      fact("f2", "Clara Rezende's dog is Rex", { validTo: LATE }),
    ];
    const block = await fillBudget(ANA, items, 500);
    expect(block.text.split("\n")).toEqual([
      "The user is Ana [1]",
      "- Clara Rezende (person): works at Orion Tech (since 2024-03) [2]; Clara Rezende's dog is Rex (said 2024-01-01, until 2025) [3]",
      "- Bruno (person): plays chess (said 2024-01-01) [4]",
      '- user, 2024-01-01: "Clara works at Orion" [5]',
      '- Ana, 2025-01-01: "She moved!" [6]',
    ]);
    expect(block.citations).toEqual([
      { kind: "ENTITY", id: "ana" },
      { kind: "FACT", id: "f1" },
      { kind: "FACT", id: "f2" },
      { kind: "FACT", id: "f3" },
      { kind: "EVENT", id: "e1" },
      { kind: "EVENT", id: "e2" },
    ]);
    expect(block.tokens).toBe(await countTokens(block.text));
  });

  it("is empty if there is nothing to tell", async () =>
    expect(await fillBudget(null, [], 50)).toEqual({ text: "", citations: [], tokens: 0 }));

  it("says a thing once", async () => {
    const { citations } = await fillBudget(
      null,
      [fact("f1", "Clara sings"), fact("f1", "Clara sings"), said("e1", "x"), said("e1", "x")],
      500,
    );
    expect(citations).toHaveLength(2);
  });

  it("takes the best that fit, and leaves out what is too long for the rest", async () => {
    const { citations } = await fillBudget(
      null,
      [
        fact("f1", "Clara Rezende sings"),
        said("e1", "very long ".repeat(100)),
        fact("f2", "Clara Rezende paints"),
      ],
      60,
    );
    expect(citations.map(({ id }) => id)).toEqual(["f1", "f2"]);
  });

  it("leaves out a user whose name exceeds the budget", async () =>
    expect(
      (
        await fillBudget(
          entityVersion("ana", { name: "Ana ".repeat(200) }),
          [fact("f1", "Clara Rezende sings")],
          50,
        )
      ).citations,
    ).toEqual([{ kind: "FACT", id: "f1" }]));

  it("stays within its budget, and cites what stands in the text, for any content", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 120 });
    const item = fc.oneof(
      fc
        .record({ id: fc.uuid(), words: text, name: text })
        .map(({ id, words, name }) => fact(id, words, {}, entityVersion(`entity ${id}`, { name }))),
      fc
        .record({ id: fc.uuid(), words: text, name: text })
        .map(({ id, words, name }) => said(id, words.replace(/\s+/gu, " "), { speaker: name })),
    );
    return fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 12 }),
        fc.integer({ min: 0, max: 300 }),
        async (items, budget) => {
          const block = await fillBudget(ANA, items, budget);
          expect(block.tokens).toBeLessThanOrEqual(budget);
          expect(await countTokens(block.text)).toBe(block.tokens);
          for (const [index] of block.citations.entries())
            expect(block.text).toContain(`[${index + 1}]`);
        },
      ),
    );
  });
});
