import { readdirSync, readFileSync } from "node:fs";
import { parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";

const schema = await buildGraphqlSchema();
const folder = new URL("../../docs/reference/", import.meta.url);
const blocks = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) =>
    [
      ...readFileSync(new URL(file, folder), "utf8").matchAll(/```graphql\n(?<source>.*?)```/gsu),
    ].map(({ groups }, index) => ({ name: `${file}, ${index + 1}`, source: groups!["source"]! })),
  );

describe("the operations of the documentation", () => {
  it("exist", () => expect(blocks.length).toBeGreaterThan(3));
  it.each(blocks)("match the schema: $name", ({ source }) =>
    expect(validate(schema, parse(source)).map(({ message }) => message)).toEqual([]),
  );
});
