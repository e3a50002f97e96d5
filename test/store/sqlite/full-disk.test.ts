import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { SpaceStore } from "../../../src/store/port.ts";
import {
  asOf,
  event,
  fact,
  recordFacts,
  session,
  textOfEvent,
  turn,
} from "../../contract/records.ts";
import { Reserve } from "../../../src/store/sqlite/database/reserve.ts";
import { newDirectory, openStore } from "./directory.ts";

describe("the reserve of a data folder", () => {
  const BYTES = 100_000;
  const isThere = (directory: string) => existsSync(join(directory, "reserve"));

  it("takes its room, is released for an erasure, and is made again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const directory = await newDirectory();
    const store = await openStore(directory, { reserveBytes: BYTES });
    expect(statSync(join(directory, "reserve"))).toMatchObject({ size: BYTES });
    expect(statSync(join(directory, "reserve")).mode & 0o777).toBe(0o600);
    await (await store.space({ tenant: "t", user: "u" })).makeRoom();
    expect(isThere(directory)).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(isThere(directory)).toBe(true);
  });

  it("is filled up if it was cut off, and is not there by default", async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, "reserve"), "cut off");
    await openStore(directory, { reserveBytes: BYTES });
    expect(statSync(join(directory, "reserve"))).toMatchObject({ size: BYTES });
    const other = await newDirectory();
    await openStore(other);
    expect(isThere(other)).toBe(false);
  });

  it("is cut to its size if several processes have filled it", async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, "reserve"), new Uint8Array(2 * BYTES));
    await openStore(directory, { reserveBytes: BYTES });
    expect(statSync(join(directory, "reserve"))).toMatchObject({ size: BYTES });
  });

  it("is shortened to open files, at most by half, and filled up again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const directory = await newDirectory();
    const path = join(directory, "reserve");
    const bytes = 4 * 65_536;
    const reserve = new Reserve(directory, bytes);
    expect([1, 2, 3, 4].map(() => reserve.shorten())).toEqual([true, true, false, false]);
    expect(statSync(path).size).toBe(bytes / 2);
    vi.advanceTimersByTime(60_000);
    expect(statSync(path).size).toBe(bytes);
    reserve.release();
    expect(reserve.shorten()).toBe(false);
    reserve.close();
  });

  it("leaves its place empty while there is no room", async () => {
    const directory = await newDirectory();
    await mkdir(join(directory, "reserve"));
    const store = await openStore(directory, { reserveBytes: BYTES });
    const space = await store.space({ tenant: "t", user: "u" });
    await recordFacts(space, 1, [fact("f", 1)]);
    expect((await space.head()).recordedAt).toBe(asOf(1).knownAt);
  });
});

describe("a space on a full disk", () => {
  const MEGABYTE = 1_000_000;

  /** Writes until there is no room. Returns the number of acknowledged commits. */
  const fill = async (space: SpaceStore): Promise<number> => {
    for (let second = 1; ; second++) {
      const said = Array.from({ length: 50 }, (_, i) => fact(`f${second}-${i}`, second));
      const logged = event(`e${second}`, second);
      try {
        await recordFacts(space, second, said, {
          events: [logged],
          texts: [await textOfEvent(logged)],
        });
      } catch (error) {
        expect(error).toMatchObject({ name: "StoreUnavailable", reason: "FULL" });
        return second - 1;
      }
    }
  };

  it("reports it, keeps every acknowledged commit, and nothing of the failed one", async () => {
    const directory = await newDirectory();
    const id = { tenant: "t", user: "u" };
    const logged: unknown[] = [];
    const small = await openStore(directory, {
      maxSpaceBytes: MEGABYTE,
      log: { error: (details) => logged.push(details) },
    });
    const space = await small.space(id);
    const acknowledged = await fill(space);
    expect(acknowledged).toBeGreaterThan(2);
    expect(logged).toMatchObject([{ reason: "FULL" }]);

    const when = asOf(acknowledged + 1);
    const expectAll = async (of: SpaceStore): Promise<void> => {
      const [all] = await of.facts([{ at: when, page: { first: 1 } }]);
      expect(await all?.total()).toBe(50 * acknowledged);
      expect(
        (await of.events([`e${acknowledged}`, `e${acknowledged + 1}`], when.knownAt)).map(
          (found) => found?.id,
        ),
      ).toEqual([`e${acknowledged}`, undefined]);
      expect(
        await of.searchSubstring([`called f${acknowledged + 1}-`], {
          kinds: ["FACT"],
          at: when,
          limit: 5,
        }),
      ).toEqual([]);
      expect(
        await of.searchSubstring([`called f${acknowledged}-49`], {
          kinds: ["FACT"],
          at: when,
          limit: 5,
        }),
      ).toHaveLength(1);
    };
    await expectAll(space);
    await small.close();

    const roomy = await (await openStore(directory)).space(id);
    await expectAll(roomy);
    await recordFacts(roomy, acknowledged + 1, [fact("more", acknowledged + 1)]);
  });

  it("refuses turns too, and accepts them once there is room", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory, { maxSpaceBytes: MEGABYTE });
    const space = await store.space({ tenant: "t", user: "u" });
    await space.createSession(session("s", 1));
    await expect(
      space.appendTurns(
        "s",
        Array.from({ length: 100 }, (_, i) => turn(`t${i}`, { content: "x".repeat(20_000) })),
      ),
    ).rejects.toMatchObject({ reason: "FULL" });
    expect(await space.sessionsById(["s"])).toMatchObject([{ turnCount: 0 }]);
    expect(await space.appendTurns("s", [turn("t0")])).toMatchObject([{ seq: 1 }]);
  });
});
