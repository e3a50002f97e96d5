import { copyFileSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openConnection } from "../../src/store/sqlite/database/database.ts";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { LOCAL } from "../palimpsest.ts";
import { count, kilobytes, megabytes, millis, type Row } from "../row.ts";
import { startService, type Service } from "../service.ts";
import type { Part } from "./part.ts";

/** Number of users who write, and number of users after their files were copied. */
const FEW = 100;
const MANY = 2_500;
const MESSAGES = ["I live in Oslo.", "My dog is Rex.", "I work at Acme."];
const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
const READ = "{ me { facts(first: 10) { nodes { text } } } }";
/** Number of users who ask at the same time. */
const AT_ONCE = 8;
/**
 * Maximum CPU milliseconds per second of a service that has nothing left to do. After a start, its
 * worker checks every new file, which takes a minute or two.
 */
const QUIET = 20;
const MOST_LOOKS = 180;
const IDLE_SECONDS = 10;
/** Maximum number of KB of the file of a user with three messages. */
const MOST_KB = 220;
/** Maximum CPU milliseconds per second that further users may add without requests. */
const MOST_MORE = 5;

const nameOf = (n: number): string => `user-${n}`;

/** Lets a number of users ask, some at a time. */
const eachUser = async (users: number, ask: (user: string) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (next < users) await ask(nameOf(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
};

const writeAll = (service: Service): Promise<void> =>
  eachUser(FEW, async (user) => {
    for (const message of MESSAGES) await service.ask(user, WRITE, { message });
  });

/** Copies the files of the users who wrote for all other users, while no service runs. */
const copyUsers = (directory: string): void => {
  for (let n = FEW; n < MANY; n++) {
    const user = nameOf(n);
    const path = pathOf(directory, { ...LOCAL, user });
    copyFileSync(pathOf(directory, { ...LOCAL, user: nameOf(n % FEW) }), path);
    const file = openConnection(path);
    file.prepare("UPDATE space SET user = ?, born = lower(hex(randomblob(8)))").run(user);
    file.close();
  }
};

/** CPU milliseconds per second, over a number of seconds. */
const cpuOver = async (service: Service, seconds: number): Promise<number> => {
  const before = await service.cpuMillis();
  await delay(seconds * 1_000);
  return ((await service.cpuMillis()) - before) / seconds;
};

/** CPU milliseconds of one second without requests, after all work is done. */
const idleCpu = async (service: Service): Promise<number> => {
  for (let look = 0; look < MOST_LOOKS; look++) if ((await cpuOver(service, 1)) <= QUIET) break;
  return cpuOver(service, IDLE_SECONDS);
};

/** KB of all files of users in a folder, per user. */
const kilobytesPerUser = (directory: string): number => {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.db(?:-wal)?$/u.test(name),
  );
  const bytes = names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  return bytes / names.filter((name) => name.endsWith(".db")).length / 1_000;
};

/**
 * The cost of a service, after a start, of which every user has asked something once. The round of
 * file checks that starts a minute later is not included. It takes at most a twentieth of a core,
 * once a day, and longer for more files.
 */
const measureUsers = async (directory: string, users: number) => {
  const service = await startService(directory, { CHECK_FILES_HOURS: "0" });
  await eachUser(users, (user) => service.ask(user, READ, {}));
  const idle = await idleCpu(service);
  const memory = service.memory();
  await service.stop();
  return { users, idle, memory };
};

const measureIn = async (
  directory: string,
): Promise<{ readonly rows: readonly Row[]; readonly figures: Record<string, unknown> }> => {
  const first = await startService(directory);
  await writeAll(first);
  // Counted without the logs, which an open file may keep.
  await first.stop();
  const perUser = kilobytesPerUser(directory);
  const few = await measureUsers(directory, FEW);
  copyUsers(directory);
  const many = await measureUsers(directory, MANY);
  return {
    rows: [
      kilobytes(
        "Bytes on disk of a user with three messages",
        `${count(FEW)} users, the service stopped`,
        perUser,
        MOST_KB,
      ),
      millis(
        `CPU of a second without requests: more with ${count(MANY)} users than with ${count(FEW)}`,
        `${many.idle.toFixed(1)} ms against ${few.idle.toFixed(1)} ms, each user having asked once`,
        Math.max(0, many.idle - few.idle),
        MOST_MORE,
      ),
      megabytes(
        `Resident memory after ${count(MANY)} users have asked: more than after ${count(FEW)}`,
        `${many.memory.toFixed(0)} MB against ${few.memory.toFixed(0)} MB, at most 256 files open`,
        Math.max(0, many.memory - few.memory),
        null,
      ),
    ],
    figures: { few, many, perUser },
  };
};

/** The cost of users who ask nothing. */
export const users: Part = {
  name: "users",
  run: async (progress) => {
    progress(`users: ${count(FEW)} and ${count(MANY)} of them with three messages, then nothing`);
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
    try {
      return { ...(await measureIn(directory)), notes: [] };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
