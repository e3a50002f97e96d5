import { PLAIN_FACT } from "../../../src/models/port.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import type { Reply } from "../../model-server/replies.ts";
import { factOf, failureOfTask, messageOf, modelsAt } from "./fixture.ts";

const MESSAGE = messageOf("I moved to Curitiba. Bruno plays chess and pays $3,500/month.");
const CURITIBA = factOf("Ana", "Ana lives in Curitiba", { slot: "residence", value: "Curitiba" });
const CHESS = factOf("Bruno", "Bruno plays chess");
const ENTITIES = [
  { name: "Ana", type: "person", aliases: [] },
  { name: "Bruno", type: "person", aliases: [] },
  { name: "Curitiba", type: "place", aliases: [] },
];
const LIVES_IN = { source: "Ana", type: "lives_in", target: "Curitiba" };
const WHOLE = {
  entities: ENTITIES,
  facts: [CURITIBA, CHESS],
  relations: [LIVES_IN],
  profiles: [],
  self_name: null,
  emotion: null,
};
const TEXT = JSON.stringify(WHOLE);
const BOTH = ["Ana lives in Curitiba", "Bruno plays chess"];

interface Row {
  readonly fault: string;
  readonly content: unknown;
  readonly finish?: "length";
  readonly facts: readonly string[];
  readonly relations: number;
  /** Attempts that are made when every one of them is answered like this. */
  readonly calls: number;
}

