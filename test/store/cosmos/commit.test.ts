import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FactVersion } from "../../../src/memory/fact.ts";
import { OPEN, type Instant } from "../../../src/memory/time.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Commit } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aDecision, aFact, anEntity, anEvent, aText, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
});
afterEach(() => on.close());

/** The same memory as another process of the service sees it. */
const elsewhere = async (): Promise<CosmosSpace & { readonly end: () => Promise<void> }> => {
  const store = await openCosmosStore(optionsFor(on.double, EMBEDDER));
  return Object.assign(await spaceOf(store), { end: () => store.close() });
};

const commit = async (to: CosmosSpace, change: Commit): Promise<boolean> =>
  to.commit(await to.head(), change);
const believed = async (of: CosmosSpace, knownAt: Instant): Promise<FactVersion[]> =>
  (await of.facts([{ at: { knownAt, validAt: knownAt }, page: { first: 1000 } }]))[0]!.items.map(
    ({ item }) => item,
  );

/** 60 facts with texts, far more than one batch takes; one of them closes an earlier fact. */
const large = (at: Instant): Commit => {
  const facts = Array.from({ length: 60 }, (_, i) =>
    aFact(`n${String(i).padStart(2, "0")}`, at, { text: `number ${i}` }),
  );
  return {
    recordedAt: at,
    facts,
    texts: facts.map((fact) => aText(fact, [1, 0])),
    decisions: facts.map(({ decision }) => aDecision(decision, at)),
    expiries: [
      {
        kind: "FACT",
        id: "old",
        n: 1,
        closing: { reason: "UPDATE", by: "n00", decision: "decision-n00" },
      },
    ],
    settled: [
      {
        event: "e",
        status: "APPLIED",
        emotion: null,
        outcome: {
          added: [],
          updated: [],
          unchanged: [],
          deleted: [],
          entities: [],
          relationships: [],
          tokens: { input: 0, output: 0, cached: 0 },
          durationMs: 0,
          extractor: "none",
          error: null,
        },
      },
    ],
  };
};

const old = aFact("old", minute(1), { text: "as it was" });
const before = (): Promise<boolean> =>
  commit(space, {
    recordedAt: minute(1),
    facts: [old],
    texts: [aText(old, [1, 0])],
    events: [anEvent("e", minute(1))],
    entities: [anEntity("ann", minute(1))],
  });

const isBatch = ({ kind }: ReceivedRequest): boolean => kind === "BATCH";
const operations = ({
  body,
}: ReceivedRequest): { readonly operationType: string; readonly id?: string }[] => body as never;
const movesHead = (request: ReceivedRequest): boolean =>
  isBatch(request) && operations(request)[0]?.id === "head";

