import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import { type Connection, PageArgs } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import {
  CorrectFactInput,
  EntityPayload,
  FactPayload,
  Handover,
  MergeEntitiesInput,
  RetractFactInput,
  RevertDecisionInput,
  RevertDecisionPayload,
  SplitEntityInput,
} from "../../schema/graph/corrections.ts";
import { FactConnection } from "../../schema/graph/fact.ts";
import { RelationshipConnection } from "../../schema/graph/relationship.ts";
import type { FactReport } from "../../src/write/operations/believed-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { EMPTY_PAGE } from "../../src/store/port.ts";
import { type EntityReport, mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { splitEntity } from "../../src/write/operations/split-entity.ts";
import type { Handover as HandoverRecord, OperationReport } from "../../src/write/report.ts";
import type { Context } from "../context.ts";
import { findEntityId } from "../named-entity.ts";
import { pageRequest, showPage } from "../page.ts";
import type { Reading } from "../reading.ts";
import { showDecision, type ShownDecision } from "../show/decision.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { showFact, type ShownFact } from "../show/fact.ts";
import { type ShownRelationship, showRelationship } from "../show/relationship.ts";
import { readingOfOperation } from "../show/write-result.ts";

interface ShownOperation {
  readonly decision: ShownDecision;
  readonly facts: readonly ShownFact[];
  readonly relationships: readonly ShownRelationship[];
  readonly handover: ShownHandover | null;
}

/** The data that moves between two entities, read when it is requested. */
interface ShownHandover {
  readonly record: HandoverRecord;
  readonly reading: Reading;
}

const showOperation = (
  { decision, facts, relationships, handover }: OperationReport,
  reading: Reading,
): ShownOperation => ({
  decision: showDecision(decision, reading),
  facts: facts.map((fact) => showFact(fact, reading)),
  relationships: relationships.map((relationship) => showRelationship(relationship, reading)),
  handover: handover && { record: handover, reading },
});

const showFactPayload = (
  report: FactReport,
  context: Context,
): ShownOperation & { readonly fact: ShownFact } => {
  const reading = readingOfOperation(context, report);
  return { ...showOperation(report, reading), fact: showFact(report.fact, reading) };
};

const showEntityPayload = (
  report: EntityReport,
  context: Context,
): ShownOperation & { readonly entity: ShownEntity } => {
  const reading = readingOfOperation(context, report);
  return { ...showOperation(report, reading), entity: showEntity(report.entity, reading) };
};

@Resolver()
export class CorrectionMutations {
  @Mutation(() => FactPayload, {
    description:
      "Corrects a fact that was recorded wrongly: adds a version with other text, value, confidence or interval. Errors: NOT_FOUND, INVALID_INTERVAL, INVALID_VALUE, BAD_USER_INPUT, CONFLICT.",
  })
  async correctFact(
    @Arg("input", () => CorrectFactInput, { description: "The correction." })
    { fact, dryRun, never, ...input }: CorrectFactInput,
    @Ctx() context: Context,
  ): Promise<ShownOperation & { readonly fact: ShownFact }> {
    const report = await correctFact(context.services.write, context.space, {
      ...input,
      fact: localId(fact, "Fact"),
      never: never ?? false,
      dryRun: dryRun ?? false,
    });
    return showFactPayload(report, context);
  }

  @Mutation(() => FactPayload, {
    description:
      "Ends a fact that is no longer true: adds a version whose interval ends at `validTo`. Errors: NOT_FOUND, INVALID_INTERVAL, CONFLICT.",
  })
  async retractFact(
    @Arg("input", () => RetractFactInput, { description: "The fact to end." })
    { fact, dryRun, ...input }: RetractFactInput,
    @Ctx() context: Context,
  ): Promise<ShownOperation & { readonly fact: ShownFact }> {
    const report = await retractFact(context.services.write, context.space, {
      ...input,
      fact: localId(fact, "Fact"),
      dryRun: dryRun ?? false,
    });
    return showFactPayload(report, context);
  }

  @Mutation(() => RevertDecisionPayload, {
    description:
      "Undoes the effects of one decision, as a new decision. Errors: NOT_FOUND, CONFLICT (already reverted, or a later decision changed the same fact or profile).",
  })
  async revertDecision(
    @Arg("input", () => RevertDecisionInput, { description: "The decision to undo." })
    { decision, reason, dryRun }: RevertDecisionInput,
    @Ctx() context: Context,
  ): Promise<ShownOperation> {
    const report = await revertDecision(context.services.write, context.space, {
      decision: localId(decision, "Decision"),
      reason,
      dryRun: dryRun ?? false,
    });
    return showOperation(report, readingOfOperation(context, report));
  }

  @Mutation(() => EntityPayload, {
    description:
      "Merges two entities that are the same: from now on `into` has the facts, relationships and names of both. Past views keep them apart. `splitEntity` undoes it. Errors: NOT_FOUND, SAME_ENTITY.",
  })
  async mergeEntities(
    @Arg("input", () => MergeEntitiesInput, { description: "The entities to merge." })
    { from, into, reason, dryRun }: MergeEntitiesInput,
    @Ctx() context: Context,
  ): Promise<ShownOperation & { readonly entity: ShownEntity }> {
    const report = await mergeEntities(context.services.write, context.space, {
      from: await findEntityId(from, context),
      into: await findEntityId(into, context),
      reason,
      dryRun: dryRun ?? false,
    });
    return showEntityPayload(report, context);
  }

  @Mutation(() => EntityPayload, {
    description:
      "Undoes a merge: the merged entity is separate again, with its own facts. Errors: NOT_FOUND.",
  })
  async splitEntity(
    @Arg("input", () => SplitEntityInput, { description: "The merge to undo." })
    { entity, mergedKey, reason, dryRun }: SplitEntityInput,
    @Ctx() context: Context,
  ): Promise<ShownOperation & { readonly entity: ShownEntity }> {
    const report = await splitEntity(context.services.write, context.space, {
      entity: await findEntityId(entity, context),
      mergedKey,
      reason,
      dryRun: dryRun ?? false,
    });
    return showEntityPayload(report, context);
  }
}

@Resolver(() => Handover)
export class HandoverFields {
  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description:
      "Facts that were believed just before, whatever their interval, in the order in which they were first recorded.",
  })
  async facts(
    @Root() { record: { entities, before }, reading }: ShownHandover,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const page = pageRequest("facts", args, services.limits);
    const facts = await reading.space.factsDuring({
      entities,
      during: {},
      knownAt: before.knownAt,
      page,
    });
    return showPage("facts", facts, page, (fact) => showFact(fact, reading));
  }

  @FieldResolver(() => RelationshipConnection, {
    complexity: pageCost,
    description:
      "Relationships in either direction that held just before, in the order in which they were first recorded.",
  })
  async relationships(
    @Root() { record: { entities, before }, reading }: ShownHandover,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownRelationship>> {
    const page = pageRequest("relationships", args, services.limits);
    const [relationships = EMPTY_PAGE] = await reading.space.relationships([
      { entities, direction: "BOTH", at: before, page },
    ]);
    return showPage("relationships", relationships, page, (relationship) =>
      showRelationship(relationship, reading),
    );
  }
}
