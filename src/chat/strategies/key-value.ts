import { fencedLine } from "../../language/fence.ts";
import { members } from "../../memory/entity.ts";
import { shownEntity } from "../../read/graph/shown-entities.ts";
import type { ChatStrategy, Situation } from "./strategy.ts";

/** Maximum number of slots that are sent, by name, and of facts that are read for each. */
const MOST_SLOTS = 200;
const FACTS_OF_SLOT = 20;

/** Slots of the vocabulary with a verb as name, such as a possession. */
const NOUNS: Readonly<Record<string, string>> = {
  owns: "possessions",
  uses: "tools",
  knows_language: "languages",
  member_of: "memberships",
};
/** Words before which the noun of a slot ends: `supplier for frames`. */
const PREPOSITION = / (?:for|of|with|at|in|to|on) /u;

/** `city is`, `working hours are`: a slot as the subject of a statement. */
const labelOf = (slot: string): string => {
  const label = NOUNS[slot] ?? slot.replaceAll("_", " ");
  const [noun = ""] = label.split(PREPOSITION);
  const isPlural = /[^siu]s$/u.test(noun);
  return `${label} ${isPlural ? "are" : "is"}`;
};

/**
 * `my city is Mumbai`: one statement for each slot of the user that has a value at the view, with
 * all its values. At most five store calls.
 */
const slotStatements = async ({ space, view: { at } }: Situation): Promise<string[]> => {
  const self = await space.self(at.knownAt);
  const user = self === null ? null : await shownEntity(space, self, at.knownAt);
  if (user === null) return [];
  const entities = members(user);
  const slots = (await space.slots(entities)).toSorted().slice(0, MOST_SLOTS);
  if (slots.length === 0) return [];
  const pages = await space.facts(
    slots.map((slot) => ({ entities, slot, at, page: { first: FACTS_OF_SLOT } })),
  );
  const valuesOfSlots = pages.flatMap(({ items }) => {
    const facts = items.map(({ item }) => item).filter(({ value }) => value !== null);
    const latest = facts.at(-1);
    return latest === undefined ? [] : [{ latest, values: facts.map(({ value }) => value) }];
  });
  return valuesOfSlots
    .toSorted((a, b) => (a.latest.firstRecordedAt < b.latest.firstRecordedAt ? -1 : 1))
    .map(({ latest: { slot }, values }) =>
      fencedLine(`my ${labelOf(slot ?? "")} ${[...new Set(values)].join(", ")}`),
    );
};

/** The current slots of the user, without history. Calls no model. */
export const keyValue: ChatStrategy = {
  readsMemory: true,
  assemble: async (situation) => {
    const statements = await slotStatements(situation);
    const content = `[Known facts about the user] ${statements.join("; ")}`;
    return {
      parts: statements.length === 0 ? [] : [{ role: "system", content, origin: "KNOWN_FACTS" }],
      cut: [],
      hits: [],
    };
  },
};