describe("a commit", () => {
  it("is one batch guarded by the head", async () => {
    await before();
    on.double.takeRequests();
    const head = await space.head();
    await space.commit(head, { recordedAt: minute(2), facts: [aFact("f", minute(2))] });
    const batches = on.double.takeRequests().filter(isBatch);
    expect(batches).toHaveLength(1);
    expect(operations(batches[0]!)[0]).toMatchObject({
      operationType: "Replace",
      id: "head",
      ifMatch: head.tag,
    });
  });

  it("writes nothing if the head has moved", async () => {
    await before();
    const stale = await space.head();
    await commit(space, { recordedAt: minute(2), facts: [aFact("f", minute(2))] });
    expect(
      await space.commit(stale, { recordedAt: minute(3), facts: [aFact("g", minute(3))] }),
    ).toBe(false);
    expect((await believed(space, minute(9))).map(({ fact }) => fact)).toEqual(["old", "f"]);
  });

  it("is refused if it does not fit the stored documents, unless the head has moved", async () => {
    await before();
    const stale = await space.head();
    const close: Commit = {
      recordedAt: minute(2),
      expiries: [
        {
          kind: "FACT",
          id: "old",
          n: 1,
          closing: { reason: "RETRACTED", by: null, decision: "d" },
        },
      ],
    };
    await expect(
      space.commit(stale, {
        ...close,
        expiries: [
          {
            kind: "FACT",
            id: "old",
            n: 2,
            closing: { reason: "RETRACTED", by: null, decision: "d" },
          },
        ],
      }),
    ).rejects.toThrow("There is no believed version 2 of fact old.");
    expect(await space.commit(stale, close)).toBe(true);
    expect(await space.commit(stale, { ...close, recordedAt: minute(3) })).toBe(false);
    await expect(commit(space, { ...close, recordedAt: minute(3) })).rejects.toThrow(
      "There is no believed version 1 of fact old.",
    );
  });

  it("never goes back in record time", async () => {
    await before();
    await expect(commit(space, { recordedAt: minute(1) })).rejects.toThrow(RangeError);
  });

  it.each([429, 449, 503])("is retried after %i", async (status) => {
    on.double.faults.plan({ kind: "STATUS", status, retryAfterMs: 1 }, isBatch, 3);
    expect(await before()).toBe(true);
    expect(on.double.faults.left).toBe(0);
    expect((await believed(space, minute(9))).map(({ fact }) => fact)).toEqual(["old"]);
  });

  it("gives up on a service that keeps throttling, with nothing written", async () => {
    on.double.faults.plan({ kind: "STATUS", status: 429 }, isBatch, Infinity);
    await expect(before()).rejects.toMatchObject({
      name: "StoreUnavailable",
      reason: "UNREACHABLE",
      message: expect.stringContaining("palimpsest provision --throughput"),
    });
    on.double.faults.clear();
    expect(await space.head()).toMatchObject({ recordedAt: null });
  });

  it("is not made twice if the response is lost", async () => {
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatch);
    expect(await before()).toBe(true);
    on.double.faults.plan({ kind: "LOST" }, isBatch);
    expect(await commit(space, { recordedAt: minute(2), facts: [aFact("f", minute(2))] })).toBe(
      true,
    );
    expect((await believed(space, minute(9))).map(({ fact }) => fact)).toEqual(["old", "f"]);
  });

  it("is known to have failed if the response is lost and another commit was first", async () => {
    await before();
    const other = await elsewhere();
    const head = await space.head();
    on.double.faults.plan(
      {
        kind: "BEFORE",
        act: async () =>
          void (await commit(other, {
            recordedAt: minute(2),
            facts: [aFact("theirs", minute(2))],
          })),
      },
      (request) => isBatch(request) && JSON.stringify(request.body).includes("ours"),
    );
    on.double.faults.plan(
      { kind: "ANSWER_LOST" },
      (request) => isBatch(request) && JSON.stringify(request.body).includes("ours"),
    );
    expect(
      await space.commit(head, { recordedAt: minute(3), facts: [aFact("ours", minute(3))] }),
    ).toBe(false);
    expect((await believed(space, minute(9))).map(({ fact }) => fact)).toEqual(["old", "theirs"]);
    await other.end();
  });

  it("loses no update among many writers of several processes", async () => {
    const other = await elsewhere();
    const write = async (to: CosmosSpace, name: string): Promise<void> => {
      for (let n = 1; ; n++) {
        const head = await to.head();
        const at = minute(
          head.recordedAt === null
            ? 1
            : (Date.parse(head.recordedAt) - Date.parse(minute(0))) / 60_000 + 1,
        );
        if (await to.commit(head, { recordedAt: at, facts: [aFact(name, at)] })) return;
        if (n > 100) throw new Error("Starved.");
      }
    };
    const names = Array.from({ length: 12 }, (_, i) => `w${i}`);
    await Promise.all(names.map((name, i) => write(i % 2 === 0 ? space : other, name)));
    expect((await believed(space, minute(99))).map(({ fact }) => fact).toSorted()).toEqual(
      names.toSorted(),
    );
    await other.end();
  });
});

