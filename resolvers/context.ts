import type { ChatServices } from "../src/chat/services.ts";
import type { Jobs } from "../src/derive/jobs/jobs.ts";
import type { PageLimits } from "../src/read/page-size.ts";
import { readSettingsAhead } from "../src/read/user-settings.ts";
import { readOnce } from "../src/read/readable-space.ts";
import type { ReadServices } from "../src/read/services.ts";
import { type Pin, pinAt } from "../src/read/view.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { WriteServices } from "../src/write/services.ts";
import { createLoaders, type Loaders } from "./loaders/loaders.ts";

/** The spaces of a service without credentials. */
export interface LocalSpaces {
  readonly users: readonly string[];
  /** Names of shared spaces. */
  readonly sharedSpaces: readonly string[];
}

/** Services that resolvers use. */
export interface Services {
  readonly write: WriteServices;
  readonly read: ReadServices;
  readonly chat: ChatServices;
  readonly jobs: Jobs;
  readonly limits: PageLimits;
  /** The spaces with recorded data; undefined if callers need credentials. */
  readonly localSpaces?: (() => Promise<LocalSpaces>) | undefined;
}

/** Context of one request: the caller's space, and the point in time at which the request began. */
export interface Context {
  readonly services: Services;
  readonly space: SpaceStore;
  /**
   * The space without the memory that the user has switched off, for search, recall and contexts.
   * The settings are read once, on first use.
   */
  readonly readable: () => Promise<SpaceStore>;
  readonly pin: Pin;
  readonly loaders: Loaders;
  /** The default speaker of a message: null for the user of the space. */
  readonly speaker: string | null;
  /** Names of the shared spaces that the credentials grant; null if any name is granted. */
  readonly sharedSpaces: readonly string[] | null;
  /** Aborts when the client disconnects. */
  readonly disconnect?: AbortSignal | undefined;
}

/** The caller, apart from the space. */
export interface Asking {
  readonly speaker?: string | null | undefined;
  readonly sharedSpaces?: readonly string[] | null | undefined;
  readonly disconnect?: AbortSignal | undefined;
}

/**
 * Creates the context of a request; reads the head of the space once. `now`: milliseconds since
 * 1970.
 */
export const createContext = async (
  services: Services,
  space: SpaceStore,
  now: number,
  { speaker = null, sharedSpaces = null, disconnect }: Asking = {},
): Promise<Context> => {
  readSettingsAhead(space);
  const { recordedAt } = await space.head();
  return {
    services,
    space,
    readable: readOnce(space),
    pin: pinAt(recordedAt, now),
    loaders: createLoaders(space),
    speaker,
    sharedSpaces,
    disconnect,
  };
};
