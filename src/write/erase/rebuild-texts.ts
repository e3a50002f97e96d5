import { OPEN } from "../../memory/time.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../commit-draft.ts";
import { entityTexts } from "../draft/search-texts.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors.ts";

/** Makes the search texts of entities anew from what is left of them, so that they are found as before. */
export const rebuildTexts = async (
  services: WriteServices,
  space: SpaceStore,
  touched: readonly EntityId[],
): Promise<void> => {
  if (touched.length === 0) return;
  const vectors = new Vectors(services);
  await commitDraft(services, space, async (draft) => {
    await draft.entities.load(touched);
    const left = (
      await space.entitiesAsOf(touched.map((entity) => ({ entity, knownAt: draft.known.knownAt })))
    )
      .filter((version) => version !== null && version.mergedInto === null)
      .map((version) => version!);
    const { texts, expired } = await entityTexts(
      space,
      draft.entities,
      { facts: [], relationships: [], entities: left.map((version) => ({ version })) },
      draft.known,
      draft.recordedAt,
      services.newId,
    );
    if (texts.length === 0) return { finished: null };
    const embedded = await vectors.of(texts.map(({ text }) => text));
    const drafted = { entities: [], facts: [], relationships: [], decisions: [] };
    return {
      finished: {
        drafted,
        commit: {
          recordedAt: draft.recordedAt,
          texts: texts.map((text, i) => ({
            ...text,
            expiredAt: OPEN,
            vector: embedded?.[i] ?? null,
          })),
          textsExpired: expired,
        },
      },
    };
  });
};
