import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { GraphQLSchema } from "graphql";
import { Problem } from "../../memory/problem.ts";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import { tellRecordTime } from "../read-your-writes.ts";
import { addCost } from "../cost-extension.ts";
import { withStatus, type FormatError } from "../format-error.ts";
import { refuseTooExpensive } from "../limits/operation-cost.ts";
import { refuseLongArguments } from "../limits/argument-lengths.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import type { Log } from "../log.ts";
import { countOperations } from "../metrics/count-operations.ts";
import type { Metrics } from "../metrics/metrics.ts";

/**
 * Whether a client accepts the response type of GraphQL. A client that does not sees errors only in
 * the body.
 */
export const acceptsGraphqlResponse = (accept: string | undefined): boolean =>
  (accept ?? "").includes("application/graphql-response+json");

/**
 * GraphQL over HTTP: a client that accepts `application/json` only gets status 200 for a
 * well-formed request, even if its document does not parse, does not validate or is refused (audits
 * 572B, FDE2 and 7B9B of graphql-http). With `application/graphql-response+json` it gets 400.
 */
const legacyJsonStatus: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response }) {
        if (
          response.http.status === 400 &&
          request.query !== undefined &&
          !acceptsGraphqlResponse(request.http?.headers.get("accept"))
        )
          response.http.status = 200;
      },
    };
  },
};

/** Refuses a valid operation that costs too much, and subscriptions, which need a socket. */
const refuseBeforeRunning = (limits: OperationLimits): ApolloServerPlugin => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        if (!operation) return; // Apollo Server reports it.
        try {
          if (operation.operation === "subscription")
            throw new Problem(
              "BAD_REQUEST",
              "Subscriptions need a WebSocket (graphql-transport-ws) at this same path.",
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
          refuseLongArguments(document, request.variables);
        } catch (error) {
          throw withStatus(error);
        }
      },
    };
  },
});

export interface ApolloOptions {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly formatError: FormatError;
  readonly log: Log;
  readonly meter: ChargeMeter | undefined;
  readonly metrics: Metrics;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Maximum number of validation errors that are reported for a document. */
export const MAX_VALIDATION_ERRORS = 10;

/** Messages of Apollo Server may quote those of errors, so they are logged at level debug only. */
const loggerOf = (log: Log): NonNullable<ApolloServerOptions<object>["logger"]> => {
  const messageOf = (message: unknown): Record<string, unknown> =>
    log.isLevelEnabled("debug") ? { message: String(message) } : {};
  return {
    debug: (message) => log.debug(messageOf(message), "Apollo Server reported a detail."),
    info: (message) => log.debug(messageOf(message), "Apollo Server reported a detail."),
    warn: (message) => log.warn(messageOf(message), "Apollo Server reported a warning."),
    error: (message) => log.error(messageOf(message), "Apollo Server reported an error."),
  };
};

/** Creates an Apollo Server that reports nothing to its vendor, whatever the environment says. */
export const createApollo = <C extends object>({
  schema,
  limits,
  formatError,
  log,
  meter,
  metrics,
  now,
}: ApolloOptions): ApolloServer<C> =>
  new ApolloServer<C>({
    schema,
    nodeEnv: "production",
    introspection: true,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    parseOptions: { maxTokens: limits.tokens },
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError,
    logger: loggerOf(log),
    plugins: [
      refuseBeforeRunning(limits),
      legacyJsonStatus,
      addCost(meter),
      tellRecordTime,
      countOperations(metrics, now),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
