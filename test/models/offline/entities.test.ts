import { describe, expect, it } from "vitest";
import type { KnownEntity } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";

const entitiesOf = async (
  message: string,
  knownEntities: readonly KnownEntity[] = [],
  speaker = "Rafael",
): Promise<string[]> => {
  const { entities } = await extract(message, { speaker, knownEntities });
  return entities
    .map(
      ({ name, type, aliases }) =>
        `${type} ${name}${aliases.length > 0 ? ` (${aliases.join(", ")})` : ""}`,
    )
    .toSorted();
};

describe("entities and their types", () => {
  it.each([
    ["I work at Kestrel.", ["organization Kestrel", "person Rafael"]],
    ["I moved to Turku, Finland.", ["person Rafael", "place Turku"]],
    ["Wei Chen plays the oboe.", ["concept oboe", "person Wei Chen"]],
    ["We use Terraform.", ["person Rafael", "product Terraform"]],
    ["I speak Dutch.", ["language Dutch", "person Rafael"]],
    ["Our cat Marbles is lazy.", ["person Rafael", "pet Marbles"]],
    [
      "The code is at https://git.halden.io/core.",
      ["concept code", "url https://git.halden.io/core"],
    ],
    ["Tolvex is a drone company.", ["organization Tolvex"]],
    ["Mirefall is a town in Wales.", ["place Mirefall", "place Wales"]],
    ["Dr. Amina Bello treats me.", ["person Dr. Amina Bello", "person Rafael"]],
    ["My brother Will is a vet.", ["person Rafael", "person Will"]],
    ["My sister April is a vet.", ["person April", "person Rafael"]],
    ["My sister April moved to Leeds.", ["person April", "person Rafael", "place Leeds"]],
    ["My brother moved in April.", ["person Rafael", "person Rafael's brother"]],
    ["Summer is my favourite season.", ["person Rafael"]],
  ])("%s", async (message, entities) => {
    expect(await entitiesOf(message)).toEqual(entities);
  });

  it("are none if nothing is stated", async () => {
    expect(await entitiesOf("Is Wei Chen in Turku?")).toEqual([]);
  });
});

describe("other names", () => {
  it("belong to the fullest one", async () => {
    expect(await entitiesOf("My friend Beto (Roberto Carvalho) is a chef.")).toEqual([
      "person Rafael",
      "person Roberto Carvalho (Beto)",
    ]);
    expect(await entitiesOf("Halden Data Systems (HDS) hired me.")).toContain(
      "organization Halden Data Systems (HDS)",
    );
  });

  it("are kept if the person wants to be called so", async () => {
    expect(await entitiesOf("Call me Raf.")).toEqual(["person Rafael (Raf)"]);
  });

  it("refer to a wife by her relation to the speaker", async () => {
    expect(await entitiesOf("My wife Ana is a chef.")).toContain("person Ana (Rafael's wife)");
    expect(await entitiesOf("My sister Lia is a chef.")).toContain("person Lia");
  });

  it("lose the hint in brackets", async () => {
    expect(await entitiesOf("Carla (Bruno's girlfriend) is a chef.")).toEqual([
      "person Bruno",
      "person Carla",
    ]);
  });

  it("of known entities are found in lower case", async () => {
    const known: KnownEntity = {
      name: "Blue Heron",
      type: "organization",
      aliases: ["heron"],
      facts: [],
    };
    expect(await entitiesOf("i just joined blue heron", [known])).toEqual([
      "organization Blue Heron",
      "person Rafael",
    ]);
  });
});
