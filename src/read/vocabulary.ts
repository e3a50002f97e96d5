import type { Instant } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Cardinality, SlotDefinition } from "../vocabulary/slot.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Maximum number of entities of a space whose slots are read. */
const MOST_OWNERS = 1000;

/** A slot as clients see it. */
export interface DescribedSlot {
  readonly slot: string;
  readonly cardinality: Cardinality;
  readonly valueType: string;
  readonly relationshipType: string | null;
  readonly synonyms: readonly string[];
  readonly description: string;
}

const describe = ({
  slot,
  cardinality,
  value,
  relationship,
  names,
  about,
}: SlotDefinition): DescribedSlot => ({
  slot,
  cardinality,
  valueType: value,
  relationshipType: relationship?.type ?? null,
  synonyms: [...names.en, ...names.pt],
  description: about,
});

const unknownSlot = (slot: string): DescribedSlot => ({
  slot,
  cardinality: "ONE",
  valueType: "text",
  relationshipType: null,
  synonyms: [],
  description: "",
});

/**
 * The slots of the vocabulary, then further slots of facts of the space, in alphabetical order.
 * `knownAt`: the head; null for an empty space.
 */
export const slotsOf = async (
  space: SpaceStore,
  vocabulary: Vocabulary,
  knownAt: Instant | null,
): Promise<DescribedSlot[]> => {
  const owners =
    knownAt === null
      ? []
      : await space.factOwners({ at: { knownAt, validAt: null }, limit: MOST_OWNERS });
  const usedSlots = owners.length === 0 ? [] : await space.slots(owners);
  return [
    ...vocabulary.slots.map(describe),
    ...usedSlots
      .filter((slot) => vocabulary.definition(slot) === null)
      .toSorted()
      .map(unknownSlot),
  ];
};
