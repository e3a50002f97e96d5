import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unreadiness } from "../../src/server/http/health.ts";
import { StoreUnavailable } from "../../src/store/port.ts";
import { send } from "./clients.ts";
import { recordingLog, startService, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const health = async (path: string) => {
  const { status, body } = await send(`${new URL(service.url).origin}/health/${path}`);
  return { status, body };
};

describe("health", () => {
  it("is reported while everything works", async () => {
    expect(await health("live")).toEqual({ status: 200, body: { status: "live" } });
    expect(await health("ready")).toEqual({ status: 200, body: { status: "ready" } });
  });
  it("reports a missing store as alive and not ready, until it is back", async () => {
    service.ail(new StoreUnavailable("UNREACHABLE", "10.0.0.1:443 refused"));
    expect(await health("ready")).toEqual({
      status: 503,
      body: { status: "not ready", reason: "store" },
    });
    expect((await health("live")).status).toBe(200);
    service.ail(undefined);
    expect((await health("ready")).status).toBe(200);
  });
  it("reports a stopping service as not ready", async () => {
    expect(await unreadiness({ check: async () => undefined }, true, recordingLog())).toBe(
      "stopping",
    );
  });
  it("does not wait for a store that does not answer", async () => {
    const log = recordingLog();
    const store = { check: () => new Promise<void>(() => undefined) };
    expect(await unreadiness(store, false, log, 1)).toBe("store");
    expect(log.lines).toHaveLength(1);
  });
  it("answers HEAD without a body", async () => {
    const { status, text } = await send(`${new URL(service.url).origin}/health/live`, {
      method: "HEAD",
    });
    expect([status, text]).toEqual([200, ""]);
  });
});
