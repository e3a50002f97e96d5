import fc from "fast-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SpaceStore, Store } from "../../../src/store/port.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";
import { asOf, fact, record, text } from "../../contract/records.ts";
import { embedder } from "../../contract/stores.ts";
import { newDirectory, openStore } from "./directory.ts";

const WORDS = ["zebra", "giraffe", "piano", "lisbon", "porto", "bob"];

interface Said {
  readonly second: number;
  readonly kind: "FACT" | "SUMMARY";
  readonly words: readonly string[];
}

/** The formula of the literature, over the texts up to a second, for each kind. */
const naively = (
  said: readonly Said[],
  terms: readonly string[],
  second: number,
): Map<number, number> => {
  const scores = new Map<number, number>();
  for (const kind of ["FACT", "SUMMARY"]) {
    const known = [...said.entries()].filter(
      ([, one]) => one.kind === kind && one.second <= second,
    );
    const average = known.reduce((sum, [, { words }]) => sum + words.length, 0) / known.length;
    for (const term of new Set(terms)) {
      const having = known.filter(([, { words }]) => words.includes(term));
      const idf = Math.log(1 + (known.length - having.length + 0.5) / (having.length + 0.5));
      for (const [i, { words }] of having) {
        const f = words.filter((word) => word === term).length;
        scores.set(
          i,
          (scores.get(i) ?? 0) +
            (idf * f * 2.2) / (f + 1.2 * (0.6 + (0.4 * words.length) / average)),
        );
      }
    }
  }
  return scores;
};

describe("BM25 in the SQLite store", () => {
  let directory: string;
  let store: Store;
  let spaces = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "palimpsest-bm25-"));
    store = await openSqliteStore({ directory, embedder, maxOpenSpaces: 2 });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  /** Writes what was said from a place on. */
  const write = async (space: SpaceStore, said: readonly Said[], from = 0): Promise<void> => {
    const entries = [...said.entries()].slice(from);
    for (const second of new Set(entries.map(([, one]) => one.second))) {
      const now = entries.filter(([, one]) => one.second === second);
      await record(space, second, {
        facts: now.flatMap(([i, { kind, words }]) =>
          kind === "FACT" ? [fact(String(i), second, { text: words.join(" ") })] : [],
        ),
        texts: now.map(([i, { kind, words }]) =>
          text(`text-${i}`, second, { kind, subject: String(i), text: words.join(" ") }),
        ),
      });
    }
  };

  it("scores, as of any second, like a plain sum over what was said until then", async () => {
    const said = fc.array(
      fc.record({
        second: fc.integer({ min: 1, max: 6 }),
        kind: fc.constantFrom<Said["kind"]>("FACT", "SUMMARY"),
        words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }),
      }),
      { minLength: 1, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(
        said,
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 7 }),
        async (unordered, terms, second) => {
          const inOrder = unordered.toSorted((a, b) => a.second - b.second);
          const space = await store.space({ tenant: "t", user: String(spaces++) });
          const search = () =>
            space.searchFullText(terms, {
              kinds: ["FACT", "SUMMARY"],
              at: asOf(second),
              limit: 100,
            });
          // What one search keeps must not change another.
          const half = inOrder.filter((one) => one.second <= 3);
          await write(space, half);
          await search();
          await write(space, inOrder, half.length);
          const hits = await search();
          const expected = naively(inOrder, terms, second);
          expect(new Set(hits.map((hit) => Number(hit.text.subject)))).toEqual(
            new Set(expected.keys()),
          );
          for (const hit of hits)
            expect(hit.score).toBeCloseTo(expected.get(Number(hit.text.subject))!, 9);
          expect(hits.map(({ score }) => score)).toEqual(
            hits.map(({ score }) => score).toSorted((a, b) => b - a),
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a term that nearly all texts contain", () => {
  it("is dropped beside rarer terms, and searched for alone", async () => {
    const space = await (await openStore(await newDirectory())).space({ tenant: "t", user: "u" });
    const say = async (second: number, sentences: readonly string[]): Promise<void> => {
      const facts = sentences.map((sentence, i) =>
        fact(`f${second > 1 ? `${second}-` : ""}${i}`, second, { text: sentence }),
      );
      await record(space, second, {
        facts,
        texts: facts.map(({ textId, fact: subject, text: words }) =>
          text(textId, second, { kind: "FACT", subject, text: words }),
        ),
      });
    };
    const foundAt = async (second: number, ...terms: string[]): Promise<string[]> =>
      (await space.searchFullText(terms, { kinds: ["FACT"], at: asOf(second), limit: 10 })).map(
        (hit) => hit.text.subject,
      );
    const found = (...terms: string[]): Promise<string[]> => foundAt(1, ...terms);
    await say(
      1,
      Array.from({ length: 3_000 }, (_, i) =>
        i % 1_000 === 7 ? `Clara saw zebra ${i}` : `Clara wrote ${i}`,
      ),
    );
    expect((await found("clara", "zebra")).toSorted()).toEqual(["f1007", "f2007", "f7"]);
    expect(await found("clara")).toHaveLength(10);
    expect(await found("clara", "giraffe")).toHaveLength(10);
    expect(await found("clara", "wrote", "giraffe")).toHaveLength(10);
    expect(await found("giraffe")).toEqual([]);
    // It counts again once it is rarer, and as of before, it is as common as it was.
    await say(
      2,
      Array.from({ length: 2_000 }, (_, i) => `Piano ${i}`),
    );
    for (let again = 0; again < 2; again++) {
      expect(await foundAt(2, "clara", "zebra")).toHaveLength(10);
      expect(await foundAt(1, "clara", "zebra")).toHaveLength(3);
    }
    // More texts, or erased ones, make it common or rare.
    await say(
      3,
      Array.from({ length: 9_000 }, (_, i) => `Clara sang ${i}`),
    );
    for (let again = 0; again < 2; again++) {
      expect(await foundAt(3, "clara", "zebra")).toHaveLength(3);
      expect(await foundAt(2, "clara", "zebra")).toHaveLength(10);
    }
    await space.erase(await space.head(), {
      ...NOTHING_ERASED,
      texts: Array.from({ length: 6_000 }, (_, i) => fact(`f3-${i}`, 3).textId),
    });
    for (let again = 0; again < 2; again++)
      expect(await foundAt(3, "clara", "zebra")).toHaveLength(10);
    expect(await foundAt(1, "clara", "zebra")).toHaveLength(3);
  });
});
