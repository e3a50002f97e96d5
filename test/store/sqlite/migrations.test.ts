import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { plusMillis, type Instant } from "../../../src/memory/time.ts";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import { pathOf } from "../../../src/store/sqlite/database/space-files.ts";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/database/schema.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { write } from "../../../src/write/write.ts";
import { embedder } from "../../contract/stores.ts";
import { newDirectory, openStore } from "./directory.ts";

const RELEASES = new URL("releases/", import.meta.url);
const OWNER = { tenant: "release", user: "ana" };
const VERSIONS = [1, 2, 3, 4, 7];

interface Answer {
  readonly knownAt: Instant;
  readonly validAt: Instant;
  readonly facts: readonly { readonly fact: string }[];
}

/** A directory with the data file that a release wrote, as `version-N.db.gz` has it. */
const directoryOf = async (version: number): Promise<string> => {
  const directory = await newDirectory();
  const path = pathOf(directory, OWNER);
  await mkdir(dirname(path), { recursive: true });
  const file = gunzipSync(await readFile(new URL(`version-${version}.db.gz`, RELEASES)));
  await writeFile(path, file);
  return directory;
};

const answersOf = async (version: number): Promise<readonly Answer[]> =>
  JSON.parse(await readFile(new URL(`version-${version}.json`, RELEASES), "utf8")) as Answer[];

describe("a data file of an earlier release", () => {
  it.each(VERSIONS)("of version %i answers as it did", async (version) => {
    const space = await (await openStore(await directoryOf(version))).space(OWNER);
    for (const { knownAt, validAt, facts } of await answersOf(version)) {
      const [page] = await space.facts([{ at: { knownAt, validAt }, page: { first: 100 } }]);
      const shown = page!.items.map(({ item: { fact, n, text, validFrom, validTo } }) => ({
        fact,
        n,
        text,
        validFrom,
        validTo,
      }));
      expect({ knownAt, validAt, facts: shown }).toEqual({ knownAt, validAt, facts });
    }
  });

  it.each(VERSIONS)("of version %i finds the facts that mention an entity", async (version) => {
    const space = await (await openStore(await directoryOf(version))).space(OWNER);
    const { knownAt, validAt } = (await answersOf(version)).at(-1)!;
    const at = { knownAt, validAt };
    const [page] = await space.facts([{ at, page: { first: 100 } }]);
    const facts = page!.items.map(({ item }) => item);
    const mentioned = new Set(facts.flatMap(({ mentions }) => mentions));
    let found = 0;
    for (const id of mentioned) {
      const [mentioning] = await space.factsMentioning([
        { entities: [id], at, page: { first: 100 } },
      ]);
      expect(mentioning!.items.map(({ item }) => item.fact).toSorted()).toEqual(
        facts
          .filter(({ entity, mentions }) => entity !== id && mentions.includes(id))
          .map(({ fact }) => fact)
          .toSorted(),
      );
      found += mentioning!.items.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  it("of version 1 has a claim for every confirmation", async () => {
    const store = await openStore(await directoryOf(1));
    const space = await store.space(OWNER);
    const services = {
      models: { ...createOfflineModels(), embedder },
      newId: v7,
      now: () => Date.UTC(2026, 5, 1),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    // Rome was said in January and again in March.
    const occurredAt = "2024-02-01T00:00:00.000Z" as Instant;
    await write(services, space, { message: "I live in Oslo.", occurredAt });
    const knownAt = (await space.head()).recordedAt!;
    const homes = await Promise.all(
      ["2024-01-15", "2024-02-15", "2024-04-15"].map(async (day) => {
        const validAt = `${day}T00:00:00.000Z` as Instant;
        const [page] = await space.facts([
          { slot: "residence", at: { knownAt, validAt }, page: { first: 10 } },
        ]);
        return page!.items.map(({ item }) => item.value);
      }),
    );
    expect(homes).toEqual([["Rome"], ["Oslo"], ["Rome"]]);
  });

  it.each(VERSIONS)("of version %i has the times of its commits", async (version) => {
    const space = await (await openStore(await directoryOf(version))).space(OWNER);
    const times: Instant[] = [];
    for await (const { recordedAt } of space.commitsAfter(null, false)) times.push(recordedAt);
    expect(times.length).toBeGreaterThan(5);
    expect(await space.lastCommits(times)).toEqual(times);
    const between = times.map((time) => plusMillis(time, 1));
    expect(await space.lastCommits(between)).toEqual(times);
    expect(await space.lastCommits([plusMillis(times[0]!, -1)])).toEqual([null]);
  });

  it.each([
    [3, undefined],
    [4, "Europe/Lisbon"],
  ])("of version %i has the turns and the events of its sessions", async (version, timeZone) => {
    const space = await (await openStore(await directoryOf(version))).space(OWNER);
    const { turns } = await space.turns({ session: "talk", last: 10 });
    expect(turns.map(({ content }) => content)).toEqual([
      "I've worked at Bolt since 2019.",
      "I no longer live in Oslo.",
      "My phone number is 555-0199.",
      "I like jazz and tea.",
    ]);
    expect(turns.map((turn) => turn.timeZone)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const { recordedAt } = await space.head();
    const events = await space.events(
      turns.map(({ event }) => event!),
      recordedAt!,
    );
    expect(events.map((event) => event?.timeZone)).toEqual(events.map(() => timeZone));
    const added = { ...turns[0]!, id: "later", timeZone: "-08:00" };
    await space.appendTurns("talk", [added]);
    expect((await space.turnsById(["later"]))[0]?.timeZone).toBe("-08:00");
  });

  it("of version 7 stores the speakers of turns that are events", async () => {
    const space = await (await openStore(await directoryOf(7))).space(OWNER);
    const { turns } = await space.turns({ session: "talk", last: 10 });
    expect(turns.map(({ speaker, content }) => [speaker, content])).toEqual([
      ["Ana", "I moved to Lisbon."],
      ["Bo", "My dog is called Rex."],
      [undefined, "I no longer live in Oslo."],
      [undefined, "I work at Bolt."],
    ]);
    await space.appendTurns("talk", [{ ...turns[0]!, id: "later", speaker: "Eva" }]);
    expect((await space.turnsById(["later"]))[0]?.speaker).toBe("Eva");
  });

  it.each(VERSIONS)("of version %i has the newest version once it was opened", async (version) => {
    const directory = await directoryOf(version);
    const store = await openStore(directory);
    await (await store.space(OWNER)).head();
    await store.close();
    const file = new Database(join(pathOf(directory, OWNER)));
    expect(file.pragma("user_version")).toBe(SCHEMA_VERSION);
    file.close();
  });
});
