import { describe, expect, it } from "vitest";
import type { Turn } from "../../src/memory/session.ts";
import { at, record, session, turn } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("sessions on $name", ({ open }) => {
  const opened = openForEach(open);

  it("are read as they were created, with their turn counts", async () => {
    const { space } = opened;
    const named = session("b", 2, { title: "Plans for “Porto”", strategy: "TIERED" });
    await space.createSession(session("a", 1));
    await space.createSession(named);
    await space.appendTurns("a", [turn("1"), turn("2")]);
    expect(await space.sessionsById(["b", "x", "a", "b"])).toEqual([
      named,
      null,
      session("a", 1, { turnCount: 2 }),
      named,
    ]);
  });

  it("are listed newest first, and pages do not shift when others are added", async () => {
    const { space } = opened;
    for (const [id, second] of [
      ["a", 1],
      ["c", 3],
      ["b", 2],
      ["d", 3],
    ] as const)
      await space.createSession(session(id, second));
    const first = await space.sessions({ first: 2 });
    await space.createSession(session("e", 9));
    const second = await space.sessions({ first: 2, after: first.items[1]?.cursor });
    const ids = [first, second].map((page) => [
      itemsOf(page).map(({ id }) => id),
      page.hasNextPage,
    ]);
    expect(ids).toEqual([
      [["d", "c"], true],
      [["b", "a"], false],
    ]);
    expect(await Promise.all([first.total(), second.total()])).toEqual([5, 5]);
    for (const after of ["", "x", "sessions 1", "changes 1 1"])
      await expect(space.sessions({ first: 1, after }), after).rejects.toMatchObject({
        code: "INVALID_CURSOR",
      });
  });

  it("number their turns without gaps, and return them as stored", async () => {
    const { space } = opened;
    await space.createSession(session("s", 1));
    await space.createSession(session("other", 1));
    const full = turn("full", {
      role: "TOOL",
      content: '{"ok": true} — “fine” \u{1F600}',
      metadata: { tool: "weather", nested: { list: [1, null, "x"] } },
      occurredAt: at(0.5),
      recordedAt: at(3),
      event: "e",
    });
    expect(await space.appendTurns("s", [turn("1"), full])).toEqual([
      { ...turn("1"), session: "s", seq: 1 },
      { ...full, session: "s", seq: 2 },
    ]);
    expect(await space.appendTurns("other", [turn("o")])).toEqual([
      { ...turn("o"), session: "other", seq: 1 },
    ]);
    expect(await space.appendTurns("s", [turn("3", { role: "AGENT" })])).toMatchObject([
      { seq: 3, role: "AGENT" },
    ]);
    expect(await space.turnsById(["full", "x", "o"])).toEqual([
      { ...full, session: "s", seq: 2 },
      null,
      { ...turn("o"), session: "other", seq: 1 },
    ]);
    expect(await space.appendTurns("s", [])).toEqual([]);
    expect(await space.appendTurns("nowhere", [turn("4")])).toBeNull();
    expect(await space.turnsById(["4"])).toEqual([null]);
  });

  it("return a turn that is already stored, however often it is appended", async () => {
    const { space } = opened;
    await space.createSession(session("s", 1));
    const [first] = (await space.appendTurns("s", [turn("1", { content: "as it was" })])) ?? [];
    expect(
      await space.appendTurns("s", [turn("1", { content: "as it is not" }), turn("2"), turn("2")]),
    ).toMatchObject([first, { id: "2", seq: 2 }, { id: "2", seq: 2 }]);
    expect(await space.sessionsById(["s"])).toMatchObject([{ turnCount: 2 }]);
  });

  it("number the turns of concurrent callers without gaps", async () => {
    const { space } = opened;
    await space.createSession(session("s", 1));
    const stored = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        space.appendTurns("s", [turn(`${i}-a`), turn(`${i}-b`)]),
      ),
    );
    const seqs = stored.map((turns) => turns?.map(({ seq }) => seq) ?? []);
    expect(seqs.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    expect(seqs.every(([a, b]) => b === a! + 1)).toBe(true);
  });

  it("neither move the head nor depend on it", async () => {
    const { space } = opened;
    await record(space, 1, {});
    const head = await space.head();
    await space.createSession(session("s", 1));
    await space.appendTurns("s", [turn("1")]);
    expect(await space.head()).toEqual(head);
    expect(await space.commit(head, { recordedAt: at(2) })).toBe(true);
  });

  it("are read forwards and backwards", async () => {
    const { space } = opened;
    await space.createSession(session("s", 1));
    await space.appendTurns(
      "s",
      [1, 2, 3, 4, 5].map((n) => turn(String(n))),
    );
    type Query = Omit<Parameters<typeof space.turns>[0], "session">;
    const table: [query: Query, seqs: number[], hasPreviousPage: boolean, hasNextPage: boolean][] =
      [
        [{}, [1, 2, 3, 4, 5], false, false],
        [{ first: 2 }, [1, 2], false, true],
        [{ first: 2, after: 2 }, [3, 4], true, true],
        [{ first: 2, after: 3 }, [4, 5], true, false],
        [{ first: 9, after: 4 }, [5], true, false],
        [{ after: 5 }, [], true, false],
        [{ last: 2 }, [4, 5], true, false],
        [{ last: 2, before: 4 }, [2, 3], true, true],
        [{ last: 9, before: 3 }, [1, 2], false, true],
        [{ before: 2 }, [1], false, true],
        [{ after: 1, before: 5 }, [2, 3, 4], true, true],
        [{ first: 3, last: 2 }, [2, 3], true, true],
        [{ first: 0 }, [], false, true],
      ];
    for (const [query, seqs, hasPreviousPage, hasNextPage] of table) {
      const page = await space.turns({ session: "s", ...query });
      expect(
        { ...page, turns: page.turns.map(({ seq }: Turn) => seq) },
        JSON.stringify(query),
      ).toEqual({ turns: seqs, hasPreviousPage, hasNextPage });
    }
  });
});
