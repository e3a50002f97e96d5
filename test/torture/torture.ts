import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { integrityOf, type Backend } from "../end-to-end/backends.ts";
import { as, told, type Ask, type Service } from "../end-to-end/service.ts";
import { faultsOf, type Operation, type Recorded } from "./history.ts";

export interface TortureOptions {
  /** Operations, times of death and faults follow from it; how the processes interleave does not. */
  readonly seed: number;
  readonly seconds: number;
  /** Services on one store. */
  readonly services: number;
  /** Milliseconds between two faults, about. */
  readonly faultMillis: number;
  readonly spaces: number;
  /** Clients of each space. */
  readonly clients: number;
}

export interface TortureReport {
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly reads: number;
  readonly kills: number;
  readonly pauses: number;
}

const APPEND = `mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }`;
const READ = `query ($at: TimePoint) { entity(key: "thing:box", at: $at) { at { knownAt } facts(first: 20) { totalCount nodes { text } } } }`;
const RECORD = `query ($after: String) { changes(from: "2020-01-01T00:00:00.000Z", first: 100, after: $after) { nodes { at kind after { ... on Fact { text slot } } } pageInfo { hasNextPage endCursor } } }`;

interface ReadAnswer {
  readonly entity: {
    readonly at: { readonly knownAt: string };
    readonly facts: {
      readonly totalCount: number;
      readonly nodes: readonly { readonly text: string }[];
    };
  } | null;
}
interface RecordAnswer {
  readonly changes: {
    readonly nodes: readonly {
      readonly at: string;
      readonly kind: string;
      readonly after: { readonly text?: string; readonly slot?: string | null } | null;
    }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

/** A generator of numbers from 0 to 1 (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Milliseconds for which a service that is paused does nothing. */
const PAUSE_MILLIS = 200;
const SECOND = 1_000;
/** Share of operations that read, and of those, that read a moment seen before. */
const READS = 0.4;
const PAST_READS = 0.3;
/** Share of appends that replace the one before of this kind. */
const REPLACEMENTS = 0.5;
/** Share of faults that kill rather than pause. */
const KILLS = 0.7;
/** Share of appends without an answer that are sent again, under the same key. */
const REPEATS = 0.7;

/** Shares of requests to a store that fail, and of its reads that a replica answers which lags. */
const STORM = { faults: 0.04, lags: 0.5 };

const now = (): number => performance.now();

/** Concurrent clients on a store whose services are killed and paused. Gives what it saw; fails the test on any fault. */
export const torture = async (
  backend: Backend,
  options: TortureOptions,
): Promise<TortureReport> => {
  const { seed, seconds, services, faultMillis, spaces, clients } = options;
  const random = randomOf(seed);
  const running: Service[] = await Promise.all(
    Array.from({ length: services }, () => backend.start({ WORKER: "off" })),
  );
  const histories = Array.from({ length: spaces }, (): Operation[] => []);
  const past = Array.from({ length: spaces }, () => new Map<string, string>());
  const faults: string[] = [];
  const counts = { acknowledged: 0, unanswered: 0, reads: 0, kills: 0, pauses: 0 };
  const until = now() + seconds * SECOND;
  const userOf = (space: number): string => `user-${space}`;
  /**
   * The newest record time that any client of each space received. Replicas of a store may lag
   * behind it.
   */
  const atLeast = Array.from({ length: spaces }, () => "");
  const send = async <T>(
    pick: () => number,
    space: number,
    document: string,
    variables: object,
  ): Promise<T> => {
    const { url } = running[Math.floor(pick() * running.length)]!;
    const headers = { "x-palimpsest-at-least": atLeast[space]! };
    const answer = await as(url, userOf(space), headers)<T, object>(document, variables);
    const data = await told(Promise.resolve(answer));
    const recordedAt = answer.extensions?.atLeast ?? "";
    if (recordedAt > atLeast[space]!) atLeast[space] = recordedAt;
    return data;
  };

  const append = async (pick: () => number, space: number, item: string): Promise<void> => {
    const input = {
      entity: { name: "Box", type: "thing" },
      text: item,
      idempotencyKey: item,
      ...(pick() < REPLACEMENTS && { slot: "label", value: item }),
    };
    const invoked = now();
    for (;;) {
      const isDone = await send(pick, space, APPEND, { input }).then(
        () => true,
        () => false,
      );
      histories[space]!.push({ kind: "append", item, invoked, answered: isDone ? now() : null });
      counts[isDone ? "acknowledged" : "unanswered"] += 1;
      if (isDone || now() > until || pick() > REPEATS) return;
      // A sent append may be recorded at any later time, so only the last answer counts.
      histories[space]!.pop();
      await delay(20);
    }
  };
  const read = async (pick: () => number, space: number): Promise<void> => {
    const seen = [...past[space]!.keys()];
    const at = pick() < PAST_READS ? seen[Math.floor(pick() * seen.length)] : undefined;
    const invoked = now();
    const answer = await send<ReadAnswer>(
      pick,
      space,
      READ,
      at === undefined ? {} : { at: { knownAt: at } },
    ).catch(() => null);
    if (answer === null) return;
    counts.reads += 1;
    const { entity } = answer;
    const shown = JSON.stringify(entity?.facts ?? null);
    const knownAt = entity?.at.knownAt ?? null;
    if (at !== undefined) {
      if (past[space]!.get(at) !== shown) faults.push(`The past of ${at} has changed: ${shown}`);
      return;
    }
    if (knownAt !== null) past[space]!.set(knownAt, shown);
    histories[space]!.push({
      kind: "read",
      invoked,
      answered: now(),
      knownAt,
      count: entity?.facts.totalCount ?? 0,
      first: entity?.facts.nodes.map(({ text }) => text) ?? [],
    });
  };
  const client = async (space: number, number: number): Promise<void> => {
    const pick = randomOf(seed * 1_000 + space * 100 + number);
    for (let n = 0; now() < until; n += 1) {
      if (pick() < READS) await read(pick, space);
      else await append(pick, space, `Item ${space}-${number}-${n}`);
    }
  };
  const fault = async (): Promise<void> => {
    const index = Math.floor(random() * running.length);
    const victim = running[index]!;
    if (random() < KILLS) {
      counts.kills += 1;
      await victim.kill();
      running[index] = await backend.start({ WORKER: "off" });
      return;
    }
    counts.pauses += 1;
    victim.process.kill("SIGSTOP");
    await delay(PAUSE_MILLIS);
    victim.process.kill("SIGCONT");
  };
  const tormentor = async (): Promise<void> => {
    while (now() < until) {
      await delay(faultMillis * (0.5 + random()));
      if (now() < until) await fault();
    }
  };
  backend.storm?.({ random: randomOf(seed + 1), ...STORM });
  await Promise.all([
    tormentor(),
    ...histories.flatMap((_, space) => Array.from({ length: clients }, (_, n) => client(space, n))),
  ]);

  backend.storm?.(null);
  expect(await integrityOf(backend)).toEqual([]);
  for (const [space, history] of histories.entries()) {
    const ask = as(running[0]!.url, userOf(space));
    faults.push(
      ...faultsOf(history, await recordOf(ask)).map((text) => `${userOf(space)}: ${text}`),
    );
    for (const [knownAt, shown] of past[space]!) {
      const { entity } = (await told(ask(READ, { at: { knownAt } }))) as ReadAnswer;
      if (JSON.stringify(entity?.facts ?? null) !== shown)
        faults.push(`${userOf(space)}: the past of ${knownAt} has changed`);
    }
  }
  for (const service of running) expect(await service.stop()).toBe(0);
  expect(faults).toEqual([]);
  return counts;
};

/** All items of a space, in the order in which they were recorded. */
const recordOf = async (ask: Ask): Promise<Recorded[]> => {
  const items: Recorded[] = [];
  for (let after: string | null = null; ;) {
    const { changes } = (await told(ask(RECORD, { after }))) as RecordAnswer;
    for (const { at, kind, after: node } of changes.nodes)
      if ((kind === "FACT_ADDED" || kind === "FACT_UPDATED") && node?.text !== undefined)
        items.push({ item: node.text, at, slot: node.slot ?? null });
    if (!changes.pageInfo.hasNextPage) return items;
    after = changes.pageInfo.endCursor;
  }
};
