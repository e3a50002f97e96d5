import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import { planJobs } from "../../src/derive/worker/plan-jobs.ts";
import { DEFAULT_THRESHOLDS } from "../../src/derive/worker/triggers.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { ExportRecord } from "../../src/portable/export-format.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { storeOnDouble } from "../store/cosmos/provisioned.ts";
import { answers, standing } from "./answers.ts";
import { exported, imported, linesOf } from "./carry.ts";
import { erasingHistories, histories, live, models, type Step } from "./history.ts";
import { importMemory } from "../../src/portable/import-memory.ts";

const { embedder } = models;
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 12);
const DAY = 86_400_000;
/** Before any turn expires. */
const now = (): number => Date.UTC(2026, 0, 1);

const points = fc.array(
  fc.record({ known: fc.nat({ max: 40 }), day: fc.integer({ min: -1, max: 12 }) }),
  { minLength: 4, maxLength: 4 },
);
const STORY: Step[] = [
  {
    kind: "write",
    message: "My name is Clara and I work at Acme.",
    day: 1,
    session: "s1",
    tags: null,
  },
  { kind: "summary" },
  { kind: "write", message: "I live in Lisbon.", day: 2, session: "s1", tags: ["topic: home"] },
  { kind: "write", message: "I moved to Porto last month.", day: 5, session: "s2", tags: null },
  { kind: "vectors" },
  { kind: "assert", value: "red", day: 3 },
  { kind: "revert", of: 1 },
  { kind: "summary" },
  { kind: "delete turns", upTo: 1 },
];

