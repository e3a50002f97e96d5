import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { SETTINGS } from "../../src/config/settings.ts";
import { StartupError } from "../../src/server/startup-error.ts";

const SECRET = "s".repeat(32);
const file = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "palimpsest-config-")), "keys.json");
  writeFileSync(path, content);
  return path;
};

describe("an empty environment", () => {
  it("starts the service on loopback, embedded and offline", () => {
    expect(loadConfig({})).toEqual({
      logLevel: "info",
      server: {
        host: "127.0.0.1",
        port: 4000,
        auth: { way: "none" },
        allowedOrigins: [],
        bodyBytes: 2 ** 20,
        limits: { tokens: 2000, depth: 20, selections: 500, cost: 50_000 },
        admission: {
          running: 200,
          runningPerUser: 20,
          waiting: 1_000,
          waitingPerUser: 200,
          perMinuteAndUser: 1_200,
          perMinuteAndKey: 30_000,
        },
        operationsPerSocket: 20,
        accessLog: false,
        stopDelayMillis: 0,
        stopGraceMillis: 10_000,
      },
      processes: 1,
      dataDirectory: resolve("data"),
      maxOpenSpaces: 256,
      checkFilesMillis: 86_400_000,
      quotas: { maxSpaces: null, maxBytes: null },
      tokensPerTenantDay: null,
      worker: {
        on: true,
        thresholds: {
          SESSION_SUMMARY: 0,
          FACT_EXTRACTION: 0,
          EPISODE_EXTRACTION: 0,
          USER_SUMMARY: 0,
          RECONCILIATION: 5,
          PROFILE_REFRESH: 0,
        },
        concurrency: 2,
        leaseMillis: 30_000,
      },
      openai: null,
      cosmos: null,
    });
  });
  it("has the same meaning with empty variables", () => {
    expect(loadConfig({ PORT: "", API_KEYS: "  ", OPENAI_API_KEY: "" })).toEqual(loadConfig({}));
  });
});

describe("a variable that cannot be read", () => {
  it.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "4000.5"],
    ["PORT", "0x10"],
    ["LOG_LEVEL", "loud"],
    ["API_KEYS", "no-colon"],
    ["API_KEYS", ","],
    ["JWT_JWKS_URL", "ftp://issuer.example/keys"],
    ["JWT_JWKS_URL", "issuer"],
    ["JWT_JWKS_URL", "http://issuer.example/keys"],
    ["JWT_SECRET", "too short"],
    ["JWT_ALGORITHMS", "none"],
    ["ALLOWED_ORIGINS", "app.example.com"],
    ["ALLOWED_ORIGINS", "https://app.example.com/"],
    ["ALLOWED_ORIGINS", "*"],
    ["MAX_BODY_BYTES", "1MB"],
    ["MAX_QUERY_COST", "0"],
    ["STOP_GRACE_SECONDS", "forever"],
    ["EMBEDDING_DIMENSIONS", "many"],
    ["OPENAI_BASE_URL", "localhost:11434"],
    ["COSMOS_ENDPOINT", "account"],
    ["COSMOS_REGIONS", " , "],
    ["COSMOS_AUTOSCALE_MAX_RU", "1"],
  ])("is named: %s=%s", (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
  });
  it("is named with all others that are wrong, without its value", () => {
    const load = () => loadConfig({ PORT: "x", JWT_SECRET: "hunter2", LOG_LEVEL: "y" });
    expect(load).toThrow(StartupError);
    expect(load).toThrow(/^PORT must be [^]*\nLOG_LEVEL must be [^]*\nJWT_SECRET must be /);
    expect(load).not.toThrow(/hunter2/);
  });
});

describe("API keys", () => {
  const keysOf = (environment: Record<string, string>) => loadConfig(environment).server.auth;

  const ONE = "one-0123456789abcdef";
  const TWO = "two-0123456789abcdef";
  const pair = (key: string, tenant: string) =>
    expect.objectContaining({ key, tenant, user: null });

  it("are pairs of key and tenant, and allow a colon in the tenant", () => {
    expect(keysOf({ API_KEYS: `${ONE}:acme, ${TWO}:urn:zeta` })).toEqual({
      way: "keys",
      keys: [pair(ONE, "acme"), pair(TWO, "urn:zeta")],
      file: null,
    });
  });
  it("can come from a file", () => {
    expect(
      keysOf({ API_KEYS: `${ONE}:acme`, API_KEYS_FILE: file(`{"${TWO}":"zeta"}`) }),
    ).toMatchObject({ keys: [pair(ONE, "acme"), pair(TWO, "zeta")] });
  });
  it("have names in a file, may be hashed, and bound to a user", () => {
    const listed = [
      { name: "backend", tenant: "acme", key: ONE },
      { name: "Bo's laptop", tenant: "acme", user: "bo", sha256: "0a".repeat(32) },
    ];
    expect(keysOf({ API_KEYS_FILE: file(JSON.stringify(listed)) })).toMatchObject({
      keys: [
        { name: "backend", tenant: "acme", key: ONE, user: null },
        { name: "Bo's laptop", tenant: "acme", key: `sha256=${"0a".repeat(32)}`, user: "bo" },
      ],
    });
  });
  it.each([
    ["a file that is not there", { API_KEYS_FILE: "/nowhere/keys.json" }, /API_KEYS_FILE/],
    ["a file that is no JSON", { API_KEYS_FILE: file("two:zeta") }, /API_KEYS_FILE/],
    ["a file of another form", { API_KEYS_FILE: file('[{"key":"two"}]') }, /API_KEYS_FILE/],
    ["a file without keys", { API_KEYS_FILE: file("{}") }, /contains no key/],
    ["a key that could be guessed", { API_KEYS: "secret:acme" }, /fewer than 16 characters/],
    [
      "a digest that is none",
      { API_KEYS_FILE: file('[{"name":"a","tenant":"t","sha256":"0a"}]') },
      /API_KEYS_FILE/,
    ],
    ["a key of two tenants", { API_KEYS: `${ONE}:acme,${ONE}:zeta` }, /twice/],
    ["a tenant that is none", { API_KEYS: `${ONE}:${"t".repeat(257)}` }, /1 to 256/],
    ["keys and JWT", { API_KEYS: `${ONE}:acme`, JWT_SECRET: SECRET }, /not both/],
  ])("are refused: %s", (_what, environment, message) =>
    expect(() => keysOf(environment)).toThrow(message),
  );
});

