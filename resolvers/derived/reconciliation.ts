import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { workCost, WRITE_COST } from "../../schema/cost.ts";
import {
  ReconcileMemoriesInput,
  ReconcileMemoriesPayload,
} from "../../schema/derived/reconciliation.ts";
import { deriveNow } from "../../src/derive/derive-now.ts";
import { RECONCILED_FACTS } from "../../src/derive/reconciliation/reconcile-memories.ts";
import { wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showDecision } from "../show/decision.ts";
import { loadFact } from "../show/fact.ts";
import { showTokens } from "../show/shown-record.ts";

const { byDefault, least, most } = RECONCILED_FACTS;

@Resolver()
export class ReconciliationMutations {
  @Mutation(() => ReconcileMemoriesPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Finds duplicates and contradictions among the latest visible facts and ends all but one fact of each. `revertDecision` restores an ended fact. Errors: BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async reconcileMemories(
    @Arg("input", () => ReconcileMemoriesInput, { description: "The facts to reconcile." })
    { last }: ReconcileMemoriesInput,
    @Ctx() context: Context,
  ): Promise<ReconcileMemoriesPayload> {
    const {
      at,
      decisions,
      refusedClosures,
      tokens,
      consideredCount,
      keptCount,
      duplicateCount,
      contradictionCount,
      comparedBy,
    } = await deriveNow(context.services.jobs, context.space, "RECONCILIATION", {
      limit: wholeNumber("last", last, byDefault, least, most),
      signal: context.disconnect,
    });
    const reading = readingAfter(context, at);
    return {
      considered: consideredCount,
      unchanged: keptCount,
      duplicates: duplicateCount,
      contradictions: contradictionCount,
      comparedBy,
      tokens: showTokens(tokens),
      decisions: decisions.map((decision) => showDecision(decision, reading)),
      refusals: await Promise.all(
        refusedClosures.map(async ({ facts, reason }) => ({
          reason,
          facts: (await Promise.all(facts.map((id) => loadFact(id, reading)))).filter(
            (fact) => fact !== null,
          ),
        })),
      ),
    };
  }
}
