import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { LOCAL_TENANT } from "../../src/server/auth/authenticate.ts";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { BACKENDS, freshBackends } from "./backends.ts";
import { as, told, type Ask } from "./service.ts";

/** How often the service is killed while it forgets, on each store. */
const KILLS = Math.ceil(Number(process.env["CRASHES"] ?? 20) / 6);

const WRITE = `mutation ($i: WriteInput!) { write(input: $i) { success entities { id name } factsAdded { fact { id } } event { id } } }`;
const ERASE = `mutation ($scope: ErasureScope!, $id: ID) { erase(input: { scope: $scope, id: $id }) { receipt { removed { kind count } check { clean remainders { location } } hash } } }`;
const EVERYTHING = `{ entities(first: 100) { nodes { name } } facts(first: 100) { nodes { text event { message } } } changes(from: "2020-01-01T00:00:00.000Z", first: 100) { nodes { after { ... on Fact { text } ... on Entity { name } } } }
  search(query: "Zelda Quirk lives works moved", first: 50) { hits { node { ... on Fact { text } ... on Event { message } ... on Entity { name } } } } sessions { nodes { turns { nodes { content } } } } }`;

interface Told {
  readonly write: { readonly entities: readonly { readonly id: string; readonly name: string }[] };
}

const tell = async (ask: Ask): Promise<string> => {
  const { createSession } = (await told(
    ask(`mutation { createSession(input: { strategy: DIRECT }) { session { id } } }`),
  )) as { createSession: { session: { id: string } } };
  const say = async (message: string) =>
    ((await told(ask(WRITE, { i: { message, sessionId: createSession.session.id } }))) as Told)
      .write;
  const { entities } = await say("Zelda Quirk works at Initech.");
  await say("Zelda Quirk lives in Oslo.");
  await say("Bob Reis works at Initech.");
  await say("My city is Porto.");
  return entities.find(({ name }) => name === "Zelda Quirk")!.id;
};

/** The bytes of all files of a store, without those of some users. */
const bytesIn = async (directory: string, without: readonly string[] = []): Promise<string> => {
  const others = without.map((user) => pathOf(directory, { tenant: LOCAL_TENANT, user }));
  const names = (await readdir(directory, { recursive: true })).filter(
    (name) =>
      /\.db(?:-wal|-shm)?$/u.test(name) &&
      !others.some((path) => join(directory, name).startsWith(path)),
  );
  return (await Promise.all(names.map((name) => readFile(join(directory, name), "latin1")))).join(
    "\n",
  );
};

describe.each(BACKENDS)("a service that forgets, on $name", ({ open }) => {
  const opened = freshBackends(open);

  it("leaves no trace of the erased data, and keeps the rest", async () => {
    const backend = await opened();
    const service = await backend.start();
    const ask = as(service.url);
    const id = await tell(ask);
    const {
      erase: { receipt },
    } = (await told(ask(ERASE, { scope: "ENTITY", id }))) as {
      erase: { receipt: { check: { clean: boolean }; hash: string } };
    };
    expect([receipt.check, receipt.hash.length]).toEqual([{ clean: true, remainders: [] }, 64]);
    const left = JSON.stringify(await told(ask(EVERYTHING)));
    expect(left).not.toMatch(/Zelda|Quirk/u);
    expect(left).toContain("Bob Reis");
    if (backend.directory !== null)
      expect(await bytesIn(backend.directory)).not.toMatch(/Zelda|Quirk/u);
    await told(ask(ERASE, { scope: "SPACE" }));
    expect(JSON.stringify(await told(ask(EVERYTHING)))).not.toMatch(/Bob|Porto/u);
    if (backend.directory !== null)
      expect(await bytesIn(backend.directory)).not.toMatch(/Bob Reis|Porto/u);
    await tell(ask);
    expect(JSON.stringify(await told(ask(EVERYTHING)))).toContain("Zelda Quirk");
    expect(await service.stop()).toBe(0);
  }, 60_000);

  it(`completes an erasure during which it was killed, ${KILLS} times`, async () => {
    const backend = await opened();
    let service = await backend.start();
    const users: { readonly user: string; readonly id: string }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const user = `u${kill}`;
      users.push({ user, id: await tell(as(service.url, user)) });
    }
    for (const [kill, { user, id }] of users.entries()) {
      const dying = as(service.url, user)(ERASE, { scope: "ENTITY", id }).catch(() => null);
      await delay(Math.random() * 250);
      await service.kill();
      await dying;
      service = await backend.start();
      const ask = as(service.url, user);
      // It may have died before anything was on record: then it is asked for once more, and either it is there or it is gone.
      const again = await ask(ERASE, { scope: "ENTITY", id });
      expect(again.errors?.map(({ extensions }) => extensions.code) ?? ["done"]).toEqual([
        expect.stringMatching(/^(?:done|NOT_FOUND)$/u),
      ]);
      const notYetErased = users.slice(kill + 1).map((later) => later.user);
      const left = JSON.stringify(await told(ask(EVERYTHING)));
      expect(left).not.toMatch(/Zelda|Quirk/u);
      expect(left).toContain("Bob Reis");
      if (backend.directory !== null)
        expect(await bytesIn(backend.directory, notYetErased)).not.toMatch(/Zelda|Quirk/u);
    }
    await service.stop();
  }, 120_000);
});
