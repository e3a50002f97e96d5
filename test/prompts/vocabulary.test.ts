import { describe, expect, it } from "vitest";
import { ANSWER_SCHEMAS } from "../../src/models/openai/answers/answer-schemas.ts";
import { loadPrompts, type RenderedPrompt } from "../../src/models/openai/prompts.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";

const prompts = await loadPrompts();
const vocabulary = shippedVocabulary();
const informed = prompts.render("extract", {
  speaker: "",
  speaker_named: true,
  occurred_at: "",
  weekday: "",
  wants_profiles: true,
  recent_messages: [],
  known: [],
  message: "",
});
const blind = prompts.render("extract-facts", {
  speaker: "",
  occurred_at: "",
  weekday: "",
  recent_messages: [],
  entities: [],
  message: "",
});

/** The fields of a fact in the schema of an answer. */
const fieldsOfFact = (): string[] => {
  const text = JSON.stringify(ANSWER_SCHEMAS.facts.schema);
  const { properties } = JSON.parse(text) as {
    properties: { facts: { items: { properties: Record<string, unknown> } } };
  };
  return Object.keys(properties.facts.items.properties);
};

/** The slots of an example or of a list in snake_case that a prompt names. */
const slotsInExamples = ({ instructions }: RenderedPrompt): string[] =>
  [...instructions.matchAll(/"slot": "(\w+)"/gu)].map(([, slot]) => slot ?? "");

/** The relation types that a prompt names in its rules. */
const relationsInRules = ({ instructions }: RenderedPrompt): string[] =>
  [
    ...(/^- type: an English verb phrase[^:]*: (.*)\.$/mu.exec(instructions)?.[1] ?? "").matchAll(
      /\w+/gu,
    ),
  ].map(([type]) => type);

describe.each([
  ["extract", informed],
  ["extract-facts", blind],
])("the prompt %s", (_, prompt) => {
  it.each(vocabulary.slots.map(({ slot }) => slot))("describes the slot %s", (slot) =>
    expect(prompt.instructions).toMatch(new RegExp(`^${slot}\\*? \\(.*\\): `, "mu")),
  );

  it("explains every field of a fact that the schema asks for", () => {
    for (const field of fieldsOfFact())
      expect(prompt.instructions, field).toMatch(new RegExp(`\\b${field}:`, "u"));
  });
});

// The prompt extract-facts has no example.
it("slots in the example of the prompt extract are canonical", () => {
  const slots = slotsInExamples(informed);
  expect(slots.length).toBeGreaterThan(2);
  for (const slot of slots) expect(vocabulary.canonicalSlot(slot)).toBe(slot);
});

it("relations in the prompt have canonical types", () => {
  const types = relationsInRules(informed);
  expect(types.length).toBeGreaterThan(5);
  for (const type of types) expect(vocabulary.canonicalRelation(type)).toBe(type);
});

describe("the example of the prompt extract", () => {
  interface Schema {
    readonly enum?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
  }
  /**
   * The differences between the fields of a value and its schema, and the words that the schema
   * lacks.
   */
  const differences = (value: unknown, schema: Schema, path = ""): string[] => {
    if (Array.isArray(value))
      return value.flatMap((item, i) => differences(item, schema.items ?? {}, `${path}[${i}]`));
    const shape = schema.anyOf?.find(({ properties }) => properties) ?? schema;
    if (typeof value === "object" && value !== null && shape.properties) {
      const [own, asked] = [Object.keys(value), Object.keys(shape.properties)];
      return [
        ...own
          .filter((key) => !asked.includes(key))
          .map((key) => `${path}.${key} is not asked for`),
        ...asked.filter((key) => !own.includes(key)).map((key) => `${path}.${key} is missing`),
        ...Object.entries(value).flatMap(([key, inner]) =>
          differences(inner, shape.properties?.[key] ?? {}, `${path}.${key}`),
        ),
      ];
    }
    const isOther = typeof value === "string" && schema.enum && !schema.enum.includes(value);
    return isOther ? [`${path} is ${value}`] : [];
  };
  const schema = JSON.parse(JSON.stringify(ANSWER_SCHEMAS.extraction.schema)) as Schema;
  const line = informed.instructions.split("\n").find((one) => one.startsWith('{"entities"'));
  const example = JSON.parse(line ?? "null") as { readonly facts: readonly object[] };

  it("is an answer of the schema", () => {
    expect(example.facts.length).toBeGreaterThan(1);
    expect(differences(example, schema)).toEqual([]);
  });

  it.each([
    [{ facts: [{ polarity: "gone" }] }, ".facts[0].polarity is gone"],
    [{ fact: [] }, ".fact is not asked for"],
    [{ facts: [{ slot: null }] }, ".facts[0].polarity is missing"],
  ])("would not be one as %j", (answer, difference) =>
    expect(differences(answer, schema)).toContain(difference),
  );

  it("stands beside rules that name every polarity and category", () => {
    const { polarity, category } = schema.properties?.["facts"]?.items?.properties ?? {};
    for (const word of [...(polarity?.enum ?? []), ...(category?.enum ?? [])])
      expect(informed.instructions).toMatch(new RegExp(`\\b${word}\\b`, "u"));
    expect(polarity?.enum).toHaveLength(3);
  });
});
