import type { EntityId } from "../../memory/ids.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import { entityTexts } from "../draft/search-texts.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/**
 * Rebuilds the search texts of entities from their remaining data, so that searches still find
 * them.
 */
export const rebuildTexts = async (
  services: WriteServices,
  space: SpaceStore,
  touchedEntities: readonly EntityId[],
): Promise<void> => {
  if (touchedEntities.length === 0) return;
  const vectors = new Vectors(services);
  await commitDraft(services, space, async (draft) => {
    await draft.entities.load(touchedEntities);
    const { knownAt } = draft.headPoint;
    const versions = await space.entitiesAsOf(
      touchedEntities.map((entity) => ({ entity, knownAt })),
    );
    const stayingEntities = versions.flatMap((version) =>
      version !== null && version.mergedInto === null ? [{ version }] : [],
    );
    const { texts, expiredTexts } = await entityTexts(
      space,
      draft.entities,
      { facts: [], relationships: [], entities: stayingEntities },
      draft.headPoint,
      draft.recordedAt,
      services.newId,
    );
    if (texts.length === 0) return { finishedDraft: null };
    const embeddings = await vectors.of(texts.map(({ text }) => text));
    return {
      finishedDraft: {
        commit: {
          recordedAt: draft.recordedAt,
          texts: texts.map((text, i) => ({ ...text, vector: embeddings?.[i] ?? null })),
          textsExpired: expiredTexts,
        },
      },
    };
  });
};
