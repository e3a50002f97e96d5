import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { silentModels } from "../fakes/silent-models.ts";
import { accountsUnderTest } from "../store/cosmos/account.ts";
import { storeOnDouble } from "../store/cosmos/provisioned.ts";

/** A store that the suites run on, empty when it opens; `close` closes it and leaves nothing behind. Turns and notes expire by `now`, in milliseconds since 1970. */
export interface StoreUnderTest {
  readonly name: string;
  open(now?: () => number): Promise<{ readonly store: Store; readonly close: () => Promise<void> }>;
}

/** Whose vectors the stores under test take. */
export const { embedder } = silentModels;

export const stores: readonly StoreUnderTest[] = [
  {
    name: "SQLite",
    open: async (now) => {
      const directory = await mkdtemp(join(tmpdir(), "palimpsest-store-"));
      const store = await openSqliteStore({ directory, embedder, now });
      return {
        store,
        close: async () => {
          await store.close();
          await rm(directory, { recursive: true });
        },
      };
    },
  },
  {
    name: "Cosmos DB (protocol double)",
    open: (now) => storeOnDouble(embedder, now === undefined ? {} : { now }, { sockets: false }),
  },
  ...accountsUnderTest(embedder),
];
