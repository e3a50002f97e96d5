import type { EntityVersion } from "../memory/entity.ts";
import { foldName } from "../memory/names.ts";
import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";

/** The longest name that is recognised, in words, and the most stretches of one message that are looked up. */
const WORDS_IN_NAME = 5;
const STRETCHES = 5_000;

/** Every stretch of up to five words: names are found in one pass over the message and one look-up, however many names are known. */
export const stretches = (message: string): string[] => {
  const words = foldName(message).split(" ");
  const found = new Set<string>();
  for (let start = 0; start < words.length && found.size < STRETCHES; start++)
    for (let length = 1; length <= WORDS_IN_NAME && start + length <= words.length; length++)
      found.add(words.slice(start, start + length).join(" "));
  return [...found].filter((stretch) => stretch.length > 1).slice(0, STRETCHES);
};

/** The entities whose names stand in a text, by whole words, those that took others in for those. At most three store calls. */
export const recogniseNames = async (
  space: SpaceStore,
  text: string,
  knownAt: Instant,
): Promise<EntityVersion[]> => {
  const found = await space.entitiesByName(stretches(text), knownAt);
  const ids = [...new Set(found.flatMap((owners) => owners[0] ?? []))];
  const versions =
    ids.length === 0 ? [] : await space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })));
  const merged = versions.flatMap((version) => version?.mergedInto ?? []);
  const roots =
    merged.length === 0
      ? []
      : await space.entitiesAsOf(merged.map((entity) => ({ entity, knownAt })));
  const recognised = new Map(
    [...versions, ...roots].flatMap((version) =>
      version && version.mergedInto === null ? [[version.entity, version]] : [],
    ),
  );
  return [...recognised.values()];
};
