import type { EntityId } from "../../memory/ids.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit.ts";
import { entityTexts } from "../draft/search-texts.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/**
 * Rebuilds the search texts of entities from what is left of them, so that searches still find
 * them.
 */
export const rebuildTexts = async (
  services: WriteServices,
  space: SpaceStore,
  touched: readonly EntityId[],
): Promise<void> => {
  if (touched.length === 0) return;
  const vectors = new Vectors(services);
  await commitDraft(services, space, async (draft) => {
    await draft.entities.load(touched);
    const { knownAt } = draft.known;
    const versions = await space.entitiesAsOf(touched.map((entity) => ({ entity, knownAt })));
    const staying = versions.flatMap((version) =>
      version !== null && version.mergedInto === null ? [{ version }] : [],
    );
    const { texts, expired } = await entityTexts(
      space,
      draft.entities,
      { facts: [], relationships: [], entities: staying },
      draft.known,
      draft.recordedAt,
      services.newId,
    );
    if (texts.length === 0) return { finished: null };
    const embedded = await vectors.of(texts.map(({ text }) => text));
    return {
      finished: {
        commit: {
          recordedAt: draft.recordedAt,
          texts: texts.map((text, i) => ({ ...text, vector: embedded?.[i] ?? null })),
          textsExpired: expired,
        },
      },
    };
  });
};
