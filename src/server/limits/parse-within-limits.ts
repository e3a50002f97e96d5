import { GraphQLError, parse, type DocumentNode } from "graphql";
import { Problem } from "../../memory/problem.ts";
import { withCode } from "../format-error.ts";
import type { OperationLimits } from "./operation-limits.ts";
import { refuseTooLarge } from "./operation-size.ts";

/** graphql-js tells this from a syntax error by its words alone. */
const TOO_MANY_TOKENS = /Document contains more tha[nt] \d+ tokens/;

/**
 * Parses a document that keeps to the limits on tokens, depth and selections. Throws OPERATION_TOO_LARGE or
 * GRAPHQL_PARSE_FAILED.
 */
export const parseWithinLimits = (query: string, max: OperationLimits): DocumentNode => {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: max.tokens });
  } catch (error) {
    if (error instanceof Error && TOO_MANY_TOKENS.test(error.message))
      throw new Problem(
        "OPERATION_TOO_LARGE",
        `The operation is too large: it has more than ${max.tokens} tokens.`,
      );
    throw error instanceof GraphQLError ? withCode(error, "GRAPHQL_PARSE_FAILED") : error;
  }
  refuseTooLarge(document, max);
  return document;
};
