import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Database } from "../../src/store/sqlite/database/database.ts";
import {
  as,
  dataDirectory,
  startService,
  told,
  type Answer,
  type Ask,
  type Service,
} from "./service.ts";

const WRITE = /* GraphQL */ `
  mutation ($message: String!, $key: String!) {
    write(input: { message: $message, idempotencyKey: $key }) {
      success
    }
  }
`;
const TEXTS = "{ facts(first: 100) { nodes { text } } }";
const WRITERS = ["ann", "bob", "cid"];
/** The faults of the service's system calls. The operating system itself causes the errors. */
interface Fault {
  readonly name: string;
  /** The command that starts the service; null where this machine has none. */
  readonly by: readonly string[] | null;
  /** Codes that clients may be given meanwhile. */
  readonly codes: readonly string[];
  /** The expected content of the log. */
  readonly cause: RegExp;
  /** Whether the service refuses to be ready. */
  readonly isUnready: boolean;
  /** Starts the fault, and returns the function that ends it. */
  readonly begin: (service: Service, folder: string) => Promise<() => Promise<void>>;
}

const works = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words).status === 0;
const withoutPrivileges = (): readonly string[] | null => {
  if (process.getuid?.() !== 0) return [];
  const setpriv = ["--bounding-set", "-dac_override,-dac_read_search", "--inh-caps=-all"];
  return works("setpriv", ...setpriv, "true") ? ["setpriv", ...setpriv] : null;
};
/** A disk for the service alone. */
const onSmallDisk = (megabytes: number): readonly string[] | null => {
  const words = ["--map-root-user", "--mount", "--"];
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR" && exec "$@"`;
  const isPossible = works("unshare", ...words, "mount", "-t", "tmpfs", "tmpfs", "/mnt");
  return isPossible ? ["unshare", ...words, "sh", "-c", mount, "sh"] : null;
};
const limitFiles = (service: Service, bytes: string): void => {
  execFileSync("prlimit", ["--pid", String(service.process.pid), `--fsize=${bytes}:unlimited`]);
};

/** Writes a file that takes the room that is left. Returns its path. */
const fillDisk = async (service: Service, folder: string): Promise<string> => {
  const junk = join(`/proc/${service.process.pid}/root`, folder, "junk");
  await writeFile(junk, new Uint8Array(20_000_000)).catch(() => undefined);
  return junk;
};

const FAULTS: readonly Fault[] = [
  {
    name: "writes fail (EFBIG)",
    by: works("prlimit", "--version") ? [] : null,
    codes: ["STORE_UNAVAILABLE", "STORAGE_FULL"],
    cause: /"file":"[^"]+\.db".*"cause":"[^"]*disk I\/O error/u,
    isUnready: false,
    begin: async (service) => {
      limitFiles(service, "4096");
      return async () => limitFiles(service, "unlimited");
    },
  },
  {
    name: "the folder may not be read (EACCES)",
    by: withoutPrivileges(),
    codes: ["STORE_UNAVAILABLE"],
    cause: /EACCES: permission denied/u,
    isUnready: true,
    begin: async (_service, folder) => {
      await chmod(folder, 0o000);
      return () => chmod(folder, 0o700);
    },
  },
  {
    name: "the disk is full (ENOSPC)",
    by: onSmallDisk(10),
    codes: ["STORAGE_FULL"],
    cause: /"reason":"FULL"/u,
    isUnready: false,
    begin: async (service, folder) => {
      const junk = await fillDisk(service, folder);
      return () => rm(junk);
    },
  },
];

describe.each(FAULTS)("while $name", ({ by, codes, cause, isUnready, begin }) => {
  let remove = async (): Promise<void> => undefined;
  afterAll(() => remove());

  it.skipIf(by === null)("nothing acknowledged is lost, and the service recovers", async () => {
    const data = await dataDirectory();
    remove = data.remove;
    const folder = join(data.path, "data");
    await mkdir(folder);
    const service = await startService(folder, {}, by ?? []);
    const acknowledged = new Map<string, number[]>(WRITERS.map((user) => [user, []]));
    const refusals: string[] = [];
    const stopping = new AbortController();
    const write = async (user: string): Promise<void> => {
      const ask = as(service.url, user);
      for (let n = 0; !stopping.signal.aborted;) {
        const message = `My number ${n} is value ${n}.`;
        const answer = await ask(WRITE, { message, key: `${user} ${n}` });
        if (answer.errors) refusals.push(...answer.errors.map((error) => error.extensions.code));
        else if (answer.data) acknowledged.get(user)!.push(n++);
        await delay(answer.errors ? 20 : 5);
      }
    };
    const more = (by: number) => {
      const counts = WRITERS.map((user) => acknowledged.get(user)!.length + by);
      return expect
        .poll(() => WRITERS.every((user, n) => acknowledged.get(user)!.length >= counts[n]!), {
          interval: 10,
        })
        .toBe(true);
    };
    const writing = Promise.all(WRITERS.map(write));
    await more(3);
    const end = await begin(service, folder);
    const before = refusals.length;
    await expect.poll(() => refusals.length).toBeGreaterThanOrEqual(before + WRITERS.length);
    const ready = await fetch(service.url.replace("/graphql", "/health/ready"));
    expect(ready.status).toBe(isUnready ? 503 : 200);
    const live = await fetch(service.url.replace("/graphql", "/health/live"));
    expect(live.status).toBe(200);
    await end();
    await more(3);
    stopping.abort();
    await writing;

    expect(refusals.filter((code) => !codes.includes(code))).toEqual([]);
    expect(service.output()).toMatch(cause);
    for (const [user, numbers] of acknowledged) {
      const { facts } = (await told(as(service.url, user)(TEXTS))) as {
        facts: { nodes: { text: string }[] };
      };
      const values = facts.nodes.map(({ text }) => Number(/value (\d+)/u.exec(text)?.[1]));
      expect(values.toSorted((a, b) => a - b)).toEqual(numbers);
    }
    expect(await service.stop()).toBe(0);
  });
});

