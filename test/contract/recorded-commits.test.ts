import { describe, expect, it } from "vitest";
import type { Commit, SpaceStore } from "../../src/store/port.ts";
import type { Instant } from "../../src/memory/time.ts";
import {
  asOf,
  at,
  change,
  decision,
  entity,
  event,
  fact,
  memory,
  OUTCOME,
  record,
  reference,
  relationship,
  revised,
  session,
  text,
  textOf,
  textOfEvent,
  textOfMemory,
  turn,
  vectorOf,
} from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

/** A story in which everything happens that a commit can tell. */
const story = async (): Promise<(Omit<Commit, "recordedAt"> & { readonly second: number })[]> => {
  const lisbon = fact("lisbon", 2, {
    slot: "residence",
    value: "Lisbon",
    text: "Clara lives in Lisbon",
    session: "s",
    mentions: ["clara", "lisbon"],
  });
  const porto = fact("porto", 4, {
    slot: "residence",
    value: "Porto",
    text: "Clara lives in Porto",
    validFrom: at(3),
    entity: "clara",
  });
  const silent = fact("silent", 2, { text: "Nobody searches this" });
  const works = relationship("works", 2, { evidence: "lisbon" });
  const first = event("hello", 1, { idempotencyKey: "key", recentMessages: ["before"] });
  const summary = memory("summary", 3, { content: "Clara moved", covers: { s: 2 } });
  const closing = { reason: "UPDATE" as const, by: "porto", decision: "decision-porto" };
  return [
    { second: 1, events: [first], texts: [await textOfEvent(first)] },
    {
      second: 2,
      entities: [
        entity("lisbon", 2, { type: "place" }),
        entity("clara", 2, { aliases: ["Clarinha"], self: "INTRODUCED" }),
      ],
      facts: [lisbon, silent],
      relationships: [works],
      decisions: [decision("decision-lisbon", 2, { event: "hello", fact: "lisbon" })],
      settled: [
        {
          event: "hello",
          status: "APPLIED",
          emotion: { label: "joy", intensity: 0.5, energy: 0.25 },
          outcome: OUTCOME,
        },
      ],
      changes: [change(0, 2), change(1, 2, { kind: "ENTITY_ADDED", entities: ["lisbon"] })],
      texts: [
        await textOf(lisbon),
        { ...text("entity-clara", 2, { subject: "clara", text: "Clara person" }), vector: null },
      ],
    },
    { second: 2.5 },
    {
      second: 3,
      memories: [summary],
      texts: [await textOfMemory(summary)],
      references: [reference("r1", 3, { turn: "t" }), reference("r2", 3, { entity: "lisbon" })],
      vectors: [{ text: "entity-clara", vector: await vectorOf("Clara person") }],
    },
    {
      second: 4,
      expiries: [
        { kind: "FACT", id: "lisbon", n: 1, closing },
        { kind: "RELATIONSHIP", id: "works", n: 1 },
        { kind: "ENTITY", id: "clara", n: 1 },
        { kind: "MEMORY", id: "summary", n: 1 },
      ],
      facts: [
        revised(lisbon, 4, { validTo: at(3), end: { reason: "UPDATE", by: "porto" } }),
        porto,
      ],
      relationships: [{ ...works, n: 2, recordedAt: at(4), validTo: at(3) }],
      entities: [entity("clara", 4, { n: 2, name: "Clara Nunes" })],
      memories: [
        memory("summary", 4, { n: 2, firstRecordedAt: at(3), content: "Clara moved again" }),
      ],
      decisions: [
        decision("decision-porto", 4, {
          action: "UPDATE",
          fact: "porto",
          effects: [{ kind: "FACT", fact: "porto", before: null, after: 1 }],
        }),
      ],
      texts: [
        await textOf(porto),
        text("entity-clara-2", 4, {
          subject: "clara",
          text: "Clara Nunes person",
          vector: await vectorOf("Clara Nunes person"),
        }),
        await textOfMemory(memory("summary", 4, { n: 2, content: "Clara moved again" })),
      ],
      textsExpired: ["entity-clara", "text-summary-1"],
    },
    {
      second: 5,
      reverted: [{ decision: "decision-porto", by: "decision-back" }],
      decisions: [decision("decision-back", 5)],
      events: [event("settled at once", 5)],
      settled: [{ event: "settled at once", status: "FAILED", emotion: null, outcome: OUTCOME }],
    },
    { second: 6 },
  ];
};

/**
 * Sorts records that have no defined order by their ids, so that the order is the same in every
 * store.
 */
const ordered = ({ expiries, texts, ...commit }: Commit): Commit => ({
  ...commit,
  ...(expiries && {
    expiries: expiries.toSorted((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1)),
  }),
  ...(texts && { texts: texts.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }),
  ...(commit.textsExpired && { textsExpired: commit.textsExpired.toSorted() }),
});
const told = async (
  space: SpaceStore,
  after: Instant | null = null,
  vectors = true,
): Promise<Commit[]> => {
  const found: Commit[] = [];
  for await (const commit of space.commitsAfter(after, vectors)) found.push(ordered(commit));
  return found;
};

