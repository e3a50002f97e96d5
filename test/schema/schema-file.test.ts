import { readFileSync } from "node:fs";
import { buildSchema, findBreakingChanges, findDangerousChanges } from "graphql";
import { describe, expect, it } from "vitest";
import { buildGraphqlSchema, schemaText } from "../../resolvers/build-schema.ts";
import { areOperationsCurrent, GENERATED } from "../../scripts/generated-operations.ts";

const file = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");

describe("schema/schema.graphql", () => {
  it("is generated from the classes by npm run schema", async () => {
    expect(file).toBe(schemaText(await buildGraphqlSchema()));
  });
  it("is complete", async () => {
    const [read, built] = [buildSchema(file), await buildGraphqlSchema()];
    expect([
      findBreakingChanges(built, read),
      findBreakingChanges(read, built),
      findDangerousChanges(built, read),
      findDangerousChanges(read, built),
    ]).toEqual([[], [], [], []]);
  });
});

describe.each(GENERATED)("$path", (generated) => {
  const operations = readFileSync(generated.path, "utf8");

  it("is generated from this schema and these operations by npm run schema", async () => {
    expect(await areOperationsCurrent(generated, operations)).toBe(true);
  });
  it("was not edited by hand", async () => {
    expect(await areOperationsCurrent(generated, `${operations}\n`)).toBe(false);
  });
});