describe("JWT", () => {
  const authOf = (environment: Record<string, string>) => loadConfig(environment).server.auth;

  it("with a shared secret accepts HS256 only", () => {
    expect(authOf({ JWT_SECRET: SECRET })).toEqual({
      way: "jwt",
      key: { kind: "secret", secret: SECRET },
      algorithms: ["HS256"],
      issuer: undefined,
      audience: undefined,
      tenantClaim: "tid",
      userClaim: "sub",
      spacesClaim: "spaces",
      clockToleranceSeconds: 5,
    });
  });
  it("with a public key accepts no algorithm of shared secrets, and reads `\\n` as a line break", () => {
    expect(authOf({ JWT_PUBLIC_KEY: "a\\nb", JWT_ALGORITHMS: "ES256,RS256" })).toMatchObject({
      key: { kind: "public", pem: "a\nb" },
      algorithms: ["ES256", "RS256"],
    });
  });
  it.each([
    ["two keys", { JWT_SECRET: SECRET, JWT_PUBLIC_KEY: "k" }, /Set only one of/],
    [
      "a key set without an issuer",
      { JWT_JWKS_URL: "https://i.example/keys", JWT_AUDIENCE: "a" },
      /JWT_ISSUER and JWT_AUDIENCE/,
    ],
    [
      "a key set without an audience",
      { JWT_JWKS_URL: "https://i.example/keys", JWT_ISSUER: "i" },
      /JWT_ISSUER and JWT_AUDIENCE/,
    ],
    [
      "a public key for HS256",
      { JWT_PUBLIC_KEY: "k", JWT_ALGORITHMS: "RS256,HS256" },
      /JWT_ALGORITHMS/,
    ],
    ["a secret for RS256", { JWT_SECRET: SECRET, JWT_ALGORITHMS: "RS256" }, /JWT_ALGORITHMS/],
  ])("is refused: %s", (_what, environment, message) =>
    expect(() => authOf(environment)).toThrow(message),
  );
});

describe("models and stores", () => {
  it.each([
    [{ OPENAI_API_KEY: "k" }, { kind: "openai", apiKey: "k", baseUrl: undefined }],
    [
      { OPENAI_BASE_URL: "http://localhost:11434/v1" },
      { kind: "openai", apiKey: undefined, baseUrl: "http://localhost:11434/v1" },
    ],
    [
      { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com", AZURE_OPENAI_API_KEY: "k" },
      { kind: "azure", endpoint: "https://r.openai.azure.com", apiKey: "k" },
    ],
    [
      { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com" },
      { kind: "azure", endpoint: "https://r.openai.azure.com", apiKey: undefined },
    ],
  ])("are switched on by %j", (environment, endpoint) =>
    expect(loadConfig(environment).openai?.endpoint).toEqual(endpoint),
  );
  it("summarise with the model that extracts, and embed at its endpoint, by default", () => {
    expect(
      loadConfig({ OPENAI_BASE_URL: "http://localhost:8000/v1", EXTRACTION_MODEL: "qwen3" }).openai,
    ).toMatchObject({ models: { extraction: "qwen3", summary: "qwen3" }, embeddingEndpoint: null });
    expect(
      loadConfig({
        OPENAI_API_KEY: "k",
        SUMMARY_MODEL: "s",
        EMBEDDING_BASE_URL: "http://localhost:8001/v1",
      }).openai,
    ).toMatchObject({
      models: { summary: "s" },
      embeddingEndpoint: { kind: "openai", apiKey: undefined, baseUrl: "http://localhost:8001/v1" },
    });
  });
  it("use Cosmos DB if COSMOS_ENDPOINT is set", () => {
    expect(
      loadConfig({ COSMOS_ENDPOINT: "https://a.documents.azure.com", COSMOS_KEY: "k" }).cosmos,
    ).toEqual({
      endpoint: "https://a.documents.azure.com",
      key: "k",
      database: "palimpsest",
      ranking: "native",
      regions: [],
      autoscaleMaxRu: undefined,
    });
  });
});

describe("the table of settings", () => {
  it("has defaults that it accepts itself", () => {
    const refused = Object.entries(SETTINGS).filter(
      ([, { schema, default: byDefault }]) =>
        byDefault !== null && !schema.safeParse(byDefault).success,
    );
    expect(refused.map(([name]) => name)).toEqual([]);
  });
});
