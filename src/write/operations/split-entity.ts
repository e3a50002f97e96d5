import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft } from "../draft/draft.ts";
import { entityReport, type EntityReport } from "./merge-entities.ts";
import { splitInDraft } from "../draft/merges.ts";
import type { SplitEntityRequest } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";
import { existingEntity } from "./entity-ref.ts";

/**
 * Separates a merged entity again: both entities have their own facts from now on. Throws NOT_FOUND
 * (no such entity, or no entity with that key is merged into it).
 */
export const splitEntity = async (
  services: WriteServices,
  space: SpaceStore,
  request: SplitEntityRequest,
): Promise<EntityReport> => {
  const vectors = new Vectors(services);
  const split = async (draft: Draft) => {
    const into = await existingEntity(draft, "entity", request.entity);
    await draft.entities.load(into.absorbed);
    const from = into.absorbed
      .map((id) => draft.entities.get(id))
      .find(({ key }) => key === request.mergedKey);
    if (!from)
      throw new Problem(
        "NOT_FOUND",
        `No entity with the key ${request.mergedKey} is merged into ${into.key}.`,
      );
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Split by the caller.",
      factText: `${from.name} (${from.key}) and ${into.name} (${into.key}) are different entities.`,
      occurredAt: draft.recordedAt,
    });
    await splitInDraft(draft, from, into, decision);
    return entityReport(draft, from.entity, decision, await draft.finish(vectors));
  };
  const { report } = await commitDraft(services, space, split, { dryRun: request.dryRun });
  return report;
};
