import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { ROOT_AT } from "../../schema/at-args.ts";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { Fact, FactConnection } from "../../schema/fact.ts";
import { FactsArgs } from "../../schema/facts-args.ts";
import { parseGlobalId } from "../../schema/global-id.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { EMPTY_PAGE } from "../../src/read/graph.ts";
import { asStored, confidence } from "../arguments.ts";
import type { Context } from "../context.ts";
import { subjectMeant } from "../entity-meant.ts";
import { pageRequest, showPage } from "../page.ts";
import { readingOf, readingOfId } from "../reading.ts";
import { loadFact, showFact, type ShownFact } from "../show/fact.ts";

@Resolver()
export class FactQueries {
  @Query(() => Fact, {
    nullable: true,
    description:
      "One fact, whatever its valid interval; null before it was recorded, and where there is none.",
  })
  fact(
    @Arg("id", () => ID, {
      description:
        "The fact's id. That of a past view is read at that view's time point, unless `at` is given.",
    })
    id: string,
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownFact | null> {
    const globalId = parseGlobalId(id, "Fact");
    return loadFact(globalId.id, readingOfId(context, globalId, at));
  }

  @Query(() => FactConnection, {
    complexity: pageCost,
    description:
      "Facts visible at the time point, in the order in which they were first recorded; `entity` takes an id, a key or a name.",
  })
  async facts(
    @Args(() => FactsArgs) args: FactsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownFact>> {
    const reading = readingOf(context, args.at);
    const page = pageRequest("facts", args, context.services.limits);
    const query = {
      slot: asStored(args.slot),
      minConfidence: confidence(args.minConfidence),
      tier: args.tier ?? undefined,
      at: reading.view.at,
      page,
    };
    const subject = args.entity == null ? undefined : await subjectMeant(args.entity, reading);
    const found =
      subject === null
        ? EMPTY_PAGE
        : (
            await reading.loaders.factPages.load({
              of: subject === undefined ? undefined : [subject],
              query,
            })
          ).page;
    return showPage("facts", found, page, (fact) => showFact(fact, reading));
  }
}