describe("on a full disk", () => {
  const SAY = /* GraphQL */ `
    mutation ($message: String!) {
      write(input: { message: $message }) {
        event {
          id
        }
      }
    }
  `;
  const ERASE = /* GraphQL */ `
    mutation ($scope: ErasureScope!, $id: ID) {
      erase(input: { scope: $scope, id: $id }) {
        receipt {
          check {
            clean
          }
        }
      }
    }
  `;
  const CLEAN = { erase: { receipt: { check: { clean: true } } } };
  const small = onSmallDisk(12);

  it.skipIf(small === null)("data can be erased, and the room is used again", async () => {
    const { path, remove } = await dataDirectory();
    const service = await startService(path, {}, small ?? []);
    try {
      const [ann, bob] = [as(service.url, "ann"), as(service.url, "bob")];
      await told(bob(SAY, { message: "My dog is Rex." }));
      const events: string[] = [];
      const say = async (n: number): Promise<boolean> => {
        const answer = await ann<{ write: { event: { id: string } } }, object>(SAY, {
          message: `I read book number ${n}. ${"x".repeat(20_000)}`,
        });
        if (answer.data) events.push(answer.data.write.event.id);
        return answer.errors === undefined;
      };
      for (let n = 0; n < 20; n++) await say(n);
      await fillDisk(service, path);
      await expect
        .poll(async () => (await bob(SAY, { message: "I like tea." })).errors?.[0]?.extensions.code)
        .toBe("STORAGE_FULL");
      for (const id of events.slice(0, 2))
        expect(await told(ann(ERASE, { scope: "EVENT", id }))).toEqual(CLEAN);
      expect(await say(20)).toBe(true);
      expect(await told(bob(ERASE, { scope: "SPACE" }))).toEqual(CLEAN);
      const { events: remaining } = (await told(ann("{ events(first: 1) { totalCount } }"))) as {
        events: { totalCount: number };
      };
      expect(remaining.totalCount).toBe(events.length - 2);
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await remove();
    }
  });
});

describe("on a full disk, a memory whose file is not open", () => {
  const small = onSmallDisk(8);
  const SAY = "mutation ($m: String!) { write(input: { message: $m }) { success } }";
  const ERASE = "mutation { erase(input: { scope: SPACE }) { receipt { check { clean } } } }";
  const CLEAN = { erase: { receipt: { check: { clean: true } } } };
  const codes = async (answer: Promise<Answer<unknown>>): Promise<readonly string[]> =>
    ((await answer).errors ?? []).map(({ extensions }) => extensions.code);
  const started: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of started.splice(0).toReversed()) await end();
  });
  const start = async (
    environment: Readonly<Record<string, string>>,
    by: readonly string[],
  ): Promise<{ readonly service: Service; readonly path: string; as(user: string): Ask }> => {
    const { path, remove } = await dataDirectory();
    started.push(remove);
    const service = await startService(path, environment, by);
    started.push(() => service.kill());
    return { service, path, as: (user) => as(service.url, user) };
  };

  it.skipIf(small === null)("can be read, because the reserve is shortened", async () => {
    const { service, path, as } = await start({ MAX_OPEN_SPACES: "2" }, small ?? []);
    const users = ["ann", "bob", "cid", "dan"];
    for (const user of users) await told(as(user)(SAY, { m: "My dog is Rex." }));
    await fillDisk(service, path);
    for (const user of [...users, ...users]) {
      expect(JSON.stringify(await told(as(user)(TEXTS)))).toContain("Rex");
      // Closing a file can make room for a message.
      expect(["", "STORAGE_FULL"]).toContain(
        (await codes(as(`${user} 2`)(SAY, { m: "I like tea." }))).join(),
      );
    }
    expect(await told(as("ann")(ERASE))).toEqual(CLEAN);
    expect(await service.stop()).toBe(0);
  });

  it.skipIf(small === null)("can be read after a start, and erased", async () => {
    const before = await start({}, []);
    for (const user of ["ann", "bob"]) await told(before.as(user)(SAY, { m: "My dog is Rex." }));
    await before.service.stop();
    const [script = "", ...rest] = (small ?? []).slice(-2);
    const fill = `cp -r "${before.path}/." "$DATA_DIR"; dd if=/dev/zero of="$DATA_DIR/junk" 2>&-`;
    const onFull = script.replace("&& exec", `&& { ${fill}; exec`).concat("; }");
    const { service, as } = await start({}, [...(small ?? []).slice(0, -2), onFull, ...rest]);
    expect(await codes(as("cid")(SAY, { m: "I like tea." }))).toEqual(["STORAGE_FULL"]);
    expect(JSON.stringify(await told(as("bob")(TEXTS)))).toContain("Rex");
    expect(await told(as("ann")(ERASE))).toEqual(CLEAN);
    expect(JSON.stringify(await told(as("bob")(TEXTS)))).toContain("Rex");
    expect(service.output()).toMatch(/"reason":"FULL"/u);
    expect(await service.stop()).toBe(0);
  });
});

