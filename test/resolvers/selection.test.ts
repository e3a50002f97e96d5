import { buildSchema, executeSync, parse, type GraphQLResolveInfo } from "graphql";
import { describe, expect, it } from "vitest";
import { selectedBelow } from "../../resolvers/loaders/selection.ts";

const schema = buildSchema(
  "type Query { page: Page } type Page { nodes: [Page] target: Page source: Page name: String other: Page }",
);
const NAMES = ["source", "target"] as const;

/** The ends that `page` is seen to select, as often as it is asked. */
const seen = (source: string): (readonly string[])[] => {
  const found: (readonly string[])[] = [];
  const page = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    found.push(selectedBelow(info, NAMES), selectedBelow(info, NAMES));
    return null;
  };
  executeSync({ schema, document: parse(source), rootValue: { page } });
  return found;
};

describe("the selection below a field", () => {
  it.each([
    ["{ page { target { name } } }", ["target"]],
    ["{ page { target { nodes { source { name } } } } }", ["source", "target"]],
    ["{ page { nodes { other { source { name } } } } }", ["source"]],
    ["{ page { nodes { ... on Page { source { name } } } } }", ["source"]],
    [
      "{ page { ...F } } fragment F on Page { nodes { ...G } } fragment G on Page { target { name } }",
      ["target"],
    ],
    ["{ page { name nodes { name other { name } } } }", []],
    ["{ page { target: other { name } } }", []],
    ["{ page { x: target { name } } }", ["target"]],
    ["{ page { name ...F ...F } } fragment F on Page { nodes { name } }", []],
  ])("%s", (source, expected) => {
    expect(seen(source)).toEqual([expected, expected]);
  });
});
