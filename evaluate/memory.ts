import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChatServices, type ChatServices } from "../src/chat/services.ts";
import { createOfflineModels } from "../src/models/offline/offline-models.ts";
import { NO_TOKENS } from "../src/memory/usage.ts";
import { epochMillis, instantOf, type Instant } from "../src/memory/time.ts";
import type { Models } from "../src/models/port.ts";
import type { ReadServices } from "../src/read/services.ts";
import { DEFAULT_READ_SETTINGS } from "../src/read/settings.ts";
import type { Store } from "../src/store/port.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { WriteServices } from "../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../src/write/settings.ts";
import { shippedVocabulary } from "../src/vocabulary/load.ts";

/** The service's own parts, combined as in `src/main.ts`, with a temporary embedded store. */
export interface Memory {
  readonly store: Store;
  readonly models: Models;
  readonly write: WriteServices;
  readonly read: ReadServices;
  readonly chat: ChatServices;
  /** Its clock. */
  readonly clock: () => Instant;
  /** Advances the clock by milliseconds. */
  readonly pass: (millis: number) => void;
  /** Advances the clock to an instant, unless it is later already. */
  readonly waitUntil: (instant: Instant) => void;
  /** Closes it and removes its files. */
  readonly close: () => Promise<void>;
}

/** Ids and record times count up, so that a run can be repeated exactly. */
const START = instantOf(Date.UTC(2026, 0, 1));
const DIGITS = 9;

/**
 * The rules reply by quoting memory, and their quotations would become part of the conversation.
 * Strategies would then seem to remember these values, or old ones beside new ones. Without a
 * model, every reply is therefore the same few words.
 */
const ACKNOWLEDGEMENT = "I see, noted.";
const withPlainReplies = (models: Models): Models => ({
  ...models,
  reply: async function* () {
    yield { text: ACKNOWLEDGEMENT };
    yield { value: ACKNOWLEDGEMENT, calls: 0, tokens: NO_TOKENS, model: models.replier };
  },
});

/**
 * Opens an empty memory in a temporary folder. Ids are numbered and the clock moves by one
 * millisecond a call, so that every run records the same.
 */
export const openMemory = async (
  given: Models = createOfflineModels(),
  start: Instant = START,
): Promise<Memory> => {
  const models = given.replier === "offline" ? withPlainReplies(given) : given;
  const directory = mkdtempSync(join(tmpdir(), "palimpsest-evaluate-"));
  let ids = 0;
  let now = epochMillis(start);
  const store = await openSqliteStore({ directory, embedder: models.embedder, now: () => now });
  const write: WriteServices = {
    models,
    now: () => (now += 1),
    newId: () => String((ids += 1)).padStart(DIGITS, "0"),
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  };
  const read: ReadServices = {
    embedder: models.embedder,
    settings: DEFAULT_READ_SETTINGS,
    vocabulary: shippedVocabulary(),
    now: () => performance.now(),
  };
  const chat = await createChatServices(write, read);
  return {
    store,
    models,
    write,
    read,
    chat,
    clock: () => instantOf(now),
    pass: (millis) => void (now += millis),
    waitUntil: (instant) => void (now = Math.max(now, epochMillis(instant))),
    close: async () => {
      await chat.background.whenIdle();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
