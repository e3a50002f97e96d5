import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
  server.script.length = 0;
});

const MESSAGE = messageOf("I live in Curitiba");
const GOOD: Reply = { content: { facts: [factOf("Ana", "Ana lives in Curitiba")] } };
const HALF: Reply = {
  content: '{"facts": [{"subject": "Ana", "text": "Ana lives in Cur',
  finish: "length",
};
const GARBAGE: Reply = { content: "Sorry?" };
const REFUSAL: Reply = { content: null, refusal: "No." };
const FILTER: Reply = { content: "", finish: "content_filter" };

const requests = (): string[] =>
  server.chats.map(({ body }) => `${body.model} ${body.max_completion_tokens}`);
const LARGE = "large 2000";
const LARGE_TWICE = "large 4000";
const SMALL = "small 2000";
const SMALL_TWICE = "small 4000";

interface Row {
  readonly after: string;
  readonly script: readonly Reply[];
  readonly asked: readonly string[];
}

describe("four attempts of which one succeeds", () => {
  test.each<Row>([
    { after: "nothing", script: [], asked: [LARGE] },
    { after: "a truncation", script: [HALF], asked: [LARGE, LARGE_TWICE] },
    { after: "garbage", script: [GARBAGE], asked: [LARGE, LARGE_TWICE] },
    { after: "an answer that is empty", script: [{ content: "" }], asked: [LARGE, LARGE_TWICE] },
    { after: "two truncations", script: [HALF, HALF], asked: [LARGE, LARGE_TWICE, SMALL] },
    {
      after: "three truncations",
      script: [HALF, HALF, HALF],
      asked: [LARGE, LARGE_TWICE, SMALL, SMALL_TWICE],
    },
    { after: "a refusal", script: [REFUSAL], asked: [LARGE, SMALL] },
    { after: "a filter behind the model", script: [FILTER], asked: [LARGE, SMALL] },
    {
      after: "a filter before the model",
      script: [
        {
          status: 400,
          code: "content_filter",
          message: "The prompt triggered the content management policy.",
        },
      ],
      asked: [LARGE, SMALL],
    },
    { after: "a 500", script: [{ status: 500 }], asked: [LARGE, SMALL] },
    { after: "a 503", script: [{ status: 503 }], asked: [LARGE, SMALL] },
    { after: "a connection that is cut", script: [{ drops: true }], asked: [LARGE, SMALL] },
    {
      after: "a page of HTML",
      script: [{ raw: "<html>Bad gateway</html>", type: "text/html" }],
      asked: [LARGE, SMALL],
    },
    { after: "JSON that is broken off", script: [{ raw: '{"choices": [' }], asked: [LARGE, SMALL] },
    {
      after: "an answer without choices",
      script: [{ raw: '{"choices": []}' }],
      asked: [LARGE, SMALL],
    },
    {
      after: "an error under status 200",
      script: [{ raw: '{"error": {"message": "upstream"}}' }],
      asked: [LARGE, SMALL],
    },
    {
      after: "a model that is not there",
      script: [
        { status: 404, code: "model_not_found", message: "The model `large` does not exist." },
      ],
      asked: [LARGE, SMALL],
    },
    {
      after: "a context that is too long",
      script: [
        {
          status: 400,
          code: "context_length_exceeded",
          message: "This model's maximum context length is 8192 tokens.",
        },
      ],
      asked: [LARGE, SMALL],
    },
    { after: "a 429 that passes", script: [{ status: 429 }], asked: [LARGE, LARGE] },
    {
      after: "a 429 that stays",
      script: [{ status: 429 }, { status: 429 }, { status: 429 }],
      asked: [LARGE, LARGE, LARGE, SMALL],
    },
    {
      after: "a truncation, then a refusal",
      script: [HALF, REFUSAL],
      asked: [LARGE, LARGE_TWICE, SMALL],
    },
    {
      after: "a 500, then garbage",
      script: [{ status: 500 }, GARBAGE],
      asked: [LARGE, SMALL, SMALL_TWICE],
    },
    {
      after: "a 500 of each, with patience for the last",
      script: [{ status: 500 }, { status: 500 }, { status: 502 }],
      asked: [LARGE, SMALL, SMALL, SMALL],
    },
  ])("answer after $after", async ({ script, asked }) => {
    server.script.push(...script, GOOD);
    const models = await modelsAt(server);
    const answer = await models.extract(MESSAGE);
    expect(answer.value.facts.map(({ text }) => text)).toEqual(["Ana lives in Curitiba"]);
    expect(requests()).toEqual(asked);
    expect(answer).toMatchObject({ calls: asked.length, model: asked.at(-1)?.split(" ")[0] });
  });
});

