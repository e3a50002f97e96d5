import type { ContainerDefinition, Resource } from "@azure/cosmos";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import {
  describeThroughput,
  type ContainerName,
  type Throughput,
  type ThroughputSettings,
  type VectorIndexSettings,
} from "./choices.ts";
import { definitions, type Definition } from "./containers.ts";
import {
  asThroughputError,
  changeThroughput,
  readOffers,
  requestedThroughput,
  type ContainerOffer,
} from "./throughput.ts";
import { differenceOf, readIfExists, verifyAccount, withMissingIndexes } from "./verify.ts";

export type ProvisionStep =
  | { readonly kind: "CREATE_DATABASE"; readonly database: string }
  | {
      readonly kind: "CREATE_CONTAINER";
      readonly container: ContainerName;
      readonly definition: Definition;
      /** Null for the default of the service: 400 RU/s, or none in a serverless account. */
      readonly throughput: Throughput | null;
    }
  | { readonly kind: "KEEP"; readonly container: ContainerName }
  /**
   * The container was created by an earlier release. Cosmos DB builds the indexes while it serves.
   */
  | {
      readonly kind: "ADD_INDEXES";
      readonly container: ContainerName;
      readonly definition: ContainerDefinition;
      readonly addedPaths: readonly string[];
    }
  | {
      readonly kind: "CHANGE_THROUGHPUT";
      readonly container: ContainerName;
      readonly current: ContainerOffer;
      readonly wantedThroughput: Throughput;
    }
  /** The container exists but does not fit. It is reported, never altered or dropped. */
  | { readonly kind: "CONFLICT"; readonly container: ContainerName; readonly difference: string };

interface ProvisionOptions {
  readonly vectorIndex?: VectorIndexSettings | undefined;
  /** Throughput by container. It is also set on existing containers. */
  readonly throughput?: ThroughputSettings | undefined;
  /**
   * Maximum autoscale throughput of the other containers that are created; the minimum is a tenth
   * of it. Omit for serverless accounts.
   */
  readonly autoscaleMaxRu?: number | undefined;
}

const stepForIndexes = (
  definition: Definition,
  storedDefinition: ContainerDefinition,
): ProvisionStep => {
  const container = definition.id;
  const indexes = withMissingIndexes(definition, storedDefinition);
  return indexes ? { kind: "ADD_INDEXES", container, ...indexes } : { kind: "KEEP", container };
};

const isSame = (one: Throughput, other: Throughput): boolean =>
  one.mode === other.mode && one.ru === other.ru;

/**
 * Offers are read once if a throughput is requested, because they require the key of the account.
 */
type Offers = () => ReturnType<typeof readOffers>;

/**
 * The step that gives a container the requested throughput; null if it has it. A container that
 * shares the throughput of its database is a conflict.
 */
const stepForThroughput = async (
  container: ContainerName,
  link: string,
  wantedThroughput: Throughput,
  offers: Offers,
): Promise<ProvisionStep | null> => {
  const current = (await offers()).get(link);
  if (!current)
    return {
      kind: "CONFLICT",
      container,
      difference: "it has no throughput of its own, but shares that of the database",
    };
  return isSame(current.throughput, wantedThroughput)
    ? null
    : { kind: "CHANGE_THROUGHPUT", container, current, wantedThroughput };
};

/** The steps for one container. */
const stepsFor = async (
  definition: Definition,
  storedDefinition: (ContainerDefinition & Resource) | null,
  options: ProvisionOptions,
  offers: Offers,
): Promise<readonly ProvisionStep[]> => {
  const container = definition.id;
  const wantedThroughput = options.throughput?.[container] ?? options.throughput?.all ?? null;
  if (!storedDefinition) {
    const { autoscaleMaxRu } = options;
    const throughput =
      wantedThroughput ??
      (autoscaleMaxRu === undefined ? null : { mode: "AUTOSCALE" as const, ru: autoscaleMaxRu });
    if (throughput) await offers();
    return [{ kind: "CREATE_CONTAINER", container, definition, throughput }];
  }
  const difference = differenceOf(definition, storedDefinition);
  if (difference !== null) return [{ kind: "CONFLICT", container, difference }];
  const change =
    wantedThroughput &&
    (await stepForThroughput(container, storedDefinition._self, wantedThroughput, offers));
  const indexes = stepForIndexes(definition, storedDefinition);
  if (!change) return [indexes];
  return indexes.kind === "KEEP" ? [change] : [indexes, change];
};

