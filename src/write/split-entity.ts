import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { changedEntity, standingEntity } from "./merge-entities.ts";
import { splitInDraft } from "./merge-in-draft.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/**
 * Takes an entity out again that was merged: gives it, with its own facts; the other keeps its own. Throws NOT_FOUND (no such entity, or
 * none of that key is merged into it).
 */
export const splitEntity = async (
  services: WriteServices,
  space: SpaceStore,
  request: { readonly entity: EntityId; readonly mergedKey: string },
): Promise<{ readonly entity: EntityVersion; readonly at: TimePoint }> => {
  const vectors = new Vectors(services);
  const { entity, at } = await commitDraft(services, space, async (draft) => {
    const into = await standingEntity(draft, "entity", request.entity);
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
      reason: "Split by the caller.",
      factText: `${from.name} (${from.key}) is not ${into.name} (${into.key}).`,
      occurredAt: draft.recordedAt,
    });
    await splitInDraft(draft, from, into, decision);
    return changedEntity(draft, from.entity, await draft.finish(vectors));
  });
  return { entity, at };
};
