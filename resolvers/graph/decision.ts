import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { Decision, DecisionCandidate } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { Fact, FactVersion } from "../../schema/graph/fact.ts";
import type { ShownCandidate, ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { loadFact, loadFactVersion, type ShownFact, type ShownFactVersion } from "../show/fact.ts";

@Resolver(() => Decision)
export class DecisionFields {
  @FieldResolver(() => [DecisionCandidate], {
    complexity: listCost,
    description: "Known facts that the new statement was compared with.",
  })
  async candidates(@Root() { record, reading }: ShownDecision): Promise<ShownCandidate[]> {
    const versions = await Promise.all(
      record.candidates.map(({ version }) => loadFactVersion(version, reading)),
    );
    return record.candidates.flatMap(({ similarity, reason = null }, i) => {
      const shownVersion = versions[i];
      return shownVersion ? [{ similarity, reason, shownVersion }] : [];
    });
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description:
      "Fact that the decision added, confirmed, replaced or ended; null if it concerns entities.",
  })
  fact(@Root() { record, reading }: ShownDecision): Promise<ShownFact | null> | null {
    return record.fact === null ? null : loadFact(record.fact, reading);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "Event for which the decision was made.",
  })
  event(@Root() { record, reading }: ShownDecision): Promise<ShownEvent | null> {
    return loadEvent(record.event, reading);
  }
}

@Resolver(() => DecisionCandidate)
export class DecisionCandidateFields {
  @FieldResolver(() => FactVersion, {
    description: "Version of the candidate that was believed then.",
  })
  version(@Root() { shownVersion }: ShownCandidate): ShownFactVersion {
    return shownVersion;
  }
}
