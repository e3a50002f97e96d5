import { describe, expect, it } from "vitest";
import type { Models } from "../../src/models/port.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { embedder, stores } from "../contract/stores.ts";
import { answer, extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

/** "My <role> is David", with the edge between the two. */
const is = (role: string, type: string, isInverse = false) => ({
  entities: [
    { name: "user", type: "person", aliases: [] },
    { name: "David", type: "person", aliases: [] },
  ],
  facts: [
    extracted({ subject: "user", text: `user's ${role} is David`, slot: role, value: "David" }),
  ],
  relations: [
    isInverse
      ? { source: "David", type, target: "user" }
      : { source: "user", type, target: "David" },
  ],
});
const SAYS = {
  brother: is("brother", "sibling_of"),
  boss: is("boss", "managed_by"),
  "boss, told the other way round": is("boss", "manager_of", true),
  girlfriend: is("girlfriend", "girlfriend_of"),
  wife: is("wife", "spouse_of"),
  friend: is("friend", "friend_of"),
  colleague: is("colleague", "colleague_of"),
  roommate: is("roommate", "roommate_of"),
  father: is("father", "child_of"),
  neighbour: is("neighbour", "neighbour_of", true),
};
type Role = keyof typeof SAYS;

const freshSpace = freshSpaces(stores[0]!.open);

const davids = async (roles: readonly Role[], disambiguate?: Models["disambiguate"]) => {
  const models = {
    ...scriptedModels({ says: SAYS, ...(disambiguate && { disambiguate }) }),
    embedder,
    judgesMeaning: disambiguate !== undefined,
  };
  const { space, tell } = await remembering(await freshSpace(), {}, models);
  for (const role of roles) await tell(role);
  const knownAt = (await space.head()).recordedAt!;
  const { items } = await space.entities({ at: { knownAt, validAt: knownAt }, page: { first: 9 } });
  return items.filter(({ item }) => item.name === "David").map(({ item }) => item.key);
};

const TWO = ["person:david", "person:david_2"];

describe("two people of one name", () => {
  it.each<[Role, Role]>([
    ["brother", "boss"],
    ["boss", "brother"],
    ["brother", "boss, told the other way round"],
    ["wife", "boss"],
    ["father", "brother"],
    ["brother", "colleague"],
    ["colleague", "brother"],
    ["friend", "brother"],
    ["brother", "neighbour"],
    ["neighbour", "brother"],
  ])("the %s and the %s are two", async (one, other) =>
    expect(await davids([one, other])).toEqual(TWO),
  );

  it.each<[Role, Role]>([
    ["brother", "brother"],
    ["boss", "boss, told the other way round"],
    ["girlfriend", "wife"],
    ["friend", "boss"],
    ["boss", "friend"],
    ["colleague", "friend"],
    ["colleague", "girlfriend"],
    ["brother", "roommate"],
    ["friend", "neighbour"],
    ["neighbour", "neighbour"],
  ])("the %s and the %s may be one", async (one, other) =>
    expect(await davids([one, other])).toEqual(["person:david"]),
  );

  it("is left to a judge that understands the known facts about them", async () => {
    const asked: string[] = [];
    const judge =
      (isSame: boolean): Models["disambiguate"] =>
      async ({ candidates }) => {
        asked.push(...candidates.map(({ about }) => about));
        return answer(isSame ? candidates[0]!.id : null);
      };
    expect(await davids(["brother", "boss"], judge(true))).toEqual(["person:david"]);
    expect(await davids(["brother", "boss"], judge(false))).toEqual(TWO);
    expect(asked).toHaveLength(2);
  });
});
