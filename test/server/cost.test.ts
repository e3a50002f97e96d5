import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, collect, connect, send } from "./clients.ts";
import { startService, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ charges: true });
});
afterAll(() => service.stop());

const ONE = {
  requestUnits: 1.5,
  storeRequests: 1,
  byOperation: { head: { requestUnits: 1.5, storeRequests: 1 } },
};
const metricsOf = async ({ url }: Service): Promise<string> =>
  (await send(`${new URL(url).origin}/metrics`)).text;
/** The value of one series; undefined where there is none. */
const series = (text: string, name: string): string | undefined =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe("the cost of a request", () => {
  it("is reported over HTTP on request, for that request alone", async () => {
    const answers = await Promise.all([
      ask(service.url, "{ user }", { headers: { "x-palimpsest-cost": "1" } }),
      ask(service.url, "{ user }", { headers: { "x-palimpsest-cost": "1" } }),
    ]);
    for (const { body } of answers)
      expect(body).toMatchObject({ data: { user: "local" }, extensions: { cost: ONE } });
  });

  it.each([{}, { "x-palimpsest-cost": "0" }, { "x-palimpsest-cost": "false" }])(
    "is not reported otherwise: %j",
    async (headers) => {
      expect((await ask(service.url, "{ user }", { headers })).body).not.toHaveProperty(
        "extensions",
      );
    },
  );

  it("is reported for a failed request too", async () => {
    const { body } = await ask(service.url, "{ nonsense }", {
      headers: { "x-palimpsest-cost": "1" },
    });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
      extensions: { cost: { storeRequests: 1 } },
    });
  });

  it("is reported over a socket for each event of a subscription", async () => {
    const client = connect(service.url, { "x-palimpsest-cost": "1" });
    expect(await collect(client, "{ user }")).toMatchObject([
      { data: { user: "local" }, extensions: { cost: ONE } },
    ]);
    const events = await collect(client, "subscription { ticks }");
    expect(events).toMatchObject([
      { extensions: { cost: ONE } },
      { extensions: { cost: ONE } },
      { extensions: { cost: ONE } },
    ]);
    await client.dispose();
  });

  it("is zero if the store charges nothing", async () => {
    const embedded = await startService();
    expect(
      (await ask(embedded.url, "{ user }", { headers: { "x-palimpsest-cost": "1" } })).body,
    ).toMatchObject({
      extensions: { cost: { requestUnits: 0, storeRequests: 0, byOperation: {} } },
    });
    await embedded.stop();
  });
});

describe("metrics", () => {
  it("count operations by transport, type, field and outcome, and the store's charges", async () => {
    const own = await startService({ charges: true });
    await ask(own.url, "{ user }", { headers: { "x-user-id": "somebody-private" } });
    await ask(own.url, "query Private { user }", { headers: { "x-user-id": "somebody-private" } });
    await ask(own.url, "{ nonsense }");
    const client = connect(own.url);
    await collect(client, "subscription { ticks }");
    await collect(client, "{ nonsense }");
    await client.dispose();
    const text = await metricsOf(own);
    expect(
      series(
        text,
        'palimpsest_operations_total{transport="http",type="query",field="user",outcome="ok"}',
      ),
    ).toBe("2");
    expect(
      series(
        text,
        'palimpsest_operations_total{transport="http",type="refused",field="",outcome="error"}',
      ),
    ).toBe("1");
    expect(
      series(
        text,
        'palimpsest_operations_total{transport="websocket",type="subscription",field="ticks",outcome="ok"}',
      ),
    ).toBe("3");
    expect(
      series(
        text,
        'palimpsest_operations_total{transport="websocket",type="refused",field="",outcome="error"}',
      ),
    ).toBe("1");
    expect(series(text, 'palimpsest_operation_duration_seconds_count{type="query"}')).toBe("2");
    expect(series(text, 'palimpsest_store_requests_total{operation="head",status="2xx"}')).toBe(
      "7",
    );
    expect(series(text, 'palimpsest_store_request_units_total{operation="head"}')).toBe("10.5");
    expect(text).toContain("process_resident_memory_bytes");
    expect(text).not.toMatch(/somebody|Private|local/u);
    await own.stop();
  });

  it("use the text format of Prometheus, without a body for HEAD, and allow no other method", async () => {
    const url = `${new URL(service.url).origin}/metrics`;
    const got = await send(url);
    expect([got.status, got.headers["content-type"], got.headers["cache-control"]]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "no-store",
    ]);
    const head = await send(url, { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await send(url, { method: "POST" })).status).toBe(404);
  });
});
