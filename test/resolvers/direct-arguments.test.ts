import { type GraphQLResolveInfo, isObjectType } from "graphql";
import { expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";

it("calls the method of a field at once, not after the promises of type-graphql", async () => {
  const schema = await buildGraphqlSchema();
  const type = schema.getType("Fact");
  const field = isObjectType(type) ? type.getFields()["versionsConnection"] : undefined;
  let isCalled = false;
  const context = {
    get services() {
      isCalled = true;
      return { limits: { byDefault: 1, atMost: 1 } };
    },
  };
  const answer: unknown = field?.resolve?.({}, { first: 0 }, context, {} as GraphQLResolveInfo);
  expect(isCalled).toBe(true);
  await expect(Promise.resolve(answer)).rejects.toMatchObject({ code: "PAGE_SIZE_OUT_OF_BOUNDS" });
});
