import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byApiKey } from "../../../src/server/auth/api-keys.ts";
import type { ApiKey } from "../../../src/server/auth/auth-config.ts";
import { ask, collect, connect } from "../clients.ts";
import { recordingLog, startService, type Service } from "../service.ts";

/** The file is looked at once a second. */

const ACME = "acme-key-0123456789abcdef";
const ACME_OLD = "acme-former-0123456789abcdef";
const OF_BO = "bo-key-0123456789abcdef";
const ZETA = "zeta-key-0123456789abcdef";

const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex");

let service: Service;
beforeAll(async () => {
  service = await startService({
    host: "0.0.0.0",
    auth: {
      way: "keys",
      keys: [
        { key: ACME, tenant: "acme", name: "backend", user: null, spaces: [] },
        {
          key: `sha256=${digestOf(ACME_OLD)}`,
          tenant: "acme",
          name: "former",
          user: null,
          spaces: [],
        },
        { key: ZETA, tenant: "zeta", name: "backend", user: null, spaces: [] },
        { key: OF_BO, tenant: "zeta", name: "bo's laptop", user: "bo", spaces: [] },
      ],
      file: null,
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
    ["a key known by its digest", { "x-api-key": ACME_OLD, "x-user-id": "ana" }, "acme"],
    ["another key", { "x-api-key": ZETA, "x-user-id": "ana" }, "zeta"],
  ])("returns the tenant of the key: %s", async (_what, sent, tenant) => {
    expect((await overHttp(sent)).body.data).toEqual({ tenant, user: "ana" });
    expect(await overSocket(sent)).toEqual([{ data: { tenant, user: "ana" } }]);
    expect(await overSocket({}, sent)).toEqual([{ data: { tenant, user: "ana" } }]);
  });
  it.each([
    ["no key", { "x-user-id": "ana" }],
    ["a key that is not known", { "x-api-key": `${ACME}x`, "x-user-id": "ana" }],
    ["the beginning of a key", { "x-api-key": ACME.slice(0, -1), "x-user-id": "ana" }],
    ["the digest of a key", { "x-api-key": `sha256=${digestOf(ACME_OLD)}`, "x-user-id": "ana" }],
    ["a key of another user", { "x-api-key": OF_BO, "x-user-id": "ana" }],
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
  it("returns the user to whom a key is bound, whether named or not", async () => {
    const data = { tenant: "zeta", user: "bo" };
    expect((await overHttp({ "x-api-key": OF_BO })).body.data).toEqual(data);
    expect((await overHttp({ "x-api-key": OF_BO, "x-user-id": "bo" })).body.data).toEqual(data);
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

describe("a file of API keys", () => {
  const NEW = "acme-new-key-0123456789abcdef";
  const keyOf = (key: string): ApiKey => ({
    key,
    tenant: "acme",
    name: key,
    user: null,
    spaces: [],
  });
  const credentialsOf = (key: string) => (name: string) =>
    ({ "x-api-key": key, "x-user-id": "ana" })[name];

  it("is read again when it changes, and the earlier keys stay valid while it cannot be read", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "palimpsest-keys-")), "keys.json");
    await writeFile(path, "1");
    let keys = [keyOf(ACME)];
    let fault: Error | null = null;
    const read = () => {
      if (fault) throw fault;
      return keys;
    };
    const log = recordingLog();
    const authenticate = byApiKey({ way: "keys", keys, file: { path, read } }, log);
    const isAccepted = (key: string) =>
      authenticate(credentialsOf(key)).then(
        () => true,
        () => false,
      );
    expect([await isAccepted(ACME), await isAccepted(NEW)]).toEqual([true, false]);
    fault = new Error("API_KEYS_FILE must be …");
    await writeFile(path, "22");
    await expect.poll(() => isAccepted(ACME).then(() => log.lines.length)).toBe(1);
    expect([await isAccepted(ACME), log.lines[0]?.level]).toEqual([true, "error"]);
    fault = null;
    keys = [keyOf(NEW)];
    await writeFile(path, "333");
    await expect.poll(() => isAccepted(NEW)).toBe(true);
    expect(await isAccepted(ACME)).toBe(false);
  });
});
