import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
} from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { Jwt, JwtKey } from "../../../src/server/auth/auth-config.ts";
import { ask, closeOf, collect, connect, socketUrl } from "../clients.ts";
import { startService, type Service } from "../service.ts";

const SECRET = "a secret that has at least thirty-two bytes";
const NOW = Math.floor(Date.now() / 1000);
const ISSUER = "https://issuer.example";
const AUDIENCE = "palimpsest";
const bytes = (secret: string) => new TextEncoder().encode(secret);

interface Claims {
  readonly [name: string]: unknown;
}

const claims = (changes: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: AUDIENCE,
  tid: "acme",
  sub: "ana",
  exp: NOW + 600,
  ...changes,
});
const sign = (
  payload: Claims,
  key: CryptoKey | Uint8Array = bytes(SECRET),
  alg = "HS256",
  kid?: string,
) =>
  new SignJWT(JSON.parse(JSON.stringify(payload)) as Claims)
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .sign(key);

const jwt = (key: JwtKey, algorithms: string[], changes: Partial<Jwt> = {}): Jwt => ({
  way: "jwt",
  key,
  algorithms,
  issuer: ISSUER,
  audience: AUDIENCE,
  tenantClaim: "tid",
  userClaim: "sub",
  spacesClaim: "spaces",
  clockToleranceSeconds: 5,
  ...changes,
});
const bySecret = (changes: Partial<Jwt> = {}) =>
  jwt({ kind: "secret", secret: SECRET }, ["HS256"], changes);

const services: Service[] = [];
const start = async (auth: Jwt): Promise<Service> => {
  const service = await startService({ auth });
  services.push(service);
  return service;
};
const stopAll = async () => {
  for (const service of services.splice(0)) await service.stop();
};

