import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import type { ExportRecord } from "../../src/portable/export-format.ts";
import { BACKENDS, freshBackends, integrityOf } from "./backends.ts";
import { as, dataDirectory, startService, told, type Service } from "./service.ts";

/** How often a process is killed, on all stores together: 4 times by default, `CRASHES=100` for longer. */
const CRASHES = Math.ceil(Number(process.env["CRASHES"] ?? 4) / BACKENDS.length);
const EVERY = 4;
const USERS = ["ann", "bea", "cid"];
const OF_THREAD = ["FACT_EXTRACTION", "EPISODE_EXTRACTION", "SESSION_SUMMARY"];
/** These count what is asserted as well as turns: they are begun at each. */
const OF_USER = ["RECONCILIATION", "PROFILE_REFRESH", "USER_SUMMARY"];
const every = (kinds: readonly string[], count: number) =>
  Object.fromEntries(kinds.map((kind) => [`${kind}_EVERY_N`, String(count)]));
const SETTINGS = { ...every(OF_THREAD, EVERY), ...every(OF_USER, 1), WORKER_LEASE_SECONDS: "1" };
/** How long it is waited for work to kill, and how long at most that goes on before. */
const LONGEST_LIFE = 120;

const BEGIN =
  'mutation { createSession(input: { title: "Talk", idempotencyKey: "talk" }) { session { id } } }';
const WRITE = "mutation ($input: WriteInput!) { write(input: $input) { success } }";
const ASSERT =
  "mutation ($input: AssertFactInput!) { assertFact(input: $input) { factsAdded { fact { id } } factsUnchanged { fact { id } } } }";
const CORRECT =
  "mutation ($input: CorrectFactInput!) { correctFact(input: $input) { fact { id } } }";
const RUN =
  "mutation ($kind: MemoryJobKind!, $session: ID) { runJob(input: { kind: $kind, sessionId: $session }) { job { status result } } }";
const FACTS = '{ facts(entity: "Dana", first: 100) { nodes { text } } }';
const JOBS =
  "{ jobs { nodes { id kind status startedAt error session { turnCount } } } sessions { nodes { turns(last: 1) { nodes { recordedAt } } } } }";
interface JobsTold {
  readonly sessions: {
    readonly nodes: readonly {
      readonly turns: { readonly nodes: readonly { readonly recordedAt: string }[] };
    }[];
  };
  readonly jobs: {
    readonly nodes: readonly {
      readonly id: string;
      readonly kind: string;
      readonly status: string;
      readonly startedAt: string | null;
      readonly error: string | null;
      readonly session: { readonly turnCount: number } | null;
    }[];
  };
}
interface Asserted {
  readonly assertFact: {
    readonly factsAdded: readonly { readonly fact: { readonly id: string } }[];
    readonly factsUnchanged: readonly { readonly fact: { readonly id: string } }[];
  };
}

/** The nth message of a user. Of the turns of each threshold, one contains an episode. */
const message = (n: number): string =>
  n % EVERY === 0
    ? `Yesterday I repaired the red kayak number ${n}.`
    : `Hm, this is the turn number ${n}.`;
/** A statement that one fact makes of each threshold's turns, and another one repeats. */
const twice = (n: number): string => `Dana likes ${n} plums`;

type Ask = ReturnType<typeof as>;

/** Two facts that say the same, as a correction can make them. However often it is done again, one of them is to be left. */
const sayTwice = async (ask: Ask, n: number): Promise<void> => {
  const assert = async (text: string): Promise<string> => {
    const { assertFact } = await told(
      ask<Asserted, object>(ASSERT, { input: { entity: { name: "Dana", type: "person" }, text } }),
    );
    return [...assertFact.factsAdded, ...assertFact.factsUnchanged][0]!.fact.id;
  };
  await assert(twice(n));
  await told(
    ask<object, object>(CORRECT, {
      input: { fact: await assert(`Dana ate ${n} plums`), text: twice(n) },
    }),
  );
};

/** Every commit of a memory, and what it says of derived memories, versions that ended and facts that were closed. */
const commitsOf = async (url: string, user: string) => {
  const text = await (
    await fetch(url.replace("/graphql", "/export"), { headers: { "x-user-id": user } })
  ).text();
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExportRecord);
  expect(lines.at(-1)?.kind).toBe("end");
  return lines.flatMap((line) => (line.kind === "commit" ? [line] : []));
};

const once = (what: readonly string[]): void =>
  expect(what.filter((one, i) => what.indexOf(one) !== i)).toEqual([]);