const ROWS: readonly Row[] = [
  { fault: "none at all", content: TEXT, facts: BOTH, relations: 1, calls: 1 },
  // Around the JSON
  {
    fault: "a code fence",
    content: `\`\`\`json\n${TEXT}\n\`\`\``,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "a fence that is never closed",
    content: `\`\`\`json\n${TEXT}`,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "prose before",
    content: `Sure! Here is what I found: ${TEXT}`,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "prose after, with braces",
    content: `${TEXT}\nI hope this {really} helps.`,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "prose before, with brackets",
    content: `The result [see below] is:\n${TEXT}`,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "thoughts before",
    content: `<think>Is it {"facts": [1]}? No.</think>${TEXT}`,
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "JSON within a JSON string",
    content: JSON.stringify(TEXT),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "wrapped in one more object",
    content: { result: WHOLE },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "wrapped as a function call, encoded",
    content: { name: "extraction", arguments: TEXT },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "wrapped in a list",
    content: JSON.stringify([WHOLE]),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "a list of facts and no object",
    content: JSON.stringify([CURITIBA, CHESS]),
    facts: BOTH,
    relations: 0,
    calls: 1,
  },
  {
    fault: "one object a line",
    content: `{"facts": [${JSON.stringify(CURITIBA)}]}\n{"facts": [${JSON.stringify(CHESS)}], "relations": []}`,
    facts: BOTH,
    relations: 0,
    calls: 1,
  },
  {
    fault: "text in parts",
    content: [
      { type: "text", text: TEXT.slice(0, 40) },
      { type: "text", text: TEXT.slice(40) },
    ],
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  { fault: "a byte order mark", content: `\uFEFF${TEXT}`, facts: BOTH, relations: 1, calls: 1 },
  // Within the JSON
  {
    fault: "a trailing comma",
    content: TEXT.replace("}],", "},],"),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "a comma that is missing",
    content: TEXT.replace("},{", "} {"),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "single quotes",
    content: TEXT.replaceAll('"', "'"),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "names without quotes",
    content: TEXT.replace(/"(\w+)":/gu, "$1:"),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "Python's constants",
    content: TEXT.replaceAll("null", "None"),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "comments",
    content: TEXT.replace('"facts":', '/* the facts */ "facts": // two\n'),
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "quotes that nobody escaped",
    content: TEXT.replace("Bruno plays chess", 'Bruno plays "chess" well'),
    facts: ["Ana lives in Curitiba", 'Bruno plays "chess" well'],
    relations: 1,
    calls: 1,
  },
  {
    fault: "a line break within a text",
    content: TEXT.replace("Bruno plays chess", "Bruno plays\nchess"),
    facts: ["Ana lives in Curitiba", "Bruno plays\nchess"],
    relations: 1,
    calls: 1,
  },
  // Items
  {
    fault: "one fact that is a number",
    content: { ...WHOLE, facts: [CURITIBA, 5, CHESS] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "one fact without a subject",
    content: { ...WHOLE, facts: [{ text: "somebody sings" }, CURITIBA, CHESS] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "one fact without a text",
    content: { ...WHOLE, facts: [CURITIBA, CHESS, { subject: "Bruno", text: "" }] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "one fact whose text is null",
    content: { ...WHOLE, facts: [CURITIBA, CHESS, { subject: "Bruno", text: null }] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "a fact within a list of its own",
    content: { ...WHOLE, facts: [CURITIBA, [CHESS]] },
    facts: ["Ana lives in Curitiba"],
    relations: 1,
    calls: 1,
  },
  {
    fault: "the same fact twice",
    content: {
      ...WHOLE,
      facts: [CURITIBA, CHESS, { ...CURITIBA, text: "Ana lives in Curitiba." }],
    },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "facts that are mere sentences",
    content: { ...WHOLE, facts: BOTH },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "one fact that is not in a list",
    content: { ...WHOLE, facts: CURITIBA },
    facts: ["Ana lives in Curitiba"],
    relations: 1,
    calls: 1,
  },
  {
    fault: "facts under other names",
    content: {
      facts: [
        { entity: "Ana", fact: "Ana lives in Curitiba" },
        { entity_name: "Bruno", statement: "Bruno plays chess" },
      ],
    },
    facts: BOTH,
    relations: 0,
    calls: 1,
  },
  {
    fault: "relations under other names",
    content: {
      ...WHOLE,
      relations: undefined,
      relationships: [{ from: "Ana", relation: "Lives in", to: "Curitiba" }],
    },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "a relation without a target",
    content: { ...WHOLE, relations: [LIVES_IN, { source: "Ana", type: "knows" }] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "relations that are null",
    content: { ...WHOLE, relations: null },
    facts: BOTH,
    relations: 0,
    calls: 1,
  },
  {
    fault: "entities that are missing",
    content: { facts: [CURITIBA, CHESS] },
    facts: BOTH,
    relations: 0,
    calls: 1,
  },
  {
    fault: "a text that lacks its subject",
    content: { ...WHOLE, facts: [{ ...CURITIBA, text: "lives in Curitiba" }, CHESS] },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  { fault: "facts that are null", content: { facts: null }, facts: [], relations: 0, calls: 1 },
  {
    fault: "a field of the language's own",
    content: { ...WHOLE, constructor: 1, toString: null },
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  { fault: "an object that is empty", content: "{}", facts: [], relations: 0, calls: 1 },
  // Cut short: every attempt is, so that all four are made and the richest answer counts
  {
    fault: "cut within the first fact",
    content: TEXT.slice(0, TEXT.indexOf("lives in Curitiba") + 9),
    finish: "length",
    facts: [],
    relations: 0,
    calls: 4,
  },
  {
    fault: "cut within the second fact",
    content: TEXT.slice(0, TEXT.indexOf("plays chess") + 6),
    finish: "length",
    facts: ["Ana lives in Curitiba"],
    relations: 0,
    calls: 4,
  },
  {
    fault: "cut within the relations",
    content: TEXT.slice(0, TEXT.indexOf("lives_in") + 4),
    finish: "length",
    facts: BOTH,
    relations: 0,
    calls: 4,
  },
  {
    fault: "cut between two items",
    content: TEXT.slice(0, TEXT.indexOf('},{"subject') + 2),
    finish: "length",
    facts: ["Ana lives in Curitiba"],
    relations: 0,
    calls: 4,
  },
  {
    fault: "cut, and the endpoint does not say so",
    content: TEXT.slice(0, TEXT.indexOf("plays chess") + 6),
    facts: ["Ana lives in Curitiba"],
    relations: 0,
    calls: 4,
  },
  {
    fault: "cut within a fence",
    content: `\`\`\`json\n${TEXT.slice(0, TEXT.indexOf("lives_in"))}`,
    finish: "length",
    facts: BOTH,
    relations: 0,
    calls: 4,
  },
  {
    fault: "whole, though the endpoint says it was cut",
    content: `${TEXT}\n\n\n`,
    finish: "length",
    facts: BOTH,
    relations: 1,
    calls: 1,
  },
  {
    fault: "facts of which none can be read",
    content: { ...WHOLE, facts: [1, 2] },
    facts: [],
    relations: 1,
    calls: 4,
  },
];

/** Nothing can be had of these: four attempts, then a failure. */
const HOPELESS: readonly {
  readonly fault: string;
  readonly content: unknown;
  readonly finish?: "length";
}[] = [
  { fault: "an apology", content: "Sorry, I cannot find any facts in this." },
  { fault: "nothing", content: "" },
  { fault: "no content", content: null },
  { fault: "an object about something else", content: { error: "overloaded" } },
  { fault: "a number", content: "42" },
  { fault: "a list of numbers", content: "[1, 2, 3]" },
  { fault: "an opening brace", content: "{", finish: "length" },
  { fault: "thoughts without an end", content: '<think>There is {"facts": [', finish: "length" },
  { fault: "another schema", content: { candidate: "1" } },
];

describe("a malformed reply", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  const answering = (reply: Reply): void => {
    server.chats.length = 0;
    server.answer = () => reply;
  };

  test.each(ROWS)(
    "is salvaged despite $fault",
    async ({ content, finish, facts, relations, calls }) => {
      answering({ content, ...(finish && { finish }) });
      const models = await modelsAt(server);
      const { value, calls: counted } = await models.extract(MESSAGE);
      expect(value.facts.map(({ text }) => text)).toEqual(facts);
      expect(value.relations).toHaveLength(relations);
      expect({ counted, sent: server.chats.length }).toEqual({ counted: calls, sent: calls });
    },
  );

  test.each(HOPELESS)("gives nothing for $fault", async ({ content, finish }) => {
    answering({ content, ...(finish && { finish }) });
    const models = await modelsAt(server);
    const failure = await failureOfTask(models.extract(MESSAGE));
    expect(failure).toMatchObject({ kind: "UNREADABLE", calls: 4 });
    expect(server.chats).toHaveLength(4);
  });

  test("keeps a fact's other fields if one is wrong", async () => {
    const models = await modelsAt(server);
    const odd = {
      subject: "Ana",
      text: "Ana pays $3,500/month",
      action: "replace",
      confidence: "high",
      category: "Stable Preference",
      slot: "Monthly Rent",
      value: 3500,
      valid_from: "soon",
      valid_to: "2020",
    };
    answering({
      content: {
        facts: [
          odd,
          {
            ...odd,
            text: "Ana is 30",
            confidence: 80,
            category: "trivia",
            slot: "age",
            value: null,
            valid_from: "2026-11",
            valid_to: "2026",
          },
        ],
      },
    });
    const { value } = await models.extract(MESSAGE);
    expect(value.facts).toEqual([
      {
        subject: "Ana",
        text: "Ana pays $3,500/month",
        ...PLAIN_FACT,
        confidence: 0.95,
        category: "STABLE_PREFERENCE",
        slot: "monthly_rent",
        value: "3500",
        validTo: "2020-01-01T00:00:00.000Z",
        toPrecision: "YEAR",
      },
      {
        subject: "Ana",
        text: "Ana is 30",
        ...PLAIN_FACT,
        confidence: 0.8,
        category: null,
        validFrom: "2026-11-01T00:00:00.000Z",
        fromPrecision: "MONTH",
      },
    ]);
  });
});
