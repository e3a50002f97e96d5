import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mergeHints, sureHints } from "../../../src/models/openai/tasks/hints.ts";
import {
  PLAIN_FACT,
  type ExtractedFact,
  type Extraction,
  type ExtractionInput,
} from "../../../src/models/port.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import { factOf, failureOfTask, messageOf, modelsAt } from "./fixture.ts";

const said = (
  subject: string,
  text: string,
  slot: string | null = null,
  value: string | null = null,
): ExtractedFact => ({
  ...PLAIN_FACT,
  subject,
  text,
  confidence: 0.95,
  category: "SPECIFIC_EVENT",
  slot,
  value,
});
const NO_EXTRACTION: Extraction = {
  entities: [],
  facts: [],
  relations: [],
  profiles: [],
  selfName: null,
  emotion: null,
};
const extraction = (...facts: readonly ExtractedFact[]): Extraction => ({
  ...NO_EXTRACTION,
  facts,
});
const told = ({ facts }: Extraction): string[] =>
  facts.map(({ text, slot, value }) => (slot === null ? text : `${text} [${slot}=${value}]`));

describe("hints merged with a model's extraction", () => {
  test.each([
    {
      hint: "the same but for punctuation",
      model: said("Ana", "Ana sings"),
      rule: said("ana", "Ana sings."),
      merged: ["Ana sings"],
    },
    {
      hint: "the same slot and value in other words",
      model: said("Ana", "Ana mora em Curitiba", "residence", "Curitiba"),
      rule: said("Ana", "Ana lives in Curitiba", "residence", "Curitiba"),
      merged: ["Ana mora em Curitiba [residence=Curitiba]"],
    },
    {
      hint: "the same slot with another value: the model's word stands",
      model: said("Ana", "Ana lives in Porto", "residence", "Porto"),
      rule: said("Ana", "Ana lives in Porto now", "residence", "Porto now"),
      merged: ["Ana lives in Porto [residence=Porto]"],
    },
    {
      hint: "a slot for the same sentence",
      model: said("Ana", "Ana lives in Curitiba"),
      rule: said("Ana", "Ana lives in Curitiba.", "residence", "Curitiba"),
      merged: ["Ana lives in Curitiba [residence=Curitiba]"],
    },
    {
      hint: "a slot that the model left out",
      model: said("Ana", "Ana sings"),
      rule: said("Ana", "Ana's city is Mumbai", "city", "Mumbai"),
      merged: ["Ana sings", "Ana's city is Mumbai [city=Mumbai]"],
    },
    {
      hint: "the same value under another name of the slot",
      model: said("Ana", "Ana lives in Mumbai", "residence", "Mumbai"),
      rule: said("Ana", "Ana's city is Mumbai", "city", "Mumbai"),
      merged: ["Ana lives in Mumbai [residence=Mumbai]"],
    },
    {
      hint: "another value under another name of the slot: the model's word stands",
      model: said("Ana", "Ana works at Acme Labs", "employer", "Acme Labs"),
      rule: said("Ana", "Ana's company is Acme", "company", "Acme"),
      merged: ["Ana works at Acme Labs [employer=Acme Labs]"],
    },
    {
      hint: "a slot for a sentence with its value",
      model: said("Ana", "Ana lives in Mumbai"),
      rule: said("Ana", "Ana's city is Mumbai", "city", "Mumbai"),
      merged: ["Ana lives in Mumbai [city=Mumbai]"],
    },
    {
      hint: "the same value in another slot of the model's",
      model: said("Ana", "Ana's hometown is Mumbai", "hometown", "Mumbai"),
      rule: said("Ana", "Ana's city is Mumbai", "city", "Mumbai"),
      merged: ["Ana's hometown is Mumbai [hometown=Mumbai]"],
    },
    {
      hint: "a value under a longer label, which is another slot",
      model: said("Ana", "Ana's boss is Otto", "boss", "Otto"),
      rule: said("Ana", "Ana's assistant manager is Ida", "assistant manager", "Ida"),
      merged: [
        "Ana's boss is Otto [boss=Otto]",
        "Ana's assistant manager is Ida [assistant manager=Ida]",
      ],
    },
    {
      hint: "a fact that the model left out",
      model: said("Ana", "Ana sings"),
      rule: said("Ana", "Ana collects stamps"),
      merged: ["Ana sings", "Ana collects stamps"],
    },
    {
      hint: "a fact about somebody else",
      model: said("Ana", "Ana sings"),
      rule: said("Bruno", "Bruno sings"),
      merged: ["Ana sings", "Bruno sings"],
    },
    {
      hint: "less than the model said",
      model: said("Ana", "Ana went to the gym on 14 March with Bruno"),
      rule: said("Ana", "Ana went to the gym"),
      merged: ["Ana went to the gym on 14 March with Bruno"],
    },
    {
      hint: "an amount that the model rounded",
      model: said("Ana", "Ana pays about three and a half thousand a month"),
      rule: said("Ana", "Ana pays $3,500/month"),
      merged: ["Ana pays about three and a half thousand a month", "Ana pays $3,500/month"],
    },
    {
      hint: "an amount in a slot that the model put otherwise",
      model: said("Ana", "Ana's budget is five thousand dollars", "budget", "5 thousand"),
      rule: said("Ana", "Ana's budget is $5,000", "budget", "$5,000"),
      merged: [
        "Ana's budget is five thousand dollars [budget=5 thousand]",
        "Ana's budget is $5,000",
      ],
    },
    {
      hint: "an address that the model left out",
      model: said("Ana", "Ana links to the consulting page"),
      rule: said("Ana", "Ana links to https://example.com/consulting"),
      merged: ["Ana links to the consulting page", "Ana links to https://example.com/consulting"],
    },
    {
      hint: "an address that the model has",
      model: said("Ana", "Ana's page is https://example.com/consulting"),
      rule: said("Ana", "Ana's page is at https://example.com/consulting."),
      merged: ["Ana's page is https://example.com/consulting"],
    },
  ])("$hint", ({ model, rule, merged }) => {
    expect(told(mergeHints(extraction(model), extraction(rule), "Ana"))).toEqual(merged);
  });

  test("come after the model's facts, equal ones once", () => {
    const rules = extraction(
      said("Ana", "Ana collects stamps"),
      said("Ana", "Ana collects stamps!"),
      said("Ana", "Ana sings"),
    );
    expect(told(mergeHints(extraction(said("Ana", "Ana sings")), rules, "Ana"))).toEqual([
      "Ana sings",
      "Ana collects stamps",
    ]);
  });

  test("know one who introduces themselves under either name", () => {
    const model: Extraction = {
      ...extraction(said("user", "user leads a team at Acme", "employer", "Acme")),
      selfName: "Ana Prado",
    };
    expect(
      told(
        mergeHints(
          model,
          extraction(said("Ana Prado", "Ana Prado works at Acme", "employer", "Acme")),
          "user",
        ),
      ),
    ).toEqual(["user leads a team at Acme [employer=Acme]"]);
    expect(
      told(
        mergeHints(
          { ...model, selfName: null },
          extraction(said("Ana Prado", "Ana Prado works at Acme", "employer", "Acme")),
          "user",
        ),
      ),
    ).toHaveLength(2);
  });

  test("bring entities and relations only for added facts", () => {
    const model: Extraction = {
      ...extraction(said("Ana", "Ana sings")),
      entities: [{ name: "Ana", type: "person", aliases: ["Aninha"] }],
      relations: [{ source: "Ana", type: "friend_of", target: "Bruno" }],
    };
    const rules: Extraction = {
      ...extraction(said("Ana", "Ana works at Acme"), said("Ana", "Ana met Bruno in Porto")),
      entities: [
        { name: "Acme", type: "organization", aliases: [] },
        { name: "aninha", type: "person", aliases: [] },
        { name: "Monday", type: "concept", aliases: [] },
      ],
      relations: [
        { source: "Ana", type: "works_at", target: "Acme" },
        { source: "ana", type: "met", target: "Bruno" },
        { source: "Ana", type: "likes", target: "Monday" },
      ],
    };
    const merged = mergeHints(model, rules, "Ana");
    expect(merged.entities.map(({ name }) => name)).toEqual(["Ana", "Acme"]);
    expect(merged.relations.map(({ type }) => type)).toEqual(["friend_of", "works_at"]);
  });

  test("give name and emotion only if the model does not", () => {
    const joy = { label: "joy", intensity: 1, energy: 1 };
    expect(
      mergeHints(NO_EXTRACTION, { ...NO_EXTRACTION, selfName: "Ana", emotion: joy }, "user"),
    ).toMatchObject({ selfName: "Ana", emotion: joy });
    expect(
      mergeHints(
        { ...NO_EXTRACTION, selfName: "Ana Prado" },
        { ...NO_EXTRACTION, selfName: "Ana" },
        "user",
      ),
    ).toMatchObject({ selfName: "Ana Prado", emotion: null });
  });
});

