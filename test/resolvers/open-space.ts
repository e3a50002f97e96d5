import { afterAll, beforeAll } from "vitest";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import type { StoreUnderTest } from "../contract/stores.ts";

/** Gives fresh spaces of one store, which is opened before the tests of a block and left with nothing behind after them. */
export const freshSpaces = (open: StoreUnderTest["open"]): (() => Promise<SpaceStore>) => {
  let store: Store;
  let close: () => Promise<void>;
  let made = 0;
  beforeAll(async () => void ({ store, close } = await open()));
  afterAll(() => close());
  return () => store.space({ tenant: "resolvers", user: `u${++made}` });
};
