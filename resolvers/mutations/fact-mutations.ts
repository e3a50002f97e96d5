import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { CorrectFactInput } from "../../schema/correct-fact-input.ts";
import { GraphQLDateTime } from "../../schema/date-time.ts";
import { Decision } from "../../schema/decision.ts";
import { Fact } from "../../schema/fact.ts";
import { localId } from "../../schema/global-id.ts";
import type { Instant } from "../../src/memory/time.ts";
import { correctFact } from "../../src/write/correct-fact.ts";
import { retractFact } from "../../src/write/retract-fact.ts";
import { revertDecision } from "../../src/write/revert-decision.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showDecision, type ShownDecision } from "../show/decision.ts";
import { showFact, type ShownFact } from "../show/fact.ts";

@Resolver()
export class FactMutations {
  @Mutation(() => Fact, {
    description:
      "What we believed was wrong: a new version of the same fact. As of before, it still reads as it did. Errors: NOT_FOUND, INVALID_INTERVAL, BAD_USER_INPUT, CONFLICT.",
  })
  async correctFact(
    @Arg("input", () => CorrectFactInput, { description: "What was wrong." })
    input: CorrectFactInput,
    @Ctx() context: Context,
  ): Promise<ShownFact> {
    const request = { ...input, fact: localId(input.fact, "Fact") };
    const { fact, at } = await correctFact(context.services.write, context.space, request);
    return showFact(fact, readingAfter(context, at));
  }

  @Mutation(() => Fact, {
    description:
      "It is no longer true from `validTo` (default now): a new version whose interval ends there. Errors: NOT_FOUND, INVALID_INTERVAL, CONFLICT.",
  })
  async retractFact(
    @Arg("fact", () => ID, { description: "The fact." }) fact: string,
    @Arg("validTo", () => GraphQLDateTime, {
      nullable: true,
      description: "From when on it is no longer true. Default: now.",
    })
    validTo: Instant | null | undefined,
    @Arg("reason", () => String, {
      nullable: true,
      description: "Why, for the decision on record.",
    })
    reason: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ShownFact> {
    const retracted = await retractFact(context.services.write, context.space, {
      fact: localId(fact, "Fact"),
      validTo,
      reason,
    });
    return showFact(retracted.fact, readingAfter(context, retracted.at));
  }

  @Mutation(() => Decision, {
    description:
      "Undoes what one decision did, and records that it did: gives the decision that was undone. Errors: NOT_FOUND, CONFLICT.",
  })
  async revertDecision(
    @Arg("decision", () => ID, { description: "The decision." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownDecision> {
    const { decision, at } = await revertDecision(
      context.services.write,
      context.space,
      localId(id, "Decision"),
    );
    return showDecision(decision, readingAfter(context, at));
  }
}
