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

/** Users who write; and as many as there are once their files have been copied. */
const FEW = 100;
const MANY = 2_500;
const MESSAGES = ["I live in Oslo.", "My dog is Rex.", "I work at Acme."];
const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
const READ = "{ me { facts(first: 10) { nodes { text } } } }";
/** Users who ask at a time. */
const AT_ONCE = 8;
/**
 * The service has nothing left to do once a second takes it no more CPU than this, in milliseconds.
 * After a start its worker looks at every file that is new to it, which takes a minute or two.
 */
const QUIET = 20;
const MOST_LOOKS = 180;
const IDLE_SECONDS = 10;
/** The most KB of the file of a user with three messages. */
const MOST_KB = 220;
/** The most that further users may add to the CPU of a second without requests, in milliseconds. */
const MOST_MORE = 5;

const nameOf = (n: number): string => `user-${n}`;

/** Lets so many users ask, some at a time. */
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

/** Copies the files of those who have written for all others, while no service runs. */
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

/** CPU milliseconds of a second, over so many. */
const cpuOver = async (service: Service, seconds: number): Promise<number> => {
  const before = await service.cpuMillis();
  await delay(seconds * 1_000);
  return ((await service.cpuMillis()) - before) / seconds;
};

/** CPU milliseconds of one second in which nobody asks for anything, once all work is done. */
const idleCpu = async (service: Service): Promise<number> => {
  for (let look = 0; look < MOST_LOOKS; look++) if ((await cpuOver(service, 1)) <= QUIET) break;
  return cpuOver(service, IDLE_SECONDS);
};

/** KB of all files of a folder that are about users, for each of them. */
const kilobytesPerUser = (directory: string): number => {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.db(?:-wal)?$/u.test(name),
  );
  const bytes = names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  return bytes / names.filter((name) => name.endsWith(".db")).length / 1_000;
};

/**
 * What a service takes, after a start, of which all of its users have asked something once. The round
 * of file checks that begins a minute later is left out: it takes a twentieth of a core at most,
 * the longer the more files there are, once a day.
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
  // Without the logs, which a file that is open may keep.
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

/** What users cost who do not ask for anything. */
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
