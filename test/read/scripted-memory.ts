import type { SpaceStore } from "../../src/store/port.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import { viewAt, type RequestedTimePoint, type View } from "../../src/read/view.ts";
import type { ReadServices } from "../../src/read/services.ts";
import { DEFAULT_READ_SETTINGS } from "../../src/read/settings.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import type { AssertFactRequest, WriteRequest } from "../../src/write/requests.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { scriptedModels, type Script } from "../fakes/scripted-models.ts";

const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;

/** A space that gets messages one second after another, and answers questions about them. */
export const scriptedMemory = (space: SpaceStore, says: Script["says"] = {}) => {
  let now = START;
  let ids = 0;
  const models = scriptedModels({ says });
  const services: WriteServices = {
    models,
    newId: () => `id${String((ids += 1)).padStart(6, "0")}`,
    now: () => (now += SECOND),
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  };
  const read: ReadServices = {
    embedder: models.embedder,
    settings: DEFAULT_READ_SETTINGS,
    vocabulary: shippedVocabulary(),
    now: () => 0,
  };
  return {
    space,
    read,
    services,
    tell: (message: string, request: Partial<WriteRequest> = {}) =>
      write(services, space, { message, ...request }),
    state: (name: string, text: string, request: Partial<AssertFactRequest> = {}) =>
      assertFact(services, space, {
        entity: { name, type: "person" },
        text,
        confidence: 0.95,
        importanceCategory: "SPECIFIC_EVENT",
        ...request,
      }),
    /** The record time of the last commit. */
    head: async (): Promise<Instant> => (await space.head()).recordedAt!,
    view: async (requested?: RequestedTimePoint): Promise<View> =>
      viewAt({ head: (await space.head()).recordedAt, now: instantOf(now) }, requested),
  };
};
