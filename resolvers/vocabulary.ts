import { Ctx, Query, Resolver } from "type-graphql";
import { SlotDefinition } from "../schema/vocabulary.ts";
import { vocabularyCost } from "../schema/cost.ts";
import { slotsOf } from "../src/read/vocabulary.ts";
import type { Context } from "./context.ts";

@Resolver()
export class VocabularyQueries {
  @Query(() => [SlotDefinition], {
    complexity: vocabularyCost,
    description:
      "The slots of the vocabulary, then other slots that facts of this space have, in alphabetical order.",
  })
  vocabulary(@Ctx() { space, services, pin }: Context): Promise<SlotDefinition[]> {
    return slotsOf(space, services.write.vocabulary, pin.head);
  }
}
