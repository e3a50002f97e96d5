import { describe, expect, it } from "vitest";
import {
  isLoopback,
  refusePublicWithoutCredentials,
} from "../../../src/server/auth/public-address.ts";
import { startService } from "../service.ts";

describe("a host", () => {
  it.each([
    "127.0.0.1",
    "127.1.2.3",
    "::1",
    "[::1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "memory.localhost",
  ])("%s is local", (host) => expect(isLoopback(host)).toBe(true));
  it.each([
    "0.0.0.0",
    "::",
    "[::]",
    "10.0.0.1",
    "192.168.1.1",
    "::ffff:10.0.0.1",
    "example.com",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "127.evil",
    "",
  ])("%s is not local", (host) => expect(isLoopback(host)).toBe(false));
});

describe("a public address", () => {
  it("is refused without credentials, with advice", async () => {
    await expect(startService({ host: "0.0.0.0" })).rejects.toThrow(
      /HOST=0\.0\.0\.0 .*API_KEYS.*JWT_JWKS_URL/,
    );
  });
  it("is accepted with credentials", () => {
    expect(() =>
      refusePublicWithoutCredentials({
        host: "0.0.0.0",
        auth: { way: "keys", keys: [], file: null },
      }),
    ).not.toThrow();
  });
});
