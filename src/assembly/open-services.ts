import { uptime } from "node:os";
import { v7 as newId } from "uuid";
import type { Services } from "../../resolvers/context.ts";
import { createChatServices } from "../chat/services.ts";
import type { Config } from "../config/config.ts";
import type { Models } from "../models/port.ts";
import { isBeingImported } from "../portable/import-state.ts";
import { DEFAULT_PAGE_LIMITS } from "../read/page-size.ts";
import type { ReadServices } from "../read/services.ts";
import { DEFAULT_READ_SETTINGS } from "../read/settings.ts";
import type { Log } from "../server/log.ts";
import type { Metrics } from "../server/metrics/metrics.ts";
import type { ChargeMeter } from "../store/charge-meter.ts";
import { steadyClock } from "./steady-clock.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { PendingEvents } from "../write/events/pending-events.ts";
import type { WriteServices } from "../write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../write/settings.ts";

export interface Counters {
  readonly metrics: Metrics;
  /** Undefined for a store that charges nothing. */
  readonly meter: ChargeMeter | undefined;
}

/**
 * The parts of the write services that follow from the configuration: the deadline of the model,
 * and a clock that does not follow a wrong jump.
 */
export const writeServicesOf = (
  { openai }: Pick<Config, "openai">,
  { models, vocabulary }: Pick<WriteServices, "models" | "vocabulary">,
  log: WriteServices["log"],
): Omit<WriteServices, "onPending"> => ({
  models,
  vocabulary,
  now: steadyClock({
    wall: Date.now,
    elapsedMillis: () => performance.now(),
    uptime,
    log,
  }),
  newId,
  settings: {
    ...DEFAULT_WRITE_SETTINGS,
    ...(openai && { extractionTimeoutSeconds: openai.deadlineSeconds }),
  },
  log,
});

/** The services of one process, except its jobs, and the pending events to process again. */
export const openServices = async (
  config: Config,
  { models, vocabulary }: { readonly models: Models; readonly vocabulary: Vocabulary },
  log: Log,
  { metrics, meter }: Counters,
): Promise<{
  readonly services: Omit<Services, "jobs">;
  readonly pending: PendingEvents;
}> => {
  const write = {
    ...writeServicesOf(config, { models, vocabulary }, log),
    storeSpending: meter?.soFar,
    onStage: metrics.stage,
  } satisfies Omit<WriteServices, "onPending">;
  const pendingEvents = new PendingEvents(write, { isLocked: isBeingImported });
  const writeServices: WriteServices = {
    ...write,
    onPending: (space) => pendingEvents.retryLater(space),
  };
  const read: ReadServices = {
    embedder: models.embedder,
    settings: DEFAULT_READ_SETTINGS,
    vocabulary,
    now: () => performance.timeOrigin + performance.now(),
  };
  return {
    services: {
      write: writeServices,
      read,
      chat: await createChatServices(writeServices, read, {
        promptsDirectory: config.promptsDirectory,
      }),
      limits: DEFAULT_PAGE_LIMITS,
    },
    pending: pendingEvents,
  };
};
