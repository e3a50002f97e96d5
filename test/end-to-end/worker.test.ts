import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

/** How often a process is killed: 4 times by default, `CRASHES=100` for longer. */
const CRASHES = Number(process.env["CRASHES"] ?? 4);
const EVERY = 4;
const USERS = ["ann", "bea", "cid"];
const SETTINGS = { THREAD_SUMMARY_EVERY_N: String(EVERY), USER_SUMMARY_EVERY_N: String(EVERY), WORKER_LEASE_SECONDS: "1" };

const BEGIN = "mutation { createSession(title: \"Talk\", idempotencyKey: \"talk\") { id } }";
const WRITE = "mutation ($input: WriteInput!) { write(input: $input) { success } }";
const JOBS = "{ jobs { nodes { id kind status startedAt session { turnCount } } } sessions { nodes { turns(last: 1) { nodes { recordedAt } } } } }";
interface JobsTold {
  readonly sessions: { readonly nodes: readonly { readonly turns: { readonly nodes: readonly { readonly recordedAt: string }[] } }[] };
  readonly jobs: { readonly nodes: readonly { readonly id: string; readonly kind: string; readonly status: string; readonly startedAt: string; readonly session: { readonly turnCount: number } | null }[] };
}

/** Up to which turn each version of the summary of a thread goes, in the order in which they were recorded, of every space that has one. */
const coveredByVersions = async (directory: string): Promise<number[][]> => {
  const files = (await readdir(directory, { recursive: true })).filter((name) => /\w+[/\\]\w+\.db$/.test(name));
  return files.flatMap((name) => {
    const database = new Database(join(directory, name), { readonly: true });
    const covers = database.prepare("SELECT covers FROM memory_version WHERE kind = 'THREAD_SUMMARY' ORDER BY n").pluck().all() as string[];
    database.close();
    return covers.length === 0 ? [] : [covers.map((json) => Object.values(JSON.parse(json) as Record<string, number>)[0]!)];
  });
};

describe("the worker of the service", () => {
  let directory: Awaited<ReturnType<typeof dataDirectory>>;
  beforeAll(async () => {
    directory = await dataDirectory();
  });
  afterAll(() => directory.remove());

  it(`begins what is due, once, however often the processes are killed that do it: ${CRASHES} times`, async () => {
    const services: Service[] = await Promise.all([startService(directory.path, SETTINGS), startService(directory.path, SETTINGS)]);
    const ask = (at: number, user: string) => as(services[at % services.length]!.url, user);
    let killing = true;
    /** Writes one message after the other, each until it is acknowledged, as many as a threshold or several take. */
    const talk = async (user: string): Promise<number> => {
      let said = 0;
      for (let done = false; !done; ) {
        const input = { message: `My number ${said} is value ${said}.`, idempotencyKey: `k${said}` };
        const written = await (async () => {
          const { createSession } = await told(ask(said, user)<{ createSession: { id: string } }, object>(BEGIN));
          return told(ask(said, user)<{ write: { success: boolean } }, object>(WRITE, { input: { ...input, sessionId: createSession.id } }));
        })().catch(() => null);
        if (written?.write.success) said += 1;
        else await delay(20);
        done = !killing && said % EVERY === 0;
      }
      return said;
    };
    const talking = Promise.all(USERS.map(talk));
    for (let crash = 0; crash < CRASHES; crash++) {
      await delay(Math.random() * 700);
      const victim = crash % services.length;
      await services[victim]!.kill();
      services[victim] = await startService(directory.path, SETTINGS);
    }
    killing = false;
    const said = await talking;
    for (const [n, user] of USERS.entries()) {
      // The last turn passes a threshold: the last runs begin after it.
      await expect.poll(async () => {
        const { jobs, sessions } = await told(ask(0, user)<JobsTold, object>(JOBS));
        const last = sessions.nodes[0]?.turns.nodes[0]?.recordedAt ?? "";
        return jobs.nodes.filter(({ kind, startedAt }) => kind !== "DEDUP" && startedAt >= last).map(({ kind, status }) => `${kind} ${status}`).sort();
      }, { timeout: 30_000 }).toEqual(["THREAD_SUMMARY DONE", "USER_SUMMARY DONE"]);
      const { jobs } = await told(ask(0, user)<JobsTold, object>(JOBS));
      expect(jobs.nodes.find(({ kind }) => kind === "THREAD_SUMMARY")?.session?.turnCount).toBe(said[n]);
      // Nothing is left to take in.
      const { createSession } = await told(ask(0, user)<{ createSession: { id: string } }, object>(BEGIN));
      const { summariseThread } = await told(ask(0, user)<{ summariseThread: { turns: number } }, object>("mutation ($id: ID!) { summariseThread(sessionId: $id) { turns } }", { id: createSession.id }));
      expect(summariseThread.turns).toBe(0);
    }
    await Promise.all(services.map(async (service) => expect(await service.stop()).toBe(0)));
    // Every version took in turns that none before it had.
    const covered = await coveredByVersions(directory.path);
    expect(covered).toHaveLength(USERS.length);
    for (const turns of covered) expect(turns).toEqual([...new Set(turns)].toSorted((a, b) => a - b));
  }, 180_000);

  it("does on demand what it does by itself, tells how far it is, and takes up what was put aside", async () => {
    const service = await startService(directory.path, { WORKER: "off" });
    const ask = as(service.url, "dan");
    const client = createClient({ url: service.url.replace("http", "ws"), webSocketImpl: WebSocket, connectionParams: { "x-user-id": "dan" }, lazy: false });
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { data } of client.iterate<{ jobProgress: { kind: string; status: string } }>({ query: "subscription { jobProgress { kind status } }" })) {
        heard.push(`${data!.jobProgress.kind} ${data!.jobProgress.status}`);
        if (heard.at(-1) === "DEDUP DONE") break;
      }
    })();
    await told(ask("mutation { writeMany(inputs: [{ message: \"My city is Oslo.\" }, { message: \"I like tea.\" }]) { written } }"));
    const { runJob } = await told(ask<{ runJob: { id: string; status: string; result: Record<string, unknown> } }, object>("mutation { runJob(kind: DEDUP) { id status result } }"));
    expect(runJob).toMatchObject({ status: "DONE", result: { merged: 0, contradicted: 0, comparedBy: "offline" } });
    await listening;
    await client.dispose();
    expect(heard.at(-1)).toBe("DEDUP DONE");
    const { node, job } = await told(ask<{ node: object; job: object }, object>("query ($id: ID!) { node(id: $id) { ... on Job { kind status } } job(id: $id) { requestedBy attempts nextAttemptAt error session { id } } }", { id: runJob.id }));
    expect([node, job]).toEqual([{ kind: "DEDUP", status: "DONE" }, { requestedBy: "CALLER", attempts: 0, nextAttemptAt: null, error: null, session: null }]);
    const codes = async (query: string, variables: object = {}) => (await ask(query, variables)).errors?.map(({ extensions }) => extensions.code);
    expect(await codes("mutation { runJob(kind: THREAD_SUMMARY) { id } }")).toEqual(["BAD_USER_INPUT"]);
    expect(await codes("mutation ($id: ID!) { retryJob(id: $id) { id } }", { id: runJob.id })).toEqual(["CONFLICT"]);
    expect(await codes("mutation ($id: ID!) { retryJob(id: $id) { id } }", { id: Buffer.from("Job:none").toString("base64url") })).toEqual(["NOT_FOUND"]);
    expect((await told(as(service.url, "eve")<JobsTold, object>(JOBS))).jobs.nodes).toEqual([]);
    expect(await service.stop()).toBe(0);
  }, 60_000);
});
