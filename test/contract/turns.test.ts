import { beforeEach, describe, expect, it } from "vitest";
import { epochMillis } from "../../src/memory/time.ts";
import type { TurnQuery } from "../../src/store/port.ts";
import { at, session, turn } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("turns on $name", ({ open }) => {
  let second = 1;
  const opened = openForEach(open, () => epochMillis(at(second)));
  beforeEach(async () => {
    second = 1;
    for (const id of ["s", "other"]) await opened.space.createSession(session(id, 1));
  });

  const seqs = async (query: Partial<Parameters<typeof opened.space.turns>[0]> = {}) => {
    const { turns, hasPreviousPage, hasNextPage } = await opened.space.turns({
      session: "s",
      ...query,
    });
    return [turns.map(({ seq }) => seq), hasPreviousPage, hasNextPage];
  };
  const turnCount = async (): Promise<number | undefined> =>
    (await opened.space.sessionsById(["s"]))[0]?.turnCount;
  const recorded = async (own: Partial<TurnQuery> = {}): Promise<string[]> =>
    itemsOf(await opened.space.turnsRecorded({ page: { first: 99 }, ...own })).map(({ id }) => id);

  it("are read with their speaker, their tool and their expiry", async () => {
    const full = turn("a", {
      role: "TOOL",
      speaker: "Ana's weather",
      toolName: "weather",
      toolCallId: "call_1",
      expiresAt: at(50),
    });
    expect(await opened.space.appendTurns("s", [full])).toEqual([
      { ...full, session: "s", seq: 1 },
    ]);
    expect(await opened.space.turnsById(["a"])).toEqual([{ ...full, session: "s", seq: 1 }]);
    expect(itemsOf(await opened.space.turnsRecorded({ page: { first: 9 } }))).toEqual([
      { ...full, session: "s", seq: 1 },
    ]);
    const [bare] = (await opened.space.appendTurns("s", [turn("b")])) ?? [];
    expect([bare, ...(await opened.space.turnsById(["b"]))].map((one) => one?.speaker)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("are hidden from the millisecond on at which they expire, and their numbers are not reused", async () => {
    const { space } = opened;
    await space.appendTurns("s", [
      turn("1", { expiresAt: at(10) }),
      turn("2", { expiresAt: at(20) }),
      turn("3"),
      turn("4", { expiresAt: at(20) }),
    ]);
    const seen = async () => [
      await seqs(),
      (await space.turnsById(["1", "2", "3", "4"])).map((one) => one?.seq ?? null),
      await recorded(),
      await turnCount(),
    ];
    second = 9.999;
    expect(await seen()).toEqual([
      [[1, 2, 3, 4], false, false],
      [1, 2, 3, 4],
      ["4", "3", "2", "1"],
      4,
    ]);
    second = 10;
    expect(await seen()).toEqual([[[2, 3, 4], false, false], [null, 2, 3, 4], ["4", "3", "2"], 4]);
    expect([
      await seqs({ first: 1 }),
      await seqs({ last: 1 }),
      await seqs({ after: 2, first: 1 }),
    ]).toEqual([
      [[2], false, true],
      [[4], true, false],
      [[3], true, true],
    ]);
    second = 20;
    expect(await seen()).toEqual([[[3], false, false], [null, null, 3, null], ["3"], 4]);
    expect(await space.appendTurns("s", [turn("5")])).toMatchObject([{ seq: 5 }]);
    expect([await seqs(), await turnCount()]).toEqual([[[3, 5], false, false], 5]);
    expect(await (await space.turnsRecorded({ page: { first: 1 } })).total()).toBe(2);
  });

  it("are removed up to a number in one session, and their numbers are not reused", async () => {
    const { space } = opened;
    await space.appendTurns(
      "s",
      [1, 2, 3, 4, 5].map((n) => turn(String(n))),
    );
    await space.appendTurns("other", [turn("o")]);
    expect(await space.deleteTurns("s", 3)).toBe(3);
    expect([await seqs(), await turnCount(), await space.turnsById(["3", "4", "o"])]).toMatchObject(
      [[[4, 5], false, false], 5, [null, { id: "4" }, { id: "o" }]],
    );
    expect([
      await space.deleteTurns("s", 3),
      await space.deleteTurns("s", 9),
      await space.deleteTurns("nowhere", 9),
    ]).toEqual([0, 2, 0]);
    expect(await space.appendTurns("s", [turn("6")])).toMatchObject([{ seq: 6 }]);
    expect([await seqs(), await turnCount()]).toEqual([[[6], false, false], 6]);
  });

  it("are removed by the thousand in one call", async () => {
    const { space } = opened;
    for (let i = 0; i < 5; i++)
      await space.appendTurns(
        "s",
        Array.from({ length: 50 }, (_, n) => turn(`${i}-${n}`)),
      );
    expect(await space.deleteTurns("s", 240)).toBe(240);
    expect(await seqs()).toEqual([
      [241, 242, 243, 244, 245, 246, 247, 248, 249, 250],
      false,
      false,
    ]);
    expect(await space.deleteSession("s")).toBe(true);
    expect(await recorded()).toEqual([]);
  });

  it("are removed with their session and its notes, but not those of others", async () => {
    const { space } = opened;
    await space.appendTurns("s", [turn("1")]);
    await space.appendTurns("other", [turn("o")]);
    for (const owner of ["s", "other", null])
      await space.changeNotes(owner, [{ path: "/note", value: String(owner) }]);
    expect(await space.deleteSession("s")).toBe(true);
    expect(await space.deleteSession("s")).toBe(false);
    expect([
      await space.sessionsById(["s", "other"]),
      itemsOf(await space.sessions({ first: 9 })),
    ]).toMatchObject([[null, { id: "other" }], [{ id: "other" }]]);
    expect([await space.turnsById(["1", "o"]), await recorded(), await seqs()]).toMatchObject([
      [null, { id: "o" }],
      ["o"],
      [[], false, false],
    ]);
    expect([
      await space.notes("s", "/"),
      await space.notes("other", "/"),
      await space.notes(null, "/"),
    ]).toMatchObject([[], [{ value: "other" }], [{ value: "null" }]]);
    expect([
      await space.appendTurns("s", [turn("2")]),
      await space.changeNotes("s", [{ path: "/note", value: 1 }]),
    ]).toEqual([null, false]);
    await space.createSession(session("s", 9));
    expect([
      await seqs(),
      await space.notes("s", "/"),
      await space.appendTurns("s", [turn("1")]),
    ]).toMatchObject([[[], false, false], [], [{ seq: 1 }]]);
  });

  it("are listed across sessions by role and time, the last recorded first", async () => {
    const { space } = opened;
    await space.appendTurns("s", [
      turn("1", { recordedAt: at(1) }),
      turn("2", { recordedAt: at(2), role: "AGENT" }),
    ]);
    await space.appendTurns("other", [turn("3", { recordedAt: at(3) })]);
    await space.appendTurns("s", [
      turn("4", { recordedAt: at(4) }),
      turn("5", { recordedAt: at(4), role: "AGENT" }),
    ]);
    const table: [query: Partial<TurnQuery>, ids: string[]][] = [
      [{}, ["5", "4", "3", "2", "1"]],
      [{ session: "s" }, ["5", "4", "2", "1"]],
      [{ session: "nowhere" }, []],
      [{ role: "AGENT" }, ["5", "2"]],
      [{ role: "TOOL" }, []],
      [{ from: at(2), to: at(4) }, ["3", "2"]],
      [{ from: at(4.001) }, []],
      [{ session: "s", role: "USER", to: at(2) }, ["1"]],
    ];
    for (const [query, ids] of table) {
      expect(await recorded(query), JSON.stringify(query)).toEqual(ids);
      expect(
        await (await space.turnsRecorded({ page: { first: 1 }, ...query })).total(),
        JSON.stringify(query),
      ).toBe(ids.length);
    }
    const first = await space.turnsRecorded({ page: { first: 2 } });
    await space.appendTurns("other", [turn("6", { recordedAt: at(6) })]);
    const next = await space.turnsRecorded({ page: { first: 2, after: first.items[1]?.cursor } });
    const last = await space.turnsRecorded({ page: { first: 2, after: next.items[1]?.cursor } });
    expect(
      [first, next, last].map((page) => [itemsOf(page).map(({ id }) => id), page.hasNextPage]),
    ).toEqual([
      [["5", "4"], true],
      [["3", "2"], true],
      [["1"], false],
    ]);
    for (const after of ["", "x", "turns 1", "sessions 1 1"])
      await expect(space.turnsRecorded({ page: { first: 1, after } }), after).rejects.toMatchObject(
        { code: "INVALID_CURSOR" },
      );
  });
});
