import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import type { ExtractedFact } from "../../src/models/port.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const ana = (fact: Partial<ExtractedFact> & { readonly text: string }): ExtractedFact =>
  extracted({ subject: "Ana", ...fact });
const has = (slot: string, value: string) =>
  ana({ text: `Ana's ${slot} is ${value}`, slot, value });
const lost = (slot: string | null, value: string | null, text = `Ana sold ${value}`) =>
  ana({ text, slot, value, action: "DELETE" });

/** The messages of each month of 2024, from January on, in the order of arrival. */
type Told = readonly (readonly [month: number, fact: ExtractedFact])[];

describe.each(stores)("a denial on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const tellAll = async (told: Told) => {
    const says = Object.fromEntries(
      told.map(([month, fact]) => [
        `${month}`,
        {
          entities: [
            { name: "Ana", type: "person", aliases: [] },
            { name: "Eva", type: "person", aliases: [] },
            { name: "Rex", type: "pet", aliases: [] },
            { name: "Max", type: "pet", aliases: [] },
          ],
          facts: [fact],
        },
      ]),
    );
    const { space, services } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    const reports = [];
    for (const [month] of told) {
      const occurredAt = `2024-${String(month).padStart(2, "0")}-01T00:00:00.000Z` as Instant;
      reports.push(await write(services, space, { message: `${month}`, occurredAt }));
    }
    const knownAt = (await space.head()).recordedAt!;
    const [page] = await space.facts([{ at: { knownAt, validAt: knownAt }, page: { first: 20 } }]);
    return { reports, shown: page!.items.map(({ item }) => item.text).toSorted() };
  };

  const died = (subject: string) =>
    extracted({ subject, text: `${subject} died`, slot: "death", value: "2024" });
  const LIVES: Told = [
    [1, has("pet", "Rex")],
    [2, has("pet", "Max")],
    [3, has("mother", "Eva")],
    [4, has("best_friend", "Eva")],
    [5, died("Rex")],
    [6, died("Eva")],
  ];
  it.each<[title: string, told: Told]>([
    ["told in order", LIVES],
    ["told backwards", LIVES.toReversed()],
    ["told in the middle", [...LIVES.slice(3), ...LIVES.slice(0, 3)]],
  ])("ends what others have of the dead, and what lasts does not (%s)", async (_, told) => {
    const { shown } = await tellAll(told);
    expect(shown).toEqual(["Ana's mother is Eva", "Ana's pet is Max", "Eva died", "Rex died"]);
  });

  it("does not affect later relations to the dead, such as a puppy of the same name", async () => {
    const { shown } = await tellAll([
      [5, died("Rex")],
      [7, has("pet", "Rex")],
    ]);
    expect(shown).toEqual(["Ana's pet is Rex", "Rex died"]);
  });

  it("leaves no fact behind if it has no slot and ends nothing", async () => {
    const { reports, shown } = await tellAll([
      [1, ana({ text: "Ana likes tea" })],
      [2, lost(null, "the boat", "Ana no longer has the boat")],
    ]);
    expect(shown).toEqual(["Ana likes tea"]);
    expect(reports.at(-1)).toMatchObject({ addedFacts: [], decisions: [{ action: "DELETE" }] });
  });

  it.each<[title: string, told: Told, shown: readonly string[]]>([
    [
      "what is called for short",
      [
        [1, has("vehicle", "Vauxhall Corsa")],
        [3, lost("vehicle", "Corsa")],
      ],
      [],
    ],
    [
      "not what has another name",
      [
        [1, has("vehicle", "Vauxhall Corsa")],
        [3, lost("vehicle", "Cor")],
      ],
      ["Ana's vehicle is Vauxhall Corsa"],
    ],
    [
      "neither of two that are called so for short",
      [
        [1, has("subscription", "Amazon Prime")],
        [2, has("subscription", "Amazon Music")],
        [3, lost("subscription", "Amazon")],
      ],
      ["Ana's subscription is Amazon Music", "Ana's subscription is Amazon Prime"],
    ],
    [
      "a vehicle that is sold as a possession",
      [
        [1, has("vehicle", "Honda")],
        [3, lost("owns", "Honda")],
      ],
      [],
    ],
    [
      "a possession that is sold as a vehicle",
      [
        [1, has("owns", "Honda")],
        [3, lost("car", "Honda")],
      ],
      [],
    ],
    [
      "a horse that is sold as a possession",
      [
        [1, has("horse", "Star")],
        [3, lost("owns", "Star")],
      ],
      [],
    ],
    [
      "what is told after it was sold",
      [
        [3, lost("owns", "Honda")],
        [1, has("vehicle", "Honda")],
      ],
      [],
    ],
    [
      "not another vehicle",
      [
        [1, has("vehicle", "Honda")],
        [3, lost("owns", "Vespa")],
      ],
      ["Ana's vehicle is Honda"],
    ],
    [
      "not what rests on no possession",
      [
        [1, has("employer", "Honda")],
        [3, lost("owns", "Honda")],
      ],
      ["Ana's employer is Honda"],
    ],
    [
      "not other possessions, where no value is named",
      [
        [1, has("owns", "Honda")],
        [3, lost("vehicle", null, "Ana sold the car")],
      ],
      ["Ana's owns is Honda"],
    ],
    [
      "not what was bought again",
      [
        [1, has("vehicle", "Honda")],
        [3, lost("owns", "Honda")],
        [5, has("vehicle", "Honda")],
      ],
      ["Ana's vehicle is Honda"],
    ],
  ])("ends %s", async (_, told, shown) => expect((await tellAll(told)).shown).toEqual(shown));
});
