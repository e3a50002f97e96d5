import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import type { StoreUnderTest } from "./stores.ts";

/** A store for each test of a suite, and a space of it. */
export interface Opened {
  readonly store: Store;
  readonly space: SpaceStore;
}

export const openForEach = (open: StoreUnderTest["open"], now?: () => number): Opened => {
  let opened: Awaited<ReturnType<StoreUnderTest["open"]>>;
  let space: SpaceStore;
  beforeEach(async () => {
    opened = await open(now);
    space = await opened.store.space({ tenant: "tenant", user: "user" });
  });
  afterEach(() => opened.close());
  return {
    get store() {
      return opened.store;
    },
    get space() {
      return space;
    },
  };
};

/**
 * Gives fresh spaces of one store, which is opened before the tests of a block and left with nothing
 * behind after them.
 */
export const freshSpaces = (open: StoreUnderTest["open"]): (() => Promise<SpaceStore>) => {
  let store: Store;
  let close: () => Promise<void>;
  let made = 0;
  beforeAll(async () => void ({ store, close } = await open()));
  afterAll(() => close());
  return () => store.space({ tenant: "tenant", user: `u${++made}` });
};

/** The items of a page. */
export const itemsOf = <T>(
  page: { readonly items: readonly { readonly item: T }[] } | undefined,
): T[] => page?.items.map(({ item }) => item) ?? [];
