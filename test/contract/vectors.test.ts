import { describe, expect, it } from "vitest";
import type { SpaceId } from "../../src/store/port.ts";
import {
  asOf,
  event,
  fact,
  record,
  recordFacts,
  text,
  textOf,
  textOfEvent,
  vectorOf,
} from "./records.ts";
import { openForEach } from "./open-store.ts";
import { embedder, stores } from "./stores.ts";

describe.each(stores)("texts without vectors on $name", ({ open }) => {
  const opened = openForEach(open);
  const without = async (limit = 50) =>
    (await opened.space.textsWithoutVector({ limit })).map(({ id }) => id);

  /** Two facts and an entity with vectors, and one of each kind without. */
  const told = async () => {
    const { space } = opened;
    const one = fact("one", 1, { text: "Clara sings" });
    await recordFacts(space, 1, [one, fact("two", 1, { text: "Clara dances" })], {
      texts: [text("acme-1", 1, { subject: "acme", text: "Acme", vector: await vectorOf("Acme") })],
    });
    const three = fact("three", 2, { text: "Clara paints" });
    const logged = event("event", 2);
    await record(space, 2, {
      facts: [three],
      events: [logged],
      texts: [
        { ...(await textOf(three)), vector: null },
        { ...(await textOfEvent(logged)), vector: null },
        text("acme-2", 2, { subject: "acme", text: "Acme of Lisbon" }),
      ],
      textsExpired: ["acme-1"],
    });
  };

  it("are listed and counted, without expired texts of entities", async () => {
    await told();
    expect((await without()).toSorted()).toEqual(["acme-2", "event", "text-three"]);
    expect(await opened.space.vectorCounts()).toEqual({ texts: 5, embeddedTexts: 2, foreign: [] });
    expect(await opened.space.embedders()).toEqual([embedder.id]);
    expect(await opened.space.textsWithoutVector({ limit: 9 })).toContainEqual({
      id: "text-three",
      text: "Clara paints",
    });
  });

  it("are listed page by page, each once, even if some get a vector meanwhile", async () => {
    await told();
    const { space } = opened;
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const [next] = await space.textsWithoutVector({ limit: 1, after });
      if (!next) break;
      seen.push((after = next.id));
      await record(space, 2 + seen.length, {
        vectors: [{ text: next.id, vector: await vectorOf(next.text) }],
      });
    }
    expect(seen.toSorted()).toEqual(["acme-2", "event", "text-three"]);
    expect([await without(), await space.vectorCounts()]).toEqual([
      [],
      { texts: 5, embeddedTexts: 5, foreign: [] },
    ]);
  });

  it("are found by vector from the commit that adds one, and by their words as before", async () => {
    await told();
    const { space } = opened;
    const found = async (second: number) => {
      const query = { kinds: ["FACT"] as const, at: asOf(second), limit: 9 };
      return [
        (await space.searchVector(await vectorOf("Clara paints"), query)).map(
          (hit) => hit.text.subject,
        ),
        (await space.searchFullText(["clara"], query)).map((hit) => [hit.text.subject, hit.score]),
      ] as const;
    };
    const [, before] = await found(2);
    await record(space, 3, {
      vectors: [{ text: "text-three", vector: await vectorOf("Clara paints") }],
    });
    const [[then, words], [now]] = [await found(2), await found(3)];
    expect([then.includes("three"), words, now[0]]).toEqual([false, before, "three"]);
  });

  it("are absent from an unused space", async () => {
    expect([
      await without(),
      await opened.space.vectorCounts(),
      await opened.space.embedders(),
    ]).toEqual([[], { texts: 0, embeddedTexts: 0, foreign: [] }, []]);
  });
});

describe.each(stores)("all spaces on $name", ({ open }) => {
  const opened = openForEach(open);
  const listed = async () => {
    const found: SpaceId[] = [];
    for await (const id of opened.store.spaces()) found.push(id);
    return found.map(({ tenant, user }) => JSON.stringify([tenant, user])).toSorted();
  };

  it("are those with recorded data, each once", async () => {
    expect(await listed()).toEqual([]);
    const ids = [
      ["a", "b"],
      ["a", "c"],
      ["../a", "b"],
      ["日本", "語"],
      ["x\0y", "u"],
    ] as const;
    for (const [tenant, user] of ids) {
      const space = await opened.store.space({ tenant, user });
      await recordFacts(space, 1, [fact("f", 1)]);
      await recordFacts(space, 2, [fact("g", 2)]);
    }
    await (await opened.store.space({ tenant: "nobody", user: "wrote" })).head();
    expect(await listed()).toEqual(ids.map((id) => JSON.stringify(id)).toSorted());
  });
});