describe("the last head of a process", () => {
  const sent = async (act: () => Promise<unknown>): Promise<string[]> => {
    on.double.takeRequests();
    await act();
    return on.double.takeRequests().map(({ kind }) => kind);
  };

  it("takes no request once it was read or written, also for an empty space", async () => {
    expect(await sent(() => space.lastHead())).toEqual(["READ"]);
    expect(await sent(() => space.lastHead())).toEqual([]);
    await commit(space, { recordedAt: minute(1) });
    expect(await sent(() => space.lastHead())).toEqual([]);
    await commit(space, large(minute(2))).catch(() => {});
    expect(await space.lastHead()).toEqual(await space.head());
  });

  it("is read again if the response to a commit is lost", async () => {
    const head = await space.head();
    on.double.faults.plan({ kind: "ANSWER_LOST" }, ({ kind }) => kind === "BATCH");
    expect(await space.commit(head, { recordedAt: minute(1) })).toBe(true);
    expect(await sent(() => space.lastHead())).toEqual(["READ"]);
  });

  it.each([
    ["an empty space", null],
    ["an earlier head", minute(1)],
  ])("is not replaced by %s, whose response comes after a commit", async (_, first) => {
    if (first !== null) await commit(space, { recordedAt: first });
    const head = await space.head();
    let isCommitted = false;
    on.double.faults.plan(
      {
        kind: "ANSWER_LATE",
        act: async () => void (isCommitted = await space.commit(head, { recordedAt: minute(2) })),
      },
      ({ kind }) => kind === "READ",
    );
    expect((await space.head()).recordedAt).toBe(first);
    expect(isCommitted).toBe(true);
    expect((await space.lastHead()).recordedAt).toBe(minute(2));
  });

  it("allows no commit if another process has moved it", async () => {
    const other = await elsewhere();
    await commit(space, { recordedAt: minute(1) });
    await commit(other, { recordedAt: minute(2) });
    const stale = await space.lastHead();
    expect(stale.recordedAt).toBe(minute(1));
    expect(await space.commit(stale, { recordedAt: minute(3) })).toBe(false);
    expect((await space.lastHead()).recordedAt).toBe(minute(2));
    await other.end();
  });

  it("is never a head with an unfinished commit, or that of an erased space", async () => {
    await commit(space, { recordedAt: minute(1) });
    const other = await elsewhere();
    await other.eraseAll();
    await space.head();
    expect((await space.lastHead()).recordedAt).toBeNull();
    await other.end();
  });
});

