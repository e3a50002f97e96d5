import fc from "fast-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SpaceStore, Store } from "../../../src/store/port.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { asOf, fact, record, text } from "../../contract/records.ts";
import { embedder } from "../../contract/stores.ts";
import { newDirectory, openStore } from "./directory.ts";

const WORDS = ["zebra", "giraffe", "piano", "lisbon", "porto", "bob"];

interface Said {
  readonly second: number;
  readonly kind: "FACT" | "SUMMARY";
  readonly words: readonly string[];
}

/** The formula as it stands in the literature, over what was said up to a second, kind by kind. */
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

  const write = async (space: SpaceStore, said: readonly Said[]): Promise<void> => {
    for (const second of new Set(said.map((one) => one.second))) {
      const now = [...said.entries()].filter(([, one]) => one.second === second);
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
          await write(space, inOrder);
          const hits = await space.searchFullText(terms, {
            kinds: ["FACT", "SUMMARY"],
            at: asOf(second),
            limit: 100,
          });
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
    const said = Array.from({ length: 3_000 }, (_, i) =>
      fact(`f${i}`, 1, { text: i % 1_000 === 7 ? `Clara saw zebra ${i}` : `Clara wrote ${i}` }),
    );
    await record(space, 1, {
      facts: said,
      texts: said.map(({ textId, fact: subject, text: words }) =>
        text(textId, 1, { kind: "FACT", subject, text: words }),
      ),
    });
    const found = async (...terms: string[]): Promise<string[]> =>
      (await space.searchFullText(terms, { kinds: ["FACT"], at: asOf(1), limit: 10 })).map(
        (hit) => hit.text.subject,
      );
    expect((await found("clara", "zebra")).toSorted()).toEqual(["f1007", "f2007", "f7"]);
    expect(await found("clara")).toHaveLength(10);
    expect(await found("clara", "giraffe")).toHaveLength(10);
    expect(await found("clara", "wrote", "giraffe")).toHaveLength(10);
    expect(await found("giraffe")).toEqual([]);
  });
});
