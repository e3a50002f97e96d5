import { request } from "node:http";
import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { closeOf, collect, connect, socketUrl } from "./clients.ts";
import { startService, type Service } from "./service.ts";
import { standInSchema } from "./stand-in-schema.ts";

let service: Service;
let ended = 0;
const schema: GraphQLSchema = standInSchema(() => void (ended += 1));
beforeAll(async () => {
  service = await startService({ schema, bodyBytes: 10_000 });
});
afterAll(() => service.stop());

/** A socket on which a test sends what it likes. */
const open = async (protocol = "graphql-transport-ws") => {
  const socket = new WebSocket(socketUrl(service.url), protocol);
  const messages: Record<string, unknown>[] = [];
  const waiting: ((message: Record<string, unknown>) => void)[] = [];
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as Record<string, unknown>;
    const next = waiting.shift();
    if (next) next(message);
    else messages.push(message);
  });
  const closed = closeOf(socket);
  await new Promise((resolve) => void socket.once("open", resolve));
  return {
    socket,
    closed,
    send: (message: unknown) =>
      socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: () => {
      const message = messages.shift();
      return message
        ? Promise.resolve(message)
        : new Promise<Record<string, unknown>>((resolve) => void waiting.push(resolve));
    },
  };
};
const acknowledged = async () => {
  const connection = await open();
  connection.send({ type: "connection_init" });
  expect(await connection.next()).toEqual({ type: "connection_ack" });
  return connection;
};
const subscribe = (id: string, query: string) => ({ id, type: "subscribe", payload: { query } });

describe("a socket", () => {
  it("runs queries, mutations and subscriptions", async () => {
    const client = connect(service.url);
    expect(await collect(client, "{hello}")).toEqual([{ data: { hello: "hello" } }]);
    expect(await collect(client, 'mutation{say(text:"so")}')).toEqual([{ data: { say: "so" } }]);
    expect(await collect(client, "subscription{ticks}")).toEqual(
      [1, 2, 3].map((ticks) => ({ data: { ticks } })),
    );
    await client.dispose();
  });
  it("gives each event of a subscription its own context", async () => {
    const client = connect(service.url);
    const numbers = (await collect(client, "subscription{contexts}")).map(({ data }) =>
      Number(data?.["contexts"]),
    );
    const [first = 0] = numbers;
    expect(numbers).toEqual([first, first + 1, first + 2]);
    await client.dispose();
  });
  it("ends a subscription at its source when the client ends it, also while it waits", async () => {
    const before = ended;
    const connection = await acknowledged();
    connection.send(subscribe("1", "subscription{never}"));
    connection.send(subscribe("2", "{hello}"));
    expect(await connection.next()).toMatchObject({ id: "2", type: "next" });
    expect(await connection.next()).toMatchObject({ id: "2", type: "complete" });
    connection.send({ id: "1", type: "complete" });
    connection.send(subscribe("3", "{hello}"));
    await connection.next();
    expect(ended).toBe(before + 1);
    connection.socket.close();
  });
  it("ends its subscriptions at their source when it closes", async () => {
    const before = ended;
    const connection = await acknowledged();
    connection.send(subscribe("1", "subscription{never}"));
    connection.send(subscribe("2", "{hello}"));
    await connection.next();
    connection.socket.terminate();
    await expect.poll(() => ended).toBe(before + 1);
  });
  it("limits concurrent operations", async () => {
    const connection = await acknowledged();
    for (const id of ["1", "2", "3"]) connection.send(subscribe(id, "subscription{never}"));
    connection.send(subscribe("4", "{hello}"));
    expect(await connection.next()).toMatchObject({
      id: "4",
      type: "error",
      payload: [
        { message: expect.stringContaining("at most 3"), extensions: { code: "BAD_REQUEST" } },
      ],
    });
    connection.send({ id: "1", type: "complete" });
    connection.send(subscribe("5", "{hello}"));
    expect(await connection.next()).toMatchObject({
      id: "5",
      type: "next",
      payload: { data: { hello: "hello" } },
    });
    connection.socket.close();
  });
  it.each([
    ["asks before it says who it is", subscribe("1", "{hello}"), 4401],
    ["sends what is no JSON", "{bad", 4400],
    ["sends an unknown message", { type: "hello" }, 4400],
    ["sends a message without a query", { id: "1", type: "subscribe", payload: {} }, 4400],
    ["sends a message over the limit", "x".repeat(10_001), 1009],
  ])("is closed if it %s", async (_what, message, code) => {
    const connection = await open();
    connection.send(message);
    expect((await connection.closed).code).toBe(code);
  });
  it("is closed if it introduces itself twice, or uses an id twice", async () => {
    const twice = await acknowledged();
    twice.send({ type: "connection_init" });
    expect((await twice.closed).code).toBe(4429);
    const same = await acknowledged();
    same.send(subscribe("1", "subscription{never}"));
    same.send(subscribe("1", "subscription{never}"));
    expect((await same.closed).code).toBe(4409);
  });
  it("is closed for another protocol", async () => {
    const socket = new WebSocket(socketUrl(service.url));
    expect((await closeOf(socket)).code).toBe(4406);
  });
  it("opens at /graphql only", async () => {
    const status = await new Promise((resolve) => {
      const req = request({
        port: service.port,
        path: "/elsewhere",
        headers: {
          connection: "upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      });
      req.once("response", (res) => {
        res.resume();
        resolve(res.statusCode);
      });
      req.end();
    });
    expect(status).toBe(404);
  });
  it("reports its errors to the log only, at level debug", () => {
    expect(service.log.lines.filter(({ level }) => level !== "info")).toEqual([]);
  });
});
