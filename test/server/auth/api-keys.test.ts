import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, collect, connect } from "../clients.ts";
import { startService, type Service } from "../service.ts";

const ACME = "acme-key-0123456789abcdef";
const ZETA = "zeta-key-0123456789abcdef";

let service: Service;
beforeAll(async () => {
  service = await startService({
    host: "0.0.0.0",
    auth: {
      way: "keys",
      keys: [
        { key: ACME, tenant: "acme" },
        { key: ZETA, tenant: "zeta" },
      ],
    },
  });
});
afterAll(() => service.stop());

const ASK = "{tenant user}";
const overHttp = (headers: Record<string, string>) => ask(service.url, ASK, { headers });
const overSocket = (params: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const client = connect(service.url, params, headers);
  return collect(client, ASK).finally(() => client.dispose());
};

describe("with API keys", () => {
  it.each([
    ["authorization", { authorization: `Bearer ${ACME}`, "x-user-id": "ana" }, "acme"],
    ["x-api-key", { "x-api-key": ACME, "x-user-id": "ana" }, "acme"],
    ["another key", { "x-api-key": ZETA, "x-user-id": "ana" }, "zeta"],
  ])("gives the tenant of the key: %s", async (_what, sent, tenant) => {
    expect((await overHttp(sent)).body.data).toEqual({ tenant, user: "ana" });
    expect(await overSocket(sent)).toEqual([{ data: { tenant, user: "ana" } }]);
    expect(await overSocket({}, sent)).toEqual([{ data: { tenant, user: "ana" } }]);
  });
  it.each([
    ["no key", { "x-user-id": "ana" }],
    ["a key that is not known", { "x-api-key": `${ACME}x`, "x-user-id": "ana" }],
    ["the beginning of a key", { "x-api-key": ACME.slice(0, -1), "x-user-id": "ana" }],
    ["an empty key", { authorization: "Bearer ", "x-user-id": "ana" }],
    ["another scheme", { authorization: `Basic ${ACME}`, "x-user-id": "ana" }],
    ["no user", { "x-api-key": ACME }],
  ])("refuses %s", async (_what, sent) => {
    const { status, headers, body } = await overHttp(sent);
    expect([
      status,
      headers["www-authenticate"],
      body.errors?.[0]?.extensions.code,
      body.data,
    ]).toEqual([401, "Bearer", "UNAUTHENTICATED", undefined]);
    await expect(overSocket(sent)).rejects.toMatchObject({ code: 4403, reason: "Forbidden" });
  });
  it("reports an invalid user id as such", async () => {
    const { status, body } = await overHttp({ "x-api-key": ACME, "x-user-id": "u".repeat(257) });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
  });
  it("asks for credentials under any host name", async () => {
    expect(
      (
        await overHttp({
          "x-api-key": ACME,
          "x-user-id": "ana",
          host: "memory.example.com",
          origin: "https://elsewhere.example",
        })
      ).status,
    ).toBe(200);
  });
});
