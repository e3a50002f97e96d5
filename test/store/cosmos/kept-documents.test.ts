import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { OPEN } from "../../../src/memory/time.ts";
import type { Store } from "../../../src/store/port.ts";
import { presuming, withoutPresuming } from "../../../src/store/presumed-reads.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, anEntity, anEvent, aText, EMBEDDER, minute } from "./samples.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let other: Store;
/** The same memory in two processes. */
let here: CosmosSpace;
let there: CosmosSpace;

beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  other = await openCosmosStore(
    optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double) }),
  );
  here = await spaceOf(on.store);
  there = await spaceOf(other);
  await here.commit(await here.head(), {
    recordedAt: minute(1),
    entities: [anEntity("ann", minute(1)), anEntity("bob", minute(1))],
    facts: [aFact("f", minute(1))],
    texts: [aText(aFact("f", minute(1)))],
  });
});
afterEach(async () => {
  await other.close();
  await on.close();
});

const requestsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
  on.double.takeRequests();
  await act();
  return on.double.takeRequests().map(({ kind }) => kind);
};
const nameOf = async (space: CosmosSpace, entity: string, n: number): Promise<unknown> =>
  (await space.entitiesAsOf([{ entity, knownAt: minute(n) }]))[0]?.name;
const rename = async (space: CosmosSpace, n: number, name: string): Promise<void> => {
  await space.commit(await space.head(), {
    recordedAt: minute(n),
    expiries: [{ kind: "ENTITY", id: "ann", n: n - 1 }],
    entities: [anEntity("ann", minute(n), { n, name })],
  });
};

describe("documents that this process has written", () => {
  it("take no request, as of its head or before", async () => {
    expect(await requestsOf(() => nameOf(here, "ann", 1))).toEqual([]);
    expect(await requestsOf(() => here.factsAsOf([{ fact: "f", knownAt: minute(1) }]))).toEqual([]);
  });
  it("are read for an instant after its head, when others may have written", async () => {
    await rename(there, 2, "Anna");
    expect(await nameOf(here, "ann", 2)).toBe("Anna");
  });
  it("follow its own commits, and are read for the past if only the present is cached", async () => {
    await rename(here, 2, "Anna");
    expect(await requestsOf(() => nameOf(here, "ann", 2))).toEqual([]);
    expect(await nameOf(here, "ann", 2)).toBe("Anna");
    expect(await nameOf(here, "ann", 1)).toBe("ann");
  });
  it("are not affected by what it reads again for a commit", async () => {
    const next = await here.head();
    expect(
      await requestsOf(() =>
        here.commit(next, {
          recordedAt: minute(2),
          expiries: [{ kind: "ENTITY", id: "ann", n: 1 }],
          entities: [anEntity("ann", minute(2), { n: 2 })],
        }),
      ),
    ).toEqual(["BATCH"]);
  });
});

describe("an event that this process has written", () => {
  it("gives its text the tags that it has", async () => {
    const event = { ...anEvent("e", minute(2)), tags: ["work"] };
    await here.commit(await here.head(), { recordedAt: minute(2), events: [event] });
    const text = { id: "e", kind: "EVENT", subject: "e", text: "coffee", vector: null } as const;
    await here.commit(await here.head(), {
      recordedAt: minute(3),
      texts: [{ ...text, recordedAt: minute(3), expiredAt: OPEN }],
    });
    const at = { knownAt: minute(3), validAt: minute(3) };
    const found = (tags: readonly string[]) =>
      here.searchFullText(["coffee"], { kinds: ["EVENT"], at, limit: 3, tags });
    expect(await found(["work"])).toHaveLength(1);
    expect(await found(["home"])).toEqual([]);
  });
});

describe("documents that others change", () => {
  it("are read again when their head has been seen", async () => {
    await rename(there, 2, "Anna");
    await here.head();
    expect(await nameOf(here, "ann", 2)).toBe("Anna");
    expect(await nameOf(here, "ann", 1)).toBe("ann");
  });
  it("are dropped when the head of an erasure has been seen, although its record time is unchanged", async () => {
    await there.erase(await there.head(), { ...NOTHING_ERASED, facts: ["f"], texts: ["text-f"] });
    expect((await here.head()).recordedAt).toBe(minute(1));
    expect(await here.factsAsOf([{ fact: "f", knownAt: minute(1) }])).toEqual([null]);
    expect(await nameOf(here, "ann", 1)).toBe("ann");
  });
  it("are not cached from a read that ended after a commit of this process", async () => {
    on.double.faults.plan(
      { kind: "BEFORE", act: () => rename(here, 2, "Anna") },
      ({ kind }) => kind === "QUERY",
    );
    await here.entityHistory([{ entity: "ann", knownAt: minute(1) }]);
    expect(await nameOf(here, "ann", 2)).toBe("Anna");
  });
  it("are not hidden by a commit whose answer was lost", async () => {
    on.double.faults.plan({ kind: "ANSWER_LOST" }, ({ kind }) => kind === "BATCH");
    await rename(here, 2, "Anna");
    expect(await nameOf(here, "ann", 2)).toBe("Anna");
  });
});

describe("work that only reads", () => {
  const answer = async (): Promise<unknown> => {
    const { recordedAt } = await here.head();
    const [ann] = await here.entitiesAsOf([{ entity: "ann", knownAt: recordedAt! }]);
    const note = await here.note(null, "/settings");
    const [, , bob] = [ann, note, await here.entitiesByName(["bob"], recordedAt!)];
    return [recordedAt, ann?.name, note?.value ?? null, bob];
  };

  it("runs once on the head that the process knows", async () => {
    await presuming(answer);
    const requests = await requestsOf(() => presuming(answer));
    expect(requests.toSorted()).toEqual(["QUERY", "READ", "READ"]);
  });
  it("runs again if somebody else has written, and sees the write", async () => {
    await presuming(answer);
    await rename(there, 2, "Anna");
    expect(await presuming(answer)).toEqual([minute(2), "Anna", null, [["bob"]]]);
    await rename(here, 3, "Annie");
    expect(await presuming(answer)).toEqual([minute(3), "Annie", null, [["bob"]]]);
  });
  it("runs again if somebody else has changed a note", async () => {
    await presuming(answer);
    await there.changeNotes(null, [{ path: "/settings", value: "off" }]);
    expect(await presuming(answer)).toEqual([minute(1), "ann", "off", [["bob"]]]);
    await here.changeNotes(null, [{ path: "/settings" }]);
    expect(await presuming(answer)).toEqual([minute(1), "ann", null, [["bob"]]]);
  });
  it("runs again if somebody else has erased", async () => {
    await presuming(answer);
    await there.eraseAll();
    const emptied = async (): Promise<unknown> => (await here.head()).recordedAt;
    expect(await presuming(emptied)).toBeNull();
  });
  it("fails if the head cannot be read, and otherwise only with its own error", async () => {
    await presuming(answer);
    on.double.faults.plan({ kind: "STATUS", status: 403 }, ({ kind }) => kind === "READ", 9);
    await expect(presuming(answer)).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    await expect(presuming(() => Promise.reject(new Error("its own")))).rejects.toThrow("its own");
  });
  it("reads the current state outside of presumptions", async () => {
    await presuming(answer);
    await rename(there, 2, "Anna");
    const seen = await presuming(() => withoutPresuming(() => here.head()));
    expect(seen.recordedAt).toBe(minute(2));
  });
});
