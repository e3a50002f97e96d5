import { describe, expect, it } from "vitest";
import { createBatchWindow } from "../../resolvers/loaders/batch-window.ts";
import { EntityLoader } from "../../resolvers/loaders/entity-loader.ts";
import { anEntity, day, graphSpace, scriptedSpace } from "./graph-space.ts";

const entities = [
  anEntity("a", { absorbed: ["b"] }),
  anEntity("b", { mergedInto: "a" }),
  anEntity("c", { recordedAt: day(5) }),
];
const loaderOf = (space = graphSpace(entities, [])) => ({
  space,
  loader: new EntityLoader(space, createBatchWindow()),
});

describe("entities requested together", () => {
  it("take one store call whatever the time, and a second one for merged ones", async () => {
    const { space, loader } = loaderOf();
    const found = await Promise.all([
      loader.get("a", day(3)),
      loader.get("c", day(3)),
      loader.get("c", day(9)),
      loader.readAll(["a", "c", "x"], day(9)),
      loader.get("a", day(3)),
    ]);
    expect(found.map((version) => (version ? version.entity : version))).toEqual([
      "a",
      null,
      "c",
      undefined,
      "a",
    ]);
    expect(space.calls).toEqual(["entitiesAsOf"]);
    expect((await loader.get("b", day(3)))?.entity).toBe("a");
    expect(space.calls).toEqual(["entitiesAsOf", "entitiesAsOf", "entitiesAsOf"]);
  });
  it("are returned at once if they were read", async () => {
    const { space, loader } = loaderOf();
    await loader.readAll(["a", "x"], day(3));
    expect([loader.get("a", day(3)), loader.get("x", day(3))]).toMatchObject([
      { entity: "a" },
      null,
    ]);
    expect(loader.get("a", day(4))).toBeInstanceOf(Promise);
    expect(space.calls).toEqual(["entitiesAsOf"]);
  });
  it("are not requested again while a call for them is running", async () => {
    let answer = (): void => undefined;
    const { space, loader } = loaderOf(
      graphSpace(entities, [], () => new Promise<void>((resolve) => (answer = resolve))),
    );
    const first = loader.get("a", day(3));
    while (space.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = loader.get("a", day(3));
    answer();
    expect(await Promise.all([first, second])).toMatchObject([{ entity: "a" }, { entity: "a" }]);
    expect(space.calls).toEqual(["entitiesAsOf"]);
  });
  it("are not read if the loader was given them", () => {
    const { space, loader } = loaderOf();
    loader.tell("z", day(3), anEntity("z"));
    expect(loader.get("z", day(3))).toMatchObject({ entity: "z" });
    expect(space.calls).toEqual([]);
  });
  it("all fail with their call", async () => {
    const { loader } = loaderOf(
      scriptedSpace({ entitiesAsOf: () => Promise.reject(new Error("away")) }) as ReturnType<
        typeof graphSpace
      >,
    );
    const asked = [loader.get("a", day(3)), loader.get("b", day(3)), loader.readAll(["a"], day(3))];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "rejected",
    ]);
  });
});
