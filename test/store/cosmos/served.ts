import { v7 as newId } from "uuid";
import { createContext } from "../../../resolvers/context.ts";
import type { RunningServer } from "../../../src/server/http/listening.ts";
import { createMetrics } from "../../../src/server/metrics/prometheus.ts";
import { startServer } from "../../../src/server/start.ts";
import type { Store } from "../../../src/store/port.ts";
import { configOf, type recordingLog } from "../../server/service.ts";
import { schema, servicesAt } from "./graphql-operations.ts";

/** The service over a store, in this process, on a free port. */
export const serve = async (
  store: Store,
  log: ReturnType<typeof recordingLog>,
): Promise<RunningServer> => {
  const services = await servicesAt(Date.now);
  const { models } = services;
  return startServer({
    config: configOf(),
    store,
    embedder: models.embedder,
    models,
    schema,
    createContext: (space, asking) => createContext(services, space, Date.now(), asking),
    log,
    metrics: createMetrics(),
    now: Date.now,
    newId,
  });
};
