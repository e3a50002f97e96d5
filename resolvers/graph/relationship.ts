import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { type Connection, PageArgs } from "../../schema/connection.ts";
import { listCost, pageCost } from "../../schema/cost.ts";
import { Fact, FactConnection } from "../../schema/graph/fact.ts";
import {
  Relationship,
  RelationshipVersion,
  RelationshipVersionConnection,
} from "../../schema/graph/relationship.ts";
import type { RelationshipVersion as RelationshipRecord } from "../../src/memory/relationship.ts";
import { evidencesOf } from "../../src/read/graph/evidences.ts";
import type { Context } from "../context.ts";
import { pageRequest, showFrom } from "../page.ts";
import { loadFact, showFact, type ShownFact } from "../show/fact.ts";
import { type ShownRelationship, showRelationshipVersion } from "../show/relationship.ts";

/** All known versions. Returned without a promise if they were read along with it. */
const historyOf = ({
  record,
  reading,
  history,
}: ShownRelationship): readonly RelationshipRecord[] | Promise<readonly RelationshipRecord[]> =>
  history ??
  reading.loaders.relationshipHistory.load({
    id: record.relationship,
    knownAt: reading.view.at.knownAt,
  });

@Resolver(() => Relationship)
export class RelationshipFields {
  @FieldResolver(() => Fact, {
    nullable: true,
    description: "Fact that states the relationship. The relationship holds as long as the fact.",
  })
  evidence(@Root() { record, reading }: ShownRelationship): Promise<ShownFact | null> {
    return loadFact(record.evidence, reading);
  }

  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description:
      "Visible facts that state the relationship, the most confident first, then in the order in which they were first recorded. `evidence` is one of them while the relationship holds.",
  })
  async evidences(
    @Root() { record, reading }: ShownRelationship,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const page = pageRequest("evidences", args, services.limits);
    const facts = await evidencesOf(reading.loaders, record, reading.view.at);
    return showFrom("evidences", facts, page, {
      positionOf: ({ fact }) => fact,
      show: (fact) => showFact(fact, reading),
    });
  }

  @FieldResolver(() => [RelationshipVersion], {
    complexity: listCost,
    description: "Versions of the relationship, oldest first.",
  })
  versions(
    @Root() relationship: ShownRelationship,
  ): RelationshipVersion[] | Promise<RelationshipVersion[]> {
    const history = historyOf(relationship);
    return history instanceof Promise
      ? history.then((versions) => versions.map(showRelationshipVersion))
      : history.map(showRelationshipVersion);
  }

  @FieldResolver(() => RelationshipVersionConnection, {
    complexity: pageCost,
    description: "The same versions, in pages.",
  })
  async versionsConnection(
    @Root() relationship: ShownRelationship,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<RelationshipVersion>> {
    const page = pageRequest("versions", args, services.limits);
    return showFrom("versions", await historyOf(relationship), page, {
      positionOf: ({ n }) => String(n),
      show: showRelationshipVersion,
    });
  }
}
