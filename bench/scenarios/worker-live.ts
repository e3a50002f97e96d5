import { loadavg } from "node:os";
import { setInterval, setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { JOB_KINDS, type JobKind } from "../../src/derive/jobs/job.ts";
import type { Thresholds } from "../../src/derive/worker/triggers.ts";
import { coresBetween, coreTimes, type CoreTimes } from "../cores.ts";
import { cyclicItem } from "../lookup.ts";
import { scenario } from "../scenario.ts";
import { startService, type Service } from "../service.ts";
import { deed } from "../statements.ts";

/** The work that the worker had not done at one moment. */
export interface Backlog {
  /** Number of recorded turns that are due and in no finished run. */
  readonly turns: number;
  /** Number of jobs that wait or run. */
  readonly jobs: number;
}

export interface LiveFindings {
  /** From the first turn to the last answer, in seconds. */
  readonly writing: number;
  /** Once a second while turns were written. */
  readonly behind: readonly Backlog[];
  readonly atEnd: Backlog;
  /** From the last answer until nothing was behind, in seconds. */
  readonly catchingUp: number;
  /**
   * Cores in use while turns were written, by the services, by the client and in the whole machine.
   */
  readonly cores: CoreTimes;
  /** Load average of the last minute at the start. */
  readonly load: number;
}

const SECOND = 1_000;
const POLL_EVERY = 100;
/** Seconds of turns that are written before the measurement. */
const REHEARSALS = 4;
/** Milliseconds that the worker has to catch up. */
const PATIENCE = 60_000;

const BEGIN = "mutation { createSession(input: {}) { session { id } } }";
const SAY = `mutation Say($inputs: [WriteInput!]!) {
  writeMany(input: { messages: $inputs }) { written messages { error result { event { recordedAt } } } }
}`;
const JOBS = "{ jobs(first: 100) { nodes { kind status startedAt finishedAt } } }";

const createSessionData = z.object({
  createSession: z.object({ session: z.object({ id: z.string() }) }),
});
const writeManyData = z.object({
  writeMany: z.object({
    written: z.number(),
    messages: z.array(
      z.object({
        error: z.string().nullable(),
        result: z.object({ event: z.object({ recordedAt: z.string() }) }).nullable(),
      }),
    ),
  }),
});
const jobsData = z.object({
  jobs: z.object({
    nodes: z.array(
      z.object({
        kind: z.enum(JOB_KINDS),
        status: z.string(),
        startedAt: z.string().nullable(),
        finishedAt: z.string().nullable(),
      }),
    ),
  }),
});

/** One user, who talks in one session. */
class Talker {
  readonly service: Service;
  readonly #user: string;
  readonly #session: string;
  /** The time at which each turn was recorded, in milliseconds since 1970. */
  readonly #recorded: number[] = [];
  /** The start of the last finished run of each kind. */
  readonly #covered = new Map<JobKind, number>();

  private constructor(service: Service, user: string, session: string) {
    this.service = service;
    this.#user = user;
    this.#session = session;
  }

  static async begin(service: Service, user: string): Promise<Talker> {
    const { createSession } = createSessionData.parse(await service.ask(user, BEGIN, {}));
    return new Talker(service, user, createSession.session.id);
  }

  async say(messages: readonly string[]): Promise<void> {
    const inputs = messages.map((message) => ({ message, sessionId: this.#session }));
    const { writeMany } = writeManyData.parse(await this.service.ask(this.#user, SAY, { inputs }));
    if (writeMany.written !== messages.length)
      throw new Error(`Not written: ${writeMany.messages.map(({ error }) => error).join(" ")}`);
    for (const { result } of writeMany.messages)
      if (result) this.#recorded.push(Date.parse(result.event.recordedAt));
  }

  async backlog(thresholds: Thresholds): Promise<Backlog> {
    const { nodes } = jobsData.parse(await this.service.ask(this.#user, JOBS, {})).jobs;
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

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

const totalBacklog = async (
  talkers: readonly Talker[],
  thresholds: Thresholds,
): Promise<Backlog> => {
  const backlogs = await Promise.all(talkers.map((talker) => talker.backlog(thresholds)));
  return {
    turns: sumOf(backlogs.map(({ turns }) => turns)),
    jobs: sumOf(backlogs.map(({ jobs }) => jobs)),
  };
};

/** Runs `work`, and observes the backlog once a second meanwhile. */
const observeDuring = async (
  work: () => Promise<void>,
  backlog: () => Promise<Backlog>,
): Promise<readonly Backlog[]> => {
  const end = new AbortController();
  const observations: Backlog[] = [];
  const observing = (async () => {
    for await (const _ of setInterval(SECOND, null, { signal: end.signal }))
      observations.push(await backlog());
  })().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  await work();
  end.abort();
  await observing;
  return observations;
};

/** Waits until the worker has done everything. Throws if that takes too long. */
const catchUp = async (first: Backlog, backlog: () => Promise<Backlog>): Promise<void> => {
  const start = performance.now();
  for (let now = first; now.turns > 0 || now.jobs > 0; now = await backlog()) {
    if (performance.now() - start > PATIENCE)
      throw new Error(
        `The worker is ${now.turns} turns and ${now.jobs} jobs behind after ${PATIENCE / SECOND} seconds.`,
      );
    await delay(POLL_EVERY);
  }
};

/**
 * Writes a number of turns per second, in real time, over HTTP, to services with the worker on,
 * each with its share of the users, and measures the backlog of the worker.
 */
await scenario<LiveOptions, never, LiveFindings>(
  async ({ folder, turnsPerSecond, seconds, users, services: instances, thresholds }) => {
    const services = await Promise.all(
      Array.from({ length: instances }, () => startService(folder, settingsOf(thresholds))),
    );
    const talkers = await Promise.all(
      Array.from({ length: users }, (_, n) => Talker.begin(cyclicItem(services, n), `user-${n}`)),
    );
    const perCall = turnsPerSecond / users;
    const messages = (call: number): string[] =>
      Array.from({ length: perCall }, (_, i) => `I ${deed(call * perCall + i)}.`);
    // Code is compiled and caches fill in these seconds, which do not count.
    for (let call = seconds; call < seconds + REHEARSALS; call++)
      await Promise.all(talkers.map((talker, n) => talker.say(messages(call * users + n))));

    const [load = 0] = loadavg();
    const backlog = (): Promise<Backlog> => totalBacklog(talkers, thresholds);
    const before = await coreTimes(services);
    const start = performance.now();
    /** Each user speaks once a second, one after the other, and waits for the answer. */
    const talk = async (talker: Talker, n: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        const due = start + (second + n / users) * SECOND;
        await delay(Math.max(0, due - performance.now()));
        await talker.say(messages(second * users + n));
      }
    };
    let end = start;
    let after = before;
    const behind = await observeDuring(async () => {
      await Promise.all(talkers.map(talk));
      end = performance.now();
      after = await coreTimes(services);
    }, backlog);
    const atEnd = await backlog();
    await catchUp(atEnd, backlog);
    const catchingUp = (performance.now() - end) / SECOND;
    await Promise.all(services.map((service) => service.stop()));
    const writing = (end - start) / SECOND;
    const cores = coresBetween(before, after, end - start);
    return {
      works: {},
      findings: () => ({ writing, behind, atEnd, catchingUp, cores, load }),
    };
  },
);
