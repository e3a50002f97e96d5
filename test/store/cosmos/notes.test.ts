import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { SESSION_ID } from "../../../src/store/cosmos/documents/session-document.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { EMBEDDER, minute } from "./samples.ts";
import { turn as aTurn } from "../../contract/records.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
  await space.createSession({
    id: "s",
    title: null,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
});
afterEach(() => on.close());

const isBatchOn =
  (container: string) =>
  ({ kind, container: own }: ReceivedRequest): boolean =>
    kind === "BATCH" && own === container;
const turn = (id: string) =>
  aTurn(id, { content: id, occurredAt: minute(1), recordedAt: minute(1) });
const paths = async (session: string | null = null): Promise<string[]> =>
  (await space.notes(session, "/")).map(({ path }) => path);
const tagOf = async (path: string): Promise<string> => (await space.notes(null, path))[0]!.tag;
const alive = (container: string) => on.double.account.container("memory", container).items.alive();

describe("notes whose change got no response", () => {
  it("are not changed twice if they were changed", async () => {
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatchOn("counters"));
    expect(
      await space.changeNotes(null, [{ path: "/claimed", value: "mine", expectedTag: null }]),
    ).toBe(true);
    const tag = await tagOf("/claimed");
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatchOn("counters"));
    expect(
      await space.changeNotes(null, [
        { path: "/claimed", expectedTag: tag },
        { path: "/done", value: 1 },
      ]),
    ).toBe(true);
    expect(await paths()).toEqual(["/done"]);
  });

  it("are changed if they were not", async () => {
    on.double.faults.plan({ kind: "LOST" }, isBatchOn("counters"));
    expect(await space.changeNotes(null, [{ path: "/a", value: 1, expectedTag: null }])).toBe(true);
    expect(await paths()).toEqual(["/a"]);
  });

  it("belong to another writer who was first meanwhile", async () => {
    on.double.faults.plan({ kind: "LOST" }, isBatchOn("counters"));
    on.double.faults.plan(
      {
        kind: "BEFORE",
        act: async () =>
          void (await space.changeNotes(null, [{ path: "/claimed", value: "theirs" }])),
      },
      isBatchOn("counters"),
    );
    expect(
      await space.changeNotes(null, [{ path: "/claimed", value: "mine", expectedTag: null }]),
    ).toBe(false);
    expect(await space.notes(null, "/claimed")).toMatchObject([{ value: "theirs" }]);
  });

  it("reports an unknown outcome if another writer may have deleted the notes", async () => {
    await space.changeNotes(null, [{ path: "/job", value: 1 }]);
    const tag = await tagOf("/job");
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatchOn("counters"));
    await expect(
      space.changeNotes(null, [{ path: "/job", expectedTag: tag }]),
    ).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringContaining("not known"),
    });
    expect(await paths()).toEqual([]);
  });
});

it("a note that others delete and restore meanwhile is deleted", async () => {
  await space.changeNotes(null, [{ path: "/a", value: 1 }]);
  on.double.faults.plan(
    {
      kind: "BEFORE",
      act: async () => void (await space.changeNotes(null, [{ path: "/a", value: 2 }])),
    },
    isBatchOn("counters"),
  );
  expect(await space.changeNotes(null, [{ path: "/a" }])).toBe(true);
  expect(await paths()).toEqual([]);
});

describe("a session that is deleted", () => {
  it("accepts no more notes, however late the writer", async () => {
    on.double.faults.plan(
      { kind: "BEFORE", act: async () => void (await space.deleteSession("s")) },
      isBatchOn("summaries"),
    );
    expect(await space.changeNotes("s", [{ path: "/a", value: 1 }])).toBe(false);
    expect([...alive("summaries"), ...alive("turns")]).toEqual([]);
  });

  it("also deletes a turn that is added meanwhile", async () => {
    await space.appendTurns(
      "s",
      Array.from({ length: 150 }, (_, i) => turn(`t${i}`)),
    );
    await space.changeNotes("s", [{ path: "/a", value: 1 }]);
    const other = await spaceOf(on.store, { tenant: "acme", user: "bob" });
    await other.createSession({
      id: "s",
      title: null,
      strategy: "DIRECT",
      createdAt: minute(1),
      turnCount: 0,
    });
    await other.appendTurns("s", [turn("theirs")]);
    const elsewhere = await openCosmosStore(optionsFor(on.double, EMBEDDER));
    const isLast = ({ body }: ReceivedRequest): boolean =>
      (body as readonly { readonly id?: string }[]).some(({ id }) => id === SESSION_ID);
    const late: unknown[] = [];
    on.double.faults.plan(
      {
        kind: "BEFORE",
        act: async () =>
          void late.push(await (await spaceOf(elsewhere)).appendTurns("s", [turn("late")])),
      },
      (request) => isBatchOn("turns")(request) && isLast(request),
    );
    const deleted = await space.deleteSession("s");
    expect(late).toMatchObject([[{ id: "late", seq: 151 }]]);
    await elsewhere.close();
    expect(deleted).toBe(true);
    expect(alive("turns").map(({ document }) => document["user"])).toEqual(["bob", "bob"]);
    expect(await space.deleteSession("s")).toBe(false);
  });

  it("is deleted by the next attempt if a crash stopped the first", async () => {
    await space.appendTurns(
      "s",
      Array.from({ length: 150 }, (_, i) => turn(`t${i}`)),
    );
    await space.changeNotes("s", [{ path: "/a", value: 1 }]);
    on.double.faults.plan({ kind: "STATUS", status: 503 }, isBatchOn("turns"), Infinity);
    await expect(space.deleteSession("s")).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    expect([
      await space.sessionsById(["s"]),
      await space.changeNotes("s", [{ path: "/b", value: 1 }]),
    ]).toMatchObject([[{ id: "s" }], false]);
    expect(await space.deleteSession("s")).toBe(true);
    expect([...alive("summaries"), ...alive("turns")]).toEqual([]);
  });
});

it("turns are deleted once, however many attempts it takes", async () => {
  await space.appendTurns(
    "s",
    Array.from({ length: 250 }, (_, i) => turn(`t${i}`)),
  );
  on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatchOn("turns"), 2);
  on.double.faults.plan({ kind: "LOST" }, isBatchOn("turns"));
  expect(await space.deleteTurns("s", 240)).toBe(240);
  expect((await space.turns({ session: "s" })).turns.map(({ seq }) => seq)).toEqual([
    241, 242, 243, 244, 245, 246, 247, 248, 249, 250,
  ]);
  expect(await space.appendTurns("s", [turn("next")])).toMatchObject([{ seq: 251 }]);
});

it("expiring documents carry the seconds until they are deleted, and never too few", async () => {
  await space.appendTurns("s", [{ ...turn("t"), expiresAt: minute(60) }, turn("stays")]);
  await space.changeNotes("s", [{ path: "/a", value: 1, expiresAt: minute(1) }]);
  const ttls = new Map(
    [...alive("turns"), ...alive("summaries")].map(({ document }) => [
      document["type"] === "turn" ? document["turn"] : document["type"],
      document["ttl"],
    ]),
  );
  expect(Object.fromEntries(ttls)).toMatchObject({ t: 3601, note: 61 });
  expect([ttls.get("stays"), ttls.get("session"), ttls.get("notebook")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
