import type { ApolloServerPlugin } from "@apollo/server";
import type { OperationDefinitionNode } from "graphql";
import { Kind } from "graphql";
import type { Metrics } from "./metrics.ts";

const MILLIS = 1000;

/** The first field at the root of an operation that was validated; a fragment's name is the client's, and tells nothing. */
export const rootFieldOf = ({ selectionSet }: OperationDefinitionNode): string =>
  selectionSet.selections.find((node) => node.kind === Kind.FIELD)?.name.value ?? "";

/** Counts what Apollo Server answers. */
export const countOperations = (metrics: Metrics, now: () => number): ApolloServerPlugin => ({
  async requestDidStart() {
    const started = now();
    let type: OperationDefinitionNode["operation"] | "refused" = "refused";
    let field = "";
    return {
      async didResolveOperation({ operation }) {
        if (!operation) return;
        type = operation.operation;
        field = rootFieldOf(operation);
      },
      async willSendResponse({ response: { body } }) {
        const hasErrors = body.kind === "single" && (body.singleResult.errors?.length ?? 0) > 0;
        metrics.served({
          transport: "http",
          type,
          field,
          hasErrors,
          seconds: (now() - started) / MILLIS,
        });
      },
    };
  },
});
