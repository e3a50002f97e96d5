import { readFileSync } from "node:fs";
import { printSchema } from "graphql";
import { expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";

it("schema/schema.graphql is what the classes make (npm run schema writes it)", async () => {
  const file = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");
  expect(file).toBe(`${printSchema(await buildGraphqlSchema())}\n`);
});
