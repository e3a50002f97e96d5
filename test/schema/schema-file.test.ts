import { readFileSync } from "node:fs";
import { buildSchema, findBreakingChanges, findDangerousChanges } from "graphql";
import { describe, expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { schemaText } from "../../resolvers/schema-text.ts";

const file = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");

describe("schema/schema.graphql", () => {
  it("is what the classes make (npm run schema writes it)", async () => {
    expect(file).toBe(schemaText(await buildGraphqlSchema()));
  });
  it("says all of it", async () => {
    const [read, built] = [buildSchema(file), await buildGraphqlSchema()];
    expect([
      findBreakingChanges(built, read),
      findBreakingChanges(read, built),
      findDangerousChanges(built, read),
      findDangerousChanges(read, built),
    ]).toEqual([[], [], [], []]);
  });
});