describe("an exported and imported memory", () => {
  let sqlite: Store;
  let cosmos: Store;
  const closing: (() => Promise<void>)[] = [];
  let count = 0;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-portable-"));
    sqlite = await openSqliteStore({ directory, embedder, now });
    const double = await storeOnDouble(embedder, { now }, { sockets: false });
    cosmos = double.store;
    closing.push(
      () => sqlite.close(),
      double.close,
      () => rm(directory, { recursive: true }),
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  const fresh = (store: Store): Promise<SpaceStore> =>
    store.space({ tenant: "t", user: `u${count++}` });

  /** The record times of all commits. */
  const timesOf = (lines: readonly string[]): Instant[] =>
    lines
      .map((line) => JSON.parse(line) as ExportRecord)
      .flatMap((line) => (line.kind === "commit" ? [line.recordedAt] : []));
  const sameEverywhere = async (
    a: SpaceStore,
    b: SpaceStore,
    times: readonly Instant[],
    at: readonly { readonly known: number; readonly day: number }[],
    exactly: boolean,
  ): Promise<void> => {
    expect(await standing(b)).toEqual(await standing(a));
    for (const { known, day } of at) {
      const point = {
        knownAt: times[known % times.length]!,
        validAt:
          day < 0 ? times[known % times.length]! : instantOf(Date.UTC(2025, 0, 1) + day * DAY),
      };
      expect(await answers(b, point, exactly)).toEqual(await answers(a, point, exactly));
    }
  };

  it(
    "reads the same at every pair of times, from SQLite to SQLite, and is the same export again",
    () =>
      fc.assert(
        fc.asyncProperty(histories, points, fc.boolean(), async (steps, at, embeddings) => {
          const [from, to] = [await fresh(sqlite), await fresh(sqlite)];
          await live(from, steps);
          const lines = await exported(embedder, from, { embeddings });
          await imported(embedder, to, lines);
          const times = timesOf(lines);
          if (times.length > 0) await sameEverywhere(from, to, times, at, true);
          expect((await exported(embedder, to, { embeddings })).slice(1)).toEqual(lines.slice(1));
        }),
        { numRuns: RUNS, endOnFailure: true },
      ),
    120_000,
  );

  /** Makes a fork of a memory as it was known at one of its commits, and compares what they answer up to then. */
  const expectFork = async (
    [from, to]: readonly [SpaceStore, SpaceStore],
    cut: number,
    at: readonly { readonly known: number; readonly day: number }[],
    exactly: boolean,
  ): Promise<void> => {
    const times = timesOf(await exported(embedder, from));
    if (times.length === 0) return;
    const known = times.slice(0, (cut % times.length) + 1);
    const lines = await exported(embedder, from, { embeddings: false, knownAt: known.at(-1) });
    expect(timesOf(lines)).toEqual(known);
    await imported(embedder, to, lines);
    expect((await to.head()).recordedAt).toBe(known.at(-1));
    for (const { known: k, day } of at) {
      const knownAt = known[k % known.length]!;
      const validAt = day < 0 ? knownAt : instantOf(Date.UTC(2025, 0, 1) + day * DAY);
      const point = { knownAt, validAt };
      expect(await answers(to, point, exactly)).toEqual(await answers(from, point, exactly));
    }
  };

  it(
    "as it was known at a moment reads the same at every pair of times up to it, and contains nothing later",
    () =>
      fc.assert(
        fc.asyncProperty(histories, points, fc.nat(), async (steps, at, cut) => {
          const from = await fresh(sqlite);
          await live(from, steps);
          await expectFork([from, await fresh(sqlite)], cut, at.slice(0, 2), true);
        }),
        { numRuns: Math.ceil(RUNS / 2), endOnFailure: true },
      ),
    120_000,
  );

  it("as it was known at a moment reads the same from Cosmos DB to SQLite", async () => {
    const from = await fresh(cosmos);
    await live(from, STORY);
    await expectFork([from, await fresh(sqlite)], 3, [{ known: 3, day: -1 }], false);
  });

  it(
    "reads the same if something was erased from it",
    () =>
      fc.assert(
        fc.asyncProperty(erasingHistories, points, async (steps, at) => {
          const [from, to] = [await fresh(sqlite), await fresh(sqlite)];
          await live(from, steps);
          const lines = await exported(embedder, from);
          await imported(embedder, to, lines);
          const times = timesOf(lines);
          if (times.length > 0) await sameEverywhere(from, to, times, at.slice(0, 2), false);
          expect((await exported(embedder, to)).slice(1)).toEqual(lines.slice(1));
        }),
        { numRuns: RUNS, endOnFailure: true },
      ),
    120_000,
  );

  it(
    "reads the same from Cosmos DB to SQLite",
    () =>
      fc.assert(
        fc.asyncProperty(erasingHistories, points, fc.boolean(), async (steps, at, embeddings) => {
          const [from, to] = [await fresh(cosmos), await fresh(sqlite)];
          await live(from, steps);
          const lines = await exported(embedder, from, { embeddings });
          await imported(embedder, to, lines);
          const times = timesOf(lines);
          if (times.length > 0) await sameEverywhere(from, to, times, at.slice(0, 2), false);
        }),
        { numRuns: Math.ceil(RUNS / 4), endOnFailure: true },
      ),
    120_000,
  );

  it(
    "reads the same from SQLite to Cosmos DB and back",
    () =>
      fc.assert(
        fc.asyncProperty(erasingHistories, points, fc.boolean(), async (steps, at, embeddings) => {
          const [from, over, back] = [
            await fresh(sqlite),
            await fresh(cosmos),
            await fresh(sqlite),
          ];
          await live(from, steps);
          const lines = await exported(embedder, from, { embeddings });
          await imported(embedder, over, lines);
          const times = timesOf(lines);
          if (times.length > 0) await sameEverywhere(from, over, times, at.slice(0, 2), false);
          await imported(embedder, back, await exported(embedder, over, { embeddings }));
          if (times.length > 0) await sameEverywhere(from, back, times, at.slice(0, 2), false);
        }),
        { numRuns: Math.ceil(RUNS / 4), endOnFailure: true },
      ),
    120_000,
  );

  it("reads the same if a known fact names somebody whom the message does not", async () => {
    const from = await fresh(sqlite);
    await expect(
      live(from, [
        {
          kind: "write",
          message: "My sister Ana lives in Madrid.",
          day: 4,
          session: null,
          tags: null,
        },
        { kind: "revert", of: 116_498_712 },
        { kind: "write", message: "Ana has a dog called Rex.", day: 4, session: "s2", tags: null },
        { kind: "write", message: "I like green tea.", day: 8, session: "s2", tags: null },
        { kind: "revert", of: 1_874_056_913 },
        { kind: "write", message: "I like green tea.", day: 7, session: "s2", tags: null },
        { kind: "retract", of: 434_520_261 },
        { kind: "assert", value: "blue", day: 0 },
        { kind: "merge", from: 6_843_504, into: 481_523_040 },
        { kind: "write", message: "Ana has a dog called Rex.", day: 5, session: "s2", tags: null },
      ]),
    ).resolves.toBeUndefined();
  });

  it("contains what its header says", async () => {
    const from = await fresh(sqlite);
    await live(from, STORY);
    const lines = (await exported(embedder, from)).map((line) => JSON.parse(line) as ExportRecord);
    const kinds = lines.map(({ kind }) => kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(["palimpsest", "end"]);
    expect(kinds.filter((kind) => kind === "session")).toHaveLength(2);
    expect(lines.flatMap((line) => (line.kind === "note" ? [line.path] : []))).toEqual([
      "/tier2/summary/000000001",
      "/settings",
    ]);
    expect(lines.flatMap((line) => (line.kind === "turn" ? [line.seq] : []))).toEqual([2, 1]);
    const texts = lines.flatMap((line) => (line.kind === "commit" ? (line.texts ?? []) : []));
    expect(new Set(texts.map(({ vector }) => vector))).toEqual(new Set([true, null]));
    const withVectors = (await exported(embedder, from, { embeddings: true }))
      .map((line) => JSON.parse(line) as ExportRecord)
      .flatMap((line) => (line.kind === "commit" ? (line.texts ?? []) : []));
    expect(
      withVectors.every(
        ({ vector }) =>
          vector === null ||
          (typeof vector === "string" &&
            Buffer.from(vector, "base64").length === 4 * embedder.dimensions),
      ),
    ).toBe(true);
  });

  /** The answers of a memory to a new reader. */
  const shown = async (space: SpaceStore): Promise<unknown> => [
    (await space.head()).recordedAt,
    (await space.sessions({ first: 1 })).items,
    await space.notes(null, ""),
  ];
  const NOTHING = [null, [], []];
  /** Imports rows without checking them first. */
  const importUnchecked = async (to: SpaceStore, rows: readonly string[]): Promise<void> => {
    for await (const _ of importMemory({ embedder }, to, linesOf(rows)));
  };

  it("is completely there or not at all on SQLite, wherever the import stopped", async () => {
    const from = await fresh(sqlite);
    await live(from, STORY);
    const lines = await exported(embedder, from);
    for (const how of ["cut off", "left", "broken"]) {
      const to = await fresh(sqlite);
      for (let cut = 1; cut < lines.length; cut++) {
        const rows = lines.slice(0, cut);
        if (how === "left") {
          let rowsLeft = cut;
          for await (const _ of importMemory({ embedder }, to, linesOf(lines))) {
            expect(await shown(to), `before row ${cut}`).toEqual(NOTHING);
            if (--rowsLeft === 0) break;
          }
        } else
          await expect(
            importUnchecked(to, how === "cut off" ? rows : [...rows, "{"]),
          ).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
        expect(await shown(to), `${how} at ${cut}`).toEqual(NOTHING);
      }
      await imported(embedder, to, lines);
      expect((await exported(embedder, to)).slice(1), how).toEqual(lines.slice(1));
      await expect(importUnchecked(to, [...lines, lines.at(-1)!])).rejects.toThrow("after its end");
      expect((await exported(embedder, to)).slice(1), `${how}, again`).toEqual(lines.slice(1));
    }
  });

  it("is complete on Cosmos DB wherever the import stopped", async () => {
    const from = await fresh(sqlite);
    await live(from, STORY);
    const lines = await exported(embedder, from);
    const whole = await fresh(cosmos);
    await imported(embedder, whole, lines);
    const expected = (await exported(embedder, whole)).slice(1);
    for (let cut = 1; cut < lines.length; cut += 3) {
      const to = await fresh(cosmos);
      await expect(importUnchecked(to, lines.slice(0, cut)), `cut at ${cut}`).rejects.toMatchObject(
        { code: "BAD_USER_INPUT" },
      );
      await imported(embedder, to, lines);
      expect((await exported(embedder, to)).slice(1), `cut at ${cut}`).toEqual(expected);
      await imported(embedder, to, lines);
      expect((await exported(embedder, to)).slice(1), `again ${cut}`).toEqual(expected);
    }
  });

  it("resumes from any commit at which the export stopped", async () => {
    const from = await fresh(sqlite);
    await live(from, STORY);
    const lines = await exported(embedder, from);
    const commits = lines.filter((line) => line.includes('"kind":"commit"'));
    for (const [i, line] of commits.entries()) {
      const { recordedAt } = JSON.parse(line) as { recordedAt: Instant };
      const rest = await exported(embedder, from, { embeddings: false, after: recordedAt });
      const counted = lines.slice(2 + i);
      expect(rest.slice(0, -1)).toEqual(counted.slice(0, -1));
    }
  });

  it("gets vectors of the reader's embedder", async () => {
    const [from, to] = [await fresh(sqlite), await fresh(sqlite)];
    await live(from, STORY);
    const other = { ...embedder, id: "another", dimensions: 3 };
    const lines = await exported(embedder, from, { embeddings: true });
    await imported(embedder, to, [
      JSON.stringify({
        ...(JSON.parse(lines[0]!) as object),
        embedder: { id: other.id, dimensions: other.dimensions },
      }),
      ...lines.slice(1),
    ]);
    expect(await to.vectorCounts()).toEqual(await from.vectorCounts());
  });

  it("is embedded again if it comes without vectors, each text once", async () => {
    const [from, to] = [await fresh(sqlite), await fresh(sqlite)];
    await live(from, [
      { kind: "assert", value: "red", day: 1 },
      { kind: "assert", value: "blue", day: 2 },
    ]);
    const asked: string[] = [];
    const counting = {
      ...embedder,
      embed: (texts: readonly string[]) => (asked.push(...texts), embedder.embed(texts)),
    };
    await imported(counting, to, await exported(embedder, from));
    expect(asked).toEqual([...new Set(asked)]);
    expect(await to.vectorCounts()).toEqual(await from.vectorCounts());
  });

  it("is refused into a space with data, and if it is no export", async () => {
    const from = await fresh(sqlite);
    await live(from, STORY);
    const lines = await exported(embedder, from);
    const used = await fresh(sqlite);
    await live(used, STORY.slice(0, 1));
    await expect(imported(embedder, used, lines)).rejects.toMatchObject({ code: "CONFLICT" });
    const between = await fresh(sqlite);
    await expect(imported(embedder, between, lines.slice(0, 4))).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
    });
    const head = await between.head();
    await between.commit(head, { recordedAt: instantOf(Date.UTC(2027, 0, 1)) });
    await expect(imported(embedder, between, lines)).rejects.toMatchObject({ code: "CONFLICT" });
    const table: [what: string, lines: string[]][] = [
      ["nothing", []],
      ["no header", lines.slice(1)],
      ["no JSON", [lines[0]!, "{"]],
      ["no object", [lines[0]!, "[]"]],
      ["an unknown kind", [lines[0]!, '{"kind":"x"}']],
      ["a later format", [lines[0]!.replace('"format":1', '"format":2')]],
      ["no record time", [lines[0]!, '{"kind":"commit","recordedAt":"yesterday"}']],
      ["a line too few", lines.toSpliced(-3, 1)],
      ["a line too many", [...lines, lines.at(-2)!]],
    ];
    for (const [what, told] of table)
      await expect(imported(embedder, await fresh(sqlite), told), what).rejects.toMatchObject({
        code: "BAD_USER_INPUT",
      });
  });

  it("is left alone by the worker until complete", async () => {
    const [from, to] = [await fresh(sqlite), await fresh(cosmos)];
    await live(from, STORY);
    const lines = await exported(embedder, from);
    const plan = (space: SpaceStore) =>
      planJobs(space, {
        thresholds: { ...DEFAULT_THRESHOLDS, SESSION_SUMMARY: 1 },
        now,
        beforeJobs: async () => {},
      });
    const partly = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('{"kind":"note"')),
    );
    await expect(importUnchecked(to, partly)).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    expect([await plan(to), await to.notes(null, "/jobs")]).toEqual([false, []]);
    await imported(embedder, to, lines);
    expect(await plan(to)).toBe(true);
  });

  it("reports progress", async () => {
    const [from, to] = [await fresh(sqlite), await fresh(sqlite)];
    await live(from, STORY);
    const lines = await exported(embedder, from);
    const told: number[] = [];
    for await (const { commits } of importMemory({ embedder }, to, linesOf(lines)))
      told.push(commits);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(timesOf(lines).length);
  });
});
