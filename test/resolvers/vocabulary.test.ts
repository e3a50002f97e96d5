import { beforeEach, describe, expect, it } from "vitest";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const VOCABULARY = `{ vocabulary { slot cardinality valueType relationshipType synonyms description } }`;
const assertion = (slot: string, value: string) => `mutation { assertFact(input: {
  entity: { name: "Ana", type: "person" }, text: "Ana: ${slot} ${value}", slot: "${slot}", value: "${value}" }) { factsAdded { slot } } }`;

interface Slot {
  readonly slot: string;
  readonly cardinality: string;
  readonly description: string;
}

describe.each(stores)("the vocabulary on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  beforeEach(async () => {
    space = await freshSpace();
  });

  it("lists the slots of the service, even in an empty space", async () => {
    const { vocabulary } = await memoryService(space).run(VOCABULARY);
    expect(vocabulary).toContainEqual({
      slot: "residence",
      cardinality: "ONE",
      valueType: "place",
      relationshipType: "lives_in",
      synonyms: expect.arrayContaining(["city", "home", "cidade"]),
      description: "Where somebody lives.",
    });
    const pet = (vocabulary as Slot[]).find(({ slot }) => slot === "pet");
    expect(pet?.cardinality).toBe("MANY");
  });

  it("adds the slots that facts of the space use, and canonical ones once", async () => {
    const { run } = memoryService(space);
    for (const [slot, value] of [
      ["Shoe size", "43"],
      ["city", "Lisbon"],
      ["assistant manager", "Ida"],
    ] as const)
      await run(assertion(slot, value));
    const { vocabulary } = await run(VOCABULARY);
    const slots = (vocabulary as Slot[]).map(({ slot }) => slot);
    expect(slots.slice(-2)).toEqual(["assistant_manager", "shoe_size"]);
    expect(slots.filter((slot) => slot === "residence" || slot === "city")).toEqual(["residence"]);
  });
});
