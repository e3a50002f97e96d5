import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { partOf, type Assignment } from "../../src/front/assignment.ts";
import type { ServingLimits } from "../../src/front/serving-place.ts";
import { ServingProcesses } from "../../src/front/serving-processes.ts";
import { createMetrics } from "../../src/server/metrics/prometheus.ts";
import { recordingLog } from "../server/service.ts";

/** A serving process without a service. It follows commands over the same channel. */
const STAND_IN = `
  const alive = setInterval(() => process.send({ state: "alive" }), 10);
  process.on("message", (message) => {
    if (message.order === "stop") process.exit(0);
    if (message.ask === "readiness") process.send({ answer: "ready", id: message.id });
    if (message.ask === "metrics")
      process.send({
        answer: [{ name: "users", help: "Users.", type: "gauge", aggregator: "sum",
          values: [{ value: 1, labels: { process: process.argv[1] } }] }],
        id: message.id,
      });
    if (message === "crash") process.exit(3);
    if (message === "hang") for (;;);
    if (message === "stay") process.removeAllListeners("message").on("message", () => undefined);
  });
  process.send({ state: "ready", answeredBy: "stand-in" });
`;
const FAILING = `process.send({ state: "failed", reason: "The data folder is full." }, () => process.exit(1));`;

const LIMITS: ServingLimits = {
  lookMillis: 20,
  silentLooks: 25,
  silentLooksAtStart: 250,
  waitMillis: 5_000,
  waiting: 2,
  againMillis: 1,
  answerMillis: 1_000,
};
const PROCESSES = 2;
/** Users of the first and of the second process. */
const [first, second] = [0, 1].map((part) =>
  Array.from({ length: 20 }, (_, n) => ({ tenant: "acme", user: `user-${n}` })).find(
    (space) => partOf(space, PROCESSES) === part,
  ),
) as [{ tenant: string; user: string }, { tenant: string; user: string }];

const running = new Set<ServingProcesses>();

const open = (limits: Partial<ServingLimits> = {}, program = (_start: number) => STAND_IN) => {
  const children: ChildProcess[][] = [[], []];
  const log = recordingLog();
  const processes = new ServingProcesses({
    count: PROCESSES,
    fork: ({ index }: Assignment) => {
      const started = children[index]!;
      const child = spawn(process.execPath, ["-e", program(started.length), String(index + 1)], {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      started.push(child);
      return child as never;
    },
    folder: "sockets",
    log,
    metrics: createMetrics({ process: "front" }),
    limits: { ...LIMITS, ...limits },
  });
  running.add(processes);
  return { processes, children, log };
};

afterEach(async () => {
  for (const processes of running) await processes.stop(0);
  running.clear();
});

describe("serving processes", () => {
  it("report that they are ready, report their socket, and answer requests", async () => {
    const { processes } = open();
    expect(await processes.start()).toBe("stand-in");
    expect(await processes.socketFor(first)).toBe("sockets/1-1");
    expect(await processes.socketFor(second)).toBe("sockets/2-1");
    expect(await processes.socketFor(null)).toBe("sockets/1-1");
    expect(await processes.unreadiness(false)).toBeNull();
    expect(await processes.unreadiness(true)).toBe("stopping");
    const { text } = await processes.exposition();
    expect(text).toContain('users{process="1"} 1\nusers{process="2"} 1\n');
    expect(text).toContain('palimpsest_processes_replaced_total{process="front"} 0');
  });

  it("are replaced when they end, while requests wait", async () => {
    const { processes, children, log } = open();
    await processes.start();
    children[0]![0]!.send("crash");
    await once(children[0]![0]!, "exit");
    expect(await processes.socketFor(second)).toBe("sockets/2-1");
    expect(await processes.socketFor(first)).toBe("sockets/1-2");
    expect(children.map(({ length }) => length)).toEqual([2, 1]);
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ["error", "A serving process ended. It is being replaced."],
    ]);
    expect((await processes.exposition()).text).toContain(
      'palimpsest_processes_replaced_total{process="front"} 1',
    );
  });

  it("are replaced when they hang", async () => {
    const { processes, children, log } = open();
    await processes.start();
    children[1]![0]!.send("hang");
    expect(await once(children[1]![0]!, "exit")).toEqual([null, "SIGKILL"]);
    expect(await processes.socketFor(second)).toBe("sockets/2-2");
    expect(log.lines[0]!.message).toBe("A serving process does not respond. It is being stopped.");
    expect(children.map(({ length }) => length)).toEqual([1, 2]);
  });

  it("are not replaced because the front itself was blocked", async () => {
    const { processes, children } = open();
    await processes.start();
    const until = performance.now() + LIMITS.lookMillis * LIMITS.silentLooks * 1.2;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, LIMITS.lookMillis * 3));
    expect(children.map(({ length }) => length)).toEqual([1, 1]);
    expect(await processes.unreadiness(false)).toBeNull();
  });

  it("are started again until one succeeds", async () => {
    const { processes, children } = open({}, (start) => (start === 1 ? FAILING : STAND_IN));
    await processes.start();
    children[0]![0]!.kill("SIGKILL");
    await once(children[0]![0]!, "exit");
    expect(await processes.socketFor(first)).toBe("sockets/1-3");
  });

  it("refuse with OVERLOADED if they are away for long, or too many requests wait", async () => {
    const { processes, children } = open({ waitMillis: 30, againMillis: 10_000 }, (start) =>
      start === 0 ? STAND_IN : FAILING,
    );
    await processes.start();
    children[0]![0]!.kill("SIGKILL");
    await once(children[0]![0]!, "exit");
    const asked = [1, 2, 3].map(() => processes.socketFor(first));
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({
        status: "rejected",
        reason: { code: "OVERLOADED", retryAfterSeconds: 1 },
      });
    expect(await processes.unreadiness(false)).toBeNull();
    children[1]![0]!.kill("SIGKILL");
    await once(children[1]![0]!, "exit");
    expect(await processes.unreadiness(false)).toBe("processes");
  });

  it("do not start if one of them cannot, and say why", async () => {
    const { processes } = open({}, () => FAILING);
    await expect(processes.start()).rejects.toThrow("The data folder is full.");
  });

  it("stop by themselves, and are ended if they do not", async () => {
    const { processes, children } = open();
    await processes.start();
    children[1]![0]!.send("stay");
    const ends = children.map(([child]) => once(child!, "exit"));
    await processes.stop(200);
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [null, "SIGKILL"],
    ]);
    await expect(processes.socketFor(first)).rejects.toMatchObject({ code: "OVERLOADED" });
    expect(children.map(({ length }) => length)).toEqual([1, 1]);
  });
});
