import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOfflineModels } from "../src/models/offline/offline-models.ts";
import type { Models } from "../src/models/port.ts";
import type { ReadServices } from "../src/read/services.ts";
import { DEFAULT_READ_SETTINGS } from "../src/read/settings.ts";
import type { Store } from "../src/store/port.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { WriteServices } from "../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../src/write/settings.ts";

/** The service's own parts, put together as `src/main.ts` does, on an embedded store of its own that is thrown away. */
export interface Memory {
  readonly store: Store;
  readonly models: Models;
  readonly write: WriteServices;
  readonly read: ReadServices;
  /** Ends it and removes its files. */
  readonly close: () => Promise<void>;
}

/** Ids and record times count up, so that a run can be repeated to the letter. */
const START = Date.UTC(2026, 0, 1);
const DIGITS = 9;

export const openMemory = async (models: Models = createOfflineModels()): Promise<Memory> => {
  const directory = mkdtempSync(join(tmpdir(), "palimpsest-evaluate-"));
  const store = await openSqliteStore({ directory, embedder: models.embedder });
  let ids = 0;
  let now = START;
  return {
    store,
    models,
    write: {
      models, now: () => (now += 1), newId: () => String((ids += 1)).padStart(DIGITS, "0"), settings: DEFAULT_WRITE_SETTINGS,
      log: { warn: () => {} }, onPending: () => {},
    },
    read: { embedder: models.embedder, settings: DEFAULT_READ_SETTINGS, now: () => performance.now() },
    close: async () => {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
