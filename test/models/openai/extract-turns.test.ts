import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TurnInput } from "../../../src/models/port.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import type { Reply } from "../../model-server/replies.ts";
import { factOf, failureOfTask, messageOf, modelsAt } from "./fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.chats.length = 0;
  server.answer = null;
});

const turnOf = (message: string, more: Partial<TurnInput> = {}): TurnInput => ({
  ...messageOf(message, more),
  saidBefore: [],
});
const TURNS = [
  turnOf("Bruno lives in Curitiba."),
  turnOf("Good morning."),
  turnOf("He has moved to Natal.", { recentMessages: ["Bruno lives in Curitiba."] }),
];
const itemOf = (turn: unknown, ...facts: readonly object[]): object => ({
  turn,
  entities: [],
  facts,
  relations: [],
  profiles: [],
  self_name: null,
  emotion: null,
});
const CURITIBA = factOf("Bruno", "Bruno lives in Curitiba");
const NATAL = factOf("Bruno", "Bruno lives in Natal");

/** The texts that are read of each turn, null for one that was left out; and the number of calls. */
const read = async (...replies: readonly Reply[]) => {
  const left = [...replies];
  server.answer = () => left.shift();
  const models = await modelsAt(server);
  const { value, calls } = (await models.extractTurns?.(TURNS)) ?? { value: [], calls: 0 };
  return { texts: value.map((one) => one && one.facts.map(({ text }) => text)), calls };
};

const WHOLE = [["Bruno lives in Curitiba"], [], ["Bruno lives in Natal"]];

describe("extraction from several turns", () => {
  test.each<[string, unknown]>([
    ["in order", { turns: [itemOf("1", CURITIBA), itemOf("2"), itemOf("3", NATAL)] }],
    ["in any order", { turns: [itemOf("3", NATAL), itemOf("2"), itemOf("1", CURITIBA)] }],
    ["with numbers for labels", { turns: [itemOf(1, CURITIBA), itemOf(2), itemOf(3, NATAL)] }],
    ["as a bare list", [itemOf("1", CURITIBA), itemOf("2"), itemOf("3", NATAL)]],
    [
      "with turns that nobody gave, or gave twice",
      {
        turns: [
          itemOf("1", CURITIBA),
          itemOf("1", NATAL),
          itemOf("2"),
          itemOf("3", NATAL),
          itemOf("4", NATAL),
        ],
      },
    ],
  ])("reads an answer %s", async (_case, content) => {
    const replied = await read({ content: JSON.stringify(content) });
    expect(replied).toEqual({ texts: WHOLE, calls: 1 });
  });

  test("leaves out a turn that the answer omits", async () => {
    const content = { turns: [itemOf("1", CURITIBA), itemOf(null, NATAL), "3"] };
    const { texts } = await read({ content });
    expect(texts).toEqual([["Bruno lives in Curitiba"], null, null]);
  });

  test("drops what neither a turn nor the messages before it name", async () => {
    const content = { turns: [itemOf("1", NATAL), itemOf("2", CURITIBA), itemOf("3", NATAL)] };
    const { texts } = await read({ content });
    expect(texts).toEqual([["Bruno lives in Natal"], [], ["Bruno lives in Natal"]]);
  });

  test("asks for more tokens if the answer was truncated, and uses its complete turns", async () => {
    const whole = JSON.stringify({
      turns: [itemOf("1", CURITIBA), itemOf("2"), itemOf("3", NATAL)],
    });
    const cut: Reply = { content: whole.slice(0, -40), finish: "length" };
    const again = await read(cut, { content: whole });
    expect(again).toEqual({ texts: WHOLE, calls: 2 });
    const [first, second] = server.chats.map(({ body }) => body.max_completion_tokens ?? 0);
    expect(second).toBe((first ?? 0) * 2);
    const { texts } = await read(cut, cut, cut, cut);
    expect(texts).toEqual([["Bruno lives in Curitiba"], [], null]);
  });

  test("fails if no turn can be read", async () => {
    server.answer = () => ({ content: "I would rather not." });
    const models = await modelsAt(server);
    const failure = await failureOfTask(models.extractTurns?.(TURNS) ?? Promise.resolve());
    expect(failure).toMatchObject({ kind: "UNREADABLE", calls: 4 });
  });
});
