import {
  isCompositeType,
  isListType,
  getNamedType,
  getNullableType,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";
import {
  fieldExtensionsEstimator,
  getComplexity,
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
} from "graphql-query-complexity";
import { Problem } from "../../memory/problem.ts";
import type { OperationLimits } from "./operation-limits.ts";

/** What a page is taken to hold where the client does not say: the longest default of a connection in contract.graphql. */
const DEFAULT_PAGE = 50;
/** What a list without pages is taken to hold: the versions of a fact, the decisions of an event. */
const PLAIN_LIST = 5;

/** How many times what is below a field is paid for. The lists of a connection are paid for by the field that gave the page. */
const itemsOf = ({ field, args, type }: ComplexityEstimatorArgs): number => {
  if (field.args.some(({ name }) => name === "first" || name === "last")) {
    const asked: unknown = args["first"] ?? args["last"];
    return typeof asked === "number" ? asked : DEFAULT_PAGE;
  }
  const isList =
    isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
  return isList && !type.name.startsWith("__") && !type.name.endsWith("Connection")
    ? PLAIN_LIST
    : 1;
};

const declared = fieldExtensionsEstimator();

/** A field costs what its `complexity` says, else 1 and what is below it for each item. Never less than 1: a negative page size pays for nothing. */
const estimator: ComplexityEstimator = (options) =>
  Math.max(1, declared(options) ?? 1 + options.childComplexity * itemsOf(options));

export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/**
 * Refuses an operation whose lists, multiplied out, cost more than the limit, as OPERATION_TOO_EXPENSIVE. The document is valid, not too
 * large, and has the operation. Throws the GraphQLError of a variable or an argument that cannot be read: what has no price is not run.
 */
export const refuseTooExpensive = (
  { schema, document, variables, operationName }: Operation,
  max: OperationLimits,
): void => {
  const cost = getComplexity({
    schema,
    query: document,
    variables: { ...variables },
    ...(operationName === undefined ? {} : { operationName }),
    estimators: [estimator],
  });
  if (cost > max.cost)
    throw new Problem(
      "OPERATION_TOO_EXPENSIVE",
      `The operation costs ${cost}; the limit is ${max.cost}. Ask for fewer items, or for less of each.`,
    );
};
