import {
  getOperationAST,
  specifiedRules,
  validate,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { SubscribePayload } from "graphql-ws";
import { Problem } from "../../memory/problem.ts";
import { withCode } from "../format-error.ts";
import { MAX_VALIDATION_ERRORS } from "../http/apollo.ts";
import { refuseLongArguments } from "../limits/argument-lengths.ts";
import { refuseTooExpensive, type Operation } from "../limits/operation-cost.ts";
import { parseWithinLimits, type OperationLimits } from "../limits/operation-limits.ts";
import { rootFieldOf } from "../metrics/count-operations.ts";

export interface AdmittedOperation extends Operation {
  readonly type: OperationDefinitionNode["operation"];
  /** The first field at the root. */
  readonly field: string;
}

/**
 * Applies to an operation over a socket the limits and the validation that Apollo Server and its
 * plugins apply over HTTP. Returns the validation errors of the document; throws any other refusal.
 */
export const admitOperation = (
  schema: GraphQLSchema,
  { query, variables, operationName }: SubscribePayload,
  limits: OperationLimits,
): AdmittedOperation | readonly GraphQLError[] => {
  const document = parseWithinLimits(query, limits);
  const errors = validate(schema, document, specifiedRules, { maxErrors: MAX_VALIDATION_ERRORS });
  if (errors.length > 0) return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
  const node = getOperationAST(document, operationName);
  if (!node)
    throw new Problem(
      "BAD_REQUEST",
      operationName == null
        ? "The document has several operations. Name the operation to run in operationName."
        : "The document has no operation of that name.",
    );
  const operation: Operation = {
    schema,
    document,
    variables: variables ?? undefined,
    operationName: operationName ?? undefined,
  };
  refuseTooExpensive(operation, limits);
  refuseLongArguments(document, operation.variables);
  return { ...operation, type: node.operation, field: rootFieldOf(node) };
};
