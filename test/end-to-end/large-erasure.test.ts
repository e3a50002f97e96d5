import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Database } from "../../src/store/sqlite/database/database.ts";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

const WRITE = `mutation ($message: String!) { write(input: { message: $message }) { event { id } } }`;
const ERASE = `mutation ($id: ID) { erase(input: { scope: EVENT, id: $id }) { receipt { check { clean remainders { location } } } } }`;
const TEXTS = "{ facts(first: 9) { nodes { text } } }";
const SECRET = "Quixotica";
const MESSAGES = 200;
const MESSAGE_BYTES = 100_000;

/** Adds messages to a file until it has 20 MB. */
const fill = (path: string): void => {
  const file = new Database(path);
  const columns = file
    .all<readonly [string]>("SELECT name FROM pragma_table_info('event')")
    .map(([name]) => name);
  const values = columns.map((name) => {
    if (name === "num") return "num + ?";
    if (name === "id") return "id || '-' || ?1";
    return name === "message" ? `hex(randomblob(${MESSAGE_BYTES / 2}))` : name;
  });
  const copy = `INSERT INTO event (${columns.join()}) SELECT ${values.join()} FROM event ORDER BY num LIMIT 1`;
  file.write(() => {
    for (let n = 1; n <= MESSAGES; n += 1) file.run(copy, n);
  });
  file.close();
};

interface LargeMemory {
  readonly service: Service;
  readonly path: string;
  readonly data: { readonly path: string; remove(): Promise<void> };
  readonly event: string;
}

/** A service with a large memory, one message of which has a secret, and a small one. */
const largeMemory = async (): Promise<LargeMemory> => {
  const data = await dataDirectory();
  const first = await startService(data.path);
  const { write } = (await told(
    as(first.url, "large")(WRITE, { message: `My dog is called ${SECRET}.` }),
  )) as { write: { event: { id: string } } };
  const [file] = (await readdir(data.path, { recursive: true })).filter((name) =>
    /[0-9a-f]{32}\.db$/u.test(name),
  );
  const path = join(data.path, file!);
  await told(as(first.url, "small")(WRITE, { message: "My city is Pune." }));
  await first.stop();
  fill(path);
  return { service: await startService(data.path), path, data, event: write.event.id };
};

const isLinux = process.platform === "linux";
const TICKS_PER_SECOND = 100;
/** CPU seconds of a process, or of its main thread. */
const cpuOf = ({ process: { pid } }: Service, task = ""): number => {
  const fields = readFileSync(`/proc/${pid}${task}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};
const secretIn = async (path: string): Promise<boolean> =>
  (await readFile(path)).includes(SECRET) ||
  (await readFile(`${path}-wal`).catch(() => Buffer.alloc(0))).includes(SECRET);

describe("an erasure from a large memory", () => {
  it.skipIf(!isLinux)("leaves the event loop to others", async () => {
    const { service, path, data, event } = await largeMemory();
    try {
      const other = as(service.url, "small");
      await told(as(service.url, "large")("{ facts(first: 1) { nodes { text } } }"));
      await told(other(TEXTS));
      const main = (): number => cpuOf(service, `/task/${service.process.pid}`);
      const [allBefore, mainBefore] = [cpuOf(service), main()];
      const ended = new AbortController();
      const erasure = told(as(service.url, "large")(ERASE, { id: event })).finally(() =>
        ended.abort(),
      );
      let reads = 0;
      for (; !ended.signal.aborted; reads += 1) {
        expect(JSON.stringify(await told(other(TEXTS)))).toContain("Pune");
        await delay(50);
      }
      expect(await erasure).toEqual({
        erase: { receipt: { check: { clean: true, remainders: [] } } },
      });
      expect(reads).toBeGreaterThan(3);
      expect(main() - mainBefore).toBeLessThan((cpuOf(service) - allBefore) / 2);
      expect(await secretIn(path)).toBe(false);
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await data.remove();
    }
  });

  it("that is killed while it rewrites the file is finished by the next run", async () => {
    const { service, path, data, event } = await largeMemory();
    const killed = once(service.process, "exit");
    const erasure = as(service.url, "large")(ERASE, { id: event }).catch(() => null);
    const written = (): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    await expect.poll(written, { interval: 5 }).toBeGreaterThan(3_000_000);
    service.process.kill("SIGKILL");
    expect(await erasure).toBeNull();
    await killed;
    const next = await startService(data.path);
    try {
      const large = as(next.url, "large");
      await told(large(TEXTS));
      await expect.poll(() => secretIn(path), { interval: 200 }).toBe(false);
      const notes = new Database(path, { readOnly: true });
      await expect
        .poll(() => notes.all("SELECT path FROM note WHERE path LIKE '/erasures/%'"))
        .toEqual([]);
      expect(notes.pragma("quick_check")).toBe("ok");
      notes.close();
      expect(JSON.stringify(await told(large(TEXTS)))).not.toContain(SECRET);
      expect(await next.stop()).toBe(0);
    } finally {
      await next.kill();
      await data.remove();
    }
  });
});
