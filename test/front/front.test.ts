import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { partOf } from "../../src/front/assignment.ts";
import { startFront } from "../../src/front/front.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { RunningServer } from "../../src/server/http/listening.ts";
import { CALLER_HEADER } from "../../src/server/auth/caller.ts";
import { passedCaller } from "../../src/server/auth/passed-caller.ts";
import { NO_METRICS } from "../../src/server/metrics/metrics.ts";
import type { ServerConfig } from "../../src/server/server-config.ts";
import type { SpaceId } from "../../src/store/port.ts";
import { ask, closeOf, collect, connect, send, socketUrl } from "../server/clients.ts";
import { configOf, recordingLog, startService, type Service } from "../server/service.ts";

const KEY = "a key of 16 or more characters";
const AUTH: ServerConfig["auth"] = {
  way: "keys",
  keys: [{ key: KEY, tenant: "acme", name: "one", user: null, spaces: [] }],
  file: null,
};
const as = (user: string) => ({ "x-api-key": KEY, "x-user-id": user });

interface Fronted extends RunningServer {
  readonly services: readonly Service[];
  /** The users of each of the two processes. */
  readonly users: readonly (readonly string[])[];
  /** The refusal of all requests from now on. */
  refuse(problem: Problem | undefined): void;
}

let folder: string;
let started = 0;

/** A front before two processes, which are servers of this one. */
const startFronted = async (changes: Partial<ServerConfig> = {}): Promise<Fronted> => {
  const config = configOf({ auth: AUTH, ...changes });
  const sockets = [0, 1].map((part) => join(folder, `${++started}-${part}`));
  const services = await Promise.all(
    sockets.map((behindFront) => startService({ ...config, behindFront })),
  );
  let refusal: Problem | undefined;
  const front = await startFront({
    config,
    processes: {
      socketFor: async (space) => {
        if (refusal) throw refusal;
        return sockets[space === null ? 0 : partOf(space, 2)]!;
      },
      unreadiness: async (isStopping) => (isStopping ? "stopping" : null),
      exposition: async () => ({ contentType: "text/plain", text: "metrics" }),
      stop: async () => {
        await Promise.all(services.map((service) => service.stop()));
      },
    },
    log: recordingLog(),
    metrics: NO_METRICS,
    now: Date.now,
    newId: () => "error",
  });
  const names = Array.from({ length: 20 }, (_, n) => `user-${n}`);
  return {
    ...front,
    services,
    users: [0, 1].map((part) =>
      names.filter((user) => partOf({ tenant: "acme", user }, 2) === part),
    ),
    refuse: (problem) => (refusal = problem),
  };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "front-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the part of a space", () => {
  const spaces: SpaceId[] = Array.from({ length: 1_000 }, (_, n) => ({
    tenant: `tenant ${n % 3}`,
    user: `user ${n}`,
  }));

  it("is always the same", () => {
    expect(spaces.map((space) => partOf(space, 4))).toEqual(
      spaces.map(({ tenant, user }) => partOf({ user, tenant }, 4)),
    );
  });

  it("is equally likely for all parts", () => {
    const counts = [0, 0, 0, 0];
    for (const space of spaces) counts[partOf(space, 4)]! += 1;
    for (const count of counts) expect(count).toBeGreaterThan(200);
  });

  it("distinguishes tenants and users whose joined names are equal", () => {
    const parts = new Set(
      Array.from({ length: 20 }, (_, n) =>
        partOf({ tenant: "a".repeat(n + 1), user: "a".repeat(20 - n) }, 128),
      ),
    );
    expect(parts.size).toBeGreaterThan(1);
  });
});

