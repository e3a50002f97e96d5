import { Agent, request } from "node:http";
import { connect as connectTcp } from "node:net";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { StartupError } from "../../src/server/startup-error.ts";
import { ask, closeOf, send, socketUrl } from "./clients.ts";
import { startService } from "./service.ts";
import { standInSchema } from "./stand-in-schema.ts";

/** Resolves once the service takes no more connections: whatever it does not wait for, it has left by then. */
const closedToOthers = (url: string) =>
  expect.poll(() => send(url).catch(({ code }: { code: string }) => code)).toBe("ECONNREFUSED");

const init = { type: "connection_init" };
const openSocket = async (url: string) => {
  const socket = new WebSocket(socketUrl(url), "graphql-transport-ws");
  const messages: Record<string, unknown>[] = [];
  socket.on("message", (data) =>
    messages.push(JSON.parse(String(data)) as Record<string, unknown>),
  );
  const closed = closeOf(socket);
  await new Promise((resolve) => void socket.once("open", resolve));
  socket.send(JSON.stringify(init));
  await expect.poll(() => messages.length).toBe(1);
  return { socket, messages, closed };
};

describe("stopping", () => {
  it("answers running requests over HTTP, and closes the connection with the answer", async () => {
    const service = await startService();
    const answer = ask(service.url, "{slow}", { headers: { connection: "keep-alive" } });
    await service.gate.entered;
    const stopped = service.stop();
    await closedToOthers(service.url);
    service.gate.open();
    const { status, headers, body } = await answer;
    expect([status, headers.connection, body]).toEqual([
      200,
      "close",
      { data: { slow: "at last" } },
    ]);
    await stopped;
  });
  it("answers running requests over a socket, and then closes it with 1001", async () => {
    const service = await startService();
    const { socket, messages, closed } = await openSocket(service.url);
    socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query: "{slow}" } }));
    await service.gate.entered;
    const stopped = service.stop();
    await closedToOthers(service.url);
    service.gate.open();
    expect(await closed).toEqual({ code: 1001, reason: "Going away" });
    expect(messages.slice(1)).toEqual([
      { id: "1", type: "next", payload: { data: { slow: "at last" } } },
      { id: "1", type: "complete" },
    ]);
    await stopped;
  });
  it("ends subscriptions, and closes their sockets with 1001", async () => {
    let ended = 0;
    const service = await startService({ schema: standInSchema(() => void (ended += 1)) });
    const { socket, messages, closed } = await openSocket(service.url);
    socket.send(
      JSON.stringify({ id: "1", type: "subscribe", payload: { query: "subscription{never}" } }),
    );
    socket.send(JSON.stringify({ id: "2", type: "subscribe", payload: { query: "{hello}" } }));
    await expect.poll(() => messages.length).toBe(3);
    await service.stop();
    expect(await closed).toEqual({ code: 1001, reason: "Going away" });
    expect(ended).toBe(1);
  });
  it("is reported to load balancers before connections are refused", async () => {
    const service = await startService({ stopDelayMillis: 100 });
    const stopped = service.stop();
    const { status, headers, body } = await send(`${new URL(service.url).origin}/health/ready`);
    expect([status, headers.connection, body]).toEqual([
      503,
      "close",
      { status: "not ready", reason: "stopping" },
    ]);
    expect((await ask(service.url, "{hello}")).status).toBe(200);
    await stopped;
    await expect(send(service.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
  it("accepts no more connections", async () => {
    const service = await startService();
    await service.stop();
    await expect(send(service.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
  it("does not wait for idle connections, which it keeps longer than a load balancer", async () => {
    const service = await startService();
    const agent = new Agent({ keepAlive: true });
    const keptSeconds = await new Promise<number>((resolve) => {
      const req = request(`${new URL(service.url).origin}/health/live`, { agent }, (res) => {
        const { timeout = "0" } =
          /timeout=(?<timeout>\d+)/u.exec(String(res.headers["keep-alive"]))?.groups ?? {};
        res.resume();
        res.once("end", () => resolve(Number(timeout)));
      });
      req.end();
    });
    expect(keptSeconds).toBeGreaterThan(60);
    const silent = connectTcp(service.port, "127.0.0.1");
    silent.on("error", () => undefined);
    await new Promise((resolve) => void silent.once("connect", resolve));
    expect(await service.stop()).toBeUndefined();
    agent.destroy();
    silent.destroy();
  });
  it("ends requests that exceed the grace period with an error", async () => {
    const service = await startService({ stopGraceMillis: 20 });
    const answer = ask(service.url, "{slow}");
    await service.gate.entered;
    await service.stop();
    const { status, body } = await answer;
    expect(status).toBe(503);
    expect(body).toMatchObject({ errors: [{ extensions: { code: "STORE_UNAVAILABLE" } }] });
  });
  it("drops a socket that does not answer the close", async () => {
    const service = await startService({ stopGraceMillis: 20 });
    const deaf = connectTcp(service.port, "127.0.0.1");
    deaf.on("error", () => undefined);
    deaf.write(
      `GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
    );
    await new Promise((resolve) => void deaf.once("data", resolve));
    const closed = new Promise((resolve) => void deaf.once("close", () => resolve("closed")));
    await service.stop();
    expect(await closed).toBe("closed");
  });
  it("twice is stopping once", async () => {
    const service = await startService();
    expect(service.stop()).toBe(service.stop());
    await service.stop();
  });
});

describe("starting", () => {
  it("on a used port is reported", async () => {
    const first = await startService();
    const second = startService({ port: first.port });
    await expect(second).rejects.toBeInstanceOf(StartupError);
    await expect(second).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is in use`);
    await first.stop();
  });
  it("on an address of another machine is reported", async () => {
    await expect(
      startService({
        host: "192.0.2.1",
        auth: {
          way: "keys",
          keys: [{ key: "k", tenant: "t", name: "k", user: null, spaces: [] }],
          file: null,
        },
      }),
    ).rejects.toThrow("HOST=192.0.2.1 is not an address of this machine.");
  });
});

describe("input that is not HTTP", () => {
  it.each([
    ["at all", "hello\r\n\r\n", "400"],
    [
      "with headers without end",
      `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
      "431",
    ],
  ])("is answered in JSON: %s", async (_what, sent, status) => {
    const service = await startService();
    const socket = connectTcp(service.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => void socket.once("close", resolve));
    socket.write(sent);
    await closed;
    const [head = "", body = "{}"] = Buffer.concat(chunks).toString().split("\r\n\r\n");
    expect(head.split(" ")[1]).toBe(status);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: "BAD_REQUEST" } }] });
    await service.stop();
  });
});