describe("files that may not be written (EACCES)", () => {
  const by = withoutPrivileges();
  const SAY = "mutation ($m: String!) { write(input: { message: $m }) { success } }";

  it.skipIf(by === null)("can be read, and are written again once they may be", async () => {
    const { path, remove } = await dataDirectory();
    const codes = async (answer: Promise<Answer<unknown>>): Promise<readonly string[]> =>
      ((await answer).errors ?? []).map(({ extensions }) => extensions.code);
    const permit = async (folderMode: number, fileMode: number): Promise<void> => {
      for (const entry of await readdir(path, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue;
        const folder = join(path, entry.name);
        await chmod(folder, 0o700);
        for (const name of await readdir(folder)) await chmod(join(folder, name), fileMode);
        await chmod(folder, folderMode);
      }
    };
    const before = await startService(path, {}, by ?? []);
    await told(as(before.url, "ann")(SAY, { m: "My dog is Rex." }));
    // Without a log beside it, SQLite cannot open a file in such a folder.
    await before.kill();
    await permit(0o500, 0o400);
    const service = await startService(path, {}, by ?? []);
    try {
      const ann = as(service.url, "ann");
      expect(JSON.stringify(await told(ann(TEXTS)))).toContain("Rex");
      expect(await codes(ann(SAY, { m: "I like tea." }))).toEqual(["STORE_UNAVAILABLE"]);
      await permit(0o700, 0o600);
      await codes(ann(SAY, { m: "I like tea." }));
      expect(await codes(ann(SAY, { m: "I like figs." }))).toEqual([]);
      expect(JSON.stringify(await told(ann(TEXTS)))).toContain("figs");
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      await permit(0o700, 0o600);
      await remove();
    }
  });
});

/** Commits to a file as another process, so that the service must read it again. */
const commitElsewhere = (path: string): void => {
  const file = new Database(path, { busyMillis: 5_000 });
  file.run("UPDATE space SET notes_changed = notes_changed + 1");
  file.close();
};

describe("while the disk fails to read (EIO)", () => {
  const reads: readonly [string, RegExp][] = [
    ["{ facts(first: 9) { nodes { text } } }", /dog is Rex/u],
    ['{ search(query: "dog") { hits { score } } }', /score/u],
    ['{ recall(question: "What is my dog called?") { text } }', /Rex/u],
    ['{ entity(name: "Rex") { id } }', /"id":"/u],
    ["{ events(first: 9) { nodes { message } } }", /My dog/u],
  ];

  it.skipIf(!existsSync("/proc/self/mem"))(
    "reads return recorded data, and the log names file and cause",
    async () => {
      const { path, remove } = await dataDirectory();
      const hook = join(import.meta.dirname, "failing-reads.cjs");
      const service = await startService(path, {
        NODE_OPTIONS: `--require ${hook}`,
        WORKER: "off",
      });
      const linesOf = (pattern: RegExp): string[] =>
        service
          .output()
          .split("\n")
          .filter((line) => pattern.test(line));
      try {
        const ask = as(service.url, "ann");
        await told(ask(WRITE, { message: "My dog is Rex.", key: "1" }));
        const files = await readdir(path, { recursive: true });
        const file = join(path, files.find((name) => /[0-9a-f]{32}\.db$/u.test(name)) ?? "");
        for (const [index, [query, expected]] of reads.entries()) {
          service.process.kill("SIGUSR2");
          await expect.poll(() => linesOf(/files cannot be read/u)).toHaveLength(index + 1);
          commitElsewhere(file);
          expect(JSON.stringify(await told(ask(query)))).toMatch(expected);
          const reports = linesOf(/"cause":"[^"]*\(SQLite \d+\)".*It is opened again/u);
          expect(reports.filter((line) => line.includes(file))).toHaveLength(index + 1);
        }
        await told(ask(WRITE, { message: "I work at Acme.", key: "2" }));
        expect(JSON.stringify(await told(ask(TEXTS)))).toMatch(/Rex.*Acme/u);
        expect(await service.stop()).toBe(0);
      } finally {
        await service.kill();
        await remove();
      }
    },
  );
});
