import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, type OperationDefinitionNode } from "graphql";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { isRefuted } from "../../store/presumed-reads.ts";
import { currentRequest } from "../current-request.ts";
import type { Metrics } from "./metrics.ts";

/**
 * The first field at the root of a validated operation. The names of fragments are chosen by the
 * client and carry no information.
 */
export const rootFieldOf = ({ selectionSet }: OperationDefinitionNode): string =>
  selectionSet.selections.find((node) => node.kind === Kind.FIELD)?.name.value ?? "";

/** Counts the operations that Apollo Server answers. `now` is in milliseconds. */
export const countOperations = (metrics: Metrics, now: () => number): ApolloServerPlugin => ({
  async requestDidStart() {
    const startedAt = now();
    let type: OperationDefinitionNode["operation"] | "refused" = "refused";
    let field = "";
    return {
      async didResolveOperation({ operation }) {
        if (!operation) return;
        type = operation.operation;
        field = rootFieldOf(operation);
        const request = currentRequest();
        if (request) request.operation = `${type} ${field}`;
      },
      async willSendResponse({ response: { body } }) {
        if (isRefuted()) return;
        const hasErrors = body.kind === "single" && (body.singleResult.errors?.length ?? 0) > 0;
        const seconds = (now() - startedAt) / MILLIS_PER_SECOND;
        metrics.operationAnswered({ transport: "http", type, field, hasErrors, seconds });
      },
    };
  },
});
