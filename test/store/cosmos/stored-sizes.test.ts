import { expect, it, vi } from "vitest";
import type { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, EMBEDDER, minute } from "./samples.ts";

const QUARTER_OF_AN_HOUR = 15 * 60_000;

const opened = async () => {
  const clock = { at: Date.UTC(2026, 0, 1) };
  const warn = vi.fn<() => void>();
  const on = await storeOnDouble(
    EMBEDDER,
    { now: () => clock.at, log: { warn, error: warn } },
    { sockets: false },
  );
  for (const [user, facts] of [
    ["ann", 9],
    ["bob", 2],
  ] as const) {
    const space = await spaceOf(on.store, { tenant: "acme", user });
    await space.commit(await space.head(), {
      recordedAt: minute(1),
      facts: Array.from({ length: facts }, (_, i) => aFact(`f${i}`, minute(1))),
    });
  }
  return { ...on, clock, warn, sizes: on.store.sizes! };
};
const reads = (double: CosmosDouble) =>
  double.requests.filter(
    ({ kind, headers }) =>
      kind === "CONTAINER" && "x-ms-documentdb-populatepartitionstatistics" in headers,
  ).length;

it("the sizes of the store and of its largest space take one request in a quarter of an hour, however often they are requested", async () => {
  const { double, store, clock, sizes, close } = await opened();
  expect(sizes()).toEqual({ storeBytes: 0, largestSpaceBytes: 0 });
  await vi.waitFor(() => expect(sizes().largestSpaceBytes).toBeGreaterThan(3_000));
  const { storeBytes, largestSpaceBytes } = sizes();
  expect(storeBytes).toBeGreaterThan(largestSpaceBytes);
  expect(storeBytes).toBeLessThan(2 * largestSpaceBytes);
  const space = await spaceOf(store);
  await space.commit(await space.head(), {
    recordedAt: minute(2),
    facts: Array.from({ length: 9 }, (_, i) => aFact(`g${i}`, minute(2))),
  });
  clock.at += QUARTER_OF_AN_HOUR - 1;
  expect(sizes()).toEqual({ storeBytes, largestSpaceBytes });
  expect(reads(double)).toBe(1);
  clock.at += 1;
  sizes();
  await vi.waitFor(() => expect(sizes().largestSpaceBytes).toBeGreaterThan(largestSpaceBytes));
  expect(reads(double)).toBe(2);
  await close();
});

it("sizes that cannot be read do not change, and the log says so", async () => {
  const { double, sizes, warn, close } = await opened();
  double.faults.plan({ kind: "STATUS", status: 403 }, ({ kind }) => kind === "CONTAINER");
  sizes();
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith(expect.anything(), "The sizes of spaces could not be read."),
  );
  expect(sizes()).toEqual({ storeBytes: 0, largestSpaceBytes: 0 });
  expect(reads(double)).toBe(1);
  await close();
});
