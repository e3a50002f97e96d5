import { v7 as newId } from "uuid";
import { createContext, type Context, type Services } from "../resolvers/context.ts";
import { DEFAULT_PAGE_LIMITS } from "../src/read/page-size.ts";
import { createChatServices } from "../src/chat/services.ts";
import { onDemandJobs } from "../src/derive/derivations.ts";
import { createOfflineModels } from "../src/models/offline/offline-models.ts";
import type { Embedder } from "../src/models/port.ts";
import { DEFAULT_READ_SETTINGS } from "../src/read/settings.ts";
import type { SpaceId, SpaceStore, Store } from "../src/store/port.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import { DEFAULT_WRITE_SETTINGS } from "../src/write/settings.ts";
import { shippedVocabulary } from "../src/vocabulary/load.ts";
import { Ledger } from "./seed/ledger.ts";

/** The user whose memory is measured: the local user of a service without credentials. */
export const LOCAL: SpaceId = { tenant: "local", user: "local" };

export interface Palimpsest {
  readonly store: Store;
  readonly services: Services;
  readonly embedder: Embedder;
  readonly space: SpaceStore;
  /** The arguments of one GraphQL request. */
  context(): Promise<Context>;
  /** Fills a space. Default: that of the local user. */
  ledger(space?: SpaceStore): Ledger;
}

/**
 * The service without its server, combined as in `src/main.ts`: offline models, embedded store,
 * files in `folder`.
 */
export const openPalimpsest = async (folder: string): Promise<Palimpsest> => {
  const models = createOfflineModels();
  const { embedder } = models;
  const store = await openSqliteStore({ directory: folder, embedder });
  const space = await store.space(LOCAL);
  const reading: Omit<Services, "chat" | "jobs"> = {
    write: {
      models,
      now: Date.now,
      newId,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: (details, message) => console.error(message, details) },
      onPending: () => {},
    },
    read: {
      embedder,
      settings: DEFAULT_READ_SETTINGS,
      vocabulary: shippedVocabulary(),
      now: () => performance.now(),
    },
    limits: DEFAULT_PAGE_LIMITS,
  };
  const services: Services = {
    ...reading,
    jobs: onDemandJobs(reading.write),
    chat: await createChatServices(reading.write, reading.read),
  };
  return {
    store,
    services,
    embedder,
    space,
    context: () => createContext(services, space, Date.now()),
    ledger: (other = space) => new Ledger(other, embedder),
  };
};
