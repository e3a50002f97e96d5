import { buildSchema, executeSync, parse, type GraphQLResolveInfo } from "graphql";
import { describe, expect, it } from "vitest";
import { selects } from "../../resolvers/loaders/selection.ts";

const schema = buildSchema(
  "type Query { page: Page } type Page { nodes: [Page] target: Page source: Page name: String other: Page }",
);
const names = new Set(["source", "target"]);

/** Whether `page` is seen to select an end, as often as it is asked. */
const seen = (source: string): boolean[] => {
  const found: boolean[] = [];
  const page = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    found.push(selects(info, names), selects(info, names));
    return null;
  };
  executeSync({ schema, document: parse(source), rootValue: { page } });
  return found;
};

describe("the selection below a field", () => {
  it.each([
    ["{ page { target { name } } }", true],
    ["{ page { nodes { other { source { name } } } } }", true],
    ["{ page { nodes { ... on Page { source { name } } } } }", true],
    [
      "{ page { ...F } } fragment F on Page { nodes { ...G } } fragment G on Page { target { name } }",
      true,
    ],
    ["{ page { name nodes { name other { name } } } }", false],
    ["{ page { target: other { name } } }", false],
    ["{ page { x: target { name } } }", true],
    ["{ page { name ...F ...F } } fragment F on Page { nodes { name } }", false],
  ])("%s", (source, expected) => {
    expect(seen(source)).toEqual([expected, expected]);
  });
});
