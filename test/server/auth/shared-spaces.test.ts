import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuthConfig } from "../../../src/server/auth/auth-config.ts";
import { authenticateBy } from "../../../src/server/auth/authenticate.ts";
import type { Caller } from "../../../src/server/auth/caller.ts";
import { speakerOf } from "../../../src/server/auth/shared-spaces.ts";
import { ask, collect, connect } from "../clients.ts";
import { recordingLog, startService, type Service } from "../service.ts";

const KEY = "acme-key-0123456789abcdef";
const SECRET = "a secret of at least thirty-two bytes";

const byKeys: AuthConfig = {
  way: "keys",
  keys: [{ key: KEY, tenant: "acme", name: "backend", user: null, spaces: ["team", "agent-1"] }],
  file: null,
};
const byJwt: AuthConfig = {
  way: "jwt",
  key: { kind: "secret", secret: SECRET },
  algorithms: ["HS256"],
  issuer: undefined,
  audience: undefined,
  tenantClaim: "tid",
  userClaim: "sub",
  spacesClaim: "spaces",
  clockToleranceSeconds: 5,
};

const callerBy = (config: AuthConfig, sent: Readonly<Record<string, string>>): Promise<Caller> =>
  authenticateBy(config, recordingLog())((name) => sent[name]);

const tokenWith = (claims: { readonly sub?: string; readonly spaces?: unknown }): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ tid: "acme", sub: "ana", ...claims })))
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("10m")
    .sign(new TextEncoder().encode(SECRET));

const ofAna = { "x-api-key": KEY, "x-user-id": "ana" };
const TEAM = { tenant: "acme", user: "shared:team" };

describe("a shared space", () => {
  it("is selected by its name, and the caller is the speaker", async () => {
    const caller = await callerBy(byKeys, { ...ofAna, "x-palimpsest-space": "team" });
    expect([caller.space, caller.user, speakerOf(caller)]).toEqual([TEAM, "ana", "ana"]);
  });
  it("is not selected without a name, and the user's own space has no other speaker", async () => {
    const caller = await callerBy(byKeys, ofAna);
    expect([caller.space, speakerOf(caller)]).toEqual([{ tenant: "acme", user: "ana" }, null]);
  });
  it.each(["other", "Team", "team ", "te", "../team", "team/x", "ana", "shared:team", "\u0000"])(
    "does not exist for a caller without access: %j",
    async (name) => {
      const sent = { ...ofAna, "x-palimpsest-space": name };
      await expect(callerBy(byKeys, sent)).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );
  it("cannot be reached by the id of a user", async () => {
    const posing = { "x-api-key": KEY, "x-user-id": "shared:team" };
    await expect(callerBy(byKeys, posing)).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    const token = await tokenWith({ sub: "shared:team" });
    const bearer = { authorization: `Bearer ${token}` };
    await expect(callerBy(byJwt, bearer)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
  it.each([[["team"]], ["agent-1 team"]])("is granted by a claim: %j", async (spaces) => {
    const authorization = `Bearer ${await tokenWith({ spaces })}`;
    const { space } = await callerBy(byJwt, { authorization, "x-palimpsest-space": "team" });
    expect(space).toEqual(TEAM);
  });
  it.each([[undefined], [[]], [""], [["Team"]], [["teams"]], ["tea m"]])(
    "is not granted by the claim %j",
    async (spaces) => {
      const authorization = `Bearer ${await tokenWith({ spaces })}`;
      const sent = { authorization, "x-palimpsest-space": "team" };
      await expect(callerBy(byJwt, sent)).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );
  it.each([[7], [{ team: true }], [["team", 7]]])(
    "refuses a claim that is no list: %j",
    async (spaces) => {
      const authorization = `Bearer ${await tokenWith({ spaces })}`;
      await expect(callerBy(byJwt, { authorization })).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
    },
  );
  it("is available to every local user without credentials", async () => {
    const sent = { "x-user-id": "ana", "x-palimpsest-space": "team" };
    expect((await callerBy({ way: "none" }, sent)).space).toEqual({ ...TEAM, tenant: "local" });
    const unnamed = { "x-palimpsest-space": "a b" };
    await expect(callerBy({ way: "none" }, unnamed)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a service with shared spaces", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ host: "0.0.0.0", auth: byKeys });
  });
  afterAll(() => service.stop());

  it("serves the chosen space over HTTP and over a socket", async () => {
    const sent = { ...ofAna, "x-palimpsest-space": "team" };
    expect((await ask(service.url, "{tenant user}", { headers: sent })).body.data).toEqual(TEAM);
    const client = connect(service.url, sent);
    const answers = await collect(client, "{tenant user}").finally(() => client.dispose());
    expect(answers).toEqual([{ data: TEAM }]);
  });
  it("answers 404 for a space that is not granted", async () => {
    const { status, body } = await ask(service.url, "{user}", {
      headers: { ...ofAna, "x-palimpsest-space": "board" },
    });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([404, "NOT_FOUND"]);
  });
});
