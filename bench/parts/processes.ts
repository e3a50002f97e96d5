import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "../measure.ts";
import { deed } from "../statements.ts";
import { ms, times } from "../row.ts";
import { startService, type Service } from "../service.ts";
import type { Part } from "./part.ts";

/** Users who write, each one thing after the other. */
const USERS = 16;
const SECONDS = 8;
const ROUNDS = 3;
/** Writes of a user before anything is measured. */
const WARM_UP = 15;
/** Two processes on two cores write at most this share of the time of one. */
const MOST = 1 / 1.7;

const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
const ASSERT = "mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }";

/** Mixed writes: facts and small talk that are read, and facts that are asserted. */
const writeOnce = (service: Service, user: string, n: number): Promise<unknown> => {
  switch (n % 4) {
    case 0:
      return service.ask(user, WRITE, { message: `I ${deed(n)}.` });
    case 1:
      return service.ask(user, ASSERT, {
        input: {
          entity: { key: "thing:house", name: "House" },
          text: `The house has number ${n}.`,
        },
      });
    case 2:
      return service.ask(user, WRITE, { message: `My number ${n} is ${n}.` });
    default:
      return service.ask(user, WRITE, { message: "That sounds good to me, thank you." });
  }
};

interface Sample {
  readonly writesPerSecond: number;
  readonly cpuPerWrite: number;
}

const names = Array.from({ length: USERS }, (_, n) => `user-${n}`);

/** Writes of all users for a while; `from` numbers them, so that no two are alike. */
const sample = async (service: Service, from: number): Promise<Sample & { next: number }> => {
  const cpuBefore = await service.cpuMillis();
  const began = performance.now();
  const end = began + SECONDS * 1_000;
  let written = 0;
  let furthest = from;
  await Promise.all(
    names.map(async (user) => {
      for (let n = from; performance.now() < end; n++) {
        await writeOnce(service, user, n);
        written += 1;
        furthest = Math.max(furthest, n);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const cpu = (await service.cpuMillis()) - cpuBefore;
  return { writesPerSecond: written / seconds, cpuPerWrite: cpu / written, next: furthest + 1 };
};

const openWith = async (workers: number) => {
  const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  const service = await startService(directory, { WORKERS: String(workers) });
  for (let n = 0; n < WARM_UP; n++)
    await Promise.all(names.map((user) => writeOnce(service, user, n)));
  let next = WARM_UP;
  const samples: Sample[] = [];
  return {
    run: async () => {
      const { next: after, ...measured } = await sample(service, next);
      next = after;
      samples.push(measured);
    },
    middle: (name: keyof Sample) => median(samples.map((one) => one[name])),
    samples,
    end: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const rate = (perSecond: number): string => `${perSecond.toFixed(0)} writes a second`;

/** Mixed writes over HTTP to a service of one process and to one of two, alternately. */
export const processes: Part = {
  name: "processes",
  run: async (progress) => {
    progress(`processes: ${USERS} users write to one process and to two, ${ROUNDS} times`);
    const one = await openWith(1);
    const two = await openWith(2);
    for (let round = 0; round < ROUNDS; round++)
      for (const service of [one, two]) {
        // What the other was about is over.
        await delay(1_000);
        await service.run();
      }
    await Promise.all([one.end(), two.end()]);
    const [before, after] = [one, two].map((service) => service.middle("writesPerSecond"));
    const [cpuBefore, cpuAfter] = [one, two].map((service) => service.middle("cpuPerWrite"));
    return {
      rows: [
        times(
          "Time for mixed writes with WORKERS=2 against WORKERS=1, real time",
          `${USERS} users at a time on this machine, the client included: ${rate(after ?? 0)} against ${rate(before ?? 0)}; CPU of all processes ${ms(cpuAfter ?? 0)} a write against ${ms(cpuBefore ?? 0)}`,
          (before ?? 0) / (after ?? 1),
          MOST,
        ),
      ],
      figures: { one: one.samples, two: two.samples },
      notes: [],
    };
  },
};
