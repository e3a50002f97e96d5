import type { ContainerRequest } from "@azure/cosmos";
import type { Connection } from "./connection.ts";
import {
  definitions,
  type ContainerName,
  type Definition,
  type VectorIndexName,
} from "./containers.ts";
import { differenceOf } from "./verify.ts";

export type Step =
  | { readonly kind: "CREATE_DATABASE"; readonly database: string }
  | {
      readonly kind: "CREATE_CONTAINER";
      readonly container: ContainerName;
      readonly definition: Definition;
      readonly autoscaleMaxRu: number | null;
    }
  | { readonly kind: "KEEP"; readonly container: ContainerName }
  /** It is there and does not fit; it is reported, never altered or dropped. */
  | { readonly kind: "CONFLICT"; readonly container: ContainerName; readonly difference: string };

export interface ProvisionOptions {
  readonly vectorIndex?: VectorIndexName | undefined;
  /** Serverless accounts take none; autoscale goes from a tenth of it up to it. */
  readonly autoscaleMaxRu?: number | undefined;
}

const found = async <T>(read: Promise<{ readonly resource: T | undefined }>): Promise<T | null> => {
  try {
    return (await read).resource ?? null;
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
};

/** What is to be done so that the database is as the service needs it. Changes nothing. */
export const planProvision = (
  connection: Connection,
  options: ProvisionOptions,
): Promise<readonly Step[]> =>
  connection.call("provision", async () => {
    const database = await found(connection.client.database(connection.database).read());
    const steps: Step[] = database
      ? []
      : [{ kind: "CREATE_DATABASE", database: connection.database }];
    for (const definition of definitions(connection.embedder.dimensions, options.vectorIndex)) {
      const own = database && (await found(connection.container(definition.id).read()));
      const difference = own ? differenceOf(definition, own as Definition) : null;
      if (!own)
        steps.push({
          kind: "CREATE_CONTAINER",
          container: definition.id,
          definition,
          autoscaleMaxRu: options.autoscaleMaxRu ?? null,
        });
      else if (difference === null) steps.push({ kind: "KEEP", container: definition.id });
      else steps.push({ kind: "CONFLICT", container: definition.id, difference });
    }
    return steps;
  });

/** The SDK's own createIfNotExists fails where another makes the same at the same time. */
const unlessThere = async (make: Promise<unknown>): Promise<void> => {
  try {
    await make;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 409) throw error;
  }
};

/** Does what the plan says. A container that somebody else made meanwhile is left as it is. */
export const applyProvision = (connection: Connection, steps: readonly Step[]): Promise<void> =>
  connection.call("provision", async () => {
    for (const step of steps) {
      if (step.kind === "CREATE_DATABASE")
        await unlessThere(connection.client.databases.create({ id: step.database }));
      if (step.kind === "CREATE_CONTAINER") {
        const request: ContainerRequest = {
          ...step.definition,
          ...(step.autoscaleMaxRu === null ? {} : { maxThroughput: step.autoscaleMaxRu }),
        };
        await unlessThere(
          connection.client.database(connection.database).containers.create(request),
        );
      }
    }
  });

/** A step in one line. */
export const describeStep = (step: Step): string => {
  switch (step.kind) {
    case "CREATE_DATABASE":
      return `+ database ${step.database}`;
    case "CREATE_CONTAINER":
      return `+ container ${step.container} (${step.definition.partitionKey?.paths.join(", ")}${step.autoscaleMaxRu === null ? "" : `, autoscale up to ${step.autoscaleMaxRu} RU/s`})`;
    case "KEEP":
      return `= container ${step.container}`;
    case "CONFLICT":
      return `! container ${step.container}: ${step.difference}; it is left as it is`;
  }
};
