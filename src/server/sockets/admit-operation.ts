import {
  getOperationAST,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
  type GraphQLError,
  type GraphQLSchema,
} from "graphql";
import type { SubscribePayload } from "graphql-ws";
import { Problem } from "../../memory/problem.ts";
import { withCode } from "../format-error.ts";
import { MOST_VALIDATION_ERRORS } from "../http/create-apollo.ts";
import { refuseTooExpensive, type Operation } from "../limits/operation-cost.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import { parseWithinLimits } from "../limits/parse-within-limits.ts";
import { rootFieldOf } from "../metrics/count-operations.ts";

export interface Admitted extends Operation {
  readonly type: OperationDefinitionNode["operation"];
  /** The first at the root. */
  readonly field: string;
}

/**
 * What Apollo Server and its plugins do before they run an operation, for those that come over a socket: the same limits, the same errors. Gives what
 * is wrong with the document, or throws what refuses it.
 */
export const admitOperation = (
  schema: GraphQLSchema,
  { query, variables, operationName }: SubscribePayload,
  limits: OperationLimits,
): Admitted | readonly GraphQLError[] => {
  const document = parseWithinLimits(query, limits);
  const errors = validate(schema, document, specifiedRules, { maxErrors: MOST_VALIDATION_ERRORS });
  if (errors.length > 0) return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
  const node = getOperationAST(document, operationName);
  if (!node)
    throw new Problem(
      "BAD_REQUEST",
      operationName == null
        ? "Say which operation is to run, in operationName."
        : "The document has no operation of that name.",
    );
  const operation: Operation = {
    schema,
    document,
    variables: variables ?? undefined,
    operationName: operationName ?? undefined,
  };
  refuseTooExpensive(operation, limits);
  return { ...operation, type: node.operation, field: rootFieldOf(node) };
};
