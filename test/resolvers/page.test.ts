import { describe, expect, it } from "vitest";
import { cursorOf, pageRequest, pageSize, showPage } from "../../resolvers/page.ts";
import type { Page } from "../../src/store/port.ts";

const limits = { byDefault: 20, atMost: 100 };
const refused = (code: string) => expect.objectContaining({ code });

/** A list of numbers as a store pages it: the cursor is the index. */
const pageOf = (
  all: readonly number[],
  { first, after }: { first: number; after?: string | undefined },
  total = () => Promise.resolve(all.length),
): Page<number> => {
  const from = after === undefined ? 0 : Number(after) + 1;
  return {
    items: all.slice(from, from + first).map((item, i) => ({ item, cursor: String(from + i) })),
    hasNextPage: from + first < all.length,
    total,
  };
};
const shown = (all: readonly number[], args: { first?: number | null; after?: string | null }) => {
  const request = pageRequest("facts", args, limits);
  return showPage("facts", pageOf(all, request), request, (n) => n);
};

describe("a page size", () => {
  it.each([
    [undefined, 20],
    [null, 20],
    [1, 1],
    [100, 100],
  ])("reads %j as %i", (asked, size) => {
    expect(pageSize(asked, limits)).toBe(size);
  });
  it.each([0, -1, 101, 2_147_483_647])("refuses %i", (asked) => {
    expect(() => pageSize(asked, limits)).toThrow(refused("PAGE_SIZE_OUT_OF_BOUNDS"));
    expect(() => pageSize(asked, limits)).toThrow(`first must be 1 to 100, not ${asked}.`);
  });
});

describe("a connection", () => {
  const all = [10, 11, 12, 13, 14];
  const at = (index: number): string => cursorOf("facts", String(index));
  it.each([
    [
      "the first two",
      { first: 2 },
      [10, 11],
      { hasNextPage: true, hasPreviousPage: false, startCursor: at(0), endCursor: at(1) },
    ],
    [
      "the next two",
      { first: 2, after: at(1) },
      [12, 13],
      { hasNextPage: true, hasPreviousPage: true, startCursor: at(2), endCursor: at(3) },
    ],
    [
      "the last one",
      { first: 2, after: at(3) },
      [14],
      { hasNextPage: false, hasPreviousPage: true, startCursor: at(4), endCursor: at(4) },
    ],
    [
      "nothing after the last",
      { first: 2, after: at(4) },
      [],
      { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    ],
    [
      "all at once",
      { first: 5 },
      all,
      { hasNextPage: false, hasPreviousPage: false, startCursor: at(0), endCursor: at(4) },
    ],
    [
      "by default all of few",
      {},
      all,
      { hasNextPage: false, hasPreviousPage: false, startCursor: at(0), endCursor: at(4) },
    ],
  ])("shows %s", (_, args, nodes, pageInfo) => {
    const connection = shown(all, args);
    expect(connection.nodes()).toEqual(nodes);
    expect(connection.edges().map(({ node }) => node)).toEqual(nodes);
    expect(connection.pageInfo()).toEqual(pageInfo);
  });
  it("gives edges with cursors to continue from", () => {
    for (const { node, cursor } of shown(all, {}).edges())
      expect(shown(all, { after: cursor }).nodes()).toEqual(all.filter((n) => n > node));
  });
  it("counts only if the total is requested", async () => {
    let counted = 0;
    const request = pageRequest("facts", { first: 1 }, limits);
    const connection = showPage(
      "facts",
      pageOf(all, request, async () => {
        counted++;
        return all.length;
      }),
      request,
      (n) => n,
    );
    connection.nodes();
    connection.edges();
    connection.pageInfo();
    expect(counted).toBe(0);
    expect(await connection.totalCount()).toBe(5);
    expect(counted).toBe(1);
  });
  it("refuses a cursor of another list", () => {
    expect(() => pageRequest("facts", { after: cursorOf("entities", "1") }, limits)).toThrow(
      refused("INVALID_CURSOR"),
    );
  });
});