describe("rules", () => {
  const sure = (
    message: string,
    facts: readonly ExtractedFact[],
    selfName: string | null = null,
  ): string[] => told(sureHints({ ...extraction(...facts), selfName }, messageOf(message)));
  test.each([
    ["My city is Mumbai.", said("Ana", "Ana's city is Mumbai", "city", "Mumbai")],
    [
      "My favourite tea has changed to Darjeeling",
      said("ana", "Ana's favourite tea is Darjeeling", "favourite_tea", "Darjeeling"),
    ],
    ["Minha cidade é Curitiba", said("me", "A cidade é Curitiba", "city", "Curitiba")],
    ["We pay $3,500/month for hosting", said("Ana", "Ana pays $3,500/month for hosting")],
    ["Churn fell by 12 %", said("churn", "Churn fell by 12 %")],
    [
      "The page is https://example.com/consulting",
      said("page", "The page is https://example.com/consulting"),
    ],
    ["To buy:\n- bread\n- milk", said("Ana", "Ana wants to buy milk")],
  ])("are reliable for %j", (message, fact) => expect(sure(message, [fact])).toHaveLength(1));

  test.each([
    ["Ana designs furniture at Halden Labs", said("Ana", "Ana designs furniture at Halden Labs")],
    ["Bruno says his city is Porto", said("Bruno", "Bruno's city is Porto", "city", "Porto")],
    ["My mother likes what Porto is", said("Ana", "Ana's city is Lisbon", "city", "Lisbon")],
  ])("leave %j to the model", (message, fact) => expect(sure(message, [fact])).toEqual([]));

  test("are sure of what a person says in an introduction", () => {
    const facts = [said("Ana Prado", "Ana Prado leads a team"), said("Bruno", "Bruno sings")];
    expect(sure("I'm Ana Prado, I lead a team. Bruno sings.", facts, "Ana Prado")).toEqual([
      "Ana Prado leads a team",
    ]);
  });
});

