import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { updateSettings } from "../../src/write/operations/update-settings.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const NOW = "2026-01-02T00:00:00.000Z" as Instant;
const ASKED = "Remember that I live in Porto. My sister Ana is ill.";
const says = {
  [ASKED]: {
    entities: [
      { name: "Porto", type: "place", aliases: [] },
      { name: "Ana", type: "person", aliases: ["Aninha"] },
    ],
    facts: [
      extracted({
        subject: "user",
        text: "user lives in Porto",
        slot: "residence",
        value: "Porto",
      }),
      extracted({ subject: "user", text: "user's sister is Ana", slot: "sister", value: "Ana" }),
      extracted({ subject: "Ana", text: "Ana is ill" }),
    ],
    relations: [{ source: "user", type: "sibling_of", target: "Ana" }],
    profiles: [{ name: "user", profile: "Lives in Porto. The sister, Ana, is ill." }],
  },
};

describe("a message of which only a part may be written", () => {
  const freshSpace = freshSpaces(stores[0]!.open);

  const tell = async (sessionMemory: boolean) => {
    const {
      space,
      tell: say,
      facts,
    } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    await updateSettings(space, { sessionMemory }, NOW);
    await say(ASKED, `s-${space.id.user}`);
    const knownAt = (await space.head()).recordedAt!;
    const { items } = await space.entities({
      at: { knownAt, validAt: knownAt },
      page: { first: 10 },
    });
    return {
      facts: (await facts()).toSorted(),
      entities: items.map(({ item }) => `${item.name}: ${item.profile}`).toSorted(),
    };
  };

  it("is written only about the user, and without a profile, without session memory", async () => {
    expect(await tell(false)).toEqual({
      facts: ["LONG_TERM user lives in Porto"],
      entities: ["Porto: null", "user: null"],
    });
  });

  it("is written completely with session memory", async () => {
    expect(await tell(true)).toEqual({
      facts: [
        "LONG_TERM user lives in Porto",
        "LONG_TERM user's sister is Ana",
        "SESSION Ana is ill",
      ],
      entities: ["Ana: null", "Porto: null", "user: Lives in Porto. The sister, Ana, is ill."],
    });
  });
});
