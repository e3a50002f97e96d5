import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  TypeInfo,
  ValidationContext,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from "graphql";
import {
  createComplexityRule,
  fieldExtensionsEstimator,
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
} from "graphql-query-complexity";
import { Problem } from "../../memory/problem.ts";
import { DEFAULT_PAGE_SIZE } from "../../read/page-size.ts";
import type { OperationLimits } from "./operation-limits.ts";

/** Items assumed for a list without pages: the versions of a fact, the decisions of an event. */
const PLAIN_LIST = 5;
/** Items assumed for lists of introspection: the types of the schema, and all others. */
const TYPES_OF_SCHEMA = 100;
const INTROSPECTED_LIST = 2;

/**
 * Number of items for which the fields below a field are counted. The lists within a connection are
 * counted by the field that takes the page size.
 */
const itemsOf = ({ field, args, type }: ComplexityEstimatorArgs): number => {
  if (field.args.some(({ name }) => name === "first" || name === "last")) {
    const pageSize: unknown = args["first"] ?? args["last"];
    return typeof pageSize === "number" ? pageSize : DEFAULT_PAGE_SIZE;
  }
  const isList =
    isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
  if (!isList || type.name.endsWith("Connection")) return 1;
  if (!type.name.startsWith("__")) return PLAIN_LIST;
  return field.name === "types" ? TYPES_OF_SCHEMA : INTROSPECTED_LIST;
};

const declaredCost = fieldExtensionsEstimator();

/**
 * The cost of a field is its declared `complexity`; by default 1 and, for each item, the cost below
 * it. At least 1, so that a negative page size gains nothing.
 */
const estimator: ComplexityEstimator = (options) =>
  Math.max(1, declaredCost(options) ?? 1 + options.childComplexity * itemsOf(options));

export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/**
 * Refuses an operation that costs more than the limit, with OPERATION_TOO_EXPENSIVE. The document
 * must be valid, not too large, and contain the operation. Throws the GraphQLError of an unreadable
 * variable or argument, because such an operation has no cost.
 */
export const refuseTooExpensive = (
  { schema, document, variables, operationName }: Operation,
  max: OperationLimits,
): void => {
  const errors: GraphQLError[] = [];
  const rule = createComplexityRule({
    maximumComplexity: Infinity,
    variables: { ...variables },
    ...(operationName === undefined ? {} : { operationName }),
    estimators: [estimator],
  })(
    new ValidationContext(schema, document, new TypeInfo(schema), (error) => {
      errors.push(error);
    }),
  );
  // `getComplexity` would visit every node of the document, and looks only at operations.
  for (const node of document.definitions)
    if (node.kind === Kind.OPERATION_DEFINITION) rule.onOperationDefinitionEnter(node);
  const [error] = errors.slice(-1);
  if (error !== undefined) throw error;
  const { complexity: cost } = rule;
  if (cost > max.cost)
    throw new Problem(
      "OPERATION_TOO_EXPENSIVE",
      `The operation costs ${cost}; the limit is ${max.cost}. Request fewer items, or fewer fields of each.`,
    );
};
