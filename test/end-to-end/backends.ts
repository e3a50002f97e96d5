import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { Database } from "../../src/store/sqlite/database/database.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import type { Storm } from "../cosmos-double/wire/faults.ts";
import { DATABASE, provisionedDouble } from "../store/cosmos/provisioned.ts";
import { dataDirectory, startService, type Service } from "./service.ts";

/** A store of one test's own, and services that run on it: one after the other, or several at once. */
export interface Backend {
  readonly name: string;
  /** The folder of the embedded store; null for another store. */
  readonly directory: string | null;
  start(environment?: Readonly<Record<string, string>>): Promise<Service>;
  /** Begins or ends faults of the store and lags of its replicas; undefined where it is a folder. */
  readonly storm?: ((storm: Storm | null) => void) | undefined;
  /** Everything is gone; the services must have ended. */
  remove(): Promise<void>;
}

const embedded = async (name: string): Promise<Backend> => {
  const { path, remove } = await dataDirectory();
  return { name, directory: path, start: (environment) => startService(path, environment), remove };
};

/** Cosmos DB as far as the protocol double shows it: a server of its wire in this process, which outlives the services. */
const cosmos = async (name: string): Promise<Backend> => {
  const { id, dimensions } = createOfflineModels().embedder;
  const double = await provisionedDouble({ id, dimensions });
  const { path, remove } = await dataDirectory();
  const connection = {
    COSMOS_ENDPOINT: double.endpoint,
    COSMOS_KEY: double.key,
    COSMOS_DATABASE: DATABASE,
  };
  return {
    name,
    directory: null,
    start: (environment) => startService(path, { ...connection, ...environment }),
    storm: (storm) => {
      double.faults.storm = storm;
    },
    remove: async () => {
      await double.stop();
      await remove();
    },
  };
};

const SQLITE = "SQLite";
export const COSMOS = "Cosmos DB (protocol double)";

/** The stores that the end-to-end suite runs on, in one loop. */
export const BACKENDS: readonly { readonly name: string; open(): Promise<Backend> }[] = [
  { name: SQLITE, open: () => embedded(SQLITE) },
  { name: COSMOS, open: () => cosmos(COSMOS) },
];

/** The errors that SQLite finds in the files of the embedded store. There should be none. */
export const integrityOf = async ({ directory }: Backend): Promise<string[]> => {
  const files =
    directory === null
      ? []
      : (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".db"));
  return files.flatMap((name) => {
    const database = new Database(join(directory!, name), { readOnly: true });
    const found = String(database.pragma("integrity_check"));
    database.close();
    return found === "ok" ? [] : [`${name}: ${found}`];
  });
};

type Open = () => Promise<Backend>;

/**
 * One service for all tests of a suite, which must end successfully. Returns its address. Must be
 * called in the description of the suite.
 */
export const serviceOfSuite = (open: Open): (() => string) => {
  let backend: Backend;
  let service: Service;
  beforeAll(async () => {
    backend = await open();
    service = await backend.start();
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await backend.remove();
  });
  return () => service.url;
};

/** A store that is removed after the suite. Must be called in the description of the suite. */
export const freshBackends = (open: Open): Open => {
  const opened: Backend[] = [];
  afterAll(() => Promise.all(opened.map((backend) => backend.remove())));
  return async () => {
    const backend = await open();
    opened.push(backend);
    return backend;
  };
};
