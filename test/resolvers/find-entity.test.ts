import { describe, expect, it } from "vitest";
import { createLoaders } from "../../resolvers/loaders/loaders.ts";
import { foldName } from "../../src/language/names.ts";
import { namesOf, type EntityVersion } from "../../src/memory/entity.ts";
import { believedAt, type Instant } from "../../src/memory/time.ts";
import { entityByKey, entityByKeyOrName, entityByName } from "../../src/read/graph/find-entity.ts";
import { anEntity, day, scriptedSpace } from "./graph-space.ts";

const versions: readonly EntityVersion[] = [
  anEntity("clara", { key: "person:clara_rezende", name: "Clara Rezende", aliases: ["Clara"] }),
  anEntity("band", { key: "band:clara", name: "Clara", type: "band", recordedAt: day(2) }),
  anEntity("other", { key: "person:clara", name: "Clara Nunes", recordedAt: day(8) }),
  anEntity("site", { key: "url:github.com|x", name: "https://github.com/x", type: "url" }),
  anEntity("gone", { key: "person:bea", name: "Bea", expiredAt: day(5) }),
  anEntity("gone", {
    n: 2,
    key: "person:bea",
    name: "Bea",
    recordedAt: day(5),
    mergedInto: "clara",
  }),
];
const space = scriptedSpace({
  entitiesAsOf: async (requests) =>
    requests.map(
      ({ entity, knownAt }) =>
        versions.find((version) => version.entity === entity && believedAt(version, knownAt)) ??
        null,
    ),
  entitiesByKey: async (keys) =>
    keys.map((key) => versions.find((version) => version.key === key)?.entity ?? null),
  entitiesByName: async (folded, knownAt) =>
    folded.map((name) =>
      versions
        .filter(
          (version) =>
            believedAt(version, knownAt) && namesOf(version).some((one) => foldName(one) === name),
        )
        .map(({ entity }) => entity),
    ),
});
const found = async (find: typeof entityByKey, text: string, knownAt: Instant) =>
  (await find(space, createLoaders(space), text, knownAt))?.entity ?? null;

describe("an entity", () => {
  it.each([
    ["its key", entityByKey, "person:clara_rezende", day(10), "clara"],
    ["its type and another name of it", entityByKey, "person:clara", day(3), "clara"],
    ["that, written as it is said", entityByKey, "Person:Clara Rezende", day(3), "clara"],
    ["the key that somebody has by then", entityByKey, "person:clara", day(10), "other"],
    ["its type among others of the name", entityByKey, "band:clara", day(10), "band"],
    ["the key of one that it absorbed", entityByKey, "person:bea", day(10), "clara"],
    ["its key before it was absorbed", entityByKey, "person:bea", day(3), "gone"],
    ["its name, case and accents aside", entityByName, "CLÁRA rezende", day(10), "clara"],
    ["a name that several have, the first", entityByName, "Clara", day(10), "clara"],
    ["a name with a colon", entityByKeyOrName, "https://github.com/x", day(10), "site"],
    ["a key where a name may stand", entityByKeyOrName, "url:github.com|x", day(10), "site"],
  ] as const)("is found by %s", async (_, find, text, knownAt, entity) => {
    expect(await found(find, text, knownAt)).toBe(entity);
  });
  it.each([
    ["a key that none has", entityByKey, "person:nobody", day(10)],
    ["a key of another type", entityByKey, "place:clara", day(10)],
    ["a key before it was known", entityByKey, "band:clara", day(1)],
    ["a key without a type", entityByKey, "clara", day(10)],
    ["a name that none has", entityByName, "Nobody", day(10)],
    ["a name without letters", entityByName, "…", day(10)],
  ] as const)("is not found by %s", async (_, find, text, knownAt) => {
    expect(await found(find, text, knownAt)).toBeNull();
  });
});
