import { afterEach, describe, expect, it } from "vitest";
import { Admission } from "../../src/server/limits/admission.ts";
import { ask, collect, connect, send } from "./clients.ts";
import { ADMISSION, startService, type Service, type ServiceOptions } from "./service.ts";

let service: Service;
afterEach(() => service.stop());

const KEY = "acme-key-0123456789abcdef";
const start = async (options: ServiceOptions): Promise<void> => {
  service = await startService(options);
};
const as = (user: string, query: string, key = KEY) =>
  ask(service.url, query, { headers: { "x-user-id": user, "x-api-key": key } });
const codeOf = ({ body }: Awaited<ReturnType<typeof ask>>) => body.errors?.[0]?.extensions.code;

describe("an overloaded service", () => {
  const full = { ...ADMISSION, running: 2, runningPerUser: 1, waiting: 2, waitingPerUser: 1 };

  it("refuses requests that find no place to wait at once, and answers others", async () => {
    await start({ admission: full });
    const first = as("ann", "{slow}");
    await service.gate.entered;
    const second = as("ann", "{slow}");
    await expect.poll(async () => codeOf(await as("ann", "{hello}"))).toBe("OVERLOADED");
    const refused = await as("ann", "{hello}");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({ retryAfterSeconds: 1 });
    const client = connect(service.url, { "x-user-id": "ann" });
    expect(await collect(client, "{hello}")).toMatchObject([
      { errors: [{ extensions: { code: "OVERLOADED" } }] },
    ]);
    await client.dispose();

    expect((await as("bo", "{hello}")).body.data).toEqual({ hello: "hello" });
    const { origin } = new URL(service.url);
    expect((await send(`${origin}/health/live`)).status).toBe(200);
    expect((await send(`${origin}/health/ready`)).status).toBe(200);
    service.gate.open();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await as("ann", "{hello}")).status).toBe(200);
  });
});

describe("operations that are admitted together", () => {
  it("begin one after the other, and the users take turns", async () => {
    const admission = new Admission(ADMISSION);
    const begun: string[] = [];
    const run = (user: string): Promise<void> =>
      admission.run({ tenant: "acme", user }, async () => void begun.push(user));
    await Promise.all([run("ann"), run("ann"), run("ann"), run("ann"), run("bo")]);
    expect(begun).toEqual(["ann", "bo", "ann", "ann", "ann"]);
  });
});

describe("rate limits", () => {
  const keys = {
    way: "keys",
    keys: [{ key: KEY, tenant: "acme", name: "backend", user: null, spaces: [] }],
    file: null,
  } as const;

  it("apply to each user", async () => {
    await start({ auth: keys, admission: { ...ADMISSION, perMinuteAndUser: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await as("ann", "{hello}")).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await as("ann", "{hello}");
    expect(codeOf(refused)).toBe("RATE_LIMITED");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await as("bo", "{hello}")).status).toBe(200);
  });
  it("apply to each key", async () => {
    await start({ auth: keys, admission: { ...ADMISSION, perMinuteAndKey: 2 } });
    const statuses = [];
    for (const user of ["ann", "bo", "cy"]) statuses.push((await as(user, "{hello}")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
  it("count a request that a key's limit refuses for the key only", async () => {
    const other = `${KEY}-2`;
    const ofOther = { key: other, tenant: "acme", name: "other", user: null, spaces: [] };
    await start({
      auth: { ...keys, keys: [...keys.keys, ofOther] },
      admission: { ...ADMISSION, perMinuteAndUser: 2, perMinuteAndKey: 1 },
    });
    const statuses = [];
    for (const key of [KEY, KEY, KEY, other, other])
      statuses.push((await as("ann", "{hello}", key)).status);
    expect(statuses).toEqual([200, 429, 429, 200, 429]);
  });
  it("do not apply without credentials", async () => {
    await start({ admission: { ...ADMISSION, perMinuteAndUser: 1, perMinuteAndKey: 1 } });
    for (let i = 0; i < 3; i += 1) expect((await as("ann", "{hello}")).status).toBe(200);
  });
});
