import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { GRAPHQL_TYPE, send, socketUrl } from "./clients.ts";
import { startService, type Service } from "./service.ts";

const FRIEND = "http://localhost:5173";

let service: Service;
beforeAll(async () => {
  service = await startService({ allowedOrigins: [FRIEND] });
});
afterAll(() => service.stop());

const post = (headers: Record<string, string>) =>
  send(service.url, {
    method: "POST",
    headers: { ...GRAPHQL_TYPE, ...headers },
    body: JSON.stringify({ query: "{hello}" }),
  });
/** Whether the upgrade is granted, or the status that refuses it. */
const upgrade = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(socketUrl(service.url), "graphql-transport-ws", { headers });
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.once("unexpected-response", (_req, res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    socket.once("error", reject);
  });

/** Host and Origin as browsers send them; the service's own port is put in for PORT. */
const cases: [string, Record<string, string>, boolean][] = [
  ["a program, which sends no origin", {}, true],
  ["a program that calls it localhost", { host: "localhost:PORT" }, true],
  ["a program that calls it by a name under localhost", { host: "memory.localhost:PORT" }, true],
  ["a program that calls it by the IPv6 address", { host: "[::1]:PORT" }, true],
  ["its own page", { host: "localhost:PORT", origin: "http://localhost:PORT" }, true],
  ["a page of an allowed origin", { host: "localhost:PORT", origin: FRIEND }, true],
  [
    "a page of another site",
    { host: "localhost:PORT", origin: "https://elsewhere.example" },
    false,
  ],
  [
    "a page of another port of this machine",
    { host: "localhost:PORT", origin: "http://localhost:1" },
    false,
  ],
  ["a page without an origin of its own", { host: "localhost:PORT", origin: "null" }, false],
  [
    "a page whose name was made to resolve here",
    { host: "elsewhere.example:PORT", origin: "http://elsewhere.example:PORT" },
    false,
  ],
  [
    "a page of an allowed origin under a foreign name",
    { host: "elsewhere.example", origin: FRIEND },
    false,
  ],
  ["a foreign name that begins well", { host: "localhost.elsewhere.example" }, false],
  ["a foreign name that begins with an address", { host: "127.0.0.1.elsewhere.example" }, false],
  ["a host that is none", { host: "a b" }, false],
];

describe("without credentials", () => {
  const own = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replaceAll("PORT", String(service.port)),
      ]),
    );

  it.each(cases)("%s", async (_what, headers, served) => {
    expect((await post(own(headers))).status).toBe(served ? 200 : 403);
    expect(await upgrade(own(headers))).toBe(served ? 101 : 403);
  });
  it("refuses a preflight of another site", async () => {
    const preflight = (origin: string) =>
      send(service.url, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
    expect((await preflight("https://elsewhere.example")).status).toBe(403);
    const friend = await preflight(FRIEND);
    expect([
      friend.status,
      friend.headers["access-control-allow-origin"],
      friend.headers["access-control-allow-headers"],
    ]).toEqual([204, FRIEND, expect.stringContaining("content-type")]);
    for (const header of ["space", "at-least", "cost", "session", "strategy"])
      expect(friend.headers["access-control-allow-headers"]).toContain(`x-palimpsest-${header}`);
  });
  it("lets a page of an allowed origin read the answer", async () => {
    expect((await post({ origin: FRIEND })).headers["access-control-allow-origin"]).toBe(FRIEND);
    expect((await post({})).headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("with credentials", () => {
  it("lets a page of another site send them, but not read the answer", async () => {
    const guarded = await startService({
      auth: {
        way: "keys",
        keys: [{ key: "k".repeat(32), tenant: "acme", name: "k", user: null, spaces: [] }],
        file: null,
      },
    });
    const headers = {
      ...GRAPHQL_TYPE,
      "x-api-key": "k".repeat(32),
      "x-user-id": "ana",
      origin: "https://elsewhere.example",
    };
    const answer = await send(guarded.url, {
      method: "POST",
      headers,
      body: JSON.stringify({ query: "{hello}" }),
    });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([
      200,
      undefined,
    ]);
    await guarded.stop();
  });
});

it.each(["/health/live", "/health/ready", "/metrics"])(
  "refuses %s under a foreign host name",
  async (path) => {
    const service = await startService();
    const { origin } = new URL(service.url);
    const asked = (host: string) => send(`${origin}${path}`, { headers: { host } });
    expect((await asked("rebound.example")).status).toBe(403);
    expect((await asked("localhost")).status).toBe(200);
    await service.stop();
  },
);
