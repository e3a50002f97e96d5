import type { EntityVersion } from "../../memory/entity.ts";
import { plusMillis } from "../../memory/time.ts";
import { recogniseNames } from "../recognise-names.ts";
import type { Stage } from "../work.ts";

/** Stage 4. The entities whose names stand in the message, by whole words; no model is asked. */
export const recognise: Stage<void, readonly EntityVersion[]> = async (work) => {
  const knownAt = (await work.space.head()).recordedAt ?? plusMillis(work.event.recordedAt, -1);
  const recognised = await recogniseNames(work.space, work.event.message, knownAt);
  return { value: recognised, data: { recognised: recognised.map(({ key }) => key) } };
};
