import { ApolloServer, type ApolloServerOptions } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { GraphQLSchema } from "graphql";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import { tellCost } from "../cost/tell-cost.ts";
import type { FormatError } from "../format-error.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import type { Log } from "../log.ts";
import { countOperations } from "../metrics/count-operations.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { legacyJsonStatus } from "./legacy-json-status.ts";
import { refuseBeforeRunning } from "./refuse-before-running.ts";

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

/** How many faults of a document are told at most. */
export const MOST_VALIDATION_ERRORS = 10;

/** Apollo Server's own words may quote an error's message: at level debug only. */
const loggerOf = (log: Log): NonNullable<ApolloServerOptions<object>["logger"]> => {
  const words = (message: unknown): Record<string, unknown> =>
    log.isLevelEnabled("debug") ? { message: String(message) } : {};
  return {
    debug: (message) => log.debug(words(message), "Apollo Server"),
    info: (message) => log.debug(words(message), "Apollo Server"),
    warn: (message) => log.warn(words(message), "Apollo Server warned"),
    error: (message) => log.error(words(message), "Apollo Server failed"),
  };
};

/** Apollo Server without all that reports to its maker, whatever the environment says. */
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
    validationOptions: { maxErrors: MOST_VALIDATION_ERRORS },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError,
    logger: loggerOf(log),
    plugins: [
      refuseBeforeRunning(limits),
      legacyJsonStatus,
      tellCost(meter),
      countOperations(metrics, now),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
