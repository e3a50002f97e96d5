import { v7 as newId } from "uuid";
import type { Transport } from "../../packages/client/src/transport.ts";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext } from "../../resolvers/context.ts";
import { loadConfig } from "../config/config.ts";
import { openJobs } from "./open-jobs.ts";
import { openModels } from "./open-models.ts";
import { openServices } from "./open-services.ts";
import { openStore, requireStore } from "./open-store.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { createFormatError } from "../server/format-error.ts";
import { isPartyId, SHARED_SPACE_PREFIX, type Caller } from "../server/auth/caller.ts";
import { callerInSpace, speakerOf } from "../server/auth/shared-spaces.ts";
import { LocalTransport, type LocalExecution } from "../server/local-transport.ts";
import { createLog } from "../server/log.ts";
import { NO_METRICS } from "../server/metrics/metrics.ts";
import { Problem } from "../memory/problem.ts";
import type { SpaceId } from "../store/port.ts";

export interface OpenMemory {
  readonly transport: Transport;
  /** Ends background work, and closes the store. */
  close(): Promise<void>;
}

/** Throws BAD_USER_INPUT for an invalid tenant or user, by the rules of the service. */
const checkOwner = ({ tenant, user }: SpaceId): void => {
  for (const [name, id] of Object.entries({ tenant, user }))
    if (!isPartyId(id))
      throw new Problem(
        "BAD_USER_INPUT",
        `The ${name} must have 1 to 256 printable characters, and not begin with ${SHARED_SPACE_PREFIX}. Use --space to name a shared space.`,
      );
};

/**
 * Opens the memory of one user in the configured store, in this process and without a port. Rejects
 * with a StartupError or a StoreUnavailable, and with BAD_USER_INPUT for an invalid tenant or user,
 * and for a missing data folder that must not be created.
 */
export const openMemory = async (
  environment: Readonly<NodeJS.ProcessEnv>,
  id: SpaceId,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<OpenMemory> => {
  checkOwner(id);
  const config = loadConfig(environment);
  if (!mayCreate) await requireStore(config);
  const log = createLog(config.logLevel);
  const vocabulary = await openVocabulary(config);
  const models = await openModels(config, log, vocabulary);
  const store = await openStore(config, models.embedder, log);
  const counters = { metrics: NO_METRICS, meter: undefined };
  const openedServices = await openServices(config, { models, vocabulary }, log, counters);
  const { jobs } = openJobs({ ...config.worker, on: false }, store, openedServices.services.write);
  const grace = config.server.stopGraceMillis;
  const services = { ...openedServices.services, jobs };
  const schema = await buildGraphqlSchema();
  const formatError = createFormatError(log, newId);
  const executionOf = (caller: Caller): LocalExecution => ({
    schema,
    createContext: async (goneSignal) => {
      const space = await store.space(caller.space);
      return createContext(services, space, Date.now(), {
        speaker: speakerOf(caller),
        disconnect: goneSignal,
      });
    },
    formatError,
    inSpace: (name) => executionOf(callerInSpace(caller, name)),
  });
  const owner = { space: id, user: id.user, sharedSpaces: null, key: null, expiresAt: null };
  return {
    transport: new LocalTransport(executionOf(owner)),
    close: async () => {
      await jobs.stop(grace);
      await openedServices.services.chat.background.whenIdle(grace);
      await openedServices.pending.stop();
      await store.close();
    },
  };
};
