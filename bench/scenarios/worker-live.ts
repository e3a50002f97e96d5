import { cpus, loadavg } from "node:os";
import { setInterval, setTimeout as delay } from "node:timers/promises";
import { JOB_KINDS, type JobKind } from "../../src/derive/jobs/job.ts";
import type { Thresholds } from "../../src/derive/worker/thresholds.ts";
import { cpuMillis } from "../cpu.ts";
import { scenario } from "../scenario.ts";
import { startService, type Service } from "../service.ts";
import { deed } from "../statements.ts";

/** What the worker had not got to, at one moment. */
export interface Behind {
  /** Turns on record that are due, and in no run that has ended. */
  readonly turns: number;
  /** Jobs that wait or run. */
  readonly jobs: number;
}

export interface LiveTold {
  /** From the first turn to the last answer, in seconds. */
  readonly writing: number;
  /** Once a second while turns were written. */
  readonly behind: readonly Behind[];
  readonly atEnd: Behind;
  /** From the last answer until nothing was behind, in seconds. */
  readonly catchingUp: number;
  /** While turns were written, core-seconds a second: of the services, of the client that writes, and of the whole machine. */
  readonly cores: { readonly services: number; readonly client: number; readonly machine: number };
  /** Of one minute, as it began. */
  readonly load: number;
}

const SECOND = 1_000;
const LOOK_EVERY = 100;
/** Seconds of turns that are written before it is measured. */
const REHEARSALS = 4;
/** It is not waited longer than this for the worker. */
const PATIENCE = 60_000;

const BEGIN = "mutation { createSession { id } }";
const SAY =
  "mutation Say($inputs: [WriteInput!]!) { writeMany(inputs: $inputs) { written messages { error result { event { recordedAt } } } } }";
const JOBS = "{ jobs(first: 100) { nodes { kind status startedAt finishedAt } } }";
interface Said {
  readonly writeMany: {
    readonly written: number;
    readonly messages: readonly {
      readonly error: string | null;
      readonly result: { readonly event: { readonly recordedAt: string } } | null;
    }[];
  };
}
interface Told {
  readonly jobs: {
    readonly nodes: readonly {
      readonly kind: JobKind;
      readonly status: string;
      readonly startedAt: string | null;
      readonly finishedAt: string | null;
    }[];
  };
}

/** One user, who talks in one session. */
class Talker {
  readonly service: Service;
  readonly #user: string;
  readonly #session: string;
  /** When each turn was recorded, in milliseconds since 1970. */
  readonly #recorded: number[] = [];
  /** When the last run of each kind that has ended began. */
  readonly #covered = new Map<JobKind, number>();

  private constructor(service: Service, user: string, session: string) {
    this.service = service;
    this.#user = user;
    this.#session = session;
  }

  static async begin(service: Service, user: string): Promise<Talker> {
    const { createSession } = (await service.ask(user, BEGIN, {})) as {
      readonly createSession: { readonly id: string };
    };
    return new Talker(service, user, createSession.id);
  }

