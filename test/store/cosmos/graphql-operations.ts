import { execute, parse, type ExecutionResult } from "graphql";
import { v7 as newId } from "uuid";
import { createBatchWindow } from "../../../resolvers/loaders/batch-window.ts";
import { buildGraphqlSchema } from "../../../resolvers/build-schema.ts";
import { createContext, type Services } from "../../../resolvers/context.ts";
import { createLoaders } from "../../../resolvers/loaders/loaders.ts";
import { DEFAULT_PAGE_LIMITS } from "../../../src/read/page-size.ts";
import { createChatServices } from "../../../src/chat/services.ts";
import { onDemandJobs } from "../../../src/derive/derivations.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { Models } from "../../../src/models/port.ts";
import { DEFAULT_READ_SETTINGS } from "../../../src/read/settings.ts";
import type { Spending } from "../../../src/store/charge-meter.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { executeOperation } from "../../../src/server/execute-operation.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";

/** How long batches of loads wait for more, in milliseconds, so that the number of requests does not depend on the load of the machine. */
const PATIENCE = 10_000;

/** The clock of the service after a number of seconds. */
export const clockAfter = (seconds: number): number => Date.UTC(2026, 0, 1) + seconds * 1000;

export const schema = await buildGraphqlSchema();

/** The services of resolvers, with the offline model. */
export const servicesAt = async (
  now: () => number,
  storeSpending?: () => Spending,
): Promise<Services & { readonly models: Models }> => {
  const models = createOfflineModels();
  const reading: Omit<Services, "chat" | "jobs"> = {
    write: {
      models,
      now,
      newId,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => undefined },
      onPending: () => undefined,
      storeSpending,
    },
    read: {
      embedder: models.embedder,
      settings: DEFAULT_READ_SETTINGS,
      vocabulary: shippedVocabulary(),
      now,
    },
    limits: DEFAULT_PAGE_LIMITS,
  };
  return {
    ...reading,
    models,
    jobs: onDemandJobs({ ...reading.write, now: Date.now }),
    chat: await createChatServices(reading.write, reading.read),
  };
};

/**
 * The service with the offline model over one space, without a server, so that only the operation itself sends requests. Each operation
 * takes a second of its clock; it begins after so many seconds.
 */
export const serviceOver = async (
  space: SpaceStore,
  spent?: () => Spending,
  begins = 0,
): Promise<
  (source: string, variables?: Record<string, unknown>) => Promise<Record<string, never>>
> => {
  let now = clockAfter(begins);
  const services = await servicesAt(() => now, spent);
  return async (source, variableValues = {}) => {
    now += 1000;
    const { data, errors } = (await executeOperation(source, async () =>
      execute({
        schema,
        document: parse(source),
        variableValues,
        contextValue: {
          ...(await createContext(services, space, now)),
          loaders: createLoaders(space, undefined, createBatchWindow(PATIENCE)),
        },
      }),
    )) as ExecutionResult<Record<string, never>>;
    if (errors) throw errors[0]!;
    return data!;
  };
};
