import { describe, expect, it } from "vitest";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const says = {
  "Guilherme is tall.": {
    entities: [{ name: "Guilherme", type: "person", aliases: ["Guili"] }],
    facts: [extracted({ subject: "Guilherme", text: "Guilherme is tall" })],
  },
  "Guili sings.": { facts: [extracted({ subject: "Guilherme", text: "Guilherme sings" })] },
  "Ana met Guili.": {
    entities: [{ name: "Ana", type: "person", aliases: [] }],
    facts: [extracted({ subject: "Ana", text: "Ana met somebody" })],
  },
};

describe("the entities of a write", () => {
  const freshSpace = freshSpaces(stores[0]!.open);

  it.each([
    ["Guili sings.", ["Guilherme"]],
    ["Ana met Guili.", ["Ana", "Guilherme"]],
    ["Guilicia was there.", []],
  ])("include the entity of each known name in the message once: %s", async (message, names) => {
    const { tell } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    await tell("Guilherme is tall.");
    expect((await tell(message)).entities.map(({ name }) => name)).toEqual(names);
  });
});
