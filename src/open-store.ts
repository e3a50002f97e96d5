import type { Config } from "./config.ts";
import type { Embedder } from "./models/port.ts";
import type { Log } from "./server/log.ts";
import type { Charge } from "./store/charge-meter.ts";
import type { Store } from "./store/port.ts";

/** The store that is configured, for the vectors of one embedder; `onCharge` is told what it charges. Throws a StoreUnavailable where it cannot be used. */
export const openStore = async (
  { cosmos, dataDirectory, maxOpenSpaces }: Config,
  { id, dimensions, decides }: Embedder,
  log: Log,
  onCharge?: (charge: Charge) => void,
): Promise<Store> => {
  if (cosmos) {
    const { openCosmosStore } = await import("./store/cosmos/cosmos-store.ts");
    const { endpoint, key, database } = cosmos;
    return openCosmosStore({
      endpoint,
      key,
      database,
      embedder: { id, dimensions },
      log,
      onCharge,
    });
  }
  const { openSqliteStore } = await import("./store/sqlite/sqlite-store.ts");
  return openSqliteStore({
    directory: dataDirectory,
    embedder: { id, dimensions, decides },
    maxOpenSpaces,
    log,
  });
};
