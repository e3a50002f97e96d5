import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { count, kilobytes, millis, type Row } from "../row.ts";
import { startService, type Service } from "../service.ts";
import type { Part } from "./part.ts";

const SIZES = [100, 1_000];
const MESSAGES = ["I live in Oslo.", "My dog is Rex.", "I work at Acme."];
const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
/** Users who write at a time. */
const AT_ONCE = 8;
/** Seconds after the last write until the service has nothing left to do. */
const SETTLED = 15;
const IDLE_SECONDS = 20;
/** The most KB of the file of a user with three messages. */
const MOST_KB = 220;
/** The most that further users may add to the CPU of a second without requests, in milliseconds. */
const MOST_MORE = 5;

const fill = async (service: Service, from: number, to: number): Promise<void> => {
  let next = from;
  const write = async (): Promise<void> => {
    while (next < to) {
      const user = `user-${next++}`;
      for (const message of MESSAGES) await service.ask(user, WRITE, { message });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
};

/** CPU milliseconds of one second in which nobody asks for anything. */
const idleCpu = async (service: Service): Promise<number> => {
  await delay(SETTLED * 1_000);
  const before = await service.cpuMillis();
  await delay(IDLE_SECONDS * 1_000);
  return ((await service.cpuMillis()) - before) / IDLE_SECONDS;
};

/** KB of all files of a folder that are about users, for each of them. */
const kilobytesPerUser = async (directory: string): Promise<number> => {
  const names = (await readdir(directory, { recursive: true })).filter((name) =>
    /\.db(?:-wal)?$/u.test(name),
  );
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name))).size),
  );
  const users = names.filter((name) => name.endsWith(".db")).length;
  return sizes.reduce((sum, size) => sum + size, 0) / users / 1_000;
};

const measureIn = async (
  directory: string,
): Promise<{ readonly rows: readonly Row[]; readonly figures: Record<string, unknown> }> => {
  let service = await startService(directory);
  const idle: number[] = [];
  let filled = 0;
  for (const size of SIZES) {
    await fill(service, filled, size);
    filled = size;
    idle.push(await idleCpu(service));
  }
  // Without the logs, which a file that is open may keep.
  await service.stop();
  const perUser = await kilobytesPerUser(directory);
  service = await startService(directory);
  const idleAgain = await idleCpu(service);
  await service.stop();
  const [few = 0, many = 0] = idle;
  return {
    rows: [
      kilobytes(
        "Bytes on disk of a user with three messages",
        `${count(filled)} users, the service stopped`,
        perUser,
        MOST_KB,
      ),
      millis(
        `CPU of a second without requests: more with ${count(filled)} users on disk than with ${count(SIZES[0] ?? 0)}`,
        `${many.toFixed(1)} ms against ${few.toFixed(1)} ms; ${idleAgain.toFixed(1)} ms after a restart`,
        Math.max(0, many - few),
        MOST_MORE,
      ),
    ],
    figures: { sizes: SIZES, idle, idleAgain, perUser },
  };
};

/** What users cost who do not ask for anything. */
export const users: Part = {
  name: "users",
  run: async (progress) => {
    progress(`users: ${SIZES.map(count).join(" and ")} of them with three messages, then nothing`);
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
    try {
      return { ...(await measureIn(directory)), notes: [] };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
