import type { Config } from "../config/config.ts";
import { meteredModels } from "../models/metered-models.ts";
import { EVERY_SPACE, type WorkerPart } from "../derive/worker/worker.ts";
import { openJobs } from "./open-jobs.ts";
import { openServiceModels } from "./open-models.ts";
import { openObservedStore } from "./open-observed-store.ts";
import { openServices, type Counters } from "./open-services.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { DailyTokens } from "../fairness/daily-tokens.ts";
import { partOf, type Assignment } from "../front/assignment.ts";
import type { Log } from "../server/log.ts";
import { openTracing } from "../server/tracing/open-tracing.ts";
import { createMetrics } from "../server/metrics/prometheus.ts";
import { ChargeMeter } from "../store/charge-meter.ts";
import type { SpaceId } from "../store/port.ts";

/** The spaces of an assignment. No other process starts their jobs. */
const workerPart = (assignment: Assignment | null): WorkerPart => {
  if (assignment === null) return EVERY_SPACE;
  const { index, of } = assignment;
  return {
    feed: `worker ${index + 1} of ${of}`,
    includes: (space: SpaceId) => partOf(space, of) === index,
  };
};

/** Opens everything that a process needs to serve or to run jobs, except its port. */
export const openProcess = async (config: Config, log: Log, assignment: Assignment | null) => {
  const metrics = createMetrics(assignment ? { process: String(assignment.index + 1) } : {});
  const tracing = await openTracing(process.env, log);
  const meter = config.cosmos ? new ChargeMeter() : undefined;
  const counters: Counters = { metrics, meter };
  const vocabulary = await openVocabulary(config);
  const openedModels = await openServiceModels(config, log, vocabulary);
  const store = await openObservedStore(config, openedModels.models, log, counters, tracing);
  const { tokensPerTenantDay: perTenant } = config;
  const tokens =
    perTenant === null ? null : new DailyTokens({ store, perTenant, now: Date.now, log });
  const models = meteredModels(
    openedModels.models,
    (count) => {
      metrics.model(count);
      tokens?.add(count.tokens);
    },
    (task, run) => {
      tokens?.check();
      return tracing.call(`model ${task}`, run);
    },
  );
  const { services: withoutJobs, pending } = await openServices(
    config,
    { models, vocabulary },
    log,
    { metrics, meter },
  );
  const part = workerPart(assignment);
  const worker = openJobs(config.worker, store, withoutJobs.write, metrics, part);
  const services = { ...withoutJobs, jobs: worker.jobs };
  /** Must be called after the worker has stopped. */
  const close = async (): Promise<void> => {
    await services.chat.background.whenIdle(config.server.stopGraceMillis);
    await pending.stop();
    await openedModels.stop();
    await tokens?.stop();
    await store.close();
    await tracing.stop();
  };
  return { metrics, tracing, meter, models, store, services, worker, pending, close };
};
