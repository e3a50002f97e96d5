import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { WRITE_COST, workCost } from "../schema/cost.ts";
import { LoadDemoInput, LoadDemoPayload } from "../schema/demo.ts";
import type { Context } from "./context.ts";

@Resolver()
export class DemoMutations {
  @Mutation(() => LoadDemoPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Writes the demo memory into an empty space: about 40 invented messages over three years, recorded at the times at which they were said. Errors: BAD_USER_INPUT, CONFLICT (the space is not empty).",
  })
  async loadDemo(
    @Arg("input", () => LoadDemoInput, { description: "Options of the demo memory." })
    { first }: LoadDemoInput,
    @Ctx() { services, space }: Context,
  ): Promise<LoadDemoPayload> {
    const { loadDemo } = await import("../src/demo/load-demo.ts");
    return { messages: await loadDemo(services.write, space, first ?? null) };
  }
}
