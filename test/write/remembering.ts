import { v7 } from "uuid";
import type { Instant } from "../../src/memory/time.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import type { Models } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS, type WriteSettings } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { embedder } from "../contract/stores.ts";

export const START = Date.UTC(2026, 0, 1);

/**
 * A new space that gets messages by the offline model, a second apart, in sessions that are created
 * as they are named.
 */
export const remembering = async (
  space: SpaceStore,
  settings: Partial<WriteSettings> = {},
  models: Models = { ...createOfflineModels(), embedder },
) => {
  let now = START;
  const services: WriteServices = {
    models,
    newId: v7,
    now: () => (now += 1000),
    settings: { ...DEFAULT_WRITE_SETTINGS, ...settings },
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  };
  const sessions = new Set<string>();
  const tell = async (message: string, session: string | null = null) => {
    if (session !== null && !sessions.has(session)) {
      sessions.add(session);
      await space.createSession({
        id: session,
        title: null,
        strategy: "TIERED",
        createdAt: new Date(now).toISOString() as Instant,
        turnCount: 0,
      });
    }
    return write(services, space, { message, session });
  };
  /** Facts at a record time, by default the head, as `TIER text`. */
  const facts = async (
    knownAt?: Instant,
    validAt = "2100-01-01T00:00:00.000Z" as Instant,
  ): Promise<string[]> => {
    const K = knownAt ?? (await space.head()).recordedAt!;
    const [page] = await space.facts([{ at: { knownAt: K, validAt }, page: { first: 100 } }]);
    return page!.items.map(({ item }) => `${item.tier} ${item.text}`);
  };
  /** Lets time pass. */
  const pass = (millis: number): void => void (now += millis);
  return { space, services, tell, facts, pass };
};