describe("requests through a front", () => {
  const BODY_BYTES = 50_000;
  let fronted: Fronted;
  beforeAll(async () => {
    fronted = await startFronted({ bodyBytes: BODY_BYTES });
  });
  afterAll(() => fronted.stop());

  it("reach the process of their user, and no other", async () => {
    const seen = () => fronted.services.map(({ gone }) => gone.length);
    const [first, second] = fronted.users;
    const before = seen();
    for (const user of first!.slice(0, 3))
      expect((await ask(fronted.url, "{user tenant}", { headers: as(user) })).body).toEqual({
        data: { user, tenant: "acme" },
      });
    expect(seen()).toEqual([before[0]! + 3, before[1]]);
    await ask(fronted.url, "{user}", { headers: as(second![0]!) });
    expect(seen()).toEqual([before[0]! + 3, before[1]! + 1]);
  });

  it("belong to the user of the credentials, whatever header a client sends", async () => {
    const forged = passedCaller({
      space: { tenant: "other", user: "victim" },
      user: "victim",
      sharedSpaces: null,
      key: null,
      expiresAt: null,
    });
    const headers = { ...as("user-1"), [CALLER_HEADER]: forged };
    expect((await ask(fronted.url, "{user tenant}", { headers })).body).toEqual({
      data: { user: "user-1", tenant: "acme" },
    });
    const anonymous = { [CALLER_HEADER]: forged };
    expect((await ask(fronted.url, "{user}", { headers: anonymous })).status).toBe(401);
    for (const [params, sent] of [
      [headers, {}],
      [as("user-1"), anonymous],
    ]) {
      const client = connect(fronted.url, params, sent);
      const answers = await collect(client, "{user tenant}").finally(() => client.dispose());
      expect(answers).toEqual([{ data: { user: "user-1", tenant: "acme" } }]);
    }
    for (const [params, sent] of [
      [anonymous, {}],
      [{}, anonymous],
    ]) {
      const client = connect(fronted.url, params, sent);
      const refused = collect(client, "{user}").finally(() => client.dispose());
      await expect(refused).rejects.toMatchObject({ code: 4403 });
    }
  });

  it("are refused as without a front", async () => {
    const alone = await startService({ auth: AUTH, bodyBytes: BODY_BYTES });
    const tooLong = `{"query":"${"x".repeat(BODY_BYTES)}"}`;
    const requests: Parameters<typeof send>[1][] = [
      { headers: { "x-api-key": KEY } },
      { headers: { "x-api-key": "wrong" } },
      { method: "POST", headers: as("user-1"), body: "{" },
      {
        method: "POST",
        headers: { ...as("user-1"), "content-type": "application/json" },
        body: "",
      },
      {
        method: "POST",
        headers: { ...as("user-1"), "content-type": "application/json" },
        body: tooLong,
      },
      { method: "PUT", headers: as("user-1") },
    ];
    for (const request of requests)
      for (const path of ["/graphql", "/v1/models", "/v1/chat/completions", "/mcp", "/none"]) {
        const answers = await Promise.all(
          [alone, fronted].map(({ url }) => send(url.replace("/graphql", path), request)),
        );
        const [direct, passed] = answers.map(({ status, text }) => ({ status, text }));
        expect(passed).toEqual(direct);
      }
    await alone.stop();
  });

  it("are answered for health and metrics by the front", async () => {
    const base = fronted.url.replace("/graphql", "");
    expect((await send(`${base}/health/live`)).body).toEqual({ status: "live" });
    expect((await send(`${base}/health/ready`)).body).toEqual({ status: "ready" });
    expect((await send(`${base}/metrics`)).text).toBe("metrics");
    expect((await send(`${base}/metrics`, { method: "POST" })).status).toBe(404);
  });

  it("abort in the process when the client goes away", async () => {
    const user = fronted.users[1]![0]!;
    const leave = new AbortController();
    const service = fronted.services[1]!;
    const answer = fetch(fronted.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...as(user) },
      body: JSON.stringify({ query: "{slow}" }),
      signal: leave.signal,
    });
    await service.gate.entered;
    leave.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => service.gone.at(-1)!.aborted).toBe(true);
    service.gate.open();
  });

  it("wait while the process is being replaced, and are refused with a code if that takes long", async () => {
    fronted.refuse(new Problem("OVERLOADED", "Being replaced.", { retryAfterSeconds: 1 }));
    const answer = await ask(fronted.url, "{user}", { headers: as("user-1") });
    const socket = new WebSocket(socketUrl(fronted.url), "graphql-transport-ws");
    socket.once("open", () =>
      socket.send(JSON.stringify({ type: "connection_init", payload: as("user-1") })),
    );
    expect(await closeOf(socket)).toMatchObject({ code: 1013 });
    fronted.refuse(undefined);
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(answer.body.errors?.[0]?.extensions.code).toBe("OVERLOADED");
  });
});

describe("without credentials, a front", () => {
  it("answers requests of foreign pages no more than a service does", async () => {
    const fronted = await startFronted({ auth: { way: "none" } });
    const foreign = { host: "evil.example" };
    for (const path of ["/metrics", "/health/live", "/graphql", "/"])
      expect((await send(fronted.url.replace("/graphql", path), { headers: foreign })).status).toBe(
        403,
      );
    const page = { origin: "https://evil.example" };
    expect((await ask(fronted.url, "{user}", { headers: page })).status).toBe(403);
    const socket = new WebSocket(socketUrl(fronted.url), "graphql-transport-ws", {
      headers: page,
    });
    await expect(
      new Promise((resolve, reject) => void socket.once("open", resolve).once("error", reject)),
    ).rejects.toThrow("403");
    expect((await ask(fronted.url, "{user}")).body.data).toEqual({ user: "local" });
    await fronted.stop();
  });
});

