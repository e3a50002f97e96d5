import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

describe.each(stores)("a relative who was known without a name on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** Tells messages. Gives the memory, and the names of the people and animals at a record time. */
  const told = async (...messages: readonly string[]) => {
    const memory = await remembering(await freshSpace());
    for (const message of messages) await memory.tell(message);
    const names = async (knownAt?: Instant): Promise<string[]> => {
      const K = knownAt ?? (await memory.space.head()).recordedAt!;
      const { items } = await memory.space.entities({
        at: { knownAt: K, validAt: K },
        page: { first: 20 },
      });
      return items
        .filter(
          ({ item }) => /^(?:person|animal|pet)$/u.test(item.type) && item.mergedInto === null,
        )
        .map(({ item }) => item.name)
        .toSorted();
    };
    return { ...memory, names };
  };

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "in passing",
      ["My wife works at Bosch.", "My wife Ida has left Bosch."],
      ["LONG_TERM user's wife is Ida"],
    ],
    [
      "by itself",
      ["My sister works at Bosch.", "My sister's called Ida.", "Ida has left Bosch."],
      ["LONG_TERM user's sister is Ida"],
    ],
    [
      "by another word for the same",
      ["My manager lives in Rome.", "My boss Ines moved to Oslo."],
      ["LONG_TERM Ines moved to Oslo", "LONG_TERM user's boss is Ines"],
    ],
    [
      "after the user has got one",
      ["My wife works at Bosch.", "My name is Petra.", "My wife Ida has left Bosch."],
      ["LONG_TERM Petra's wife is Ida", "LONG_TERM The user's name is Petra"],
    ],
    [
      "that was known already",
      ["Ida lives in Bonn.", "My wife works at Bosch.", "My wife Ida has left Bosch."],
      ["LONG_TERM Ida lives in Bonn", "LONG_TERM user's wife is Ida"],
    ],
    [
      "in Portuguese",
      ["Minha irmã mora em Roma.", "Minha irmã Clara se mudou para Lisboa."],
      ["LONG_TERM Clara se mudou para Lisboa", "LONG_TERM Clara é irmã de user"],
    ],
    [
      "as the relative of another",
      ["Tom's wife works at Bosch.", "Tom's wife Ida has left Bosch."],
      ["LONG_TERM Tom's wife is Ida"],
    ],
  ])("gets it %s, and what was true ends for them", async (_, messages, present) => {
    const { facts } = await told(...messages);
    expect((await facts()).toSorted()).toEqual(present);
  });

  it.each<[string, readonly string[], string]>([
    ["a friend", ["My friend lives in Rome.", "My friend Ida moved to Oslo."], "user's friend"],
    ["a new boss", ["My boss lives in Rome.", "My new boss is Ines."], "user's boss"],
    ["somebody of before", ["My wife lives in Rome.", "My ex-wife Ida left."], "user's wife"],
    [
      "a dog after one died",
      ["My dog is old.", "My dog died.", "My dog Rex is two."],
      "user's dog",
    ],
    ["a newborn", ["My son is five.", "Our son Otis was born today."], "user's son"],
    [
      "another than the one with a name",
      ["My sister Lea is a nurse.", "My other sister lives in Rome.", "My sister Ida is old."],
      "user's other sister",
    ],
  ])("is not %s", async (_, messages, unnamed) => {
    const { names } = await told(...messages);
    expect(await names()).toContain(unnamed);
  });

  it("had no name before, as far as was known", async () => {
    const { tell, names, space } = await told("My wife works at Bosch.");
    const before = (await space.head()).recordedAt!;
    await tell("My wife Ida has left Bosch.");
    expect(await names()).toContain("Ida");
    expect(await names()).not.toContain("user's wife");
    expect(await names(before)).toEqual(["user's wife"]);
  });

  it("becomes one with whoever has the name, which can be undone", async () => {
    const { tell, names, services, space } = await told(
      "Ida lives in Bonn.",
      "My wife is a nurse.",
    );
    const report = await tell("My wife Ida likes it.");
    expect(await names()).toEqual(["Ida", "user"]);
    const merge = report.decisions.find(({ reason }) => reason.startsWith("The message says that"));
    await revertDecision(services, space, { decision: merge!.id });
    expect(await names()).toEqual(["Ida", "user", "user's wife"]);
  });
});
