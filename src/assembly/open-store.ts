import type { Config } from "../config/config.ts";
import type { Embedder } from "../models/port.ts";
import type { Log } from "../server/log.ts";
import type { Charge } from "../store/charge-meter.ts";
import type { Store } from "../store/port.ts";

interface StoreObservers {
  readonly onCharge?: (charge: Charge) => void;
  readonly onChecked?: (check: { readonly damaged: boolean }) => void;
}

/**
 * Throws BAD_USER_INPUT if the folder of the store does not exist, because opening it would create
 * it.
 */
export const requireStore = async ({ cosmos, dataDirectory }: Config): Promise<void> => {
  if (cosmos) return;
  const { requireFolder } = await import("../store/sqlite/database/data-folder.ts");
  requireFolder(dataDirectory);
};

/** The number of spaces to keep open, within the limit of open files of the process. */
const affordableSpaces = async (maxOpenSpaces: number, log: Log): Promise<number> => {
  const { descriptorLimit, spacesWithin } = await import("../store/sqlite/database/descriptors.ts");
  const limit = descriptorLimit();
  const affordable = limit === null ? maxOpenSpaces : spacesWithin(limit);
  if (affordable >= maxOpenSpaces) return maxOpenSpaces;
  log.warn(
    { limit, maxOpenSpaces, openSpaces: affordable },
    `The limit of open files is ${limit}, so the store keeps at most ${affordable} memories open instead of ${maxOpenSpaces}. Raise the limit (ulimit -n) for more users at a time.`,
  );
  return affordable;
};

/**
 * Opens the configured store for the vectors of one embedder. `onCharge` receives its charges. With
 * `onChecked`, the embedded store checks its files in the background. Rejects with a
 * StoreUnavailable if the store cannot be used.
 */
export const openStore = async (
  { cosmos, dataDirectory, maxOpenSpaces, checkFilesMillis: everyMillis, quotas }: Config,
  { id, dimensions, similarityDecides }: Embedder,
  log: Log,
  { onCharge, onChecked }: StoreObservers = {},
): Promise<Store> => {
  if (cosmos) {
    const { openCosmosStore } = await import("../store/cosmos/cosmos-store.ts");
    const { endpoint, key, database, ranking, regions } = cosmos;
    return openCosmosStore({
      endpoint,
      key,
      database,
      ranking: ranking === "native" ? "NATIVE" : "SERVICE",
      preferredRegions: regions,
      embedder: { id, dimensions },
      log,
      onCharge,
    });
  }
  const { openSqliteStore } = await import("../store/sqlite/sqlite-store.ts");
  const { RESERVE_BYTES } = await import("../store/sqlite/database/reserve.ts");
  return openSqliteStore({
    directory: dataDirectory,
    embedder: { id, dimensions, decides: similarityDecides },
    maxOpenSpaces: await affordableSpaces(maxOpenSpaces, log),
    quotas,
    reserveBytes: RESERVE_BYTES,
    checks: onChecked && everyMillis > 0 ? { everyMillis, onChecked } : undefined,
    log,
  });
};
