import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, collect, connect } from "../clients.ts";
import { startService, type Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ASK = "{tenant user}";
const overSocket = async (
  params: Record<string, unknown>,
  headers: Record<string, string> = {},
) => {
  const client = connect(service.url, params, headers);
  const [answer] = await collect(client, ASK).finally(() => client.dispose());
  return answer?.data;
};

describe("without credentials", () => {
  it("uses the local user", async () => {
    expect((await ask(service.url, ASK)).body.data).toEqual({ tenant: "local", user: "local" });
    expect(await overSocket({})).toEqual({ tenant: "local", user: "local" });
  });
  it("can choose another by x-user-id", async () => {
    expect((await ask(service.url, ASK, { headers: { "x-user-id": "ana" } })).body.data).toEqual({
      tenant: "local",
      user: "ana",
    });
    expect(await overSocket({ "x-user-id": "ana" })).toEqual({ tenant: "local", user: "ana" });
    expect(await overSocket({}, { "x-user-id": "ana" })).toEqual({ tenant: "local", user: "ana" });
  });
  it("prefers the parameters of a socket to its headers, in any case", async () => {
    expect(await overSocket({ "X-User-Id": "ana" }, { "x-user-id": "rui" })).toEqual({
      tenant: "local",
      user: "ana",
    });
  });
  it("accepts no other way to choose", async () => {
    const headers = { "x-tenant-id": "acme", authorization: "Bearer x", "x-api-key": "x" };
    expect((await ask(service.url, ASK, { headers })).body.data).toEqual({
      tenant: "local",
      user: "local",
    });
  });
  it.each([
    ["as long as allowed", "u".repeat(256)],
    ["with what paths are made of", "../../etc/passwd"],
    ["with what SQL is made of", "'; DROP TABLE facts; --"],
  ])("accepts the user id %s unchanged", async (_what, user) => {
    expect((await ask(service.url, ASK, { headers: { "x-user-id": user } })).body.data).toEqual({
      tenant: "local",
      user,
    });
  });
  it.each([
    ["too long", "u".repeat(257)],
    ["with a tab", "a\tb"],
    ["beyond ASCII", "Jos\u00e9"],
  ])("refuses the user id %s", async (_what, user) => {
    const { status, body } = await ask(service.url, ASK, { headers: { "x-user-id": user } });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
    await expect(overSocket({ "x-user-id": user })).rejects.toMatchObject({ code: 4403 });
  });
});
