import type { Config } from "../config/config.ts";
import type { Models } from "../models/port.ts";
import { meteredModels } from "../models/metered-models.ts";
import { EVERY_SPACE, type WorkerPart } from "../derive/worker/worker.ts";
import { openJobs } from "./open-jobs.ts";
import { openServiceModels } from "./open-models.ts";
import { openServices, type Counters } from "./open-services.ts";
import { openStore } from "./open-store.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { DailyTokens } from "../fairness/daily-tokens.ts";
import { loopQueue } from "../fairness/loop-queue.ts";
import { partOf, type Assignment } from "../front/assignment.ts";
import type { Log } from "../server/log.ts";
import { openTracing } from "../server/tracing/open-tracing.ts";
import type { Tracing } from "../server/tracing/tracing.ts";
import { createMetrics } from "../server/metrics/prometheus.ts";
import { ChargeMeter, type Charge } from "../store/charge-meter.ts";
import { observedStore } from "../store/observed-store.ts";
import type { SpaceId, SpaceStore, Store } from "../store/port.ts";

const count = (charge: Charge, { metrics, meter }: Counters): void => {
  meter?.add(charge);
  metrics.storeCharged(charge);
};

/** The members of a space that return no promise. */
const WITHOUT_PROMISE: ReadonlySet<string> = new Set(
  Object.keys({ id: true, onCommit: true, commitsAfter: true } satisfies Record<
    {
      [Name in keyof SpaceStore]-?: NonNullable<SpaceStore[Name]> extends (
        ...values: never[]
      ) => Promise<unknown>
        ? never
        : Name;
    }[keyof SpaceStore],
    true
  >),
);

/**
 * Runs a call of the store, and returns its result. The embedded store works before it returns a
 * promise. Others get a turn before it if many callers went on together after one call that they
 * shared, and after it if it took long.
 */
const inTurns = (method: string, call: () => unknown): unknown => {
  if (WITHOUT_PROMISE.has(method)) return call();
  const result = loopQueue.run(call);
  if (!(result instanceof Promise) || !loopQueue.isStretchOver()) return result;
  return result.then(async (value: unknown) => {
    await loopQueue.next();
    return value;
  });
};

/** Opens the store. Its calls are measured and traced, and others get turns between them. */
const openObservedStore = async (
  config: Config,
  { embedder }: Pick<Models, "embedder">,
  log: Log,
  counters: Counters,
  tracing: Tracing,
): Promise<Store> => {
  const { metrics } = counters;
  const store = await openStore(config, embedder, log, {
    onCharge: (charge) => count(charge, counters),
    onChecked: metrics.fileChecked,
  });
  const { openSpaces, sizes } = store;
  if (openSpaces) metrics.gauge("openSpaces", openSpaces);
  if (sizes)
    for (const name of ["storeBytes", "largestSpaceBytes"] as const)
      metrics.gauge(name, () => sizes()[name]);
  return observedStore(store, {
    around: (method, call) => inTurns(method, () => tracing.call(`store ${method}`, call)),
    onCall: metrics.storeCalled,
  });
};

/** The spaces of an assignment. No other process starts their jobs. */
const workerPart = (assignment: Assignment | null): WorkerPart => {
  if (assignment === null) return EVERY_SPACE;
  const { index, of } = assignment;
  return {
    feed: `worker ${index + 1} of ${of}`,
    includes: (space: SpaceId) => partOf(space, of) === index,
  };
};

/** Opens everything that a serving process needs, except its port. */
export const openParts = async (config: Config, log: Log, assignment: Assignment | null) => {
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