  async say(messages: readonly string[]): Promise<void> {
    const { writeMany } = (await this.service.ask(this.#user, SAY, {
      inputs: messages.map((message) => ({ message, sessionId: this.#session })),
    })) as unknown as Said;
    if (writeMany.written !== messages.length)
      throw new Error(`Not written: ${writeMany.messages.map(({ error }) => error).join(" ")}`);
    for (const { result } of writeMany.messages)
      this.#recorded.push(Date.parse(result!.event.recordedAt));
  }

  async behind(thresholds: Thresholds): Promise<Behind> {
    const { nodes } = ((await this.service.ask(this.#user, JOBS, {})) as unknown as Told).jobs;
    for (const { kind, startedAt, finishedAt } of nodes)
      if (startedAt !== null && finishedAt !== null) this.#covered.set(kind, Date.parse(startedAt));
    const turns = JOB_KINDS.filter((kind) => thresholds[kind] > 0).map((kind) => {
      const fresh = this.#recorded.filter((at) => at >= (this.#covered.get(kind) ?? 0)).length;
      return fresh < thresholds[kind] ? 0 : fresh;
    });
    return {
      turns: Math.max(0, ...turns),
      jobs: nodes.filter(({ status }) => status !== "DONE").length,
    };
  }
}

const busyMillis = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

const settingsOf = (thresholds: Thresholds): Record<string, string> =>
  Object.fromEntries(
    Object.entries(thresholds).map(([kind, every]) => [`${kind}_EVERY_N`, String(every)]),
  );

export interface LiveOptions {
  readonly turnsPerSecond: number;
  readonly seconds: number;
  readonly users: number;
  readonly services: number;
  readonly thresholds: Thresholds;
}

/** So many turns a second, in real time, over HTTP, to services with the worker on, each of which has its share of the users; and how far behind the worker is. */
await scenario<LiveOptions, never, LiveTold>(
  async ({ folder, turnsPerSecond, seconds, users, services: instances, thresholds }) => {
    const services = await Promise.all(
      Array.from({ length: instances }, () => startService(folder, settingsOf(thresholds))),
    );
    const talkers = await Promise.all(
      Array.from({ length: users }, (_, n) => Talker.begin(services[n % instances]!, `user-${n}`)),
    );
    const perCall = turnsPerSecond / users;
    const messages = (call: number): string[] =>
      Array.from({ length: perCall }, (_, i) => `I ${deed(call * perCall + i)}.`);
    // Code is compiled, caches fill: this is not counted.
    for (let call = seconds; call < seconds + REHEARSALS; call++)
      await Promise.all(talkers.map((talker, n) => talker.say(messages(call * users + n))));

    const looked = async (): Promise<Behind> => {
      const each = await Promise.all(talkers.map((talker) => talker.behind(thresholds)));
      return {
        turns: each.reduce((sum, { turns }) => sum + turns, 0),
        jobs: each.reduce((sum, { jobs }) => sum + jobs, 0),
      };
    };
    const cpu = async () => ({
      services: (await Promise.all(services.map((service) => service.cpuMillis()))).reduce(
        (sum, millis) => sum + millis,
        0,
      ),
      client: cpuMillis(),
      machine: busyMillis(),
    });
    const [load] = loadavg() as [number, number, number];
    const before = await cpu();
    const began = performance.now();
    const until = (millis: number): Promise<void> =>
      delay(Math.max(0, began + millis - performance.now()));
    /** Each user speaks once a second, one after the other within it, and waits for the answer. */
    const talking = talkers.map(async (talker, n) => {
      for (let second = 0; second < seconds; second++) {
        await until((second + n / users) * SECOND);
        await talker.say(messages(second * users + n));
      }
    });
    const written = new AbortController();
    const behind: Behind[] = [];
    const looking = (async () => {
      for await (const _ of setInterval(SECOND, null, { signal: written.signal }))
        behind.push(await looked());
    })().catch((error: unknown) => {
      if (!written.signal.aborted) throw error;
    });
    await Promise.all(talking);
    written.abort();
    const ended = performance.now();
    const after = await cpu();
    const writing = (ended - began) / SECOND;
    const atEnd = await looked();
    await looking;
    for (let now = atEnd; now.turns > 0 || now.jobs > 0; now = await looked()) {
      if (performance.now() - ended > PATIENCE)
        throw new Error(
          `The worker is ${now.turns} turns and ${now.jobs} jobs behind after ${PATIENCE / SECOND} seconds.`,
        );
      await delay(LOOK_EVERY);
    }
    const catchingUp = (performance.now() - ended) / SECOND;
    await Promise.all(services.map((service) => service.stop()));
    const coresOf = (what: keyof typeof before): number =>
      (after[what] - before[what]) / SECOND / writing;
    return {
      works: {},
      tell: () => ({
        writing,
        behind,
        atEnd,
        catchingUp,
        cores: {
          services: coresOf("services"),
          client: coresOf("client"),
          machine: coresOf("machine"),
        },
        load,
      }),
    };
  },
);
