import "./production.ts";
import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import { createContext, type Services } from "../resolvers/context.ts";
import { DEFAULT_PAGE_LIMITS } from "../resolvers/page-limits.ts";
import { createChatServices } from "./chat/services.ts";
import { loadConfig, type Config } from "./config.ts";
import { meteredModels } from "./models/metered-models.ts";
import type { Models } from "./models/port.ts";
import { openJobs } from "./open-jobs.ts";
import { openModels } from "./open-models.ts";
import { openStore } from "./open-store.ts";
import { isBeingImported } from "./portable/import-state.ts";
import type { ReadServices } from "./read/services.ts";
import { DEFAULT_READ_SETTINGS } from "./read/settings.ts";
import { createLog, type Log } from "./server/log.ts";
import type { Metrics } from "./server/metrics/metrics.ts";
import { createMetrics } from "./server/metrics/prometheus.ts";
import { startServer } from "./server/start.ts";
import { StartRefused } from "./server/start-refused.ts";
import { exitOnFaults, stopOnSignals } from "./server/supervise.ts";
import { ChargeMeter } from "./store/charge-meter.ts";
import { StoreUnavailable } from "./store/port.ts";
import { ForeignVectors } from "./write/foreign-vectors.ts";
import { UnfinishedErasures } from "./write/erase/unfinished-erasures.ts";
import { PendingEvents } from "./write/pending-events.ts";
import type { WriteServices } from "./write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "./write/settings.ts";

interface Counting {
  readonly metrics: Metrics;
  /** Undefined where the store charges nothing. */
  readonly meter: ChargeMeter | undefined;
}

const servicesOf = async (
  { openai, promptsDirectory }: Config,
  models: Models,
  log: Log,
  { metrics, meter }: Counting,
): Promise<{ readonly services: Omit<Services, "jobs">; readonly pending: PendingEvents }> => {
  const write = {
    models,
    now: Date.now,
    newId,
    settings: {
      ...DEFAULT_WRITE_SETTINGS,
      ...(openai && { extractionTimeoutSeconds: openai.deadlineSeconds }),
    },
    log,
    spent: meter?.soFar,
    onStage: metrics.stage,
  };
  const pending = new PendingEvents(write, { isTaken: isBeingImported });
  const writing: WriteServices = { ...write, onPending: (space) => pending.retryLater(space) };
  const read: ReadServices = {
    embedder: models.embedder,
    settings: DEFAULT_READ_SETTINGS,
    now: () => performance.timeOrigin + performance.now(),
  };
  return {
    services: {
      write: writing,
      read,
      chat: await createChatServices(writing, read, { promptsDirectory }),
      limits: DEFAULT_PAGE_LIMITS,
    },
    pending,
  };
};

const start = async (): Promise<void> => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  exitOnFaults(process, log);
  const metrics = createMetrics();
  const meter = config.cosmos ? new ChargeMeter() : undefined;
  const models = meteredModels(await openModels(config, log), metrics.model);
  const store = await openStore(config, models.embedder, log, (charge) => {
    meter?.add(charge);
    metrics.charged(charge);
  });
  const { services: withoutJobs, pending } = await servicesOf(config, models, log, {
    metrics,
    meter,
  });
  const {
    jobs,
    start: startWorker,
    stop: stopJobs,
  } = openJobs(config.worker, store, withoutJobs.write);
  const services: Services = { ...withoutJobs, jobs };
  const foreignVectors = new ForeignVectors({ models, log });
  const erasures = new UnfinishedErasures(services.write);
  const running = await startServer({
    config: config.server,
    store,
    embedder: models.embedder,
    schema: await buildGraphqlSchema(),
    createContext: (space, gone) => {
      pending.notice(space);
      foreignVectors.notice(space);
      erasures.notice(space);
      return createContext(services, space, Date.now(), gone);
    },
    log,
    meter,
    metrics,
    now: Date.now,
    newId,
  });
  const stop = async (): Promise<void> => {
    const jobsEnded = stopJobs(config.server.stopGraceMillis);
    await running.stop();
    await services.chat.background.idle(config.server.stopGraceMillis);
    await Promise.all([jobsEnded, pending.stop()]);
    await erasures.stop();
    await store.close();
  };
  stopOnSignals(process, { stop }, log);
  startWorker();
  process.stdout.write(
    `Palimpsest is ready at ${running.url} (data in ${config.dataDirectory}, answered by ${models.extractor})\n`,
  );
  await foreignVectors
    .atStart(store)
    .catch((error: unknown) =>
      log.warn({ error }, "whose vectors the spaces have could not be told"),
    );
};

/** What an operator reads where the service does not start: a sentence that helps where there is one. */
const reasonOf = (fault: unknown): string => {
  if (fault instanceof StartRefused || fault instanceof StoreUnavailable) return fault.message;
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
};

await start().catch((fault: unknown) => {
  process.stderr.write(`Palimpsest cannot start. ${reasonOf(fault)}\n`);
  process.exitCode = 1;
  process.exit();
});
