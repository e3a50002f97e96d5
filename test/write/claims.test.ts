import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

const instant = (date: string): Instant => `${date}T00:00:00.000Z` as Instant;

describe.each(stores)("claims on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** A space that gets messages as said on a day. `on` returns the values of a slot on a day. */
  const setUp = async () => {
    const { space, services } = await remembering(await freshSpace());
    const tell = (date: string, message: string) =>
      write(services, space, { message, occurredAt: instant(date) });
    const shown = async (slot: string, date: string) => {
      const knownAt = (await space.head()).recordedAt!;
      const [page] = await space.facts([
        { slot, at: { knownAt, validAt: instant(date) }, page: { first: 10 } },
      ]);
      return page!.items.map(({ item }) => item);
    };
    const on = async (slot: string, date: string) =>
      (await shown(slot, date)).map(({ value }) => value);
    return { space, services, tell, shown, on };
  };

  it("with an earlier start extend the fact back, and give it their words", async () => {
    const { tell, on, shown } = await setUp();
    const { addedFacts } = await tell("2024-05-01", "I work at Acme.");
    const { decisions } = await tell("2024-06-01", "I've worked at Acme since 2019.");
    expect(decisions.map(({ action }) => action)).toEqual(["NOOP"]);
    expect(await on("employer", "2021-01-01")).toEqual(["Acme"]);
    expect(await shown("employer", "2024-07-01")).toMatchObject([
      { fact: addedFacts[0]!.fact, validFrom: instant("2019-01-01"), validTo: expect.any(String) },
    ]);
  });

  it("that repeat a value keep it after late messages", async () => {
    const { tell, on } = await setUp();
    await tell("2024-01-01", "I live in Rome.");
    await tell("2024-06-01", "I live in Rome.");
    await tell("2024-02-01", "I live in Oslo.");
    await tell("2024-03-01", "I live in Cairo.");
    const days = ["2024-01-15", "2024-02-15", "2024-04-01", "2024-07-01"];
    expect(await Promise.all(days.map((day) => on("residence", day)))).toEqual([
      ["Rome"],
      ["Oslo"],
      ["Cairo"],
      ["Rome"],
    ]);
  });

  it("that repeat a value by a short form keep the whole form", async () => {
    const { tell, shown } = await setUp();
    await tell("2024-01-01", "I drive a Ford Focus.");
    const { decisions } = await tell("2024-06-01", "I drive a Focus.");
    expect(decisions.map(({ action }) => action)).toEqual(["NOOP"]);
    expect(await shown("vehicle", "2024-07-01")).toMatchObject([
      {
        value: "Ford Focus",
        text: expect.stringContaining("Ford Focus"),
        validFrom: instant("2024-01-01"),
      },
    ]);
  });

  it("that deny a value end it, even if they arrive first, and are no facts", async () => {
    const { tell, on, space } = await setUp();
    await tell("2024-07-29", "I no longer live in Rome.");
    expect(await on("residence", "2024-08-01")).toEqual([]);
    await tell("2024-06-01", "I live in Rome.");
    expect(await on("residence", "2024-07-01")).toEqual(["Rome"]);
    expect(await on("residence", "2024-08-01")).toEqual([]);
    const knownAt = (await space.head()).recordedAt!;
    const [page] = await space.facts([
      { at: { knownAt, validAt: instant("2024-08-01") }, page: { first: 10 } },
    ]);
    expect(page!.items).toEqual([]);
  });

  it("of another slot are unaffected by a denial", async () => {
    const { tell, on } = await setUp();
    await tell("2024-01-01", "I live in Rome.");
    await tell("2024-01-02", "I work at Rome Labs.");
    await tell("2024-07-29", "I no longer live in Rome.");
    expect(await on("employer", "2024-08-01")).toEqual(["Rome Labs"]);
  });

  it("are corrected together with the fact that they make up", async () => {
    const { tell, on, services, space } = await setUp();
    const { addedFacts } = await tell("2024-01-01", "I live in Rome.");
    await tell("2024-06-01", "I live in Rome.");
    const { fact } = addedFacts[0]!;
    await correctFact(services, space, { fact, value: "Roma Norte" });
    expect(await on("residence", "2024-07-01")).toEqual(["Roma Norte"]);
    await retractFact(services, space, { fact, validTo: instant("2024-08-01") });
    expect(await on("residence", "2024-09-01")).toEqual([]);
    await correctFact(services, space, { fact, validTo: null });
    expect(await on("residence", "2024-09-01")).toEqual(["Roma Norte"]);
    await correctFact(services, space, { fact, never: true });
    expect(await on("residence", "2024-07-01")).toEqual([]);
  });

  it("keep no fact open if `never` accompanies another correction", async () => {
    const { tell, services, space } = await setUp();
    const { addedFacts } = await tell("2024-01-01", "I live in Rome.");
    const { fact } = addedFacts[0]!;
    await expect(
      correctFact(services, space, { fact, never: true, value: "Oslo" }),
    ).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
  });
});
