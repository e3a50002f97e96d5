import { FieldResolver, Resolver, Root } from "type-graphql";
import { listCost } from "../../schema/cost.ts";
import { Entity } from "../../schema/entity.ts";
import { Fact } from "../../schema/fact.ts";
import { RelationshipVersion } from "../../schema/relationship-version.ts";
import { Relationship } from "../../schema/relationship.ts";
import { loadEntity, type ShownEntity } from "../show/entity.ts";
import { loadFact, type ShownFact } from "../show/fact.ts";
import type { ShownRelationship } from "../show/relationship.ts";
import { showRelationshipVersion } from "../show/relationship-version.ts";

@Resolver(() => Relationship)
export class RelationshipFields {
  @FieldResolver(() => Entity, { description: "The entity that it runs from." })
  source(
    @Root() { record, reading }: ShownRelationship,
  ): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(record.source, reading);
  }

  @FieldResolver(() => Entity, { description: "The entity that it runs to." })
  target(
    @Root() { record, reading }: ShownRelationship,
  ): ShownEntity | null | Promise<ShownEntity | null> {
    return loadEntity(record.target, reading);
  }

  @FieldResolver(() => Fact, {
    nullable: true,
    description: "The fact that it rests on, and with which it begins and ends.",
  })
  evidence(@Root() { record, reading }: ShownRelationship): Promise<ShownFact | null> {
    return loadFact(record.evidence, reading);
  }

  @FieldResolver(() => [RelationshipVersion], {
    complexity: listCost,
    description: "What was believed of it, oldest first.",
  })
  async versions(@Root() { record, reading }: ShownRelationship): Promise<RelationshipVersion[]> {
    const history = await reading.loaders.relationshipHistory.load({
      id: record.relationship,
      knownAt: reading.view.at.knownAt,
    });
    return history.map(showRelationshipVersion);
  }
}
