import {
  createSourceEventStream,
  execute,
  type ExecutionResult,
  type GraphQLSchema,
  parse,
} from "graphql";
import { v7 as newId } from "uuid";
import { errorOf } from "../packages/client/src/errors.ts";
import type { CallOptions, Document, Transport } from "../packages/client/src/transport.ts";
import { buildGraphqlSchema } from "../resolvers/build-schema.ts";
import { createContext, type Context, type Services } from "../resolvers/context.ts";
import { loadConfig } from "./config/config.ts";
import { openJobs } from "./open-jobs.ts";
import { openModels } from "./open-models.ts";
import { openServices } from "./open-services.ts";
import { openStore } from "./open-store.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { createFormatError, type FormatError } from "./server/format-error.ts";
import { createLog } from "./server/log.ts";
import { NO_METRICS } from "./server/metrics/metrics.ts";
import type { SpaceId, SpaceStore } from "./store/port.ts";

interface Opened {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly space: SpaceStore;
  readonly formatError: FormatError;
}

/** The data of a result, or the error of the client that the service would have answered with. */
const dataOf = (
  { data, errors }: ExecutionResult,
  formatError: FormatError,
): Record<string, unknown> => {
  const [first] = errors ?? [];
  if (first) {
    const { message, extensions } = formatError(first.toJSON(), first);
    throw errorOf(String(extensions?.["code"]), message);
  }
  return data ?? {};
};

/** Operations of the client, executed on the store in this process. */
class LocalTransport implements Transport {
  readonly #opened: Opened;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  async request<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal }: CallOptions,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const { schema, formatError } = this.#opened;
    const result = await execute({
      schema,
      document: parse(String(document)),
      variableValues: Object.fromEntries(Object.entries(variables)),
      contextValue: await this.#context(signal),
    });
    return dataOf(result, formatError) as Result;
  }

  async *subscribe<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal }: CallOptions,
  ): AsyncGenerator<Result> {
    const { schema, formatError } = this.#opened;
    const operation = {
      schema,
      document: parse(String(document)),
      variableValues: Object.fromEntries(Object.entries(variables)),
    };
    const contextValue = await this.#context(signal);
    const stream = await createSourceEventStream({ ...operation, contextValue });
    if (!(Symbol.asyncIterator in stream)) throw dataOf(stream, formatError);
    const events = stream[Symbol.asyncIterator]();
    const stop = (): void => void events.return?.();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      for (let event = await events.next(); !event.done; event = await events.next()) {
        // Every event is read as of its own moment.
        const context = await this.#context(signal);
        const result = await execute({
          ...operation,
          rootValue: event.value,
          contextValue: context,
        });
        yield dataOf(result, formatError) as Result;
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      await events.return?.();
    }
  }

  #context(signal: AbortSignal | undefined): Promise<Context> {
    const { services, space } = this.#opened;
    return createContext(services, space, services.write.now(), signal);
  }
}

export interface OpenMemory {
  readonly transport: Transport;
  /** Ends what runs in the background, and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the memory of one user in the configured store, in this process and without a port. Rejects
 * with a StartupError or a StoreUnavailable.
 */
export const openMemory = async (
  environment: Readonly<NodeJS.ProcessEnv>,
  id: SpaceId,
): Promise<OpenMemory> => {
  const config = loadConfig(environment);
  const log = createLog(config.logLevel);
  const vocabulary = openVocabulary(config);
  const models = await openModels(config, log, vocabulary);
  const store = await openStore(config, models.embedder, log);
  const counters = { metrics: NO_METRICS, meter: undefined };
  const opened = await openServices(config, { models, vocabulary }, log, counters);
  const { jobs } = openJobs({ ...config.worker, on: false }, store, opened.services.write);
  const space = await store.space(id);
  const grace = config.server.stopGraceMillis;
  return {
    transport: new LocalTransport({
      schema: await buildGraphqlSchema(),
      services: { ...opened.services, jobs },
      space,
      formatError: createFormatError(log, newId),
    }),
    close: async () => {
      await jobs.stop(grace);
      await opened.services.chat.background.whenIdle(grace);
      await opened.pending.stop();
      await store.close();
    },
  };
};
