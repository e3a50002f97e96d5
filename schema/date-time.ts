import { GraphQLError, GraphQLScalarType, Kind, type ASTNode } from "graphql";
import { parseInstant, type Instant } from "../src/memory/time.ts";

/** How much of a refused value is told back. */
const TOLD_BACK = 40;

const refusal = (value: unknown, node?: ASTNode): GraphQLError =>
  new GraphQLError(
    `${String(JSON.stringify(value) ?? value).slice(0, TOLD_BACK)} is not an instant. Give a date, a time and a zone after ISO 8601, in the years 1 to 9999, such as "2026-11-21T08:00:00.000Z".`,
    { extensions: { code: "INVALID_INSTANT" }, nodes: node ?? null },
  );

const read = (value: unknown, node?: ASTNode): Instant => {
  const instant = typeof value === "string" ? parseInstant(value) : undefined;
  if (instant === undefined) throw refusal(value, node);
  return instant;
};

/** An instant. Anything else that a client gives is refused with INVALID_INSTANT: a date without a time, one that the calendar does not have, a number. */
export const GraphQLDateTime = new GraphQLScalarType<Instant, string>({
  name: "DateTime",
  description:
    "An instant. Out: ISO 8601 in UTC with milliseconds, `2026-11-21T08:00:00.000Z`. In: ISO 8601 with a date, a time and a zone; it is read to the millisecond. A date without a time, an impossible date or a number is refused with INVALID_INSTANT.",
  serialize: (value) => read(value),
  parseValue: (value) => read(value),
  parseLiteral: (node) =>
    read(node.kind === Kind.STRING ? node.value : "value" in node ? node.value : node.kind, node),
});