describe("four attempts that fail", () => {
  test.each<Row & { readonly kind: string }>([
    { after: "401", script: [{ status: 401 }], asked: [LARGE], kind: "UNAUTHORIZED" },
    { after: "403", script: [{ status: 403 }], asked: [LARGE], kind: "UNAUTHORIZED" },
    {
      after: "a 403 of the fallback",
      script: [REFUSAL, { status: 403 }],
      asked: [LARGE, SMALL],
      kind: "UNAUTHORIZED",
    },
    {
      after: "garbage",
      script: [GARBAGE, GARBAGE, GARBAGE, GARBAGE],
      asked: [LARGE, LARGE_TWICE, SMALL, SMALL_TWICE],
      kind: "UNREADABLE",
    },
    { after: "refusals", script: [REFUSAL, REFUSAL], asked: [LARGE, SMALL], kind: "REFUSED" },
    { after: "filters", script: [FILTER, FILTER], asked: [LARGE, SMALL], kind: "FILTERED" },
    {
      after: "500s",
      script: Array.from({ length: 4 }, () => ({ status: 500 })),
      asked: [LARGE, SMALL, SMALL, SMALL],
      kind: "UNAVAILABLE",
    },
    {
      after: "429s",
      script: Array.from({ length: 6 }, () => ({ status: 429 })),
      asked: [LARGE, LARGE, LARGE, SMALL, SMALL, SMALL],
      kind: "RATE_LIMITED",
    },
    {
      after: "404s",
      script: [{ status: 404 }, { status: 404 }],
      asked: [LARGE, SMALL],
      kind: "REJECTED",
    },
  ])("end in $after", async ({ script, asked, kind }) => {
    server.script.push(...script);
    const failure = await failureOfTask((await modelsAt(server)).extract(MESSAGE));
    expect(requests()).toEqual(asked);
    expect(failure).toMatchObject({ kind, calls: asked.length });
    expect(server.script).toEqual([]);
  });

  test("answer with what was salvaged", async () => {
    const one = factOf("Ana", "Ana lives in Curitiba");
    const two = factOf("Ana", "Ana sings");
    const cut = (facts: readonly unknown[]): Reply => ({
      content: `{"facts": [${facts.map((fact) => JSON.stringify(fact)).join(",")}, {"subj`,
      finish: "length",
    });
    server.script.push(cut([one]), cut([one, two]), cut([one]), { status: 404 });
    const answer = await (await modelsAt(server)).extract(MESSAGE);
    expect(answer.value.facts.map(({ text }) => text)).toEqual([
      "Ana lives in Curitiba",
      "Ana sings",
    ]);
    expect(answer).toMatchObject({ calls: 4, model: "large" });
  });

  test("salvage nothing if the credentials are refused", async () => {
    server.script.push(
      {
        content: `{"facts": [${JSON.stringify(factOf("Ana", "Ana sings"))}, {"subj`,
        finish: "length",
      },
      { status: 401 },
    );
    expect(await failureOfTask((await modelsAt(server)).extract(MESSAGE))).toMatchObject({
      kind: "UNAUTHORIZED",
      calls: 2,
    });
  });

  test("are two without a fallback, with retries for a failing endpoint", async () => {
    const models = await modelsAt(server, {
      models: { extraction: "large", embedding: "vectors" },
    });
    server.script.push(GARBAGE, GARBAGE);
    await failureOfTask(models.extract(MESSAGE));
    expect(requests()).toEqual([LARGE, LARGE_TWICE]);
    server.chats.length = 0;
    server.script.push({ status: 500 }, { status: 503 }, GOOD);
    await models.extract(MESSAGE);
    expect(requests()).toEqual([LARGE, LARGE, LARGE]);
  });
});

describe("the cost of attempts", () => {
  test("adds up the tokens of all attempts, cached and failed ones included", async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 110,
      prompt_tokens_details: { cached_tokens: 64 },
    };
    server.script.push({ content: "Sorry?", usage }, { content: { facts: [] }, usage });
    const models = await modelsAt(server);
    expect((await models.extract(MESSAGE)).tokens).toEqual({ input: 200, output: 20, cached: 128 });
    server.script.push(
      { content: "Sorry?", usage },
      { content: null, refusal: "No.", usage },
      { status: 404 },
    );
    expect(await failureOfTask(models.extract(MESSAGE))).toMatchObject({
      calls: 3,
      tokens: { input: 200, output: 20, cached: 128 },
    });
  });

  test("is zero for an endpoint that reports no usage", async () => {
    server.script.push({ content: { facts: [] }, usage: null });
    expect(await (await modelsAt(server)).extract(MESSAGE)).toMatchObject({
      calls: 1,
      tokens: { input: 0, output: 0, cached: 0 },
    });
  });

  test("doubles the budgets of judges to 1,200 at most", async () => {
    server.script.push(GARBAGE, { content: { emotion: null } });
    await (await modelsAt(server, { settings: { judgeTokens: 900 } })).detectEmotion("Well.");
    expect(requests()).toEqual(["large 900", "large 1200"]);
  });
});
