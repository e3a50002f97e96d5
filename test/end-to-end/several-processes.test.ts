import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { partOf } from "../../src/front/assignment.ts";
import { as, dataDirectory, startService, type Answer, type Service } from "./service.ts";

const KEY = "a-key-of-16-characters";
const WRITE = /* GraphQL */ `
  mutation ($message: String!, $key: String!) {
    write(input: { message: $message, idempotencyKey: $key }) {
      success
      event {
        id
      }
    }
  }
`;
const WRITTEN = /* GraphQL */ `
  {
    facts(first: 100) {
      nodes {
        text
      }
    }
  }
`;

let data: Awaited<ReturnType<typeof dataDirectory>>;
let sockets: Awaited<ReturnType<typeof dataDirectory>>;
let service: Service;

const asUser = (user: string) => as(service.url, user, { "x-api-key": KEY });
const processes = (): number[] =>
  execFileSync("ps", ["-A", "-o", "ppid=,pid="])
    .toString()
    .split("\n")
    .map((line) => line.trim().split(/\s+/u).map(Number))
    .filter(([parent]) => parent === service.process.pid)
    .map(([, pid]) => pid!);
/** The running processes. One that has ended may still be listed. */
const alive = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    try {
      const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)]).toString();
      return !state.startsWith("Z");
    } catch {
      return false;
    }
  });
/** Users of the first and of the second process. */
const users = [0, 1].map((part) =>
  Array.from({ length: 30 }, (_, n) => `user-${n}`).filter(
    (user) => partOf({ tenant: "acme", user }, 2) === part,
  ),
);

beforeAll(async () => {
  data = await dataDirectory();
  sockets = await dataDirectory();
  service = await startService(data.path, {
    WORKERS: "2",
    TMPDIR: sockets.path,
    API_KEYS: `${KEY}:acme`,
  });
});
afterAll(async () => {
  await data.remove();
  await sockets.remove();
});

describe("a service of two processes", () => {
  it("loses nothing that it acknowledged when its processes are killed, and replaces them", async () => {
    const before = processes();
    expect(before).toHaveLength(2);
    const acknowledged = new Map<string, string[]>();
    const refusals = new Set<string>();
    const written = new AbortController();
    const writer = async (user: string): Promise<void> => {
      const own: string[] = [];
      acknowledged.set(user, own);
      for (let n = 0; !written.signal.aborted; n++) {
        const message = `My number ${n} is value ${n}.`;
        const answer = await asUser(user)(WRITE, { message, key: `${user} ${n}` });
        if (answer.data) own.push(`value ${n}`);
        for (const { extensions } of answer.errors ?? []) {
          refusals.add(extensions.code);
          n -= 1;
        }
        await delay(20);
      }
    };
    const writers = users.flatMap((names) => names.slice(0, 2).map(writer));
    const more = async (of: readonly string[]): Promise<void> => {
      const count = (user: string): number => acknowledged.get(user)!.length;
      const counts = of.map((user) => count(user) + 2);
      const hasMore = (): boolean => of.every((user, n) => count(user) >= counts[n]!);
      await expect.poll(hasMore, { interval: 5 }).toBe(true);
    };
    const [first, second] = users.map((names) => names.slice(0, 2));
    await more([...first!, ...second!]);
    process.kill(before[0]!, "SIGKILL");
    // The other process goes on meanwhile, until it is killed too.
    await more(second!);
    process.kill(before[1]!, "SIGKILL");
    await more([...first!, ...second!]);
    written.abort();
    await Promise.all(writers);

    for (const code of refusals) expect(["STORE_UNAVAILABLE", "OVERLOADED"]).toContain(code);
    for (const [user, own] of acknowledged) {
      const { data } = (await asUser(user)(WRITTEN)) as Answer<{
        facts: { nodes: { text: string }[] };
      }>;
      const texts = data!.facts.nodes.map(({ text }) => text);
      for (const value of own)
        expect(
          texts.filter((text) => text.endsWith(` ${value}`) || text.endsWith(` ${value}.`)),
        ).toHaveLength(1);
      expect(texts.length).toBeLessThanOrEqual(own.length + 1);
    }
    const after = processes();
    expect(after).toHaveLength(2);
    for (const pid of after) expect(before).not.toContain(pid);
    const metrics = await fetch(service.url.replace("/graphql", "/metrics"));
    expect(await metrics.text()).toContain(
      'palimpsest_processes_replaced_total{process="front"} 2',
    );
  }, 90_000);

  it("notifies subscribers of changes, including those whose process was replaced", async () => {
    const user = users[1]![5]!;
    let connections = 0;
    const client = createClient({
      url: service.url.replace("http", "ws"),
      webSocketImpl: WebSocket,
      connectionParams: { "x-user-id": user, "x-api-key": KEY },
      lazy: false,
      retryWait: () => delay(20),
      onNonLazyError: () => undefined,
      on: { connected: () => (connections += 1) },
    });
    const heard: unknown[] = [];
    client.subscribe(
      { query: "subscription { memoryChanged { kind } }" },
      { next: (change) => heard.push(change), error: () => undefined, complete: () => undefined },
    );
    const tell = (n: number) =>
      asUser(user)(WRITE, { message: `My size is ${n}.`, key: `size ${n}` });
    let told = 0;
    const hear = async (): Promise<void> => {
      const earlier = heard.length;
      await expect
        .poll(
          async () => {
            await tell(++told);
            return heard.length;
          },
          { interval: 50 },
        )
        .toBeGreaterThan(earlier);
    };
    await expect.poll(() => connections).toBe(1);
    await hear();
    for (const pid of processes()) process.kill(pid, "SIGKILL");
    await expect.poll(() => connections).toBe(2);
    await hear();
    await client.dispose();
  });

  it("stops without leaving anything behind", async () => {
    const pids = processes();
    expect(await readdir(sockets.path)).not.toEqual([]);
    expect(await service.stop()).toBe(0);
    expect(alive(pids)).toEqual([]);
    expect(await readdir(sockets.path)).toEqual([]);
  });

  it("says why it cannot start", async () => {
    const file = `${sockets.path}/file`;
    execFileSync("touch", [file]);
    await expect(startService(file, { WORKERS: "2" })).rejects.toThrow(
      /Palimpsest cannot start\. The data folder .*file cannot be used/u,
    );
  });

  it("counts the requests of a key for all of its processes, which end when it is killed", async () => {
    const limit = 20;
    service = await startService(data.path, {
      WORKERS: "2",
      TMPDIR: sockets.path,
      API_KEYS: `${KEY}:acme`,
      RATE_LIMIT_PER_KEY: String(limit),
    });
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < limit + 2; n++) {
      const { errors } = await asUser(users[n % 2]![0]!)("{ __typename }");
      codes.push(errors?.[0]?.extensions.code);
    }
    expect(codes.slice(0, limit).filter((code) => code !== undefined)).toEqual([]);
    expect(codes.slice(limit)).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);

    const pids = processes();
    expect(alive(pids)).toEqual(pids);
    await service.kill();
    await expect.poll(() => alive(pids)).toEqual([]);
  });
});