describe("sockets through a front", () => {
  let fronted: Fronted;
  beforeAll(async () => {
    fronted = await startFronted();
  });
  afterAll(() => fronted.stop());
  const close = (first: string, after?: string) => {
    const socket = new WebSocket(socketUrl(fronted.url), "graphql-transport-ws");
    socket.once("open", () => {
      socket.send(first);
      if (after !== undefined) socket.send(after);
    });
    return closeOf(socket);
  };

  it("serve the caller that their first message names", async () => {
    for (const user of fronted.users.map((users) => users[0]!)) {
      const client = connect(fronted.url, as(user));
      expect(await collect(client, "{user}")).toEqual([{ data: { user } }]);
      await client.dispose();
    }
  });

  it("serve the caller that the headers of the upgrade name", async () => {
    const client = connect(fronted.url, {}, as("user-2"));
    expect(await collect(client, "{user}")).toEqual([{ data: { user: "user-2" } }]);
    await client.dispose();
  });

  it("pass on messages that were sent together with the first one", async () => {
    const socket = new WebSocket(socketUrl(fronted.url), "graphql-transport-ws");
    const messages: string[] = [];
    socket.on("message", (data) => messages.push(String(data)));
    await new Promise((resolve) => void socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "connection_init", payload: as("user-3") }));
    socket.send(JSON.stringify({ type: "ping" }));
    await expect
      .poll(() => messages.map((message) => JSON.parse(message).type).sort())
      .toEqual(["connection_ack", "pong"]);
    socket.close();
  });

  it("are closed as the process closes them", async () => {
    const init = (payload: object) => JSON.stringify({ type: "connection_init", payload });
    expect(await close(init({ "x-api-key": "wrong" }))).toMatchObject({ code: 4403 });
    expect(
      await close(JSON.stringify({ type: "subscribe", id: "1", payload: { query: "{user}" } })),
    ).toMatchObject({
      code: 4401,
    });
    expect(await close("{")).toMatchObject({ code: 4400 });
    expect(await close(init(as("user-1")), init(as("user-1")))).toMatchObject({ code: 4429 });
  });

  it("are closed for a restart if the process is gone, so that clients connect again", async () => {
    const socket = new WebSocket(socketUrl(fronted.url), "graphql-transport-ws");
    socket.once("open", () =>
      socket.send(JSON.stringify({ type: "connection_init", payload: as(fronted.users[0]![0]!) })),
    );
    await new Promise((resolve) => void socket.once("message", resolve));
    fronted.refuse(new Problem("OVERLOADED", "Being replaced."));
    const closed = closeOf(socket);
    await fronted.services[0]!.stop();
    expect([1001, 1012]).toContain((await closed).code);
    fronted.refuse(undefined);
    const lost = await ask(fronted.url, "{user}", { headers: as(fronted.users[0]![0]!) });
    expect(lost.status).toBe(503);
    expect(lost.body.errors?.[0]?.extensions.code).toBe("STORE_UNAVAILABLE");
  });
});

describe("a front that stops", () => {
  it("answers requests in flight, also over sockets, and closes sockets with 1001", async () => {
    const fronted = await startFronted();
    const user = fronted.users[0]![0]!;
    const service = fronted.services[0]!;
    const closed: unknown[] = [];
    const client = createClient({
      url: socketUrl(fronted.url),
      webSocketImpl: WebSocket,
      connectionParams: as(user),
      retryAttempts: 0,
      lazy: false,
      onNonLazyError: () => undefined,
      on: { closed: (event) => closed.push((event as { code: number }).code) },
    });
    const overSocket = collect(client, "{slow}");
    await service.gate.entered;
    const overHttp = ask(fronted.url, "{slow}", { headers: as(user) });
    await expect.poll(() => service.gone.length).toBe(2);
    const stopped = fronted.stop();
    service.gate.open();
    expect((await overHttp).status).toBe(200);
    expect(await overSocket).toMatchObject([{ data: { slow: expect.anything() } }]);
    await stopped;
    await expect.poll(() => closed).toEqual([1001]);
    await expect(ask(fronted.url, "{user}", { headers: as(user) })).rejects.toThrow("ECONNREFUSED");
  });
});
