import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import type { Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { remembering } from "./remembering.ts";

const KEYS = [
  "dog's name", "cat's name", "wife's name", "husband's name", "partner's name", "son's name", "daughter's name", "boss's name", "father's name", "best friend's name", "pet's name",
  "teacher's name", "boat's name", "best friend", "pet", "dog", "cat", "goldfish", "sister", "brother", "cousin", "child", "neighbour", "colleague", "roommate", "mentor", "coach", "doctor",
  "dentist", "lawyer", "boss", "team lead", "husband", "girlfriend", "mother", "guitar teacher", "emergency contact", "car", "phone number", "home town", "favourite flower", "school",
  "dog's breed", "wife's phone number",
];
const models = createOfflineModels();
let directory: string;
let store: Store;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "changed-keys-"));
  store = await openSqliteStore({ directory, embedder: models.embedder });
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

/** What is believed of the present after each of the messages. */
const toldOf = async (...messages: readonly string[]): Promise<string[][]> => {
  const { tell, space } = await remembering(store, {}, models);
  const heads: Instant[] = [];
  for (const message of messages) {
    await tell(message);
    heads.push((await space.head()).recordedAt!);
  }
  const pages = await space.facts(heads.map((head) => ({ at: { knownAt: heads.at(-1)!, validAt: head }, page: { first: 50 } })));
  return pages.map(({ items }) => items.map(({ item }) => item.text));
};
const naming = (texts: readonly string[] | undefined, ...names: readonly string[]): string[] => names.filter((name) => texts!.some((text) => text.includes(name)));

describe("a value that has changed", () => {
  it.each(KEYS)("is seen in the past and never at the present: my %s", async (key) => {
    const told = await toldOf(`My ${key} is Zorvan.`, "It rained all morning.", `My ${key} has changed to Belquin.`, `My ${key} has changed to Tarmel.`);
    expect(told.map((texts) => naming(texts, "Zorvan", "Belquin", "Tarmel"))).toEqual([["Zorvan"], ["Zorvan"], ["Belquin"], ["Tarmel"]]);
  });

  it.each([
    ["My dog is Zorvan.", "My dog's name is Belquin."],
    ["My cat's name is Zorvan.", "My cat's name is Belquin."],
    ["My best friend is Zorvan.", "My best friend is now Belquin."],
    ["The name of my dog is Zorvan.", "My dog's new name is Belquin."],
    ["My sister is Zorvan.", "My sister changed to Belquin."],
    ["My dog's name is Zorvan.", "My dog is now called Belquin."],
  ])("is told in other words: %s %s", async (before, after) => {
    const [first, last] = await toldOf(before, after);
    expect([naming(first, "Zorvan", "Belquin"), naming(last, "Zorvan", "Belquin")]).toEqual([["Zorvan"], ["Belquin"]]);
  });

  it.each(["My dog's name is Zorvan. My dog's name has changed to Belquin.", "My sister is Zorvan. My sister has changed to Belquin.", "My wife is Zorvan. My wife's name has changed to Belquin."])("changes within a message: %s", async (message) => {
    expect(naming((await toldOf(message))[0], "Zorvan", "Belquin")).toEqual(["Belquin"]);
  });

  it("comes back", async () => {
    const told = await toldOf("My dog's name is Zorvan.", "My dog's name has changed to Belquin.", "My dog's name has changed to Zorvan.");
    expect(told.map((texts) => naming(texts, "Zorvan", "Belquin"))).toEqual([["Zorvan"], ["Belquin"], ["Zorvan"]]);
  });
});

describe("what one may have several of", () => {
  it.each([
    ["My sister is Zorvan.", "My sister is Belquin."],
    ["My friend is Zorvan.", "My friend is Belquin."],
    ["My sister Zorvan lives in Porto.", "My sister Belquin lives in Lisbon."],
    ["I have two dogs, Zorvan and Belquin.", "It rained all morning."],
    ["My sisters are Zorvan and Belquin.", "My brother is Tarmel."],
    ["My dog's name is Zorvan.", "My cat's name is Belquin."],
  ])("stands side by side: %s %s", async (...messages) => {
    expect(naming((await toldOf(...messages)).at(-1), "Zorvan", "Belquin")).toEqual(["Zorvan", "Belquin"]);
  });
});
