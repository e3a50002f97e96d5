import { describe, expect, it } from "vitest";
import type { Change } from "../../src/memory/change.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import { believedAt, instantOf, OPEN, type Instant } from "../../src/memory/time.ts";
import { followChanges } from "../../src/read/history/changes.ts";
import { anEntity, scriptedSpace } from "./graph-space.ts";

const at = (n: number): Instant => instantOf(Date.UTC(2026, 0, 1) + n);

/** A space to which changes are committed by hand, each commit at its own time. */
const changingSpace = (entities: readonly EntityVersion[] = []) => {
  const committed: Change[] = [];
  const listeners = new Set<() => void>();
  let head = 0;
  const space = scriptedSpace({
    head: async () => ({ recordedAt: head === 0 ? null : at(head), tag: String(head) }),
    onCommit: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    entitiesAsOf: async (requests) =>
      requests.map(
        ({ entity, knownAt }) =>
          entities.find((version) => version.entity === entity && believedAt(version, knownAt)) ??
          null,
      ),
    changes: async ({ from, to, entities: of, page: { first, after } }) => {
      const found = committed.filter(
        (change) =>
          change.at > from &&
          change.at <= to &&
          (of === undefined || change.entities.some((id) => of.includes(id))),
      );
      const start = after === undefined ? 0 : Number(after) + 1;
      return {
        items: found
          .slice(start, start + first)
          .map((item, i) => ({ item, cursor: String(start + i) })),
        hasNextPage: start + first < found.length,
        total: async () => found.length,
      };
    },
  });
  const commit = (count: number, of: readonly string[] = ["e"]): void => {
    head++;
    for (let ordinal = 0; ordinal < count; ordinal++)
      committed.push({
        at: at(head),
        ordinal,
        kind: "FACT_ADDED",
        before: null,
        after: null,
        entities: of,
        decision: null,
        event: null,
      });
    for (const listener of listeners) listener();
  };
  return { space, commit, listeners };
};

const take = async (changes: AsyncIterableIterator<Change>, count: number): Promise<string[]> => {
  const taken: string[] = [];
  while (taken.length < count) {
    const { value, done } = await changes.next();
    if (done) break;
    taken.push(
      `${Date.parse((value as Change).at) - Date.UTC(2026, 0, 1)}.${(value as Change).ordinal}`,
    );
  }
  return taken;
};

describe("a follower of commits", () => {
  it("starts at the head", async () => {
    const { space, commit } = changingSpace();
    commit(3);
    const changes = await followChanges(space);
    commit(1);
    expect(await take(changes, 1)).toEqual(["2.0"]);
  });
  it("reports every change once and in order, also those that arrive before the next request", async () => {
    const { space, commit } = changingSpace();
    const changes = await followChanges(space);
    const first = take(changes, 3);
    commit(2);
    commit(1);
    expect(await first).toEqual(["1.0", "1.1", "2.0"]);
    commit(2);
    commit(0);
    commit(1);
    const rest = take(changes, 4);
    commit(1);
    expect(await rest).toEqual(["3.0", "3.1", "5.0", "6.0"]);
  });
  it("reports commits that arrive while it reports others", async () => {
    const { space, commit } = changingSpace();
    const changes = await followChanges(space);
    commit(2);
    expect(await take(changes, 1)).toEqual(["1.0"]);
    commit(1);
    expect(await take(changes, 2)).toEqual(["1.1", "2.0"]);
  });
  it("reads a large commit in blocks", async () => {
    const { space, commit } = changingSpace();
    const changes = await followChanges(space);
    commit(250);
    const told = await take(changes, 250);
    expect(told).toEqual(Array.from({ length: 250 }, (_, i) => `1.${i}`));
    expect(space.calls.filter((call) => call === "changes")).toHaveLength(3);
  });
  it("reports one entity, and what it has absorbed by then", async () => {
    const { space, commit } = changingSpace([
      anEntity("e", { recordedAt: at(1), expiredAt: at(3) }),
      anEntity("e", { n: 2, recordedAt: at(3), expiredAt: OPEN, absorbed: ["old"] }),
      anEntity("old", { recordedAt: at(1), expiredAt: at(3) }),
      anEntity("old", { n: 2, recordedAt: at(3), mergedInto: "e" }),
    ]);
    commit(1);
    const [ofWhole, ofPart] = await Promise.all([
      followChanges(space, "e"),
      followChanges(space, "old"),
    ]);
    const [whole, part] = [take(ofWhole, 3), take(ofPart, 3)];
    await Promise.resolve();
    for (const of of [["old"], ["e", "old"], ["other"], ["old"], ["e"]]) {
      commit(1, of);
      // Each commit is reported before the next one, so the head decides which entities are one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await whole).toEqual(["3.0", "5.0", "6.0"]);
    expect(await part).toEqual(["2.0", "3.0", "5.0"]);
  });
  it("ends while it waits, and stops listening", async () => {
    const { space, commit, listeners } = changingSpace();
    const changes = await followChanges(space);
    const waiting = changes.next();
    await changes.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    commit(1);
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expect(listeners.size).toBe(0);
  });
  it("ends between two changes", async () => {
    const { space, commit, listeners } = changingSpace();
    const changes = await followChanges(space);
    commit(3);
    await take(changes, 1);
    await changes.return?.();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expect(listeners.size).toBe(0);
  });
  it("can end before it starts", async () => {
    const { space, listeners } = changingSpace();
    const changes = await followChanges(space);
    await changes.return?.();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
    expect(listeners.size).toBe(0);
  });
  it("fails with the store, and stops listening", async () => {
    const { space, commit, listeners } = changingSpace();
    const changes = await followChanges(
      scriptedSpace({ ...methodsOf(space), changes: () => Promise.reject(new Error("away")) }),
    );
    commit(1);
    await expect(changes.next()).rejects.toThrow("away");
    expect(listeners.size).toBe(0);
  });
});

function methodsOf(space: ReturnType<typeof changingSpace>["space"]) {
  return { head: () => space.head(), onCommit: (listener: () => void) => space.onCommit(listener) };
}