describe("hints beside the model", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.chats.length = 0;
    server.script.length = 0;
    server.answer = null;
  });
  const MESSAGE = messageOf("I sing and collect stamps");
  const SINGS = { content: { facts: [factOf("Ana", "Ana sings")] } };

  test("see the same input, and cost no call", async () => {
    const seen: ExtractionInput[] = [];
    const hints = async (input: ExtractionInput): Promise<Extraction> => (
      seen.push(input),
      extraction(said("Ana", "Ana collects stamps"))
    );
    server.script.push(SINGS);
    const answer = await (await modelsAt(server, { hints })).extract(MESSAGE);
    expect(told(answer.value)).toEqual(["Ana sings", "Ana collects stamps"]);
    expect({ calls: answer.calls, seen }).toEqual({ calls: 1, seen: [MESSAGE] });
  });

  test("are merged into blind extraction as well", async () => {
    server.answer = ({ task }) => (task === "facts" ? SINGS : undefined);
    const answer = await (
      await modelsAt(server, { hints: async () => extraction(said("Ana", "Ana collects stamps")) })
    ).extractBlind(MESSAGE);
    expect(told(answer.value)).toEqual(["Ana sings", "Ana collects stamps"]);
  });

  test("cost nothing if they fail, and never replace a failing model", async () => {
    server.script.push(SINGS);
    expect(
      told(
        (
          await (
            await modelsAt(server, { hints: () => Promise.reject(new Error("broken")) })
          ).extract(MESSAGE)
        ).value,
      ),
    ).toEqual(["Ana sings"]);
    server.script.push({ status: 401 });
    expect(
      await failureOfTask(
        (
          await modelsAt(server, {
            hints: async () => extraction(said("Ana", "Ana collects stamps")),
          })
        ).extract(MESSAGE),
      ),
    ).toMatchObject({ kind: "UNAUTHORIZED" });
  });
});
