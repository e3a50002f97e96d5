import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import {
  createContext,
  type Context,
  type LocalSpaces,
  type Services,
} from "../resolvers/context.ts";
import type { Config } from "./config/config.ts";
import type { Models } from "./models/port.ts";
import { meteredModels } from "./models/metered-models.ts";
import { EVERY_SPACE, type WorkerPart } from "./derive/worker/worker.ts";
import { openJobs } from "./open-jobs.ts";
import { openServiceModels } from "./open-models.ts";
import { openServices, type Counters } from "./open-services.ts";
import { openStore } from "./open-store.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { DailyTokens } from "./fairness/daily-tokens.ts";
import { partOf, type Assignment } from "./front/assignment.ts";
import { unreadiness, type Unreadiness } from "./server/http/health.ts";
import type { RunningServer } from "./server/http/listening.ts";
import type { Log } from "./server/log.ts";
import { openTracing } from "./server/tracing/open-tracing.ts";
import type { Tracing } from "./server/tracing/tracing.ts";
import { watchEventLoop } from "./server/event-loop-watchdog.ts";
import type { MetricValues } from "./server/metrics/metrics.ts";
import { createMetrics } from "./server/metrics/prometheus.ts";
import { startServer, type ServerOptions } from "./server/start.ts";
import { ChargeMeter, type Charge } from "./store/charge-meter.ts";
import { LOCAL_TENANT } from "./server/auth/authenticate.ts";
import { SHARED_SPACE_PREFIX } from "./server/auth/caller.ts";
import { observedStore } from "./store/observed-store.ts";
import type { SpaceId, SpaceStore, Store } from "./store/port.ts";
import { ForeignVectors } from "./write/vectors/foreign-vectors.ts";
import { UnfinishedErasures } from "./write/erase/unfinished-erasures.ts";

const count = (charge: Charge, { metrics, meter }: Counters): void => {
  meter?.add(charge);
  metrics.charged(charge);
};

/** Opens the store. Its calls are timed and traced. */
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
    onChecked: metrics.checked,
  });
  if (store.openSpaces) metrics.gauge("openSpaces", store.openSpaces);
  return observedStore(store, {
    around: (method, call) => tracing.call(`store ${method}`, call),
    onCall: metrics.called,
  });
};

const localSpacesOf = async (store: Store): Promise<LocalSpaces> => {
  const users: string[] = [];
  const shared: string[] = [];
  for await (const { tenant, user } of store.spaces()) {
    if (tenant !== LOCAL_TENANT) continue;
    if (user.startsWith(SHARED_SPACE_PREFIX)) shared.push(user.slice(SHARED_SPACE_PREFIX.length));
    else users.push(user);
  }
  return { users, shared };
};

/** Logs where stored vectors come from another model. A failed check stops nothing. */
const checkVectors = (vectors: ForeignVectors, store: Store, log: Log): Promise<void> =>
  vectors
    .atStart(store)
    .catch((error: unknown) =>
      log.warn({ error }, "Could not check which embedding models the stored vectors come from."),
    );

/** The spaces of an assignment, whose jobs nobody else begins. */
const workerPart = (assignment: Assignment | null): WorkerPart => {
  if (assignment === null) return EVERY_SPACE;
  const { index, of } = assignment;
  return {
    feed: `worker ${index + 1} of ${of}`,
    includes: (space: SpaceId) => partOf(space, of) === index,
  };
};

/** What is done for a space when it is asked for. */
const onDemand = (
  notices: readonly { notice(space: SpaceStore): void }[],
  services: Services,
): ServerOptions<Context>["createContext"] => {
  return (space, asking) => {
    for (const noticing of notices) noticing.notice(space);
    return createContext(services, space, services.write.now(), asking);
  };
};

export interface Serving extends Pick<RunningServer, "url" | "stop"> {
  /** What answers: the name of the model. */
  readonly answeredBy: string;
  /** Null where it can answer requests. */
  readonly unreadiness: () => Promise<Unreadiness | null>;
  readonly metrics: () => Promise<MetricValues>;
}

/** What a process serves with. */
const openParts = async (config: Config, log: Log, assignment: Assignment | null) => {
  const metrics = createMetrics(assignment ? { process: String(assignment.index + 1) } : {});
  const tracing = await openTracing(process.env, log);
  const meter = config.cosmos ? new ChargeMeter() : undefined;
  const counters: Counters = { metrics, meter };
  const vocabulary = await openVocabulary(config);
  const opened = await openServiceModels(config, log, vocabulary);
  const store = await openObservedStore(config, opened.models, log, counters, tracing);
  const { tokensPerTenantDay: perTenant } = config;
  const tokens =
    perTenant === null ? null : new DailyTokens({ store, perTenant, now: Date.now, log });
  const models = meteredModels(
    opened.models,
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
  const services: Services = {
    ...withoutJobs,
    jobs: worker.jobs,
    localSpaces: config.server.auth.way === "none" ? () => localSpacesOf(store) : undefined,
  };
  return { metrics, tracing, meter, opened, models, store, tokens, services, worker, pending };
};

/** Serves all spaces on the configured port; with an assignment, its part of them to a front. */
export const serve = async (
  config: Config,
  log: Log,
  assignment: Assignment | null,
): Promise<Serving> => {
  const parts = await openParts(config, log, assignment);
  const { metrics, opened, models, store, services, worker, pending, tracing, meter, tokens } =
    parts;
  const foreignVectors = new ForeignVectors({ models, log });
  const erasures = new UnfinishedErasures(services.write);
  const running = await startServer({
    config: config.server,
    store,
    embedder: models.embedder,
    models,
    schema: await buildGraphqlSchema(),
    createContext: onDemand([pending, foreignVectors, erasures, worker], services),
    log,
    meter,
    metrics,
    tracing,
    now: Date.now,
    newId,
    behindFront: assignment?.socket,
  });
  const stopWatching = watchEventLoop(log, metrics);
  const stop = async (): Promise<void> => {
    const jobsEnded = worker.stop(config.server.stopGraceMillis);
    await running.stop();
    await services.chat.background.whenIdle(config.server.stopGraceMillis);
    await Promise.all([jobsEnded, pending.stop()]);
    await erasures.stop();
    await opened.stop();
    await tokens?.stop();
    await store.close();
    stopWatching();
    await tracing.stop();
  };
  worker.start();
  // Of several processes, one looks.
  if (assignment === null || assignment.index === 0) void checkVectors(foreignVectors, store, log);
  return {
    url: running.url,
    stop,
    answeredBy: models.extractor,
    unreadiness: () => unreadiness(store, false, log),
    metrics: metrics.values,
  };
};
