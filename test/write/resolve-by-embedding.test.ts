import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { withoutTitle } from "../../src/language/names.ts";
import type { Embedder, Models } from "../../src/models/port.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { answer, extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { silentModels } from "../fakes/silent-models.ts";

/** A unit vector at a cosine from the first axis. */
const at = (cosine: number): Float32Array => {
  const vector = new Float32Array(silentModels.embedder.dimensions);
  vector[0] = cosine;
  vector[1] = Math.sqrt(1 - cosine * cosine);
  return vector;
};

/** An embedder whose similarity decides. Texts that are not listed are near nothing. */
const embedderOf = (cosines: Readonly<Record<string, number>>): Embedder => ({
  ...silentModels.embedder,
  similarityDecides: true,
  embed: async (texts) => ({
    ...answer(
      texts.map((text, i) => {
        const cosine = cosines[text];
        if (cosine !== undefined) return at(cosine);
        const vector = new Float32Array(silentModels.embedder.dimensions);
        vector[2 + (i % 20)] = 1;
        return vector;
      }),
    ),
    calls: 0,
  }),
});

describe.each(stores)("resolving names by embedding on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** Tells of one name, then of another. Gives the names of the entities of both facts, and what the judge was asked. */
  const resolved = async (
    [known, knownType]: readonly [string, string],
    [name, type]: readonly [string, string],
    cosine: number,
    verdict: "SAME" | "OTHER" = "OTHER",
  ) => {
    const space = await freshSpace();
    const asked: string[][] = [];
    const disambiguate: Models["disambiguate"] = async ({ candidates }) => {
      asked.push(candidates.map((candidate) => candidate.name));
      return answer(verdict === "SAME" ? (candidates[0]?.id ?? null) : null);
    };
    const says = (subject: string, of: string) => ({
      entities: [{ name: subject, type: of, aliases: [] }],
      facts: [extracted({ subject, text: `${subject} was spoken of` })],
    });
    const services: WriteServices = {
      models: {
        ...scriptedModels({
          says: { first: says(known, knownType), second: says(name, type) },
          disambiguate,
        }),
        embedder: embedderOf({ [known]: 1, [name]: cosine }),
      },
      newId: v7,
      now: Date.now,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    await write(services, space, { message: "first" });
    const { entities } = await write(services, space, { message: "second" });
    return { names: entities.map((entity) => entity.name), asked };
  };

  it("treats a similar enough name as the same without a call", async () => {
    expect(await resolved(["Guilherme", "person"], ["Gui Lima", "person"], 0.87)).toEqual({
      names: ["Guilherme"],
      asked: [],
    });
    expect(await resolved(["Big Blue", "organization"], ["IBM", "organization"], 0.9)).toEqual({
      names: ["Big Blue"],
      asked: [],
    });
  });

  it("asks the judge between the thresholds, and follows its answer", async () => {
    const names = [
      ["Robert Stone", "person"],
      ["Bob", "person"],
    ] as const;
    expect(await resolved(...names, 0.6, "SAME")).toEqual({
      names: ["Robert Stone"],
      asked: [["Robert Stone"]],
    });
    expect(await resolved(...names, 0.6, "OTHER")).toEqual({
      names: ["Bob"],
      asked: [["Robert Stone"]],
    });
  });

  it.each<[string, readonly [string, string], readonly [string, string], number]>([
    ["of another type", ["Apple", "organization"], ["Apples", "product"], 0.95],
    ["with another figure", ["iPhone 14", "product"], ["iPhone 15", "product"], 0.97],
    ["below the thresholds", ["Robert Stone", "person"], ["Bea", "person"], 0.3],
    ["of somebody's somebody", ["Zorvan Lee", "person"], ["Zorvan's sister", "person"], 0.92],
  ])("keeps a name %s apart without a call", async (_, known, name, cosine) => {
    const { names, asked } = await resolved(known, name, cosine);
    expect([names, asked]).toEqual([[name[0]], []]);
  });

  it("asks the judge about people with different surnames, however similar", async () => {
    expect(await resolved(["Ana Lima", "person"], ["Ana Costa", "person"], 0.93)).toEqual({
      names: ["Ana Costa"],
      asked: [["Ana Lima"]],
    });
  });
});

describe("a name without its titles", () => {
  it.each([
    ["Dr. Ana Lima", "Ana Lima"],
    ["Prof. Dr. Ana Lima", "Ana Lima"],
    ["Sra. Ana Lima", "Ana Lima"],
  ])("of %s is %s", (name, untitled) => expect(withoutTitle(name)).toBe(untitled));

  it.each(["Dr Who", "Mr. Bean", "Drew Barry", "Msgr Hall Smith", "Ana Lima"])(
    "of %s does not change",
    (name) => expect(withoutTitle(name)).toBe(name),
  );
});
