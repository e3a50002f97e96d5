import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { ModelUnavailable, type Embedder, type ModelFault } from "../../../src/models/port.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { assertFact } from "../../../src/write/operations/assert-fact.ts";
import { reembed, type ReembedProgress } from "../../../src/write/vectors/reembed.ts";
import type { WriteServices } from "../../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { freshSpaces } from "../../contract/open-store.ts";
import { stores } from "../../contract/stores.ts";
import { silentModels } from "../../fakes/silent-models.ts";

const { embedder } = silentModels;
const away: Embedder = {
  ...embedder,
  embed: () => Promise.reject(new ModelUnavailable("UNAVAILABLE", "away")),
};
const fails = (kind: ModelFault) =>
  Promise.reject(Object.assign(new ModelUnavailable(kind, "m failed."), { calls: 1 }));

describe.each(stores)("embedding anew on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const services = (own: Embedder): WriteServices => ({
    models: { ...silentModels, embedder: own },
    newId: v7,
    now: Date.now,
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  });
  const tell = (space: SpaceStore, text: string, own = away) =>
    assertFact(services(own), space, {
      entity: { name: "Ana", type: "person" },
      text,
      confidence: 1,
      importanceCategory: "SPECIFIC_EVENT",
    });
  /** A space in which so many facts were recorded while the embedder was away. */
  const told = async (facts: number) => {
    const space = await freshSpace();
    for (let n = 0; n < facts; n++) await tell(space, `Ana has seen ${n} films`);
    return space;
  };
  const all = async (
    space: SpaceStore,
    embed: Embedder["embed"] = embedder.embed,
    waits: number[] = [],
  ) => {
    const steps: ReembedProgress[] = [];
    for await (const step of reembed(
      {
        models: { ...silentModels, embedder: { ...embedder, embed } },
        now: Date.now,
        wait: async (millis) => waits.push(millis),
      },
      space,
    ))
      steps.push(step);
    return steps;
  };
  const missing = async (space: SpaceStore) =>
    (await space.textsWithoutVector({ limit: 1000 })).length;

  it("gives every text a vector, batch by batch, and then finds by vector", async () => {
    const space = await told(60);
    const texts = await missing(space);
    expect(texts).toBeGreaterThan(90);
    const before = await space.head();
    const steps = await all(space);
    expect([steps.map((step) => step.texts), await missing(space)]).toEqual([[90, texts], 0]);
    const search = async (knownAt: typeof before.recordedAt) => {
      const [vector] = (await embedder.embed(["Ana has seen 7 films"])).value;
      return (
        await space.searchVector(vector!, {
          kinds: ["FACT"],
          at: { knownAt: knownAt!, validAt: before.recordedAt! },
          limit: 1,
        })
      ).map(({ text }) => text.text);
    };
    expect([
      await search(before.recordedAt),
      await search((await space.head()).recordedAt),
    ]).toEqual([[], ["Ana has seen 7 films"]]);
    expect(await all(space)).toEqual([]);
  });

  it("resumes where it was stopped", async () => {
    const space = await told(60);
    const texts = await missing(space);
    const asked: string[] = [];
    const embed: Embedder["embed"] = (batch) => (asked.push(...batch), embedder.embed(batch));
    for await (const step of reembed(
      { models: { ...silentModels, embedder: { ...embedder, embed } }, now: Date.now },
      space,
    ))
      if (step.texts > 0) break;
    expect(await missing(space)).toBe(texts - 90);
    await all(space, embed);
    expect([asked.length, await missing(space)]).toEqual([texts, 0]);
  });

  it("waits for an unreachable endpoint, longer each time, and gives up in the end without losing its results", async () => {
    const space = await told(60);
    const texts = await missing(space);
    const waits: number[] = [];
    let asked = 0;
    const once: Embedder["embed"] = (batch) =>
      ++asked === 1 ? embedder.embed(batch) : fails("RATE_LIMITED");
    await expect(all(space, once, waits)).rejects.toMatchObject({ kind: "RATE_LIMITED" });
    expect([waits, await missing(space)]).toEqual([
      [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000],
      texts - 90,
    ]);
    asked = 0;
    const steps = await all(space, (batch) =>
      ++asked < 3 ? fails("TIMEOUT") : embedder.embed(batch),
    );
    expect([steps.at(-1), await missing(space)]).toEqual([
      { texts: texts - 90, refusedTexts: 0, calls: 2, tokens: { input: 0, output: 0, cached: 0 } },
      0,
    ]);
  });

  it.each(["UNAUTHORIZED", "WRONG_VECTORS"] as const)(
    "gives up at once if waiting cannot help: %s",
    async (kind) => {
      const space = await told(1);
      const waits: number[] = [];
      await expect(all(space, () => fails(kind), waits)).rejects.toMatchObject({ kind });
      expect(waits).toEqual([]);
    },
  );

  it("skips the one text that the endpoint refuses, and embeds the others", async () => {
    const space = await told(9);
    const texts = await missing(space);
    const picky: Embedder["embed"] = (batch) =>
      batch.includes("Ana has seen 4 films") ? fails("REJECTED") : embedder.embed(batch);
    const last = (await all(space, picky)).at(-1)!;
    // The message and the fact of one assertion read alike.
    expect([last.texts, last.refusedTexts, await missing(space)]).toEqual([texts - 2, 2, 2]);
  });

  it("loses nothing that is written meanwhile", async () => {
    const space = await told(60);
    const writing = Promise.all(
      Array.from({ length: 10 }, (_, n) => tell(space, `Ana has read ${n} books`, embedder)),
    );
    await all(space);
    const written = await writing;
    expect(await missing(space)).toBe(0);
    const [owner] = await space.entitiesByName(["ana"], (await space.head()).recordedAt!);
    const [page] = await space.facts([
      { entities: owner!, at: written.at(-1)!.at, page: { first: 100 } },
    ]);
    expect(page!.items).toHaveLength(70);
  });
});
