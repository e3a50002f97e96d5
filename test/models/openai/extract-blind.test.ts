import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import type { Reply } from "../../model-server/replies.ts";
import { factOf, failureOfTask, messageOf, modelsAt } from "./fixture.ts";

let server: ModelServer;
let perTask: Record<string, Reply[]>;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.chats.length = 0;
  perTask = {};
  server.answer = ({ task }) => perTask[task ?? ""]?.shift();
});

const MESSAGE = messageOf("I live in Curitiba with Bruno, I'm Ana Prado!", {
  recentMessages: ["Hello."],
  knownEntities: [{ name: "Bruno", type: "person", aliases: [], facts: [] }],
});
const SCAN: Reply = {
  content: {
    entities: [
      { name: "Bruno", type: "person", aliases: [] },
      { name: "Curitiba", type: "place", aliases: [] },
    ],
    self_name: "Ana Prado",
    emotion: { label: "joy", intensity: 1, energy: 1 },
  },
};
const FACTS: Reply = {
  content: {
    facts: [factOf("Ana", "Ana lives in Curitiba"), factOf("Ana", "Ana lives with Bruno")],
  },
};
const RELATIONS: Reply = {
  content: { relations: [{ source: "Ana", type: "lives_in", target: "Curitiba" }] },
};
const NONE: Reply = { content: { relations: [] } };
const REFUSAL: Reply = { content: null, refusal: "No." };

const tasks = (): (string | undefined)[] =>
  server.chats.map(({ body }) => body.response_format?.json_schema?.name);

describe("blind extraction", () => {
  test("scans, then asks for facts and relations, with identity and emotion from the scan", async () => {
    perTask = { entities: [SCAN], facts: [FACTS], relations: [RELATIONS] };
    const { value, calls } = await (await modelsAt(server)).extractBlind(MESSAGE);
    expect(value.entities.map(({ name }) => name)).toEqual(["Bruno", "Curitiba"]);
    expect(value.facts.map(({ text }) => text)).toEqual([
      "Ana lives in Curitiba",
      "Ana lives with Bruno",
    ]);
    expect(value.relations).toHaveLength(1);
    expect(value).toMatchObject({ selfName: "Ana Prado", emotion: { label: "joy" }, profiles: [] });
    expect(calls).toBe(3);
    expect(tasks()[0]).toBe("entities");
    expect(tasks().slice(1).toSorted()).toEqual(["facts", "relations"]);
  });

  test("asks for facts and relations concurrently, with the entities of the scan and not what is known", async () => {
    let arrived = (): void => {};
    const both = new Promise<void>((resolve) => (arrived = resolve));
    const waiting = (reply: Reply): Reply => {
      if (server.chats.length === 3) arrived();
      return { after: both, reply };
    };
    server.answer = ({ task }) =>
      task === "entities" ? SCAN : waiting(task === "facts" ? FACTS : RELATIONS);
    await (await modelsAt(server)).extractBlind(MESSAGE);
    for (const { body } of server.chats.slice(1)) {
      const { entities } = JSON.parse(body.messages[1]!.content) as {
        entities: { name: string }[];
      };
      expect(entities.map(({ name }) => name)).toEqual(["Bruno", "Curitiba"]);
    }
    for (const { body } of server.chats)
      expect(JSON.stringify(body.messages)).not.toContain("secret");
  });

  test("asks once more for relations if two entities have none", async () => {
    perTask = { entities: [SCAN], facts: [FACTS], relations: [NONE, RELATIONS] };
    const { value, calls, notes } = await (await modelsAt(server)).extractBlind(MESSAGE);
    expect(value.relations).toHaveLength(1);
    expect(calls).toBe(4);
    expect(notes).toContain("asked for relations a second time, which gave 1");
  });

  test("asks once more at most", async () => {
    perTask = { entities: [SCAN], facts: [FACTS], relations: [NONE, NONE, RELATIONS] };
    const { value, calls } = await (await modelsAt(server)).extractBlind(MESSAGE);
    expect(value.relations).toEqual([]);
    expect(calls).toBe(4);
  });

  test("does not repeat the question for a single entity", async () => {
    perTask = {
      entities: [{ content: { entities: [{ name: "Bruno", type: "person", aliases: [] }] } }],
      facts: [FACTS],
      relations: [NONE, RELATIONS],
    };
    const { calls, notes } = await (await modelsAt(server)).extractBlind(MESSAGE);
    expect([calls, (notes ?? []).join()]).toEqual([3, expect.not.stringContaining("second time")]);
  });

  test("keeps the facts if relations fail", async () => {
    perTask = { entities: [SCAN], facts: [FACTS], relations: [REFUSAL, REFUSAL] };
    const { value, calls } = await (await modelsAt(server)).extractBlind(MESSAGE);
    expect(value.facts).toHaveLength(2);
    expect(value.relations).toEqual([]);
    expect(calls).toBe(4);
  });

  test("fails if facts fail, with the cost of all its steps", async () => {
    perTask = { entities: [SCAN], facts: [REFUSAL, REFUSAL], relations: [RELATIONS] };
    expect(await failureOfTask((await modelsAt(server)).extractBlind(MESSAGE))).toMatchObject({
      kind: "REFUSED",
      calls: 4,
    });
  });

  test("stops if the scan fails", async () => {
    perTask = { entities: [REFUSAL, REFUSAL] };
    expect(await failureOfTask((await modelsAt(server)).extractBlind(MESSAGE))).toMatchObject({
      kind: "REFUSED",
      calls: 2,
    });
    expect(tasks()).toEqual(["entities", "entities"]);
  });

  test("leaves out what the message does not name", async () => {
    perTask = {
      entities: [SCAN],
      facts: [
        {
          content: {
            facts: [factOf("Walter Quist", "Walter Quist sings"), factOf("Ana", "Ana sings")],
          },
        },
      ],
      relations: [NONE, NONE],
    };
    expect(
      (await (await modelsAt(server)).extractBlind(MESSAGE)).value.facts.map(
        ({ subject }) => subject,
      ),
    ).toEqual(["Ana"]);
  });
});
