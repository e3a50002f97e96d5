import { pinAt, type Pin } from "../src/read/view.ts";
import type { ChatServices } from "../src/chat/services.ts";
import { readOnce } from "../src/read/readable-space.ts";
import type { ReadServices } from "../src/read/services.ts";
import type { SpaceStore } from "../src/store/port.ts";
import type { WriteServices } from "../src/write/services.ts";
import type { Jobs } from "../src/derive/jobs/jobs.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import type { PageLimits } from "./page-limits.ts";

/** What resolvers need from outside. */
export interface Services {
  readonly write: WriteServices;
  readonly read: ReadServices;
  readonly chat: ChatServices;
  readonly jobs: Jobs;
  readonly limits: PageLimits;
}

/** One request: the space of whoever asks, and where the request began. */
export interface Context {
  readonly services: Services;
  readonly space: SpaceStore;
  /** The space as search, recall and contexts may read it: the user's settings are read once, on first use. */
  readonly readable: () => Promise<SpaceStore>;
  readonly pin: Pin;
  readonly loaders: Loaders;
  /** Aborts when whoever asks goes away; left out where nobody can. */
  readonly gone?: AbortSignal | undefined;
}

/** Reads the head of the space, once; `now` is the clock's reading in milliseconds since 1970. */
export const createContext = async (
  services: Services,
  space: SpaceStore,
  now: number,
  gone?: AbortSignal,
): Promise<Context> => {
  const { recordedAt } = await space.head();
  return {
    services,
    space,
    readable: readOnce(space),
    pin: pinAt(recordedAt, now),
    loaders: createLoaders(space),
    gone,
  };
};
