import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { syncFile } from "../../../src/store/sqlite/database/log-sync.ts";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/database/schema.ts";
import { SpaceFile } from "../../../src/store/sqlite/database/space-file.ts";
import { write } from "../../../src/write/write.ts";
import {
  asOf,
  at,
  entity,
  event,
  fact,
  record,
  recordFacts,
  session,
} from "../../contract/records.ts";
import { itemsOf } from "../../contract/open-store.ts";
import { filesIn, newDirectory, onlyFile, openStore } from "./directory.ts";

const FILE_OPTIONS = { maxBytes: null, sync: syncFile };

describe("files of the SQLite store", () => {
  it("are one per space, named in hexadecimal digits whatever the ids are", async () => {
    const parent = await newDirectory();
    const directory = join(parent, "data", "spaces");
    const store = await openStore(directory);
    const ids = [
      ["..", ".."],
      ["/etc", "passwd"],
      ["C:\\", "con"],
      ["", ""],
      ["a\0b", "c\nd"],
      ["\ud800", "\udc00"],
      ["\ud801", "\udc00"],
      ["é", "😀".repeat(200)],
    ] as const;
    for (const [tenant, user] of ids)
      await (
        await store.space({ tenant, user })
      ).createSession(session("s", 1, { title: `${tenant} ${user}` }));
    await store.close();
    const files = await filesIn(parent);
    expect(files).toHaveLength(ids.length);
    for (const file of files)
      expect(file).toMatch(/^data\/spaces\/[0-9a-f]{32}\/[0-9a-f]{32}\.db$/);
    const again = await openStore(directory);
    for (const [tenant, user] of ids)
      expect(await (await again.space({ tenant, user })).sessionsById(["s"])).toHaveLength(1);
  });

  it("are not created by readers", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const space = await store.space({ tenant: "t", user: "u" });
    expect((await space.head()).recordedAt).toBeNull();
    expect(await space.searchSubstring(["x"], { kinds: ["FACT"], at: asOf(1), limit: 1 })).toEqual(
      [],
    );
    expect(await filesIn(directory)).toEqual([]);
    await record(space, 1, { entities: [entity("clara", 1)] });
    expect((await filesIn(directory)).filter((name) => name.endsWith(".db"))).toHaveLength(1);
    expect(await space.entitiesByKey(["person:clara"])).toEqual(["clara"]);
  });

  it("contain what was committed when opened again", async () => {
    const directory = await newDirectory();
    const id = { tenant: "t", user: "u" };
    const first = await openStore(directory);
    await recordFacts(await first.space(id), 1, [fact("f", 1)], { events: [event("e", 1)] });
    await first.close();
    const space = await (await openStore(directory)).space(id);
    expect([
      await space.head(),
      await space.factsAsOf([{ fact: "f", knownAt: at(1) }]),
      await space.events(["e"], at(1)),
    ]).toMatchObject([{ recordedAt: at(1) }, [fact("f", 1)], [event("e", 1)]]);
    await record(space, 2, {});
  });

  it("have the same tables, whether SQLite made them or they are copied", async () => {
    const directory = await newDirectory();
    const open = (name: string): SpaceFile =>
      SpaceFile.open(join(directory, `${name}.db`), { tenant: "t", user: name }, FILE_OPTIONS);
    await writeFile(join(directory, "made.db"), "");
    const contents = ["made", "copied", "copied too"].map((name) => {
      const file = open(name);
      try {
        expect(file.pragma("integrity_check")).toBe("ok");
        const [owner, born] = file.only<readonly [string, string]>("SELECT user, born FROM space");
        expect(owner).toBe(name);
        return {
          born,
          layout: ["page_size", "journal_mode", "user_version"].map((name) => file.pragma(name)),
          tables: file.all("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema"),
        };
      } finally {
        file.close();
      }
    });
    expect(new Set(contents.map(({ born }) => born)).size).toBe(3);
    expect(contents[0]!.layout).toEqual([2048, "wal", SCHEMA_VERSION]);
    expect(contents[0]!.tables.length).toBeGreaterThan(50);
    for (const { layout, tables } of contents.slice(1))
      expect([layout, tables]).toEqual([contents[0]!.layout, contents[0]!.tables]);
    expect((await filesIn(directory)).map((name) => name.slice(0, 4))).toEqual([
      "copi",
      "copi",
      "made",
    ]);
  });

  it("are closed, the least recently used first, if too many are open, and reopened on demand", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory, { maxOpenSpaces: 3 });
    const spaces = await Promise.all(
      Array.from({ length: 10 }, (_, i) => store.space({ tenant: "t", user: String(i) })),
    );
    const told: number[] = [];
    const ends = spaces.map((space, i) => space.onCommit(() => told.push(i)));
    for (const [i, space] of spaces.entries()) await recordFacts(space, 1, [fact(`f${i}`, 1)]);
    const logs = (await filesIn(directory)).filter((name) => name.endsWith("-wal"));
    expect(logs).toHaveLength(3);
    const [page] = await spaces[0]!.facts([{ at: asOf(1), page: { first: 1 } }]);
    await Promise.all(
      spaces.flatMap((space, i) =>
        [0, 1, 2].map(async () =>
          expect(itemsOf((await space.facts([{ at: asOf(1), page: { first: 1 } }]))[0])).toEqual([
            fact(`f${i}`, 1),
          ]),
        ),
      ),
    );
    expect(await page?.total()).toBe(1);
    expect(told.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const end of ends) end();
    await store.close();
    expect((await filesIn(directory)).filter((name) => !name.endsWith(".db"))).toEqual([]);
  });

  it("store a text once: in no index of words, and not again for a version or an event", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const space = await store.space({ tenant: "t", user: "u" });
    await record(space, 1, { entities: [entity("clara", 1)] });
    await store.close();
    const empty = (await stat(await onlyFile(directory))).size;
    const again = await openStore(directory);
    const words = `${"x".repeat(49)} `.repeat(20_000);
    const first = fact("f", 2, { text: words });
    const other = await again.space({ tenant: "t", user: "u" });
    await record(other, 2, {
      facts: [first],
      events: [event("e", 2, { message: words })],
      texts: [
        {
          id: "e",
          kind: "EVENT",
          subject: "e",
          text: words,
          recordedAt: at(2),
          expiredAt: first.expiredAt,
          vector: null,
        },
      ],
    });
    for (let n = 2; n <= 10; n++)
      await record(other, n + 1, {
        facts: [{ ...first, n, recordedAt: at(n + 1) }],
        expiries: [
          {
            kind: "FACT",
            id: "f",
            n: n - 1,
            closing: { reason: "CORRECTED", by: null, decision: "d" },
          },
        ],
      });
    await again.close();
    const grown = (await stat(await onlyFile(directory))).size - empty;
    expect(grown / words.length).toBeLessThan(4);
  });

  it("take at most 220 kB for a user who has sent three messages", async () => {
    const directory = await newDirectory();
    const models = createOfflineModels(shippedVocabulary());
    const { id, dimensions, similarityDecides: decides } = models.embedder;
    const store = await openStore(directory, { embedder: { id, dimensions, decides } });
    const space = await store.space({ tenant: "t", user: "u" });
    const services = {
      models,
      vocabulary: shippedVocabulary(),
      now: Date.now,
      newId: v7,
      settings: DEFAULT_WRITE_SETTINGS,
      log: { warn: () => {} },
      onPending: () => {},
    };
    for (const message of [
      "My name is Clara and I work at Acme.",
      "I live in Lisbon with my dog Rex.",
      "My sister Ana moved to Porto in March.",
    ])
      await write(services, space, { message });
    await store.close();
    expect((await stat(await onlyFile(directory))).size).toBeLessThanOrEqual(220_000);
  });
});
