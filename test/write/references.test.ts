import { describe, expect, it } from "vitest";
import { members } from "../../src/memory/entity.ts";
import { foldName } from "../../src/language/names.ts";
import type { Reference } from "../../src/memory/reference.ts";
import type { Instant } from "../../src/memory/time.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { noteDiscussed } from "../../src/write/references.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

const FAR = "2100-01-01T00:00:00.000Z" as Instant;

describe.each(stores)("the context graph on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const conversation = async () => {
    const told = await remembering(await freshSpace());
    const { space, services } = told;
    const idOf = async (name: string): Promise<string> =>
      (await space.entitiesByName([foldName(name)], FAR))[0]![0]!;
    const references = async (name?: string, knownAt: Instant = FAR): Promise<Reference[]> => {
      const entities = name === undefined ? undefined : [await idOf(name)];
      return (
        await space.references({ entities, at: { knownAt, validAt: FAR }, page: { first: 100 } })
      ).items
        .map(({ item }) => item)
        .toReversed();
    };
    const said = async (name?: string) =>
      (await references(name)).map(
        ({ kind, session, snippet }) => `${kind} ${session}: ${snippet}`,
      );
    const reply = (session: string, content: string) =>
      noteDiscussed(services, space, { id: `reply-${session}`, session, content, occurredAt: FAR });
    return { ...told, idOf, references, said, reply };
  };

  it("contains what facts mention, what questions ask about, and what replies discuss, with the words around it", async () => {
    const { tell, said, reply } = await conversation();
    await tell("Clara Rezende works at Vertix.", "a");
    await tell("It is late. Where does Clara Rezende work?", "a");
    await reply("a", "As far as I know, Clara Rezende works at Vertix, which you told me.");
    expect(await said("Vertix")).toEqual([
      "MENTIONED a: Clara Rezende works at Vertix",
      "DISCUSSED a: As far as I know, Clara Rezende works at Vertix, which you told me.",
    ]);
    expect(await said("Clara Rezende")).toEqual([
      "MENTIONED a: Clara Rezende works at Vertix",
      "QUERIED a: Where does Clara Rezende work?",
      "DISCUSSED a: As far as I know, Clara Rezende works at Vertix, which you told me.",
    ]);
  });

  it("names the turn, and reads as it was known", async () => {
    const { tell, references } = await conversation();
    const first = await tell("Clara Rezende works at Vertix.", "a");
    const asked = await tell("Who is Clara Rezende?", "a");
    const all = await references("Clara Rezende");
    expect(all.map(({ turn, recordedAt }) => [turn, recordedAt])).toEqual([
      [first.event!.turn, first.at.knownAt],
      [asked.event!.turn, asked.at.knownAt],
    ]);
    expect(await references("Clara Rezende", first.at.knownAt)).toEqual([all[0]]);
  });

  it("records the user's interest from the third question on, once per session", async () => {
    const { tell, said } = await conversation();
    await tell("Clara Rezende works at Vertix.");
    for (const session of ["a", "b", "b", "b", "a"])
      await tell("Where does Clara Rezende work?", session);
    const ask = (session: string) => `QUERIED ${session}: Where does Clara Rezende work?`;
    const interest = (session: string) =>
      `INTERESTED_IN ${session}: Where does Clara Rezende work?`;
    expect(await said("Clara Rezende")).toEqual([
      ask("a"),
      ask("b"),
      ask("b"),
      interest("b"),
      ask("b"),
      ask("a"),
      interest("a"),
    ]);
  });

  it("does not link the user to everything they say", async () => {
    const { tell, said } = await conversation();
    await tell("My bike is red.", "a");
    await tell("Remember that I like jazz.", "a");
    expect((await said()).filter((one) => one.includes("bike"))).toEqual([]);
  });

  it("covers sessions only", async () => {
    const { tell, said } = await conversation();
    await tell("Clara Rezende works at Vertix.");
    await tell("Where does Clara Rezende work?");
    expect(await said()).toEqual([]);
  });

  it("is found under the survivor of a merge", async () => {
    const { tell, space, services, idOf } = await conversation();
    await tell("Clara Rezende works at Vertix.", "a");
    await tell("John Doe works at Orion Tech.", "a");
    const { entity } = await mergeEntities(services, space, {
      from: await idOf("Vertix"),
      into: await idOf("Orion Tech"),
    });
    const found = await space.references({
      entities: members(entity),
      at: { knownAt: FAR, validAt: FAR },
      page: { first: 9 },
    });
    expect(found.items.map(({ item }) => item.snippet)).toContain("Clara Rezende works at Vertix");
  });

  it("records nothing for a reply that names nobody", async () => {
    const { tell, reply, space } = await conversation();
    await tell("Clara Rezende works at Vertix.", "a");
    const before = await space.head();
    expect(await reply("a", "I do not know.")).toEqual([]);
    expect(await space.head()).toEqual(before);
  });
});
