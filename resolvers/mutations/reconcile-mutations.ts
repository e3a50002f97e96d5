import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import { WRITE_COST, workCost } from "../../schema/cost.ts";
import { MemoryReconciliation } from "../../schema/memory-reconciliation.ts";
import { deriveNow } from "../../src/derive/derive-now.ts";
import { RECONCILED_FACTS } from "../../src/derive/settings.ts";
import { wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showDecision } from "../show/decision.ts";
import { loadFact } from "../show/fact.ts";
import { showTokens } from "../show/token-usage.ts";

const { byDefault, least, most } = RECONCILED_FACTS;

@Resolver()
export class ReconcileMutations {
  @Mutation(() => MemoryReconciliation, {
    complexity: workCost(WRITE_COST),
    description:
      "Finds duplicates and contradictions among the visible facts that were recorded last, and closes the losers: duplicates fold into one fact, of a contradiction the fact stays that was said more recently, then the more confident one. Every closing is a decision that `revertDecision` undoes. Errors: BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async reconcileMemories(
    @Arg("n", () => Int, {
      nullable: true,
      defaultValue: byDefault,
      description: `How many facts to look at: ${least} to ${most}.`,
    })
    n: number | null | undefined,
    @Ctx() context: Context,
  ): Promise<MemoryReconciliation> {
    const { at, decisions, refused, tokens, ...counts } = await deriveNow(
      context.services.jobs,
      context.space,
      "DEDUP",
      { limit: wholeNumber("n", n, byDefault, least, most), signal: context.gone },
    );
    const reading = readingAfter(context, at);
    return {
      ...counts,
      tokens: showTokens(tokens),
      decisions: decisions.map((decision) => showDecision(decision, reading)),
      refused: await Promise.all(
        refused.map(async ({ facts, reason }) => ({
          reason,
          facts: (await Promise.all(facts.map((id) => loadFact(id, reading)))).filter(
            (fact) => fact !== null,
          ),
        })),
      ),
    };
  }
}