describe("a commit beyond one batch", () => {
  const change = large(minute(2));
  const whole = [...change.facts!];
  const parts = 2;

  beforeEach(before);

  it("is written in parts and appears at once", async () => {
    on.double.takeRequests();
    expect(await commit(space, change)).toBe(true);
    const batches = on.double.takeRequests().filter(isBatch);
    // Parts stored, decided on, written, head moved.
    expect(batches).toHaveLength(parts + 1 + parts + 1);
    expect(batches.every((batch) => operations(batch).length <= 100)).toBe(true);
    expect(await believed(space, minute(9))).toEqual(whole);
    expect(
      (
        await space.searchFullText(["number"], {
          kinds: ["FACT"],
          at: { knownAt: minute(9), validAt: minute(9) },
          limit: 100,
        })
      ).length,
    ).toBe(60);
    expect((await space.factsAsOf([{ fact: "old", knownAt: minute(9) }]))[0]).toMatchObject({
      expiredAt: minute(2),
      closing: { by: "n00" },
    });
    expect((await space.events(["e"], minute(9)))[0]).toMatchObject({
      status: "APPLIED",
      settledAt: minute(2),
    });
  });

  it("leaves no plan documents behind", async () => {
    await commit(space, change);
    expect(
      on.double.account
        .container("memory", "graph")
        .items.alive()
        .filter(({ document }) => document["type"] === "plan"),
    ).toEqual([]);
    expect(await space.head()).toMatchObject({
      recordedAt: minute(2),
      tag: expect.not.stringContaining("unfinished"),
    });
  });

  it("is never half visible to any read while it is written", async () => {
    const other = await elsewhere();
    const looks: unknown[] = [];
    const look = async (): Promise<void> => {
      const head = await other.head();
      const knownAt = head.recordedAt!;
      const at = { knownAt, validAt: minute(9) };
      looks.push({
        head: knownAt,
        facts: (await believed(other, knownAt)).map(({ fact, expiredAt }) => [fact, expiredAt]),
        line: (await other.line({ chain: "old" })).map(({ expiredAt }) => expiredAt),
        texts: (await other.searchFullText(["number", "was"], { kinds: ["FACT"], at, limit: 100 }))
          .map(({ text }) => text.subject)
          .toSorted(),
        near: (
          await other.searchVector(Float32Array.from([1, 0]), { kinds: ["FACT"], at, limit: 100 })
        ).length,
        pending: (await other.pendingEvents(9)).map(({ status }) => status),
        event: (await other.events(["e"], knownAt))[0]?.status,
      });
    };
    on.double.faults.plan({ kind: "BEFORE", act: look }, isBatch, Infinity);
    await commit(space, change);
    on.double.faults.clear();
    expect(looks.length).toBeGreaterThanOrEqual(2 * parts + 2);
    for (const seen of looks) {
      expect(seen).toEqual({
        head: minute(1),
        facts: [["old", OPEN]],
        line: [OPEN],
        texts: ["old"],
        near: 1,
        pending: ["PENDING"],
        event: "PENDING",
      });
    }
    await look();
    expect(looks.at(-1)).toMatchObject({
      head: minute(2),
      texts: whole.map(({ fact }) => fact).toSorted(),
      near: 60,
      pending: [],
      event: "APPLIED",
    });
    await other.end();
  });

  // Batches in order: parts stored, decided on, written, head moved. A crash is a process that is never heard of again.
  const total = 2 * parts + 2;
  describe.each(Array.from({ length: total }, (_, i) => i + 1))(
    "after a crash at batch %i",
    (n) => {
      it.each(["LOST", "ANSWER_LOST"] as const)(
        "(%s) is whole or not there at all, and the next writer continues",
        async (kind) => {
          let seen = 0;
          let dead = false;
          const atNth = (request: ReceivedRequest): boolean => isBatch(request) && ++seen === n;
          on.double.faults.plan({ kind }, (request) => {
            if (!dead) dead = atNth(request);
            return dead;
          });
          on.double.faults.plan({ kind: "LOST" }, () => dead, Infinity);
          await expect(commit(space, change)).rejects.toMatchObject({
            name: "StoreUnavailable",
            reason: "UNREACHABLE",
          });
          on.double.faults.clear();

          const other = await elsewhere();
          const decided = n > parts + 1 || (n === parts + 1 && kind === "ANSWER_LOST");
          const shown = n === total && kind === "ANSWER_LOST";
          expect((await believed(other, (await other.head()).recordedAt!)).length).toBe(
            shown ? 60 : 1,
          );
          const next: Commit = { recordedAt: minute(5), facts: [aFact("next", minute(5))] };
          for (let tries = 0; !(await commit(other, next)); tries++) expect(tries).toBeLessThan(3);
          const facts = (await believed(other, minute(9))).map(({ fact }) => fact);
          expect(facts).toEqual(
            decided ? [...whole.map(({ fact }) => fact), "next"] : ["old", "next"],
          );
          expect((await other.factsAsOf([{ fact: "old", knownAt: minute(9) }]))[0]?.expiredAt).toBe(
            decided ? minute(2) : OPEN,
          );
          await other.end();
        },
      );
    },
  );

  it("is finished by a reader of the head after a while", async () => {
    on.double.faults.plan(
      { kind: "LOST" },
      (request) => isBatch(request) && operations(request)[0]?.operationType === "Delete",
      Infinity,
    );
    await expect(commit(space, change)).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { now: () => Date.UTC(2026, 0, 2) }),
    );
    expect(await (await spaceOf(store)).head()).toMatchObject({ recordedAt: minute(2) });
    await store.close();
  });

  it("is executed once by any number of concurrent processes", async () => {
    on.double.faults.plan(
      { kind: "LOST" },
      (request) => isBatch(request) && operations(request)[0]?.operationType === "Delete",
      Infinity,
    );
    await expect(commit(space, change)).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    const others = await Promise.all([elsewhere(), elsewhere(), elsewhere()]);
    await Promise.all(others.map((other) => commit(other, { recordedAt: minute(5) })));
    expect((await believed(others[0]!, minute(9))).length).toBe(60);
    await Promise.all(others.map((other) => other.end()));
  });

  it("does not let a late process undo later commits", async () => {
    const other = await elsewhere();
    // This process is about to write its first part; another one writes everything, and closes one of the new facts.
    const act = async (): Promise<void> => {
      await commit(other, { recordedAt: minute(4) });
      await commit(other, {
        recordedAt: minute(5),
        expiries: [
          {
            kind: "FACT",
            id: "n07",
            n: 1,
            closing: { reason: "RETRACTED", by: null, decision: "d" },
          },
        ],
      });
    };
    on.double.faults.plan(
      { kind: "BEFORE", act },
      (request) => isBatch(request) && operations(request)[0]?.operationType === "Delete",
    );
    expect(await commit(space, change)).toBe(true);
    expect((await space.factsAsOf([{ fact: "n07", knownAt: minute(9) }]))[0]?.expiredAt).toBe(
      minute(5),
    );
    expect((await space.head()).recordedAt).toBe(minute(5));
    await other.end();
  });

  it("that was never decided is swept by a later one when it can no longer be decided", async () => {
    on.double.faults.plan({ kind: "LOST" }, movesHead, Infinity);
    await expect(commit(space, change)).rejects.toMatchObject({ name: "StoreUnavailable" });
    on.double.faults.clear();
    const plans = () =>
      on.double.account
        .container("memory", "graph")
        .items.alive()
        .filter(({ document }) => document["type"] === "plan");
    const abandoned = plans().map(({ document }) => document["id"]);
    expect(abandoned).toHaveLength(parts);
    const at = async (now: number, again: Commit): Promise<void> => {
      const store = await openCosmosStore(optionsFor(on.double, EMBEDDER, { now: () => now }));
      expect(await commit(await spaceOf(store), again)).toBe(true);
      await store.close();
    };
    const events = (name: string, at: Instant): Commit => ({
      recordedAt: at,
      events: Array.from({ length: 120 }, (_, i) => anEvent(`${name}${i}`, at)),
    });
    await at(Date.UTC(2026, 0, 1, 0, 30), events("soon", minute(3)));
    expect(plans().map(({ document }) => document["id"])).toEqual(abandoned);
    await at(Date.UTC(2026, 0, 1, 2), events("late", minute(4)));
    expect(plans()).toEqual([]);
    expect((await believed(space, minute(9))).map(({ fact }) => fact)).toEqual(["old"]);
  });

  it("is given up if storing its parts takes so long that they might be swept", async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { now: () => now, patienceMs: 1e9 }),
    );
    on.double.faults.plan({ kind: "BEFORE", act: () => void (now += 20 * 60_000) }, isBatch);
    await expect(commit(await spaceOf(store), change)).rejects.toMatchObject({
      name: "StoreUnavailable",
    });
    expect((await space.head()).recordedAt).toBe(minute(1));
    await store.close();
  });

  it("of a few large records is split by bytes", async () => {
    const events = Array.from({ length: 30 }, (_, i) =>
      anEvent(`big${i}`, minute(2), { message: "x".repeat(200_000) }),
    );
    on.double.takeRequests();
    expect(await commit(space, { recordedAt: minute(2), events })).toBe(true);
    const batches = on.double.takeRequests().filter(isBatch);
    expect(batches.length).toBeGreaterThan(4);
    expect(batches.every(({ body }) => JSON.stringify(body).length < 2 * 1024 * 1024)).toBe(true);
    expect((await space.events(["big29"], minute(2)))[0]?.message).toHaveLength(200_000);
  });

  it("of a record that fits into no batch is refused", async () => {
    await expect(
      commit(space, {
        recordedAt: minute(2),
        events: [anEvent("huge", minute(2), { message: "x".repeat(1_900_000) })],
      }),
    ).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });
});