/** Plans the steps that give the database what the adapter needs. Changes nothing. */
export const planProvision = (
  connection: Connection,
  options: ProvisionOptions,
): Promise<readonly ProvisionStep[]> =>
  connection.call("provision", async () => {
    await verifyAccount(connection);
    const database = await readIfExists(connection.client.database(connection.database).read());
    const steps: ProvisionStep[] = database
      ? []
      : [{ kind: "CREATE_DATABASE", database: connection.database }];
    let reading: ReturnType<Offers> | undefined;
    const offers: Offers = () => (reading ??= readOffers(connection));
    for (const definition of definitions(connection.embedder.dimensions, options.vectorIndex)) {
      const container =
        database && (await readIfExists(connection.container(definition.id).read()));
      steps.push(...(await stepsFor(definition, container, options, offers)));
    }
    return steps;
  });

/**
 * The SDK's createIfNotExists fails if another process creates the same resource at the same time.
 */
const unlessExists = async (creation: Promise<unknown>): Promise<void> => {
  try {
    await creation;
  } catch (error) {
    if (errorCode(error) !== 409) throw error;
  }
};

const createContainer = async (
  connection: Connection,
  { container, definition, throughput }: ProvisionStep & { readonly kind: "CREATE_CONTAINER" },
): Promise<void> => {
  const { containers } = connection.client.database(connection.database);
  try {
    await unlessExists(containers.create({ ...definition, ...requestedThroughput(throughput) }));
  } catch (error) {
    throw throughput ? asThroughputError(error, container, throughput) : error;
  }
};

const applyStep = async (connection: Connection, step: ProvisionStep): Promise<void> => {
  switch (step.kind) {
    case "CREATE_DATABASE":
      return unlessExists(connection.client.databases.create({ id: step.database }));
    case "ADD_INDEXES":
      await connection.container(step.container).replace(step.definition);
      return;
    case "CREATE_CONTAINER":
      return createContainer(connection, step);
    case "CHANGE_THROUGHPUT":
      return changeThroughput(connection, step.container, step.current, step.wantedThroughput);
    case "KEEP":
    case "CONFLICT":
  }
};

/** Executes the steps. A container that another process creates meanwhile is not changed. */
export const applyProvision = (
  connection: Connection,
  steps: readonly ProvisionStep[],
): Promise<void> =>
  connection.call("provision", async () => {
    for (const step of steps) await applyStep(connection, step);
  });

/** A step as one line of text. */
export const describeStep = (step: ProvisionStep): string => {
  switch (step.kind) {
    case "CREATE_DATABASE":
      return `+ database ${step.database}`;
    case "CREATE_CONTAINER":
      return `+ container ${step.container} (${step.definition.partitionKey?.paths.join(", ")}${step.throughput === null ? "" : `, ${describeThroughput(step.throughput)}`})`;
    case "ADD_INDEXES":
      return `~ container ${step.container}: indexes of ${step.addedPaths.join(", ")}`;
    case "CHANGE_THROUGHPUT":
      return `~ container ${step.container}: ${describeThroughput(step.wantedThroughput)} instead of ${describeThroughput(step.current.throughput)}`;
    case "KEEP":
      return `= container ${step.container}`;
    case "CONFLICT":
      return `! container ${step.container}: ${step.difference}; it is left as it is`;
  }
};
