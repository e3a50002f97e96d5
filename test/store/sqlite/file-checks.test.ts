import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quickCheck } from "../../../src/store/sqlite/threads/file-works.ts";
import { openFileThread } from "../../../src/store/sqlite/threads/file-thread.ts";
import { directThread } from "./direct-thread.ts";
import { at, entity } from "../../contract/records.ts";
import { hasPrlimit, withoutDescriptors } from "../../fakes/descriptors.ts";
import { filesIn, newDirectory, openStore } from "./directory.ts";

/** A folder with the memories of two users. The second one is damaged. */
const damagedFolder = async (): Promise<{
  readonly directory: string;
  readonly damaged: string;
}> => {
  const directory = await newDirectory();
  const store = await openStore(directory);
  for (const user of ["ana", "rui"]) {
    const space = await store.space({ tenant: "t", user });
    await space.commit(await space.head(), { recordedAt: at(1), entities: [entity("e", 1)] });
  }
  await store.close();
  const [, second] = (await filesIn(directory)).filter((name) => name.endsWith(".db"));
  const damaged = join(directory, second!);
  const handle = await open(damaged, "r+");
  await handle.write(Buffer.alloc(8_192, "x"), 0, 8_192, 4_096);
  await handle.close();
  return { directory, damaged };
};

describe("files that are checked in the background", () => {
  it("are counted, and a damaged one is named in the log with a remedy", async () => {
    const { directory, damaged } = await damagedFolder();
    const lines: unknown[] = [];
    const checks: boolean[] = [];
    await openStore(directory, {
      log: { error: (details, message) => void lines.push({ ...details, message }) },
      checks: {
        everyMillis: 20,
        onChecked: (check) => void checks.push(check.damaged),
        openThread: directThread,
      },
    });
    await expect.poll(() => checks.slice(0, 2).toSorted()).toEqual([false, true]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        file: damaged,
        message: expect.stringContaining("restore it from a backup"),
      }),
    );
  });
  it("are checked by one of several processes in a round", async () => {
    const { directory } = await damagedFolder();
    const checks: number[] = [];
    for (const process of [1, 2])
      await openStore(directory, {
        now: () => 0,
        checks: {
          everyMillis: 20,
          onChecked: () => void checks.push(process),
          openThread: directThread,
        },
      });
    await expect.poll(() => checks.length).toBe(2);
    expect(new Set(checks).size).toBe(1);
  });
  it("that are gone or were just created are not damaged", async () => {
    expect(quickCheck(join(await newDirectory(), "missing.db"))).toBeNull();
  });
  it.skipIf(!hasPrlimit)("are not damaged if no file can be opened", async () => {
    const { damaged } = await damagedFolder();
    expect(await withoutDescriptors(() => quickCheck(damaged))).toBeNull();
    expect(quickCheck(damaged)).not.toBeNull();
  });
  it("are not checked by a thread that cannot run, which harms nothing else", async () => {
    const thread = openFileThread(new URL("missing-thread.ts", import.meta.url));
    for (const path of ["a.db", "b.db"])
      await expect(thread.run("quickCheck", path)).rejects.toThrow(/missing-thread/u);
    await thread.end();
  });
});