describe.each(BACKENDS)("the worker of a killed service, on $name", ({ open }) => {
  const opened = freshBackends(open);

  it(
    `starts due jobs once, however often the processes that run them are killed: ${CRASHES} times`,
    async () => {
      const backend = await opened();
      const services: Service[] = await Promise.all([
        backend.start(SETTINGS),
        backend.start(SETTINGS),
      ]);
      const ask = (at: number, user: string) => as(services[at % services.length]!.url, user);
      const begin = async (at: number, user: string): Promise<string> =>
        (await told(ask(at, user)<{ createSession: { session: { id: string } } }, object>(BEGIN)))
          .createSession.session.id;
      let killing = true;
      /**
       * Sends messages one after the other, each after the previous one was acknowledged, for one
       * threshold or several.
       */
      const talk = async (user: string): Promise<number> => {
        let said = 0;
        for (let done = false; !done;) {
          const written = await (async () => {
            if (said % EVERY === 0) await sayTwice(ask(said, user), said);
            const input = {
              message: message(said),
              idempotencyKey: `k${said}`,
              sessionId: await begin(said, user),
            };
            return told(ask(said, user)<{ write: { success: boolean } }, object>(WRITE, { input }));
          })().catch(() => null);
          await delay(100);
          if (!written?.write.success) continue; // it may be on record all the same, so that it is asked for again
          said += 1;
          done = !killing && said % EVERY === 0;
        }
        return said;
      };
      const talking = Promise.all(USERS.map(talk));
      for (let crash = 0; crash < CRASHES; crash++) {
        const victim = crash % services.length;
        // The victim has had the feed since the last crash, or takes it at this one. The other one is asked: who is at work on the embedded store answers when it is done.
        const isAtWork = async (user: string) =>
          (await told(ask(victim + 1, user)<JobsTold, object>(JOBS))).jobs.nodes.some(
            ({ status }) => status === "RUNNING" || status === "QUEUED",
          );
        await expect
          .poll(async () => (await Promise.all(USERS.map(isAtWork))).includes(true), {
            interval: 5,
          })
          .toBe(true);
        await delay(Math.random() * LONGEST_LIFE);
        await services[victim]!.kill();
        services[victim] = await backend.start(SETTINGS);
      }
      killing = false;
      const said = await talking;
      for (const [n, user] of USERS.entries()) {
        // The last turn passes a threshold: the last runs begin after it.
        await expect
          .poll(async () => {
            const { jobs, sessions } = await told(ask(0, user)<JobsTold, object>(JOBS));
            const last = sessions.nodes[0]?.turns.nodes[0]?.recordedAt ?? "";
            return jobs.nodes
              .map(({ kind, status, startedAt, error }) =>
                [
                  kind,
                  status,
                  ...(startedAt !== null && startedAt >= last ? [] : ["before the last turn"]),
                  ...(error === null ? [] : [error]),
                ].join(" "),
              )
              .sort();
          })
          .toEqual([...OF_THREAD, ...OF_USER].sort().map((kind) => `${kind} DONE`));
        const { jobs } = await told(ask(0, user)<JobsTold, object>(JOBS));
        expect(jobs.nodes.find(({ kind }) => kind === "SESSION_SUMMARY")?.session?.turnCount).toBe(
          said[n],
        );
        // Nothing is left to take in, and of what was said twice one fact.
        const session = await begin(0, user);
        const left = async (kind: string, of: string | null) =>
          (
            await told(
              ask(0, user)<{ runJob: { job: { status: string; result: object } } }, object>(RUN, {
                kind,
                session: of,
              }),
            )
          ).runJob.job;
        for (const kind of OF_THREAD)
          expect(await left(kind, session), kind).toMatchObject({
            status: "DONE",
            result: { turns: 0 },
          });
        expect(await left("USER_SUMMARY", null)).toMatchObject({
          status: "DONE",
          result: { turns: 0 },
        });
        expect(await left("RECONCILIATION", null)).toMatchObject({
          status: "DONE",
          result: { merged: 0, contradicted: 0 },
        });
        const { facts } = await told(
          ask(0, user)<{ facts: { nodes: { text: string }[] } }, object>(FACTS),
        );
        expect(facts.nodes.map(({ text }) => text)).toEqual(
          Array.from({ length: said[n]! / EVERY }, (_, i) => twice(i * EVERY)),
        );
        // Every version of a summary took in what none before it had, every episode is there once, and every version began and ended once.
        const commits = await commitsOf(services[0]!.url, user);
        const memories = commits.flatMap((commit) => commit.memories ?? []);
        for (const kind of ["THREAD_SUMMARY", "USER_SUMMARY"]) {
          const covered = memories
            .filter((memory) => memory.kind === kind)
            .map(({ covers, coversEventsTo }) => [Object.values(covers)[0] ?? 0, coversEventsTo]);
          once(covered.map(String));
          expect(
            covered.map(([turns]) => turns),
            kind,
          ).toEqual(covered.map(([turns]) => turns).toSorted((a, b) => Number(a) - Number(b)));
          expect(covered.at(-1)?.[0], kind).toBe(said[n]);
        }
        expect(
          memories
            .filter(({ kind }) => kind === "EPISODIC")
            .map(({ content }) => Number(/number (\d+)/u.exec(content)?.[1])),
        ).toEqual(Array.from({ length: said[n]! / EVERY }, (_, i) => i * EVERY));
        once(memories.map(({ id, n: version }) => `${id} ${version}`));
        once(
          commits
            .flatMap((commit) => commit.expiries ?? [])
            .map(({ kind, id, n: version }) => `${kind} ${id} ${version}`),
        );
      }
      await Promise.all(services.map(async (service) => expect(await service.stop()).toBe(0)));
      expect(await integrityOf(backend)).toEqual([]);
    },
    60_000 + 15_000 * CRASHES,
  );
});

