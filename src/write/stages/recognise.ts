import type { EntityVersion } from "../../memory/entity.ts";
import { foldName } from "../../memory/names.ts";
import { plusMillis } from "../../memory/time.ts";
import type { Stage } from "../work.ts";

/** The longest name that is recognised, in words, and the most stretches of one message that are looked up. */
const WORDS_IN_NAME = 5;
const STRETCHES = 5_000;

/** Every stretch of up to five words: names are found in one pass over the message and one look-up, however many names are known. */
export const stretches = (message: string): string[] => {
  const words = foldName(message).split(" ");
  const found = new Set<string>();
  for (let start = 0; start < words.length && found.size < STRETCHES; start++)
    for (let length = 1; length <= WORDS_IN_NAME && start + length <= words.length; length++) found.add(words.slice(start, start + length).join(" "));
  return [...found].filter((stretch) => stretch.length > 1).slice(0, STRETCHES);
};

/** Stage 4. The entities whose names stand in the message, by whole words; no model is asked. */
export const recognise: Stage<void, readonly EntityVersion[]> = async (work) => {
  const knownAt = (await work.space.head()).recordedAt ?? plusMillis(work.event.recordedAt, -1);
  const found = await work.space.entitiesByName(stretches(work.event.message), knownAt);
  const ids = [...new Set(found.flatMap((owners) => owners[0] ?? []))];
  const versions = await work.space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })));
  const merged = versions.flatMap((version) => version?.mergedInto ?? []);
  const roots = await work.space.entitiesAsOf(merged.map((entity) => ({ entity, knownAt })));
  const recognised = new Map([...versions, ...roots].flatMap((version) => (version && version.mergedInto === null ? [[version.entity, version]] : [])));
  return { value: [...recognised.values()], data: { recognised: [...recognised.values()].map(({ key }) => key) } };
};
