import { type ASTNode, GraphQLError, GraphQLScalarType, Kind } from "graphql";
import { keepOffset } from "../src/memory/stated-offsets.ts";
import { type Instant, parseInstant } from "../src/memory/time.ts";

/** Any JSON value. */
export { GraphQLJSON } from "graphql-scalars";

/** Maximum length of a refused value in an error message. */
const SHOWN_LENGTH = 40;

const refusal = (value: unknown, node?: ASTNode): GraphQLError =>
  new GraphQLError(
    `${String(JSON.stringify(value) ?? value).slice(0, SHOWN_LENGTH)} is not an instant. Give an ISO 8601 date and time with a zone, in the years 1 to 9999, such as "2026-11-21T08:00:00.000Z".`,
    { extensions: { code: "INVALID_INSTANT" }, nodes: node ?? null },
  );

const read = (value: unknown, node?: ASTNode): Instant => {
  const instant = typeof value === "string" ? parseInstant(value) : undefined;
  if (instant === undefined) throw refusal(value, node);
  return instant;
};

/** Instants in the form of the service. Such a text need not be parsed again. */
const CANONICAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const write = (value: unknown): Instant =>
  typeof value === "string" && CANONICAL.test(value) ? (value as Instant) : read(value);

const readInput = (value: unknown, node?: ASTNode): Instant => {
  const instant = read(value, node);
  keepOffset(String(value), instant);
  return instant;
};

/**
 * An instant. Refuses everything else with INVALID_INSTANT, including dates without a time,
 * impossible dates and numbers.
 */
export const GraphQLDateTime = new GraphQLScalarType<Instant, string>({
  name: "DateTime",
  specifiedByURL: "https://scalars.graphql.org/andimarek/date-time",
  description:
    "Instant. Output: ISO 8601 in UTC with milliseconds, `2026-11-21T08:00:00.000Z`. Input: ISO 8601 with date, time and zone, read to the millisecond. Errors: INVALID_INSTANT.",
  serialize: write,
  parseValue: (value) => readInput(value),
  parseLiteral: (node) =>
    readInput(
      node.kind === Kind.STRING ? node.value : "value" in node ? node.value : node.kind,
      node,
    ),
});
