import { expect, it, vi } from "vitest";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { pauseAfterQuiet } from "../../../src/store/cosmos/feed/listeners.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { anEntity, EMBEDDER, minute } from "./samples.ts";

/** Requests that a quiet service may send in a second. */
const MOST_IN_A_SECOND = 0.2;

/** Requests per second of an idle worker, as counted below. A subscription may take the rest. */
const MOST_OF_WORKER = 0.11;

it("an idle worker sends less than one request in nine seconds", async () => {
  const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const space = await spaceOf(on.store);
  await space.commit(await space.head(), {
    recordedAt: minute(1),
    entities: [anEntity("ann", minute(1))],
  });
  const follower = await on.store.follow("worker", "me", 180_000);
  await follower!.next();
  await follower!.acknowledge();
  on.double.takeRequests();
  expect(await follower!.next()).toEqual([]);
  const requests = on.double.takeRequests();
  // The worker looks once more for spaces whose jobs wait.
  expect((requests.length + 1) / (on.store.idlePollMillis! / 1_000)).toBeLessThan(MOST_OF_WORKER);
  await follower!.release();
  await on.close();
});

/** A store whose feed waits by a stopped clock. */
const withVirtualFeed = async () => {
  const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const clock = { at: Date.UTC(2026, 0, 1), until: 0 };
  const pauses: number[] = [];
  let resume = (): void => undefined;
  const store = await openCosmosStore(
    optionsFor(on.double, EMBEDDER, {
      httpClient: withoutSockets(on.double),
      now: () => clock.at,
      waitForFeed: (milliseconds) => {
        pauses.push(milliseconds);
        clock.at += milliseconds;
        return clock.at < clock.until
          ? Promise.resolve()
          : new Promise((resolve) => (resume = resolve));
      },
    }),
  );
  /** Lets so many seconds pass; the feed is polled meanwhile. */
  const pass = async (seconds: number): Promise<void> => {
    clock.until = clock.at + seconds * 1_000;
    resume();
    await vi.waitFor(() => expect(clock.at).toBeGreaterThanOrEqual(clock.until), {
      timeout: 20_000,
    });
  };
  return {
    on,
    store,
    pauses,
    pass,
    close: async () => {
      await store.close();
      await on.close();
    },
  };
};
const HOUR = 3_600;

it("an idle subscription leaves a process, with its worker, under one request in five seconds", async () => {
  const { on, store, pass, pauses, close } = await withVirtualFeed();
  (await spaceOf(store)).onCommit(() => undefined);
  await vi.waitFor(() => expect(pauses.length).toBeGreaterThan(0));
  on.double.takeRequests();
  await pass(HOUR);
  const requests = on.double.takeRequests();
  expect(requests.length).toBeGreaterThan(100);
  expect(requests.length / HOUR + MOST_OF_WORKER).toBeLessThan(MOST_IN_A_SECOND);
  await close();
});

it("a subscription reports a write of another process within half a minute, and one of its own at once", async () => {
  const { on, store, pass, pauses, close } = await withVirtualFeed();
  const [mine, theirs] = [await spaceOf(store), await spaceOf(on.store)];
  const heard = vi.fn<() => void>();
  mine.onCommit(heard);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  await pass(HOUR);
  expect(pauses.at(-1)).toBe(30_000);
  await theirs.commit(await theirs.head(), {
    recordedAt: minute(1),
    entities: [anEntity("ann", minute(1))],
  });
  expect(heard).toHaveBeenCalledTimes(1);
  await pass(30);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(pauses.at(-1)).toBeLessThan(3_500);
  await pass(HOUR);
  await mine.commit(await mine.head(), {
    recordedAt: minute(2),
    entities: [anEntity("bob", minute(2))],
  });
  expect(heard.mock.calls.length).toBeGreaterThan(2);
  await vi.waitFor(() => expect(pauses.at(-1)).toBe(1_000));
  await close();
});

it.each([
  [0, 1_000],
  [9_000, 1_000],
  [60_000, 6_000],
  [300_000, 30_000],
  [86_400_000, 30_000],
])("after %i ms without changes, the feed is polled after %i ms", (quiet, pause) => {
  expect(pauseAfterQuiet(quiet)).toBe(pause);
});
