import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readShippedTable } from "../../src/language/shipped-table.ts";
import { InvalidVocabulary } from "../../src/vocabulary/invalid-vocabulary.ts";
import { loadVocabulary, shippedVocabulary } from "../../src/vocabulary/load.ts";
import { fileSchema } from "../../src/vocabulary/vocabulary-file.ts";

describe("the shipped vocabulary", () => {
  const { slots } = shippedVocabulary();

  it("is a valid vocabulary file itself", () => {
    const table = readShippedTable(join(import.meta.dirname, "../../src/vocabulary/slots"));
    expect(fileSchema.parse(table)).toEqual(table);
  });

  it("describes every slot", () => {
    expect(slots.length).toBeGreaterThan(50);
    for (const { slot, about } of slots) expect(about, slot).toMatch(/^[A-Z].+[.…]$/u);
  });

  it("gives every slot the label of its own name", () => {
    for (const { slot } of slots) expect(shippedVocabulary().canonicalSlot(slot)).toBe(slot);
  });
});

describe("an operator's vocabulary file", () => {
  let directory: string;
  beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), "palimpsest-vocabulary-"))));
  afterAll(() => rm(directory, { recursive: true }));

  const load = async (text: string) => {
    const path = join(directory, "own.yaml");
    await writeFile(path, text);
    return loadVocabulary(path);
  };

  it("adds slots and names", async () => {
    const vocabulary = await load(
      [
        "- slot: cost_centre",
        "  about: The cost centre that something is booked on.",
        "  cardinality: ONE",
        "  value: text",
        "  names: [booking code]",
        "- slot: employer",
        "  names: [mandant]",
      ].join("\n"),
    );
    expect(vocabulary.canonicalSlot("booking code")).toBe("cost_centre");
    expect(vocabulary.canonicalSlot("mandant")).toBe("employer");
    expect(vocabulary.canonicalSlot("company")).toBe("employer");
    expect(vocabulary.restingOn("employer")).toContain("role");
  });

  it("changes only what it states of a known slot", async () => {
    const vocabulary = await load("- slot: boss\n  cardinality: MANY\n");
    expect(vocabulary.hasMany("boss")).toBe(true);
    expect(vocabulary.definition("boss")?.value).toBe("person");
  });

  it.each([
    ["an unknown field", "- slot: boss\n  colour: red\n", /own\.yaml, line 1, .*colour/u],
    [
      "an unknown type",
      "- slot: boss\n  about: A.\n  value: thing\n",
      /line 3, is wrong in value/u,
    ],
    ["a name with capitals", "- slot: boss\n  names:\n    - Chief\n", /line 3, .*lower case/u],
    ["no YAML", "- slot: [boss\n", /line \d, is not valid YAML/u],
    ["no list", "slot: boss\n", /line 1, is wrong/u],
    ["a new slot that lacks its cardinality", "\n- slot: altitude\n", /line 2, lacks about/u],
    ["a slot twice", "- slot: boss\n- slot: boss\n", /line 2, has the slot boss twice/u],
    [
      "a base that is not a slot",
      "- slot: boss\n  within: guild\n",
      /line 1, .*guild, which is not a slot/u,
    ],
    [
      "stages of a slot without stages",
      "- slot: mood\n  about: Mood.\n  cardinality: ONE\n  value: text\n  stage_of: boss\n",
      /line 1, .*names stages of boss, which is not a slot with stages/u,
    ],
    [
      "a number of what is not a slot",
      "- slot: number_of_boats\n  about: Number.\n  cardinality: ONE\n  value: text\n  counts: boat\n",
      /line 1, .*counts boat, which is not a slot/u,
    ],
    [
      "a slot that depends on itself",
      "- slot: employer\n  within: role\n",
      /line 1, .*depends on itself/u,
    ],
    [
      "a name of another slot",
      "- slot: role\n  names: [company]\n",
      /line 1, names both employer and role/u,
    ],
    ["a slot not in snake_case", "- slot: Big Boss\n", /line 1, is wrong in slot/u],
  ])("is refused for %s, with file and line", async (_, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
    await expect(load(text)).rejects.toBeInstanceOf(InvalidVocabulary);
  });

  it("is refused if it is missing", () =>
    expect(loadVocabulary(join(directory, "missing.yaml"))).rejects.toThrow(/cannot be read/u));
});
