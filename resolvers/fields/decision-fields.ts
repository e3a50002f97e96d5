import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { Decision, DecisionCandidate } from "../../schema/decision.ts";
import { Event } from "../../schema/event.ts";
import { FactVersion } from "../../schema/fact-version.ts";
import { Fact } from "../../schema/fact.ts";
import type { ShownCandidate, ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadFact, type ShownFact } from "../show/fact.ts";
import { loadFactVersion, type ShownFactVersion } from "../show/fact-version.ts";

@Resolver(() => Decision)
export class DecisionFields {
  @FieldResolver(() => [DecisionCandidate], {
    complexity: listCost,
    description: "The known facts that the new statement was compared with.",
  })
  async candidates(@Root() { record, reading }: ShownDecision): Promise<ShownCandidate[]> {
    const versions = await Promise.all(
      record.candidates.map(({ version }) => loadFactVersion(version, reading)),
    );
    return record.candidates.flatMap(({ similarity }, i) => {
      const shown = versions[i];
      return shown ? [{ similarity, shown }] : [];
    });
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description:
      "The fact that it added, confirmed, replaced or closed; null where it concerns entities.",
  })
  fact(@Root() { record, reading }: ShownDecision): Promise<ShownFact | null> | null {
    return record.fact === null ? null : loadFact(record.fact, reading);
  }

  @FieldResolver(() => Event, { nullable: true, description: "The event that it was taken on." })
  event(@Root() { record, reading }: ShownDecision): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }
}

@Resolver(() => DecisionCandidate)
export class DecisionCandidateFields {
  @FieldResolver(() => FactVersion, { description: "The version that was believed then." })
  version(@Root() { shown }: ShownCandidate): ShownFactVersion {
    return shown;
  }
}
