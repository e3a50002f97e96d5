import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import type { ChatBody, Reply } from "../../model-server/replies.ts";
import { factOf, failureOfTask, messageOf, modelsAt } from "./fixture.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const MESSAGE = messageOf("I live in Curitiba");
const GOOD: Reply = { content: { facts: [factOf("Ana", "Ana lives in Curitiba")] } };

/** Features of a request that an endpoint may not know. */
const uses = (body: ChatBody): string[] =>
  [
    body.response_format?.type,
    ...[
      "max_completion_tokens",
      "max_tokens",
      "temperature",
      "reasoning_effort",
      "stream_options",
    ].filter((name) => name in body),
  ].filter((name) => name !== undefined);
const sent = (): string[][] => server.chats.map(({ body }) => uses(body));

describe("an endpoint that does not know a feature", () => {
  test("is asked with a strict JSON schema first, in which every field is required", async () => {
    await (await modelsAt(server)).extract(MESSAGE);
    const [request] = server.chats;
    expect(uses(request!.body)).toEqual(["json_schema", "max_completion_tokens", "temperature"]);
    const { json_schema } = request!.body.response_format!;
    expect(json_schema).toMatchObject({ name: "extraction", strict: true });
    const objects: Record<string, unknown>[] = [];
    const collect = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("properties" in node) objects.push(node as Record<string, unknown>);
      Object.values(node).forEach(collect);
    };
    collect(json_schema?.schema);
    expect(objects).toHaveLength(8);
    for (const object of objects)
      expect(object).toMatchObject({
        additionalProperties: false,
        required: Object.keys(object["properties"] as object),
      });
  });

  test("is asked for json_schema, then json_object, then plain text with the schema in the instructions", async () => {
    server.unknown.add("json_schema").add("json_object");
    server.answer = () => GOOD;
    const models = await modelsAt(server);
    const { value, calls } = await models.extract(MESSAGE);
    expect(value.facts).toHaveLength(1);
    expect(calls).toBe(3);
    expect(sent().map(([format]) => format)).toEqual([
      "json_schema",
      "json_object",
      "max_completion_tokens",
    ]);
    const instructions = server.chats.map(({ body }) => body.messages[0]!.content);
    expect(instructions.map((text) => text.includes('"additionalProperties":false'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(instructions.every((text) => text.includes("JSON"))).toBe(true);
  });

  test("is asked for max_completion_tokens, then max_tokens", async () => {
    server.unknown.add("max_completion_tokens");
    expect(await (await modelsAt(server)).extract(MESSAGE)).toMatchObject({ calls: 2 });
    expect(sent()).toEqual([
      ["json_schema", "max_completion_tokens", "temperature"],
      ["json_schema", "max_tokens", "temperature"],
    ]);
  });

  test("can lack all of them, one after the other", async () => {
    for (const name of [
      "json_schema",
      "json_object",
      "max_completion_tokens",
      "max_tokens",
      "temperature",
      "reasoning_effort",
    ])
      server.unknown.add(name);
    server.answer = () => GOOD;
    const models = await modelsAt(server, { settings: { reasoningEffort: "low" } });
    expect((await models.extract(MESSAGE)).value.facts).toHaveLength(1);
    expect(sent().at(-1)).toEqual([]);
  });

  test("is remembered for every later task and for its other models", async () => {
    server.unknown.add("json_schema").add("max_completion_tokens");
    server.answer = () => GOOD;
    const models = await modelsAt(server, {
      models: { extraction: "large", judge: "other", fallback: "small", embedding: "vectors" },
    });
    await models.extract(MESSAGE);
    expect(server.chats).toHaveLength(3);
    server.chats.length = 0;
    await models.extract(MESSAGE);
    server.script.push({ content: { emotion: null } });
    await models.detectEmotion("Well.");
    expect(server.chats.map(({ body }) => body.model)).toEqual(["large", "other"]);
    expect(sent()).toEqual([
      ["json_object", "max_tokens", "temperature"],
      ["json_object", "max_tokens", "temperature"],
    ]);
  });

  test("keeps what one model refuses apart from others", async () => {
    // One knows max_completion_tokens only, as reasoning models do, the other max_tokens only.
    server.answer = ({ model, task, body }) => {
      const stranger = model === "large" ? "max_tokens" : "max_completion_tokens";
      if (stranger in body)
        return {
          status: 400,
          param: stranger,
          code: "unsupported_parameter",
          message: `Unsupported parameter: '${stranger}'.`,
        };
      return task === "emotion" ? { content: { emotion: null } } : GOOD;
    };
    const models = await modelsAt(server, {
      models: { extraction: "large", judge: "other", embedding: "vectors" },
    });
    for (let round = 0; round < 3; round += 1) {
      await models.extract(MESSAGE);
      await models.detectEmotion("Well.");
    }
    const budgets = server.chats.map(({ body }) => `${body.model} ${uses(body)[1]}`);
    const settled = ["large max_completion_tokens", "other max_tokens"];
    expect(budgets).toEqual([
      "large max_completion_tokens",
      "other max_completion_tokens",
      "other max_tokens",
      ...settled,
      ...settled,
    ]);
  });

  test.each([
    {
      form: "as vLLM words it",
      body: {
        object: "error",
        message: "Unknown field response_format.json_schema",
        type: "BadRequestError",
        code: 400,
      },
    },
    {
      form: "as FastAPI words it",
      status: 422,
      body: {
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "response_format"],
            msg: "Extra inputs are not permitted",
          },
        ],
      },
    },
    { form: "as Ollama words it", body: { error: "invalid schema in format" } },
    {
      form: "as Azure words it",
      body: {
        error: {
          code: "BadRequest",
          message:
            "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later",
        },
      },
    },
    { form: "without a word of explanation", body: "Bad Request" },
    { form: "with nothing at all", body: "" },
  ])("can refuse the schema $form", async ({ status = 400, body }) => {
    server.script.push({ status, body }, GOOD);
    expect((await (await modelsAt(server)).extract(MESSAGE)).value.facts).toHaveLength(1);
    expect(sent().map(([format]) => format)).toEqual(["json_schema", "json_object"]);
  });

  test.each([
    {
      form: "as vLLM words it",
      body: {
        object: "error",
        message: "Unknown field max_completion_tokens",
        type: "BadRequestError",
        code: 400,
      },
    },
    {
      form: "as FastAPI words it",
      status: 422,
      body: {
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "max_completion_tokens"],
            msg: "Extra inputs are not permitted",
          },
        ],
      },
    },
    {
      form: "as a plain detail",
      status: 422,
      body: { detail: "max_completion_tokens: extra field" },
    },
    { form: "as Ollama words it", body: { error: "max_completion_tokens is not known" } },
  ])("can refuse a parameter $form", async ({ status = 400, body }) => {
    server.script.push({ status, body });
    await (await modelsAt(server)).extract(MESSAGE);
    expect(sent().at(-1)).toEqual(["json_schema", "max_tokens", "temperature"]);
  });

  test("learns nothing from a refusal about something else", async () => {
    const bad: Reply = { status: 400, body: "Bad Request" };
    server.script.push(bad, bad, bad, bad, bad, bad);
    const models = await modelsAt(server);
    await failureOfTask(models.extract(MESSAGE));
    server.chats.length = 0;
    await models.extract(MESSAGE);
    expect(sent()).toEqual([["json_schema", "max_completion_tokens", "temperature"]]);
  });

  test.each([
    "max_tokens is too large: 4000. This model supports at most 2048 completion tokens.",
    "This model's maximum context length is 4096 tokens, however you requested 9000 (max_completion_tokens 2000).",
  ])("rejects no parameter by an out-of-bounds value: %s", async (message) => {
    server.script.push({ status: 400, message }, { status: 400, message });
    expect(await failureOfTask((await modelsAt(server)).extract(MESSAGE))).toMatchObject({
      kind: "REJECTED",
      calls: 2,
    });
  });
});