const ASK = "{tenant user}";
const overHttp = (service: Service, token?: string) =>
  ask(service.url, ASK, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const overSocket = (service: Service, token?: string) => {
  const client = connect(
    service.url,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
  return collect(client, ASK).finally(() => client.dispose());
};
const REFUSED = {
  overHttp: [401, "UNAUTHENTICATED"],
  overSocket: { code: 4403, reason: "Forbidden" },
};
/** The result for a token: the refusal, or the caller. */
const fate = async (service: Service, token?: string) => {
  const { status, body } = await overHttp(service, token);
  return {
    overHttp: body.data ?? [status, body.errors?.[0]?.extensions.code],
    overSocket: await overSocket(service, token).then(
      ([answer]) => answer?.data,
      ({ code, reason }: { code: number; reason: string }) => ({ code, reason }),
    ),
  };
};
const takenFor = (tenant: string, user: string) => ({
  overHttp: { tenant, user },
  overSocket: { tenant, user },
});

describe("with a shared secret", () => {
  let service: Service;
  beforeAll(async () => {
    service = await start(bySecret());
  });
  afterAll(stopAll);

  it("takes tenant and user from claims", async () => {
    expect(await fate(service, await sign(claims()))).toEqual(takenFor("acme", "ana"));
    expect(await fate(service, await sign(claims({ tid: "zé & filhos", sub: "josé" })))).toEqual(
      takenFor("zé & filhos", "josé"),
    );
  });
  it("ignores x-user-id", async () => {
    const answer = await ask(service.url, ASK, {
      headers: { authorization: `Bearer ${await sign(claims())}`, "x-user-id": "rui" },
    });
    expect(answer.body.data).toEqual({ tenant: "acme", user: "ana" });
  });
  it("tolerates a small clock difference", async () => {
    expect(await fate(service, await sign(claims({ exp: NOW - 1, nbf: NOW + 2 })))).toEqual(
      takenFor("acme", "ana"),
    );
  });
  it.each<[string, () => Promise<string> | string | undefined]>([
    ["no token", () => undefined],
    ["no token at all", () => "not.a.token"],
    ["a token that has expired", () => sign(claims({ exp: NOW - 60 }))],
    ["a token that never expires", () => sign(claims({ exp: undefined }))],
    ["a token for later", () => sign(claims({ nbf: NOW + 60 }))],
    ["another audience", () => sign(claims({ aud: "another" }))],
    ["no audience", () => sign(claims({ aud: undefined }))],
    ["another issuer", () => sign(claims({ iss: "https://elsewhere.example" }))],
    ["another secret", () => sign(claims(), bytes("another secret that is long enough too"))],
    ["no signature", () => new UnsecuredJWT(claims()).encode()],
    ["an algorithm that is not accepted", () => sign(claims(), bytes(SECRET.repeat(2)), "HS512")],
    ["no tenant", () => sign(claims({ tid: undefined }))],
    ["no user", () => sign(claims({ sub: undefined }))],
    ["an empty user", () => sign(claims({ sub: "" }))],
    ["a user that is no text", () => sign(claims({ sub: 7 }))],
    ["a user with a control character", () => sign(claims({ sub: "a\u0000b" }))],
    ["a user with half a character", () => sign(claims({ sub: "a\ud800" }))],
    ["a user that is too long", () => sign(claims({ sub: "u".repeat(257) }))],
  ])("refuses %s", async (_what, token) => {
    expect(await fate(service, await token())).toEqual(REFUSED);
  });
  it("refuses a forged signature", async () => {
    const [header, , signature] = (await sign(claims())).split(".");
    const payload = Buffer.from(JSON.stringify(claims({ sub: "rui" }))).toString("base64url");
    expect(await fate(service, `${header}.${payload}.${signature}`)).toEqual(REFUSED);
  });
});

describe("with other claims", () => {
  afterAll(stopAll);
  it("takes tenant and user from them", async () => {
    const service = await start(
      bySecret({
        tenantClaim: "https://acme.example/tenant",
        userClaim: "email",
        issuer: undefined,
        audience: undefined,
      }),
    );
    const token = await sign({
      "https://acme.example/tenant": "acme",
      email: "ana",
      exp: NOW + 60,
    });
    expect(await fate(service, token)).toEqual(takenFor("acme", "ana"));
  });
});

describe("with a public key", () => {
  afterAll(stopAll);

  it("accepts tokens of its private key only", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const pem = await exportSPKI(publicKey);
    const service = await start(jwt({ kind: "public", pem }, ["RS256", "PS256", "ES256", "EdDSA"]));
    expect(await fate(service, await sign(claims(), privateKey, "RS256"))).toEqual(
      takenFor("acme", "ana"),
    );
    const other = await generateKeyPair("RS256");
    const curve = await generateKeyPair("ES256");
    expect(await fate(service, await sign(claims(), other.privateKey, "RS256"))).toEqual(REFUSED);
    expect(await fate(service, await sign(claims(), curve.privateKey, "ES256"))).toEqual(REFUSED);
    // The public key taken for a shared secret: the oldest of the attacks.
    expect(await fate(service, await sign(claims(), bytes(pem), "HS256"))).toEqual(REFUSED);
  });
  it("refuses to start with an invalid one", async () => {
    await expect(start(jwt({ kind: "public", pem: "no key" }, ["RS256"]))).rejects.toThrow(
      "JWT_PUBLIC_KEY",
    );
  });
});

describe("with a key set", () => {
  let keys: Server;
  let url: string;
  let answer: () => { status: number; body: string };
  let privateKey: CryptoKey;
  beforeAll(async () => {
    const pair = await generateKeyPair("ES256", { extractable: true });
    privateKey = pair.privateKey;
    const body = JSON.stringify({
      keys: [{ ...(await exportJWK(pair.publicKey)), kid: "one", alg: "ES256" }],
    });
    answer = () => ({ status: 200, body });
    keys = createServer((_req, res) => {
      const { status, body: text } = answer();
      res.writeHead(status, { "content-type": "application/json" }).end(text);
    });
    await new Promise<void>((resolve) => void keys.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
  });
  afterEach(stopAll);
  afterAll(() => new Promise((resolve) => void keys.close(resolve)));

  it("accepts tokens of its keys only", async () => {
    const service = await start(jwt({ kind: "jwks", url }, ["ES256"]));
    expect(await fate(service, await sign(claims(), privateKey, "ES256", "one"))).toEqual(
      takenFor("acme", "ana"),
    );
    expect(await fate(service, await sign(claims(), privateKey, "ES256", "two"))).toEqual(REFUSED);
    const other = await generateKeyPair("ES256");
    expect(await fate(service, await sign(claims(), other.privateKey, "ES256", "one"))).toEqual(
      REFUSED,
    );
  });
  it("does not reject tokens as invalid if it cannot be fetched", async () => {
    const well = answer;
    answer = () => ({ status: 500, body: "secret of the issuer" });
    const service = await start(jwt({ kind: "jwks", url }, ["ES256"]));
    const { status, text } = await overHttp(
      service,
      await sign(claims(), privateKey, "ES256", "one"),
    );
    answer = well;
    expect(status).toBe(500);
    expect(text).toContain("Internal server error");
    expect(text).not.toContain("secret");
  });
});

describe("a socket", () => {
  afterEach(() => void vi.useRealTimers());
  afterAll(stopAll);

  it("is closed when its token expires", async () => {
    const service = await start(bySecret({ clockToleranceSeconds: 0 }));
    const token = await sign(claims({ exp: NOW + 600 }));
    const socket = new WebSocket(socketUrl(service.url), "graphql-transport-ws");
    const closed = closeOf(socket);
    const acknowledged = new Promise((resolve) => void socket.once("message", resolve));
    socket.once("open", () =>
      socket.send(
        JSON.stringify({ type: "connection_init", payload: { authorization: `Bearer ${token}` } }),
      ),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await acknowledged;
    vi.advanceTimersByTime(590_000);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    vi.advanceTimersByTime(20_000);
    expect(await closed).toEqual({ code: 4403, reason: "Forbidden" });
  });
});
