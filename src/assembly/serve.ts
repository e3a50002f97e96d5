import { randomUUID as newId } from "node:crypto";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import {
  createContext,
  type Context,
  type LocalSpaces,
  type Services,
} from "../../resolvers/context.ts";
import type { Config } from "../config/config.ts";
import { openProcess } from "./open-process.ts";
import type { Assignment } from "../front/assignment.ts";
import { unreadiness, type Unreadiness } from "../server/http/health.ts";
import type { RunningServer } from "../server/http/listening.ts";
import type { Log } from "../server/log.ts";
import { watchEventLoop } from "../server/event-loop-watchdog.ts";
import type { MetricValues } from "../server/metrics/metrics.ts";
import { startServer, type ServerOptions } from "../server/start.ts";
import { LOCAL_TENANT } from "../server/auth/authenticate.ts";
import { SHARED_SPACE_PREFIX } from "../server/auth/caller.ts";
import type { SpaceStore, Store } from "../store/port.ts";
import { withoutPresuming } from "../store/presumed-reads.ts";
import { ForeignVectors } from "../write/vectors/foreign-vectors.ts";
import { UnfinishedErasures } from "../write/erase/erase.ts";

const localSpacesOf = async (store: Store): Promise<LocalSpaces> => {
  const users: string[] = [];
  const sharedSpaces: string[] = [];
  for await (const { tenant, user } of store.spaces()) {
    if (tenant !== LOCAL_TENANT) continue;
    if (user.startsWith(SHARED_SPACE_PREFIX))
      sharedSpaces.push(user.slice(SHARED_SPACE_PREFIX.length));
    else users.push(user);
  }
  return { users, sharedSpaces };
};

/** Logs that stored vectors come from another model. A failed check does not stop the service. */
const checkVectors = (vectors: ForeignVectors, store: Store, log: Log): Promise<void> =>
  vectors
    .atStart(store)
    .catch((error: unknown) =>
      log.warn({ error }, "The embedding models of the stored vectors could not be checked."),
    );

/**
 * Starts the background work for a space when it is requested. The work continues after the
 * request, so it must not share its presumptions.
 */
const onDemand = (
  observers: readonly { notice(space: SpaceStore): void }[],
  services: Services,
): ServerOptions<Context>["createContext"] => {
  return (space, caller) => {
    withoutPresuming(() => {
      for (const observer of observers) observer.notice(space);
    });
    return createContext(services, space, services.write.now(), caller);
  };
};

export interface Serving extends Pick<RunningServer, "url" | "stop"> {
  /** The name of the model that answers. */
  readonly answeredBy: string;
  /** Null if it can answer requests. */
  readonly unreadiness: () => Promise<Unreadiness | null>;
  readonly metrics: () => Promise<MetricValues>;
}

/**
 * Serves all spaces on the configured port. With an assignment, serves its part of them to a front.
 */
export const serve = async (
  config: Config,
  log: Log,
  assignment: Assignment | null,
): Promise<Serving> => {
  const parts = await openProcess(config, log, assignment);
  const { metrics, models, store, worker, pending: pendingEvents, tracing, meter } = parts;
  const services: Services = {
    ...parts.services,
    localSpaces: config.server.auth.way === "none" ? () => localSpacesOf(store) : undefined,
  };
  const foreignVectors = new ForeignVectors({ models, log });
  const erasures = new UnfinishedErasures(services.write);
  const runningServer = await startServer({
    config: config.server,
    store,
    embedder: models.embedder,
    models,
    schema: await buildGraphqlSchema(),
    createContext: onDemand([pendingEvents, foreignVectors, erasures, worker], services),
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
    await runningServer.stop();
    await Promise.all([jobsEnded, erasures.stop()]);
    stopWatching();
    await parts.close();
  };
  worker.start();
  // One of several processes checks.
  if (assignment === null || assignment.index === 0) void checkVectors(foreignVectors, store, log);
  return {
    url: runningServer.url,
    stop,
    answeredBy: models.extractor,
    unreadiness: () => unreadiness(store, false, log),
    metrics: metrics.values,
  };
};
