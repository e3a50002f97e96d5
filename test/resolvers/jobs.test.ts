import { beforeEach, describe, expect, it } from "vitest";
import { Problem } from "../../src/memory/problem.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const RUN =
  "mutation ($kind: MemoryJobKind!, $session: ID, $wait: Boolean) { runJob(input: { kind: $kind, sessionId: $session, wait: $wait }) { job { id kind status attempts errorCode error session { title } } } }";
const LIST =
  "query ($status: [MemoryJobStatus!], $kinds: [MemoryJobKind!], $session: ID, $first: Int, $after: String) { jobs(status: $status, kinds: $kinds, sessionId: $session, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id kind status } } }";

describe.each(stores)("jobs over GraphQL on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let broken: boolean;
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    broken = false;
    space = await freshSpace();
    const work = () =>
      broken
        ? Promise.reject(new Problem("NOT_FOUND", "The session does not exist."))
        : Promise.resolve({ told: { turns: 3 }, kept: { secret: 1 } });
    service = memoryService(
      space,
      {},
      {},
      { SESSION_SUMMARY: work, RECONCILIATION: work, USER_SUMMARY: work },
    );
  });
  const begin = async (title: string): Promise<string> =>
    (
      await service.run(
        "mutation ($title: String) { createSession(input: { title: $title }) { session { id } } }",
        {
          title,
        },
      )
    ).createSession.session.id;

  it("run on their target, and are reported to their end", async () => {
    const session = await begin("Talk");
    expect((await service.run(RUN, { kind: "SESSION_SUMMARY", session })).runJob.job).toMatchObject(
      {
        kind: "SESSION_SUMMARY",
        status: "DONE",
        attempts: 0,
        error: null,
        session: { title: "Talk" },
      },
    );
    expect((await service.run(RUN, { kind: "RECONCILIATION" })).runJob.job).toMatchObject({
      kind: "RECONCILIATION",
      status: "DONE",
      session: null,
    });
    expect((await service.attempt(RUN, { kind: "RECONCILIATION", session })).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
    expect((await service.attempt(RUN, { kind: "SESSION_SUMMARY" })).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
    expect((await service.attempt(RUN, { kind: "PROFILE_REFRESH" })).codes).toEqual([
      "BAD_USER_INPUT",
    ]);
    expect(
      (
        await service.attempt(RUN, {
          kind: "SESSION_SUMMARY",
          session: Buffer.from("Session:none").toString("base64url"),
        })
      ).codes,
    ).toEqual(["NOT_FOUND"]);
    expect((await service.run(LIST)).jobs.totalCount).toBe(2);
  });

  it("run without a waiting client", async () => {
    const { runJob } = await service.run(RUN, { kind: "RECONCILIATION", wait: false });
    expect(runJob.job.status).toBe("QUEUED");
    await expect
      .poll(
        async () =>
          (
            await service.run("query ($id: ID!) { job(id: $id) { status result } }", {
              id: runJob.job.id,
            })
          ).job,
      )
      .toEqual({ status: "DONE", result: { turns: 3 } });
  });

  it("are listed when DEAD, and retried on request", async () => {
    broken = true;
    const { runJob } = await service.run(RUN, { kind: "RECONCILIATION" });
    expect(runJob.job).toMatchObject({
      status: "DEAD",
      attempts: 1,
      errorCode: "NOT_FOUND",
      error: "The session does not exist.",
    });
    expect((await service.run(LIST, { status: ["DEAD"] })).jobs.nodes).toEqual([
      { id: runJob.job.id, kind: "RECONCILIATION", status: "DEAD" },
    ]);
    broken = false;
    const retry =
      "mutation ($id: ID!) { retryJob(input: { job: $id }) { job { status attempts } } }";
    expect((await service.run(retry, { id: runJob.job.id })).retryJob.job).toEqual({
      status: "QUEUED",
      attempts: 0,
    });
    await expect
      .poll(async () => (await service.run(LIST, { status: ["DONE"] })).jobs.totalCount)
      .toBe(1);
    expect((await service.attempt(retry, { id: runJob.job.id })).codes).toEqual(["CONFLICT"]);
  });

  it("can be listed by page, kind and session", async () => {
    const [a, b] = [await begin("a"), await begin("b")];
    for (const session of [a, b]) await service.run(RUN, { kind: "SESSION_SUMMARY", session });
    await service.run(RUN, { kind: "RECONCILIATION" });
    const first = (await service.run(LIST, { first: 2 })).jobs;
    expect([first.totalCount, first.nodes.length, first.pageInfo.hasNextPage]).toEqual([
      3,
      2,
      true,
    ]);
    const rest = (await service.run(LIST, { first: 2, after: first.pageInfo.endCursor })).jobs;
    expect([rest.nodes.length, rest.pageInfo.hasNextPage]).toEqual([1, false]);
    expect(new Set([...first.nodes, ...rest.nodes].map(({ id }: { id: string }) => id)).size).toBe(
      3,
    );
    expect((await service.run(LIST, { kinds: ["SESSION_SUMMARY"] })).jobs.totalCount).toBe(2);
    expect((await service.run(LIST, { session: b })).jobs.totalCount).toBe(1);
  });

  it("are reported as they change", async () => {
    const events = await service.follow("subscription { jobProgress { kind status result } }");
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { data } of events) {
        const { kind, status } = (
          data as unknown as { jobProgress: { kind: string; status: string } }
        ).jobProgress;
        heard.push(`${kind} ${status}`);
        if (status === "DONE") break;
      }
    })();
    await service.run(RUN, { kind: "RECONCILIATION" });
    await listening;
    expect(heard.at(-1)).toBe("RECONCILIATION DONE");
  });
});
