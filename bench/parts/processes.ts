import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { coresBetween, coresInUse, coreTimes, type CoreTimes } from "../cores.ts";
import { required } from "../lookup.ts";
import { deed } from "../statements.ts";
import { ms, times } from "../row.ts";
import { canHoldToCore, startService, type Service } from "../service.ts";
import type { Part } from "./part.ts";

/** Number of users who write, each sequentially. */
const USERS = 16;
const SECONDS = 8;
const ROUNDS = 3;
/** Number of writes of a user before the measurement. */
const WARM_UP = 15;
/**
 * Maximum share of the time of one process that two processes on two cores take for the same
 * writes.
 */
const MOST = 1 / 1.7;

const WRITE = "mutation ($message: String!) { write(input: { message: $message }) { success } }";
const ASSERT = "mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }";

/** Mixed writes: facts and small talk that are extracted, and facts that are asserted. */
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
  readonly cores: CoreTimes;
}

const names = Array.from({ length: USERS }, (_, n) => `user-${n}`);

/** Writes of all users for a while. `from` numbers them, so that no two are the same. */
const sample = async (service: Service, from: number): Promise<Sample & { next: number }> => {
  const before = await coreTimes([service]);
  const began = performance.now();
  const end = began + SECONDS * 1_000;
  let writes = 0;
  let furthest = from;
  await Promise.all(
    names.map(async (user) => {
      for (let n = from; performance.now() < end; n++) {
        await writeOnce(service, user, n);
        writes += 1;
        furthest = Math.max(furthest, n);
      }
    }),
  );
  const millis = performance.now() - began;
  const after = await coreTimes([service]);
  return {
    writesPerSecond: (writes / millis) * 1_000,
    cpuPerWrite: (after.services - before.services) / writes,
    cores: coresBetween(before, after, millis),
    next: furthest + 1,
  };
};

/** The median of samples by their number of writes. */
const middleOf = (samples: readonly Sample[]): Sample => {
  const ascending = samples.toSorted((a, b) => a.writesPerSecond - b.writesPerSecond);
  return required(ascending[ascending.length >> 1], "A sample");
};

const openWith = async (workers: number, core?: number) => {
  const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  const service = await startService(directory, { WORKERS: String(workers) }, { core });
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
    samples,
    end: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const describe = ({ writesPerSecond, cpuPerWrite, cores }: Sample): string =>
  `${writesPerSecond.toFixed(0)} writes a second of ${ms(cpuPerWrite)} CPU each, ${coresInUse(cores)}`;

/** The time of two processes for the same writes, as a share of that of one process. */
const timeOfTwo = (two: readonly Sample[], one: readonly Sample[], of: string, atMost: number) => {
  const [ofTwo, ofOne] = [middleOf(two), middleOf(one)];
  return times(
    `Time for mixed writes with WORKERS=2 against WORKERS=1${of}, real time`,
    `${USERS} users at a time on this machine, the client included: ${describe(ofTwo)}; against ${describe(ofOne)}`,
    ofOne.writesPerSecond / ofTwo.writesPerSecond,
    atMost,
  );
};

/**
 * Mixed writes over HTTP, in turn to a service of one process, to one of two and, if the system
 * supports it, to one of one process that is bound to a single core.
 */
export const processes: Part = {
  name: "processes",
  run: async (progress) => {
    progress(`processes: ${USERS} users write to one process and to two, ${ROUNDS} times`);
    const one = await openWith(1);
    const two = await openWith(2);
    const onCore = canHoldToCore() ? await openWith(1, 0) : null;
    const services = [one, two, ...(onCore === null ? [] : [onCore])];
    for (let round = 0; round < ROUNDS; round++)
      for (const service of services) {
        // The other services have become idle.
        await delay(1_000);
        await service.run();
      }
    await Promise.all(services.map((service) => service.end()));
    return {
      rows: [
        timeOfTwo(two.samples, one.samples, "", MOST),
        ...(onCore === null
          ? []
          : [timeOfTwo(two.samples, onCore.samples, " on a single core", MOST)]),
      ],
      figures: { one: one.samples, two: two.samples, onCore: onCore?.samples ?? null },
      notes: onCore === null ? ["taskset is missing: nothing was held to a single core."] : [],
    };
  },
};
