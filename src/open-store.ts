import type { Config } from "./config.ts";
import type { Embedder } from "./models/port.ts";
import type { Log } from "./server/log.ts";
import { StartRefused } from "./server/start-refused.ts";
import type { Store } from "./store/port.ts";

/** The store that is configured, for the vectors of one embedder. Throws StartRefused or StoreUnavailable where it cannot be used. */
export const openStore = async ({ cosmos, dataDirectory, maxOpenSpaces }: Config, { id, dimensions, decides }: Embedder, log: Log): Promise<Store> => {
  if (cosmos) throw new StartRefused("COSMOS_ENDPOINT is set, and this version cannot use Azure Cosmos DB yet: leave it out for the embedded store.");
  const { openSqliteStore } = await import("./store/sqlite/sqlite-store.ts");
  return openSqliteStore({ directory: dataDirectory, embedder: { id, dimensions, decides }, maxOpenSpaces, log });
};
