import { graphql, GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import { describe, expect, it } from "vitest";
import { GraphQLDateTime } from "../../schema/scalars.ts";

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: {
      echo: {
        type: GraphQLDateTime,
        args: { at: { type: GraphQLDateTime } },
        resolve: (_, { at }: { at: unknown }) => at,
      },
      seen: {
        type: GraphQLString,
        args: { at: { type: GraphQLDateTime } },
        resolve: (_, { at }: { at: unknown }) => `${typeof at} ${String(at)}`,
      },
    },
  }),
});

const asVariable = (at: unknown) =>
  graphql({ schema, source: "query ($at: DateTime) { echo(at: $at) }", variableValues: { at } });
const asLiteral = (literal: string) => graphql({ schema, source: `{ echo(at: ${literal}) }` });

describe("DateTime", () => {
  it.each([
    ["2026-11-21T08:00:00.000Z", "2026-11-21T08:00:00.000Z"],
    ["2026-11-21T08:00:00Z", "2026-11-21T08:00:00.000Z"],
    ["2026-11-21T08:00:00.123456Z", "2026-11-21T08:00:00.123Z"],
    ["2026-11-21T10:30:00+02:30", "2026-11-21T08:00:00.000Z"],
    ["2024-02-29T23:59:59.999-00:01", "2024-03-01T00:00:59.999Z"],
  ])("reads %s as %s", async (given, read) => {
    expect((await asVariable(given)).data).toEqual({ echo: read });
    expect((await asLiteral(`"${given}"`)).data).toEqual({ echo: read });
  });
  it.each([
    ["a date alone", "2026-11-21"],
    ["a time without a zone", "2026-11-21T08:00:00"],
    ["a day that the calendar does not have", "2026-02-30T08:00:00Z"],
    ["an hour that the clock does not have", "2026-11-21T24:00:00Z"],
    ["words", "yesterday"],
    ["nothing", ""],
    ["a number", 1_790_000_000_000],
    ["a truth value", true],
    ["an object", { at: "2026-11-21T08:00:00Z" }],
    ["a time out of the years that are kept", "9999-12-31T23:59:59.999-01:00"],
  ])("refuses %s", async (_, given) => {
    const { data, errors } = await asVariable(given);
    expect(data).toBeUndefined();
    expect(errors?.map(({ extensions }) => extensions["code"])).toEqual(["INVALID_INSTANT"]);
    expect(errors?.[0]?.message).toMatch(
      /is not an instant\. Give an ISO 8601 date and time with a zone/,
    );
  });
  it.each(['"2026-11-21"', "2026", "2.5", "true", "NOW", "[1]", "{ a: 1 }"])(
    "refuses the literal %s",
    async (literal) => {
      const { errors } = await asLiteral(literal);
      expect(errors?.map(({ extensions }) => extensions["code"])).toEqual(["INVALID_INSTANT"]);
    },
  );
  it("reads null as omitted", async () => {
    expect((await asVariable(null)).data).toEqual({ echo: null });
  });
});
