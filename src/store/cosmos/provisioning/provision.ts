import type { ContainerDefinition, ContainerRequest } from "@azure/cosmos";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import {
  definitions,
  type ContainerName,
  type Definition,
  type VectorIndexSettings,
} from "./containers.ts";
import { differenceOf, readIfExists, verifyAccount, withMissingIndexes } from "./verify.ts";

export type ProvisionStep =
  | { readonly kind: "CREATE_DATABASE"; readonly database: string }
  | {
      readonly kind: "CREATE_CONTAINER";
      readonly container: ContainerName;
      readonly definition: Definition;
      readonly autoscaleMaxRu: number | null;
    }
  | { readonly kind: "KEEP"; readonly container: ContainerName }
  /** The container was made by an earlier release. The service builds the indexes while it serves. */
  | {
      readonly kind: "ADD_INDEXES";
      readonly container: ContainerName;
      readonly definition: ContainerDefinition;
      readonly added: readonly string[];
    }
  /** The container exists but does not fit. It is reported, never altered or dropped. */
  | { readonly kind: "CONFLICT"; readonly container: ContainerName; readonly difference: string };

interface ProvisionOptions {
  readonly vectorIndex?: VectorIndexSettings | undefined;
  /** Autoscale goes from a tenth of it up to it. Omit for serverless accounts. */
  readonly autoscaleMaxRu?: number | undefined;
}

const stepForIndexes = (definition: Definition, stored: ContainerDefinition): ProvisionStep => {
  const container = definition.id;
  const indexes = withMissingIndexes(definition, stored);
  return indexes ? { kind: "ADD_INDEXES", container, ...indexes } : { kind: "KEEP", container };
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
    for (const definition of definitions(connection.embedder.dimensions, options.vectorIndex)) {
      const container =
        database && (await readIfExists(connection.container(definition.id).read()));
      const difference = container && differenceOf(definition, container);
      if (!container)
        steps.push({
          kind: "CREATE_CONTAINER",
          container: definition.id,
          definition,
          autoscaleMaxRu: options.autoscaleMaxRu ?? null,
        });
      else if (difference === null) steps.push(stepForIndexes(definition, container));
      else steps.push({ kind: "CONFLICT", container: definition.id, difference });
    }
    return steps;
  });

/** The SDK's own createIfNotExists fails where another process creates the same at the same time. */
const unlessExists = async (creation: Promise<unknown>): Promise<void> => {
  try {
    await creation;
  } catch (error) {
    if (errorCode(error) !== 409) throw error;
  }
};

/** Carries out the steps. A container that somebody else creates meanwhile is left as it is. */
export const applyProvision = (
  connection: Connection,
  steps: readonly ProvisionStep[],
): Promise<void> =>
  connection.call("provision", async () => {
    for (const step of steps) {
      if (step.kind === "CREATE_DATABASE")
        await unlessExists(connection.client.databases.create({ id: step.database }));
      if (step.kind === "ADD_INDEXES")
        await connection.container(step.container).replace(step.definition);
      if (step.kind === "CREATE_CONTAINER") {
        const request: ContainerRequest = {
          ...step.definition,
          ...(step.autoscaleMaxRu === null ? {} : { maxThroughput: step.autoscaleMaxRu }),
        };
        await unlessExists(
          connection.client.database(connection.database).containers.create(request),
        );
      }
    }
  });

/** A step as one line of text. */
export const describeStep = (step: ProvisionStep): string => {
  switch (step.kind) {
    case "CREATE_DATABASE":
      return `+ database ${step.database}`;
    case "CREATE_CONTAINER":
      return `+ container ${step.container} (${step.definition.partitionKey?.paths.join(", ")}${step.autoscaleMaxRu === null ? "" : `, autoscale up to ${step.autoscaleMaxRu} RU/s`})`;
    case "ADD_INDEXES":
      return `~ container ${step.container}: indexes of ${step.added.join(", ")}`;
    case "KEEP":
      return `= container ${step.container}`;
    case "CONFLICT":
      return `! container ${step.container}: ${step.difference}; it is left as it is`;
  }
};
