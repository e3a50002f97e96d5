import "./production.ts";
import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import { createContext, type Services } from "../resolvers/context.ts";
import { loadConfig, type Config } from "./config/config.ts";
import type { Models } from "./models/port.ts";
import { unknownSettings } from "./config/unknown-settings.ts";
import { meteredModels } from "./models/metered-models.ts";
import { openJobs } from "./open-jobs.ts";
import { openServiceModels } from "./open-models.ts";
import { openServices, type Counters } from "./open-services.ts";
import { openStore } from "./open-store.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { createLog, type Log } from "./server/log.ts";
import { openTracing } from "./server/tracing/open-tracing.ts";
import type { Tracing } from "./server/tracing/tracing.ts";
import { watchEventLoop } from "./server/event-loop-watchdog.ts";
import { createMetrics } from "./server/metrics/prometheus.ts";
import { startServer } from "./server/start.ts";
import { StartupError } from "./server/startup-error.ts";
import { exitOnUncaughtErrors, stopOnSignals } from "./server/process-lifecycle.ts";
import { ChargeMeter, type Charge } from "./store/charge-meter.ts";
import { LOCAL_TENANT } from "./server/auth/authenticate.ts";
import { observedStore } from "./store/observed-store.ts";
import { StoreUnavailable, type Store } from "./store/port.ts";
import { ForeignVectors } from "./write/vectors/foreign-vectors.ts";
import { UnfinishedErasures } from "./write/erase/unfinished-erasures.ts";

/** Reads the configuration, and opens the log of a process that exits on errors that nobody caught. */
const configure = (): { readonly config: Config; readonly log: Log } => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  exitOnUncaughtErrors(process, log);
  for (const { name, meant } of unknownSettings(process.env))
    log.warn({ name, meant }, "A variable that looks like a setting is none, and has no effect.");
  return { config, log };
};

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
  const store = await openStore(config, embedder, log, (charge) => count(charge, counters));
  const { metrics } = counters;
  if (store.openSpaces) metrics.gauge("openSpaces", store.openSpaces);
  return observedStore(store, {
    around: (method, call) => tracing.call(`store ${method}`, call),
    onCall: metrics.called,
  });
};

const usersOf = async (store: Store, wanted: string): Promise<string[]> => {
  const users: string[] = [];
  for await (const { tenant, user } of store.spaces()) if (tenant === wanted) users.push(user);
  return users;
};

/** Logs where stored vectors come from another model. A failed check stops nothing. */
const checkVectors = (vectors: ForeignVectors, store: Store, log: Log): Promise<void> =>
  vectors
    .atStart(store)
    .catch((error: unknown) =>
      log.warn({ error }, "Could not check which embedding models the stored vectors come from."),
    );

const start = async (): Promise<void> => {
  const { config, log } = configure();
  const metrics = createMetrics();
  const tracing = await openTracing(process.env, log);
  const meter = config.cosmos ? new ChargeMeter() : undefined;
  const counters: Counters = { metrics, meter };
  const vocabulary = openVocabulary(config);
  const opened = await openServiceModels(config, log, vocabulary);
  const models = meteredModels(opened.models, metrics.model, (task, run) =>
    tracing.call(`model ${task}`, run),
  );
  const store = await openObservedStore(config, models, log, counters, tracing);
  const knowledge = { models, vocabulary };
  const { services: withoutJobs, pending } = await openServices(config, knowledge, log, counters);
  const worker = openJobs(config.worker, store, withoutJobs.write, metrics);
  const services: Services = {
    ...withoutJobs,
    jobs: worker.jobs,
    localUsers: config.server.auth.way === "none" ? () => usersOf(store, LOCAL_TENANT) : undefined,
  };
  const foreignVectors = new ForeignVectors({ models, log });
  const erasures = new UnfinishedErasures(services.write);
  const running = await startServer({
    config: config.server,
    store,
    embedder: models.embedder,
    models,
    schema: await buildGraphqlSchema(),
    createContext: (space, gone) => {
      pending.notice(space);
      foreignVectors.notice(space);
      erasures.notice(space);
      return createContext(services, space, services.write.now(), gone);
    },
    log,
    meter,
    metrics,
    tracing,
    now: Date.now,
    newId,
  });
  const stopWatching = watchEventLoop(log, metrics);
  const stop = async (): Promise<void> => {
    const jobsEnded = worker.stop(config.server.stopGraceMillis);
    await running.stop();
    await services.chat.background.whenIdle(config.server.stopGraceMillis);
    await Promise.all([jobsEnded, pending.stop()]);
    await erasures.stop();
    await opened.stop();
    await store.close();
    stopWatching();
    await tracing.stop();
  };
  stopOnSignals(process, { stop }, log);
  worker.start();
  process.stdout.write(
    `Palimpsest is ready at ${running.url} (data in ${config.dataDirectory}, answered by ${models.extractor})\n`,
  );
  await checkVectors(foreignVectors, store, log);
};

/** Why the service does not start: the message if it was written for operators, otherwise the stack. */
const reasonOf = (error: unknown): string => {
  if (error instanceof StartupError || error instanceof StoreUnavailable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

await start().catch((error: unknown) => {
  process.stderr.write(`Palimpsest cannot start. ${reasonOf(error)}\n`);
  process.exitCode = 1;
  process.exit();
});
