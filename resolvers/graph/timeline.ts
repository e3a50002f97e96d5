import { FieldResolver, Resolver, Root } from "type-graphql";
import { Fact, FactVersion } from "../../schema/graph/fact.ts";
import { TimelineSpan } from "../../schema/graph/timeline.ts";
import { loadFact, showFactVersion, type ShownFact, type ShownFactVersion } from "../show/fact.ts";
import type { ShownSpan } from "../show/timeline.ts";

@Resolver(() => TimelineSpan)
export class TimelineSpanFields {
  @FieldResolver(() => Fact, {
    description: "The fact, as believed at the time point's `knownAt`.",
  })
  fact(@Root() { record, reading }: ShownSpan): Promise<ShownFact | null> {
    return loadFact(record.fact, reading);
  }

  @FieldResolver(() => FactVersion, { description: "The version that the rectangle shows." })
  version(@Root() { record, reading }: ShownSpan): ShownFactVersion {
    return showFactVersion(record, reading);
  }
}