describe.each(stores)("commits on $name", ({ open }) => {
  const opened = openForEach(open);

  const live = async (): Promise<SpaceStore> => {
    for (const { second, ...commit } of await story()) await record(opened.space, second, commit);
    return opened.space;
  };

  it("are read as they were made, whatever is recorded later", async () => {
    const space = await live();
    const commits = await told(space);
    const made = (await story()).filter(({ second }) => second !== 2.5);
    expect(
      commits.map(({ recordedAt }) => recordedAt).filter((recordedAt) => recordedAt !== at(2.5)),
    ).toEqual(made.map(({ second }) => at(second)));
    for (const { second, ...commit } of made) {
      const again = commits.find(({ recordedAt }) => recordedAt === at(second))!;
      const settledAtOnce = commit.events?.map((logged) => {
        const settled = commit.settled?.find((one) => one.event === logged.id);
        return settled
          ? {
              ...logged,
              status: settled.status,
              emotion: settled.emotion,
              outcome: settled.outcome,
              settledAt: at(second),
            }
          : logged;
      });
      const { settled, ...rest } = ordered({ recordedAt: at(second), ...commit });
      const expected = {
        ...rest,
        ...(settledAtOnce ? { events: settledAtOnce } : {}),
        ...(settled && !settledAtOnce ? { settled } : {}),
      };
      expect({
        ...again,
        texts: undefined,
        vectors: undefined,
        facts: again.facts?.toSorted((a, b) => (a.fact < b.fact ? -1 : 1)),
        entities: again.entities?.toSorted((a, b) => (a.entity < b.entity ? -1 : 1)),
      }).toEqual({
        ...expected,
        texts: undefined,
        vectors: undefined,
        facts: expected.facts?.toSorted((a, b) => (a.fact < b.fact ? -1 : 1)),
        entities: expected.entities?.toSorted((a, b) => (a.entity < b.entity ? -1 : 1)),
      });
      expect(
        again.texts?.map(({ vector, ...rest }) => ({ ...rest, embedded: vector !== null })),
      ).toEqual(
        expected.texts?.map(({ vector, ...rest }) => ({ ...rest, embedded: vector !== null })),
      );
      expect(again.vectors?.map(({ text }) => text)).toEqual(
        expected.vectors?.map(({ text }) => text),
      );
    }
  });

  it("are read from an instant on, without vectors if they are not wanted", async () => {
    const space = await live();
    const all = await told(space);
    for (const second of [0, 2, 3.5, 6])
      expect(await told(space, at(second))).toEqual(
        all.filter(({ recordedAt }) => recordedAt > at(second)),
      );
    for (const { texts = [], vectors = [] } of await told(space, null, false))
      for (const { vector } of [...texts, ...vectors]) expect(vector?.length ?? 0).toBe(0);
    expect(await told(await opened.store.space({ tenant: "tenant", user: "nobody" }))).toEqual([]);
  });

  it("result in the same memory when replayed in another space", async () => {
    const space = await live();
    const commits: Commit[] = [];
    for await (const commit of space.commitsAfter(null, true)) commits.push(commit);
    const copy = await opened.store.space({ tenant: "tenant", user: "copy" });
    const target = await copy.openImport();
    const empty = await target.head();
    expect(await target.replay(empty, commits.slice(0, 3))).toBe(true);
    expect(await target.replay(empty, commits.slice(3))).toBe(false);
    expect(await target.replay(await target.head(), commits.slice(3))).toBe(true);
    await target.finish();
    await target.cancel();
    expect((await copy.head()).recordedAt).toBe(at(6));
    expect(await told(copy)).toEqual(await told(space));
    for (const point of [asOf(2), asOf(3), asOf(4, 2), asOf(9)]) {
      const reads = async (one: SpaceStore): Promise<unknown> => [
        itemsOf((await one.facts([{ at: point, page: { first: 9 } }]))[0]),
        itemsOf(await one.entities({ at: point, page: { first: 9 } })),
        itemsOf(await one.derivedMemories({ at: point, page: { first: 9 } })),
        await one.searchFullText(["clara", "lives"], {
          kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
          at: point,
          limit: 9,
        }),
        (
          await one.searchVector(await vectorOf("Clara person"), {
            kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
            at: point,
            limit: 9,
          })
        ).map(({ text, score }) => [text.id, score.toFixed(3)]),
      ];
      expect(await reads(copy)).toEqual(await reads(space));
    }
  });

  it("are read from the state at the time of the first read", async () => {
    const space = await live();
    const commits = space.commitsAfter(null, false)[Symbol.asyncIterator]();
    const first = await commits.next();
    await record(space, 7, { entities: [entity("late", 7)] });
    let last = first;
    for (let next = first; !next.done; next = await commits.next()) last = next;
    expect(last.value).toMatchObject({ recordedAt: at(6) });
  });
});

describe.each(stores)("a session on $name", ({ open }) => {
  const opened = openForEach(open);

  it("is restored with its turns under their own numbers, any number of times", async () => {
    const { space } = opened;
    const own = session("s", 1, { title: "Plans", strategy: "TIERED", turnCount: 7 });
    const turns = [2, 5].map((seq) => ({
      ...turn(`t${seq}`, { recordedAt: at(seq) }),
      session: "s",
      seq,
    }));
    const restore = async (...parts: (typeof turns)[]): Promise<void> => {
      const target = await space.openImport();
      for (const part of parts) await target.restoreSession(own, part);
      expect(await target.hasSessions()).toBe(true);
      await target.finish();
    };
    for (let i = 0; i < 2; i++) await restore(turns.slice(0, 1), turns);
    expect([await space.sessionsById(["s"]), (await space.turns({ session: "s" })).turns]).toEqual([
      [own],
      turns,
    ]);
    expect(await space.appendTurns("s", [turn("t8")])).toMatchObject([{ seq: 8 }]);
    await restore(turns);
    expect(await space.sessionsById(["s"])).toMatchObject([{ turnCount: 8 }]);
    expect(await space.changeNotes("s", [{ path: "/a", value: 1 }])).toBe(true);
  });
});
