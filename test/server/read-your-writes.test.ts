import { describe, expect, it } from "vitest";
import { BEGINNING, instantOf, type Instant } from "../../src/memory/time.ts";
import { atLeastOf, headReaches, pauseAfterLook } from "../../src/server/read-your-writes.ts";
import {
  newestCommit,
  witnessCommit,
  witnessEmptying,
  witnessingCommits,
} from "../../src/store/witnessed-commits.ts";

const second = (n: number): Instant => instantOf(Date.UTC(2026, 0, 1, 0, 0, n));
const NOW = Date.UTC(2026, 0, 1);

/** A head that moves with every look at it. */
const spaceWith = (...heads: (Instant | null)[]) => {
  let looks = 0;
  return {
    looks: () => looks,
    head: async () => ({ recordedAt: heads[Math.min(looks++, heads.length - 1)] ?? null, tag: "" }),
  };
};
const AHEAD = instantOf(NOW + 3_600_000);
const waiting = { disconnectSignal: new AbortController().signal, nowMillis: NOW };

describe("the record time that a client has seen", () => {
  it.each([undefined, "", " "])("is optional: %j", (value) => {
    expect(atLeastOf(value)).toBeNull();
  });

  it("is a record time", () => {
    expect(atLeastOf(second(1))).toBe(second(1));
  });

  it.each(["soon", "2026-01-01"])("is refused if malformed: %s", (value) => {
    expect(() => atLeastOf(value)).toThrow(/x-palimpsest-at-least/u);
  });

  it("is refused at once if it is ahead of the clock", async () => {
    const space = spaceWith(second(1));
    await expect(headReaches(space, AHEAD, waiting)).rejects.toMatchObject({
      code: "INVALID_INSTANT",
    });
    expect(space.looks()).toBe(1);
  });

  it("is accepted ahead of the clock if the last commit was recorded under such a clock", async () => {
    await expect(headReaches(spaceWith(AHEAD), AHEAD, waiting)).resolves.toBeUndefined();
  });

  it("is waited for until the head reaches it", async () => {
    const space = spaceWith(second(1), second(1), second(3));
    await headReaches(space, second(2), waiting);
    expect(space.looks()).toBe(3);
  });

  it("costs one read if the head is there", async () => {
    const there = spaceWith(second(2));
    await headReaches(there, second(2), waiting);
    expect(there.looks()).toBe(1);
  });

  it("is waited for if the first commit has not arrived", async () => {
    const space = spaceWith(null, null, second(2));
    await headReaches(space, second(2), waiting);
    expect(space.looks()).toBe(3);
  });

  it("is refused as a conflict by a space that is empty, and the client is to forget it", async () => {
    await witnessingCommits(async () => {
      await expect(
        headReaches(spaceWith(null), second(2), { ...waiting, patienceMs: 0 }),
      ).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringMatching(/whole memory was erased.*without the header/u),
      });
      expect(newestCommit()).toBe("EMPTIED");
    });
  });

  it("is refused as unavailable by a space that is behind", async () => {
    await witnessingCommits(async () => {
      await expect(
        headReaches(spaceWith(second(1)), second(2), { ...waiting, patienceMs: 0 }),
      ).rejects.toMatchObject({
        name: "StoreUnavailable",
        reason: "UNREACHABLE",
      });
      expect(newestCommit()).toBeNull();
    });
  });

  it.each([
    [0, 50],
    [1, 100],
    [2, 200],
    [3, 250],
    [20, 250],
  ])("is looked for again after a pause that stays short: after read %i, %i ms", (look, pause) => {
    expect(pauseAfterLook(look)).toBe(pause);
  });

  it("is not waited for after the client disconnects", async () => {
    await expect(
      headReaches(spaceWith(BEGINNING), second(2), {
        ...waiting,
        disconnectSignal: AbortSignal.abort(),
      }),
    ).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the commit of a request", () => {
  it("is its own newest one, not another request's", async () => {
    const newest = await Promise.all([
      witnessingCommits(async () => {
        witnessCommit(second(2));
        await Promise.resolve();
        witnessCommit(second(1));
        return newestCommit();
      }),
      witnessingCommits(async () => {
        await Promise.resolve();
        return newestCommit();
      }),
      witnessingCommits(async () => {
        witnessCommit(second(2));
        witnessEmptying();
        return newestCommit();
      }),
    ]);
    expect(newest).toEqual([second(2), null, "EMPTIED"]);
  });
});
