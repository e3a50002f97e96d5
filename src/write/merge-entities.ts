import type { EntityVersion } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { Draft, FinishedDraft } from "./draft/draft.ts";
import { mergeInDraft } from "./merge-in-draft.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

export const standingEntity = async (
  draft: Draft,
  what: string,
  id: EntityId,
): Promise<EntityVersion> => {
  const entity = await draft.entities.find(id);
  if (!entity) throw new Problem("NOT_FOUND", `${what}: there is no such entity.`);
  return draft.entities.root(entity.entity);
};

/** An entity as a finished draft leaves it. */
export const changedEntity = (
  draft: Draft,
  id: EntityId,
  finished: FinishedDraft,
): {
  readonly entity: EntityVersion;
  readonly at: TimePoint;
  readonly finished: FinishedDraft;
} => ({
  entity: finished.drafted.entities.find(({ entity }) => entity === id) ?? draft.entities.get(id),
  at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
  finished,
});

/**
 * Says that two entities are one: `from` is found as `into` from now on, and as of before they are two. Undone by `splitEntity` or by
 * reverting the decision. Throws NOT_FOUND, SAME_ENTITY.
 */
export const mergeEntities = async (
  services: WriteServices,
  space: SpaceStore,
  request: { readonly from: EntityId; readonly into: EntityId },
): Promise<{ readonly entity: EntityVersion; readonly at: TimePoint }> => {
  const vectors = new Vectors(services);
  const { entity, at } = await commitDraft(services, space, async (draft) => {
    const from = await standingEntity(draft, "from", request.from);
    const into = await standingEntity(draft, "into", request.into);
    if (from.entity === into.entity)
      throw new Problem("SAME_ENTITY", "An entity cannot be merged into itself.");
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: "Merged by the caller.",
      factText: `${from.name} (${from.key}) is ${into.name} (${into.key}).`,
      occurredAt: draft.recordedAt,
    });
    await mergeInDraft(draft, from, into, decision);
    return changedEntity(draft, into.entity, await draft.finish(vectors));
  });
  return { entity, at };
};
