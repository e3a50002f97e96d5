import { members, type EntityVersion } from "../../../memory/entity.ts";
import type { FactItem } from "../../../read/recall/block.ts";
import type { Situation } from "../strategy.ts";

/** The most important facts of the user. At most one store call. */
export const userFacts = async (
  { space, view: { at }, services: { read } }: Situation,
  user: EntityVersion | null,
  limit: number,
): Promise<FactItem[]> => {
  if (user === null) return [];
  const [facts = []] = await space.importantFacts([{ entities: members(user), at, limit }]);
  return facts
    .filter(({ confidence }) => confidence >= read.settings.minConfidence)
    .map((version) => ({ kind: "FACT", entity: user, version }));
};