describe("the worker of the service", () => {
  let directory: Awaited<ReturnType<typeof dataDirectory>>;
  beforeAll(async () => {
    directory = await dataDirectory();
  });
  afterAll(() => directory.remove());

  it("runs on demand what it also starts by itself, reports progress, and runs DEAD jobs again", async () => {
    const service = await startService(directory.path, { WORKER: "off" });
    const ask = as(service.url, "dan");
    const client = createClient({
      url: service.url.replace("http", "ws"),
      webSocketImpl: WebSocket,
      connectionParams: { "x-user-id": "dan" },
      lazy: false,
    });
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { data } of client.iterate<{
        jobProgress: { kind: string; status: string };
      }>({ query: "subscription { jobProgress { kind status } }" })) {
        heard.push(`${data!.jobProgress.kind} ${data!.jobProgress.status}`);
        if (heard.at(-1) === "RECONCILIATION DONE") break;
      }
    })();
    await told(
      ask(
        'mutation { writeMany(input: { messages: [{ message: "My city is Oslo." }, { message: "I like tea." }] }) { written } }',
      ),
    );
    const {
      runJob: { job: finished },
    } = await told(
      ask<{ runJob: { job: { id: string; status: string; result: object } } }, object>(
        "mutation { runJob(input: { kind: RECONCILIATION }) { job { id status result } } }",
      ),
    );
    expect(finished).toMatchObject({
      status: "DONE",
      result: { merged: 0, contradicted: 0, comparedBy: "offline" },
    });
    await listening;
    await client.dispose();
    expect(heard.at(-1)).toBe("RECONCILIATION DONE");
    const { node, job } = await told(
      ask<{ node: object; job: object }, object>(
        "query ($id: ID!) { node(id: $id) { ... on MemoryJob { kind status } } job(id: $id) { requestedBy attempts nextAttemptAt error session { id } } }",
        { id: finished.id },
      ),
    );
    expect([node, job]).toEqual([
      { kind: "RECONCILIATION", status: "DONE" },
      { requestedBy: "CALLER", attempts: 0, nextAttemptAt: null, error: null, session: null },
    ]);
    const codes = async (query: string, variables: object = {}) =>
      (await ask(query, variables)).errors?.map(({ extensions }) => extensions.code);
    expect(
      await codes("mutation { runJob(input: { kind: SESSION_SUMMARY }) { job { id } } }"),
    ).toEqual(["BAD_USER_INPUT"]);
    expect(
      await codes("mutation ($id: ID!) { retryJob(input: { job: $id }) { job { id } } }", {
        id: finished.id,
      }),
    ).toEqual(["CONFLICT"]);
    expect(
      await codes("mutation ($id: ID!) { retryJob(input: { job: $id }) { job { id } } }", {
        id: Buffer.from("MemoryJob:none").toString("base64url"),
      }),
    ).toEqual(["NOT_FOUND"]);
    expect((await told(as(service.url, "eve")<JobsTold, object>(JOBS))).jobs.nodes).toEqual([]);
    expect(await service.stop()).toBe(0);
  }, 60_000);
});
