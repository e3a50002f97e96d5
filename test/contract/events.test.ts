import { describe, expect, it } from "vitest";
import type { Event, EventStatus } from "../../src/memory/event.ts";
import type { NearEvent, SpaceStore } from "../../src/store/port.ts";
import { at, asOf, event, OUTCOME, record, textOfEvent } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("events on $name", ({ open }) => {
  const opened = openForEach(open);

  it("come back as they were recorded, with and without a search text", async () => {
    const { space } = opened;
    const full = event("full", 1, {
      message: "I moved to “São Paulo” \u{1F3D9}\n\tlast week.",
      speaker: null,
      occurredAt: at(0.5),
      session: "session",
      turn: "turn",
      idempotencyKey: "key",
      recentMessages: ["Hello", "How are you?"],
    });
    const settled = event("settled", 1, {
      status: "APPLIED",
      emotion: { label: "joy", intensity: 0.7, energy: 0.4 },
      outcome: OUTCOME,
      settledAt: at(1),
    });
    const searched = event("searched", 1);
    await record(space, 1, {
      events: [full, settled, searched],
      texts: [await textOfEvent(searched)],
    });
    expect(await space.events(["searched", "x", "full", "settled", "full"], at(1))).toEqual([
      searched,
      null,
      full,
      settled,
      full,
    ]);
  });

  it("are read as of each record time: not before they were recorded, and pending before they were settled", async () => {
    const { space } = opened;
    const logged = event("e", 1);
    await record(space, 1, { events: [logged], texts: [await textOfEvent(logged)] });
    const emotion = { label: "calm", intensity: 0.1, energy: 0.2 };
    await record(space, 3, {
      settled: [{ event: "e", status: "APPLIED", emotion, outcome: OUTCOME }],
    });
    const settled: Event = {
      ...logged,
      status: "APPLIED",
      emotion,
      outcome: OUTCOME,
      settledAt: at(3),
    };
    const table: [second: number, expected: Event | null][] = [
      [0.999, null],
      [1, logged],
      [2.999, logged],
      [3, settled],
      [99, settled],
    ];
    for (const [known, expected] of table)
      expect(await space.events(["e"], at(known)), `at ${known}`).toEqual([expected]);
    expect(await space.eventByIdempotencyKey("e")).toBeNull();
  });

  it("are settled once, and again only after they failed", async () => {
    const { space } = opened;
    await record(space, 1, { events: [event("e", 1)] });
    const settle = (id: string, second: number, status: EventStatus): Promise<void> =>
      record(space, second, {
        settled: [
          {
            event: id,
            status,
            emotion: null,
            outcome: { ...OUTCOME, error: "It failed." },
          },
        ],
      });
    await expect(settle("x", 2, "FAILED")).rejects.toThrow("x");
    await settle("e", 2, "FAILED");
    expect(await space.events(["e"], at(9))).toMatchObject([
      { status: "FAILED", settledAt: at(2), outcome: { error: "It failed." } },
    ]);
    await settle("e", 3, "APPLIED");
    await expect(settle("e", 4, "FAILED")).rejects.toThrow("e");
    expect(await space.events(["e"], at(9))).toMatchObject([
      { status: "APPLIED", settledAt: at(3) },
    ]);
  });

  it("are found by their idempotency key in their present state", async () => {
    const { space } = opened;
    const logged = event("e", 1, { idempotencyKey: "key 1" });
    await record(space, 1, { events: [logged, event("other", 1)] });
    expect(await space.eventByIdempotencyKey("key 1")).toEqual(logged);
    for (const key of ["key", "KEY 1", "", "null"])
      expect(await space.eventByIdempotencyKey(key), key).toBeNull();
    await record(space, 2, {
      settled: [{ event: "e", status: "APPLIED", emotion: null, outcome: OUTCOME }],
    });
    expect(await space.eventByIdempotencyKey("key 1")).toMatchObject({
      id: "e",
      status: "APPLIED",
      outcome: OUTCOME,
    });
  });

  describe("neighbours", () => {
    /** Sessions are named by the first letter of their events. */
    const session = (id: string): string => id[0]!;
    const told = async (
      space: SpaceStore,
      ...lines: readonly (readonly [second: number, ids: string])[]
    ) => {
      for (const [second, ids] of lines)
        await record(space, second, {
          events: ids
            .split(" ")
            .map((id) => event(id, second, { session: session(id), speaker: `speaker of ${id}` })),
        });
    };
    const shown = (around: readonly (readonly NearEvent[])[]): string[] =>
      around.map((near) => near.map(({ event, distance }) => `${event}:${distance}`).join(" "));

    /** A store may return the facts extracted from each event. Here there are none. */
    const withoutOutcomes = (around: readonly NearEvent[] | undefined): unknown =>
      around?.map(({ outcome, ...near }) => {
        expect(outcome ?? null).toBeNull();
        return near;
      });

    it("are events of the same session within reach, in the order of recording", async () => {
      const { space } = opened;
      await told(space, [1, "a1"], [2, "b1"], [3, "a2"], [4, "a3 b2 a4"], [5, "a5"], [6, "a6"]);
      const [all] = await space.eventsAround(["a3"], 2, asOf(9));
      expect(withoutOutcomes(all)).toEqual(
        ["a1", "a2", "a3", "a4", "a5"].map((id, i) => ({
          event: id,
          session: "a",
          speaker: `speaker of ${id}`,
          distance: i - 2,
        })),
      );
      const around = await space.eventsAround(["b1", "a1", "a6", "nobody", "a1"], 1, asOf(9));
      expect(shown(around)).toEqual(["b1:0 b2:1", "a1:0 a2:1", "a5:-1 a6:0", "", "a1:0 a2:1"]);
      expect(shown(await space.eventsAround(["a3", "b2"], 0, asOf(9)))).toEqual(["a3:0", "b2:0"]);
      expect(await space.eventsAround([], 3, asOf(9))).toEqual([]);
    });

    it("keep the speaker of each, with quotes and NUL", async () => {
      const { space } = opened;
      const speakers = ['Ana "Bo"', "An\0a", null];
      await record(space, 1, {
        events: speakers.map((speaker, i) => event(`a${i}`, 1, { session: "a", speaker })),
      });
      const [around = []] = await space.eventsAround(["a1"], 1, asOf(1));
      expect(around.map(({ speaker }) => speaker)).toEqual(speakers);
    });

    it("are those recorded and said by then, even if more are recorded later", async () => {
      const { space } = opened;
      await told(space, [1, "a1"]);
      await record(space, 2, { events: [event("a2", 2, { session: "a", occurredAt: at(8) })] });
      await told(space, [3, "a3"], [4, "a4"]);
      expect(shown(await space.eventsAround(["a1", "a3", "a4"], 1, asOf(3)))).toEqual([
        "a1:0 a3:1",
        "a1:-1 a3:0",
        "",
      ]);
      expect(shown(await space.eventsAround(["a1", "a2"], 1, asOf(3, 8)))).toEqual([
        "a1:0 a2:1",
        "a1:-1 a2:0 a3:1",
      ]);
      expect(shown(await space.eventsAround(["a3"], 1, asOf(9)))).toEqual(["a2:-1 a3:0 a4:1"]);
    });

    it("of an event without a session are events without one that were said within an hour", async () => {
      const { space } = opened;
      const HOUR = 3_600;
      const said = (id: string, second: number, occurred: number, session: string | null = null) =>
        event(id, second, { occurredAt: at(occurred), session });
      await record(space, 1, { events: [said("ahead", 1, 3 * HOUR)] });
      await record(space, 2, {
        events: [said("a", 2, 0), said("b", 2, HOUR), said("bs", 2, HOUR, "s")],
      });
      await record(space, 3, { events: [said("c", 3, HOUR + 1), said("d", 3, HOUR + 1)] });
      const all = asOf(9, 9 * HOUR);
      const around = await space.eventsAround(["b", "c", "ahead", "bs"], 3, all);
      expect(shown(around)).toEqual(["a:-1 b:0 c:1 d:2", "b:-1 c:0 d:1", "ahead:0", "bs:0"]);
      expect(shown(await space.eventsAround(["b", "a"], 1, all))).toEqual([
        "a:-1 b:0 c:1",
        "a:0 b:1",
      ]);
      expect(shown(await space.eventsAround(["b"], 3, asOf(2, 9 * HOUR)))).toEqual(["a:-1 b:0"]);
      expect(shown(await space.eventsAround(["b"], 3, asOf(9, HOUR)))).toEqual(["a:-1 b:0"]);
    });

    it("do not include unsearchable events, and are empty for another user's or an invisible event", async () => {
      const { space } = opened;
      const events = [event("x", 1), event("y", 1)];
      await record(space, 1, { events, texts: await Promise.all(events.map(textOfEvent)) });
      await record(space, 2, { textsExpired: ["y"] });
      const [alone] = await space.eventsAround(["x"], 3, asOf(2));
      expect(withoutOutcomes(alone)).toEqual([
        { event: "x", session: null, speaker: event("x", 1).speaker, distance: 0 },
      ]);
      expect(shown(await space.eventsAround(["x"], 3, asOf(1)))).toEqual(["x:0 y:1"]);
      const other = await opened.store.space({ tenant: "tenant", user: "other" });
      expect(await other.eventsAround(["x"], 3, asOf(1))).toEqual([[]]);
    });
  });

  it("of a session can be removed from search, and are then found only as of earlier times", async () => {
    const { space } = opened;
    const events = ["a", "b", "c"].map((id, i) =>
      event(id, i + 1, { session: "s", speaker: `speaker of ${id}`, message: `The piano ${id}` }),
    );
    for (const [i, one] of events.entries())
      await record(space, i + 1, { events: [one], texts: [await textOfEvent(one)] });
    const elsewhere = event("d", 4, { session: "t", message: "The piano d" });
    await record(space, 4, { events: [elsewhere], texts: [await textOfEvent(elsewhere)] });
    const found = async (second: number): Promise<string[]> =>
      (await space.searchFullText(["piano"], { kinds: ["EVENT"], at: asOf(second), limit: 9 }))
        .map(({ text }) => text.subject)
        .toSorted();
    expect([
      await space.searchableEvents("s", 9),
      await space.searchableEvents("s", 2),
      await space.searchableEvents("nowhere", 9),
    ]).toEqual([["a", "b", "c"], ["a", "b"], []]);
    await record(space, 5, { textsExpired: ["a", "b"] });
    expect([await space.searchableEvents("s", 9), await found(5), await found(4.999)]).toEqual([
      ["c"],
      ["c", "d"],
      ["a", "b", "c", "d"],
    ]);
    const searchable = async (second: number) => {
      const query = { knownAt: at(second), page: { first: 9 }, searchable: true } as const;
      const page = await space.eventLog(query);
      expect(await page.total()).toBe(page.items.length);
      return page.items.map(({ item }) => item.id);
    };
    expect([await searchable(5), await searchable(4.999)]).toEqual([
      ["d", "c"],
      ["d", "c", "b", "a"],
    ]);
    const beside = async (second: number) =>
      (await space.eventsAround(["c"], 2, asOf(second)))[0]!.map(
        ({ event: id, distance }) => `${id}:${distance}`,
      );
    expect([await beside(4.999), await beside(5)]).toEqual([["a:-2", "b:-1", "c:0"], ["c:0"]]);
    expect((await space.events(["a"], at(9)))[0]).toMatchObject({ message: "The piano a" });
    await expect(record(space, 6, { textsExpired: ["a"] })).rejects.toThrow("a");
  });

  it("are found by speaker in any spelling, including those that search does not find", async () => {
    const { space } = opened;
    const said = (
      [
        ["a", "Zoé"],
        ["b", null],
        ["c", "ZOE"],
        ["d", "Zoe Reis"],
        ["e", "Ben"],
        ["f", " zoe "],
        ["g", "Zoé"],
        ["h", ""],
      ] as const
    ).map(([id, speaker], i) => event(id, i + 1, { speaker }));
    for (const [i, one] of said.entries())
      await record(space, i + 1, {
        events: [one],
        texts: one.id === "c" ? [] : [await textOfEvent(one)],
      });
    await record(space, 20, { textsExpired: ["g"] });
    const spoken = async (...speakers: string[]) => (await space.traces({ speakers })).spokenEvents;
    expect([
      await spoken("zoe"),
      await spoken("ben", "zoe reis"),
      await spoken("zo"),
      await spoken(),
    ]).toEqual([["a", "c", "f", "g"], ["d", "e"], [], []]);
  });

  it("are listed oldest first while they are pending", async () => {
    const { space } = opened;
    for (const [i, id] of ["c", "a", "b", "d"].entries())
      await record(space, i + 1, { events: [event(id, i + 1)] });
    await record(space, 5, {
      settled: [
        { event: "a", status: "APPLIED", emotion: null, outcome: OUTCOME },
        { event: "d", status: "FAILED", emotion: null, outcome: OUTCOME },
      ],
    });
    const pending = async (limit: number): Promise<string[]> =>
      (await space.pendingEvents(limit)).map(({ id }) => id);
    expect([await pending(9), await pending(1), await pending(0)]).toEqual([["c", "b"], ["c"], []]);
  });

  it("are found by search once they are recorded and have occurred", async () => {
    const { space } = opened;
    const late = event("late", 5, { occurredAt: at(2), message: "The piano arrived" });
    await record(space, 5, { events: [late], texts: [await textOfEvent(late)] });
    const table: [known: number, valid: number, found: string[]][] = [
      [4.999, 9, []],
      [5, 1.999, []],
      [5, 2, ["late"]],
      [9, 9, ["late"]],
    ];
    for (const [known, valid, expected] of table)
      expect(
        (
          await space.searchFullText(["piano"], {
            kinds: ["EVENT"],
            at: asOf(known, valid),
            limit: 5,
          })
        ).map((hit) => hit.text.subject),
        `(${known}, ${valid})`,
      ).toEqual(expected);
  });
});
