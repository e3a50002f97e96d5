import type { EntityVersion } from "../../memory/entity.ts";
import type { DecisionId, EntityId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft, FinishedDraft } from "../draft/draft.ts";
import { mergeInDraft } from "../draft/merges.ts";
import { operationReport, type OperationReport } from "../report.ts";
import type { MergeEntitiesRequest } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";
import { existingEntity } from "./entity-ref.ts";

/** The result of `mergeEntities` or `splitEntity`; `entity` is the latest version of the entity. */
export interface EntityReport extends OperationReport {
  readonly entity: EntityVersion;
}

/** The report of an operation on an entity, and the finished draft to commit. */
export const entityReport = (
  draft: Draft,
  id: EntityId,
  decision: DecisionId,
  finishedDraft: FinishedDraft,
): { readonly report: EntityReport; readonly finishedDraft: FinishedDraft } => ({
  report: {
    ...operationReport(draft, finishedDraft, draft.decisions.of(decision)),
    entity:
      finishedDraft.draftContents.entities.find(({ entity }) => entity === id) ??
      draft.entities.get(id),
  },
  finishedDraft,
});

/**
 * Merges two entities that are the same: from now on `from` is found as `into`; views with an
 * earlier record time show two. Undone by `splitEntity` or by reverting the decision. Throws
 * NOT_FOUND, SAME_ENTITY.
 */
export const mergeEntities = async (
  services: WriteServices,
  space: SpaceStore,
  request: MergeEntitiesRequest,
): Promise<EntityReport> => {
  const vectors = new Vectors(services);
  const merge = async (draft: Draft) => {
    const from = await existingEntity(draft, "from", request.from);
    const into = await existingEntity(draft, "into", request.into);
    if (from.entity === into.entity)
      throw new Problem("SAME_ENTITY", "An entity cannot be merged into itself.");
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Merged by the caller.",
      factText: `${from.name} (${from.key}) and ${into.name} (${into.key}) are the same entity.`,
      occurredAt: draft.recordedAt,
    });
    await mergeInDraft(draft, from, into, decision);
    return entityReport(draft, into.entity, decision, await draft.finish(vectors));
  };
  const { report } = await commitDraft(services, space, merge, { dryRun: request.dryRun });
  return report;
};
