import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ask, socketUrl } from "./clients.ts";
import { startService } from "./service.ts";

const HEADERS = { "content-type": "application/json" };

describe("a client that disconnects", () => {
  it("aborts the running request", async () => {
    const service = await startService();
    const leave = new AbortController();
    const answer = fetch(service.url, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ query: "{slow}" }),
      signal: leave.signal,
    });
    await service.gate.entered;
    expect(service.gone.map(({ aborted }) => aborted)).toEqual([false]);
    leave.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => service.gone[0]!.aborted).toBe(true);
    service.gate.open();
    await service.stop();
  });

  it("aborts nothing after its answer", async () => {
    const service = await startService();
    expect((await ask(service.url, "{hello}")).body).toEqual({ data: { hello: "hello" } });
    await service.stop();
    expect(service.gone.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it("aborts when its socket closes", async () => {
    const service = await startService();
    const socket = new WebSocket(socketUrl(service.url), "graphql-transport-ws");
    await new Promise((resolve) => void socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "connection_init" }));
    await new Promise((resolve) => void socket.once("message", resolve));
    socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: { query: "{slow}" } }));
    await service.gate.entered;
    expect(service.gone[0]!.aborted).toBe(false);
    socket.terminate();
    await expect.poll(() => service.gone[0]!.aborted).toBe(true);
    service.gate.open();
    await service.stop();
  });
});
