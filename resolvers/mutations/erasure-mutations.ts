import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { workCost, WRITE_COST } from "../../schema/cost.ts";
import { ErasureReceipt, ErasureScopeEnum } from "../../schema/erasure.ts";
import { localId, type NodeKind } from "../../schema/global-id.ts";
import { Problem } from "../../src/memory/problem.ts";
import { erase } from "../../src/write/erase/erase.ts";
import type { ErasureScope, ErasureTarget } from "../../src/write/erase/target.ts";
import type { Context } from "../context.ts";
import { showReceipt } from "../show/erasure-receipt.ts";

const KINDS = {
  FACT: "Fact",
  ENTITY: "Entity",
  EVENT: "Event",
  SESSION: "Session",
} as const satisfies Record<Exclude<ErasureScope, "SPACE">, NodeKind>;

const targetOf = (scope: ErasureScope, id: string | null | undefined): ErasureTarget => {
  if (scope === "SPACE") {
    if (id != null)
      throw new Problem(
        "BAD_USER_INPUT",
        "Everything has no id: leave it out, or name another scope.",
      );
    return { scope, id: null };
  }
  if (id == null)
    throw new Problem(
      "BAD_USER_INPUT",
      `Say which: the id of ${scope === "FACT" ? "a fact" : scope === "ENTITY" ? "an entity" : scope === "EVENT" ? "an event" : "a session"} is needed.`,
    );
  return { scope, id: localId(id, KINDS[scope]) };
};

@Resolver()
export class ErasureMutations {
  @Mutation(() => ErasureReceipt, {
    complexity: workCost(WRITE_COST),
    description:
      "Forgets for good: no time point shows it any more, and nothing brings it back. With `dryRun` it tells what would go, and why. Errors: NOT_FOUND, BAD_USER_INPUT, INVALID_ID, CONFLICT (an entity that is merged into another).",
  })
  async erase(
    @Arg("scope", () => ErasureScopeEnum, { description: "What is to go." }) scope: ErasureScope,
    @Arg("id", () => ID, { nullable: true, description: "Which; left out for SPACE." }) id:
      | string
      | null
      | undefined,
    @Arg("dryRun", () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: "Whether only to tell what would go.",
    })
    dryRun: boolean | null | undefined,
    @Ctx() { services, space }: Context,
  ): Promise<ErasureReceipt> {
    return showReceipt(
      await erase(services.write, space, targetOf(scope, id), dryRun ?? false),
      id ?? null,
    );
  }
}
