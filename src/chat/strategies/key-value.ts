import { members } from "../../memory/entity.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import type { Policy, Situation } from "../strategy.ts";

/** Slots that are told; of a user with more of them, the first by name. */
const MOST_SLOTS = 200;

/** `my city is Mumbai`, one for each single-valued attribute of the user that has a value at the view. Four store calls. */
const knownFacts = async ({ space, view: { at } }: Situation): Promise<string[]> => {
  const self = await space.self(at.knownAt);
  const user =
    self === null ? undefined : (await recalledEntities(space, [self], at.knownAt)).get(self);
  if (user === undefined) return [];
  const entities = members(user);
  const slots = (await space.slots(entities)).toSorted().slice(0, MOST_SLOTS);
  if (slots.length === 0) return [];
  const pages = await space.facts(
    slots.map((slot) => ({ entities, slot, at, page: { first: 20 } })),
  );
  const told = pages.flatMap(({ items }) =>
    items
      .map(({ item }) => item)
      .filter(({ value }) => value !== null)
      .slice(-1),
  );
  return told
    .toSorted((a, b) => (a.firstRecordedAt < b.firstRecordedAt ? -1 : 1))
    .map(({ slot, value }) => `my ${slot?.replaceAll("_", " ")} is ${value}`);
};

/** DESIGN.md §5: the single-valued attributes of the user, and nothing else: no history, no model call to draw them. A value that is no longer so is not told. */
export const keyValue: Policy = {
  budget: (_mode, { settings }) => settings.contextTokens,
  readsMemory: true,
  assemble: async (situation) => {
    const facts = await knownFacts(situation);
    return {
      parts:
        facts.length === 0
          ? []
          : [
              {
                role: "system",
                content: `[Known facts about the user] ${facts.join("; ")}`,
                origin: "KNOWN_FACTS",
              },
            ],
      cut: [],
      hits: [],
    };
  },
};
