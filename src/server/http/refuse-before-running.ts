import type { ApolloServerPlugin } from "@apollo/server";
import { Problem } from "../../memory/problem.ts";
import { withStatus } from "../format-error.ts";
import { refuseTooExpensive } from "../limits/operation-cost.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";

/** Refuses a valid operation that costs too much, or that is a subscription: those need a socket. */
export const refuseBeforeRunning = (limits: OperationLimits): ApolloServerPlugin => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        if (!operation) return; // Apollo Server says so
        try {
          if (operation.operation === "subscription")
            throw new Problem(
              "BAD_REQUEST",
              "Subscriptions run over WebSocket (graphql-transport-ws), at this same path.",
            );
          refuseTooExpensive(
            {
              schema,
              document,
              variables: request.variables,
              operationName: request.operationName,
            },
            limits,
          );
        } catch (error) {
          throw withStatus(error);
        }
      },
    };
  },
});
