import { describe, expect, it } from "vitest";
import type { ExtractedFact } from "../../src/models/port.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const told = (slot: string, value: string, more: Partial<ExtractedFact> = {}) => ({
  entities: [{ name: "Ana", type: "person", aliases: [] }],
  facts: [extracted({ subject: "Ana", text: `Ana's ${slot}: ${value}`, slot, value, ...more })],
});
const says = {
  "Rex.": told("dog", "Rex"),
  "Tom.": told("cat", "Tom"),
  "Rex is gone.": told("pet", "Rex", { action: "DELETE" }),
  "Rome.": told("residence", "Rome"),
  "Oslo.": told("residence", "Oslo"),
};

describe.each(stores)("the candidates of a decision on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The candidates of the last decision, read back from the store. */
  const candidatesAfter = async (...messages: readonly (keyof typeof says)[]) => {
    const { tell, space } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    let id = "";
    for (const message of messages) id = (await tell(message)).decisions[0]?.id ?? "";
    const [decision] = await space.decisions([id], (await space.head()).recordedAt!);
    return decision!.candidates.map(({ reason }) => reason);
  };

  it("say why they were not meant, except the one that was", async () => {
    expect(await candidatesAfter("Rex.", "Tom.", "Rex is gone.")).toEqual([
      null,
      "Another candidate matches better.",
    ]);
    expect(await candidatesAfter("Rome.", "Oslo.")).toEqual([null]);
  });
});
