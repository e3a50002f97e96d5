import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FactsDocument, SearchDocument, WriteDocument } from "../generated/operations.ts";
import type { EmbeddingHabits } from "../model-server/embedding.ts";
import type { ModelServer } from "../model-server/model-server.ts";
import type { Reply } from "../model-server/replies.ts";
import { extractionScript } from "../model-server/extraction-script.ts";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

const MESSAGE = "Nadia Brandt keeps bees and lives in Odense.";
const SAYS = {
  entities: [{ name: "Nadia Brandt", type: "person" }],
  facts: [
    { subject: "Nadia Brandt", text: "Nadia Brandt keeps bees" },
    {
      subject: "Nadia Brandt",
      text: "Nadia Brandt lives in Odense",
      slot: "residence",
      value: "Odense",
    },
  ],
};
const BEES = "Nadia Brandt keeps bees";
const ODENSE = "Nadia Brandt lives in Odense";
const BOTH = [BEES, ODENSE];
const understands = extractionScript({ [MESSAGE]: SAYS });
const whole = {
  content: (
    understands({
      task: "extraction",
      model: "",
      data: { message: MESSAGE },
      body: { model: "", messages: [] },
    }) as { content: unknown }
  ).content,
};
const json = JSON.stringify(whole.content);
const cut = (at: string): Reply => ({ content: json.slice(0, json.indexOf(at)), finish: "length" });

const embedsBy = ({ embeds }: ModelServer, habits: EmbeddingHabits): void => {
  for (const habit of ["base64", "dimensions", "shuffled"] as const) delete embeds[habit];
  Object.assign(embeds, habits);
};

let users = 0;
/**
 * Writes the message for a user of its own. Returns the report, the stored facts, and the number of
 * model requests.
 */
const written = async ({ model, service }: ModelService) => {
  const ask = as(service.url, `user-${users++}`);
  model.chats.length = 0;
  model.embeddings.length = 0;
  const { write } = await told(ask(WriteDocument, { input: { message: MESSAGE, verbose: true } }));
  const { facts } = await told(
    ask(FactsDocument, { entity: null, slot: null, at: null, first: 50, after: null }),
  );
  const search = async (mode: "VECTOR" | "FULL_TEXT") => {
    const { hits } = (
      await told(ask(SearchDocument, { query: BEES, mode, kinds: ["FACT"], first: 5, at: null }))
    ).search;
    return hits
      .filter(({ vectorRank, fullTextRank }) => (vectorRank ?? fullTextRank) === 1)
      .map(({ node }) => "text" in node && node.text);
  };
  return {
    write,
    ask,
    search,
    stored: facts.nodes.map(({ text }) => text),
    calls: model.chats.length,
    models: model.chats.map(({ body }) => body.model),
    embeddings: model.embeddings.length,
  };
};

describe("a fault of the model", () => {
  let running: ModelService;
  beforeAll(async () => {
    running = await startModelService();
  });
  afterAll(() => running.stop());
  beforeEach(() => {
    const { model } = running;
    model.script.length = 0;
    model.answer = null;
    embedsBy(model, {});
  });

  const table: readonly {
    readonly fault: string;
    readonly replies: readonly Reply[];
    readonly stored: readonly string[];
    readonly calls: number;
    readonly status?: "PENDING";
  }[] = [
    { fault: "none", replies: [whole], stored: BOTH, calls: 1 },
    {
      fault: "JSON that is cut short in its second fact, every time",
      replies: Array.from({ length: 4 }, () => cut(ODENSE)),
      stored: [BEES],
      calls: 4,
    },
    {
      fault: "JSON that is cut short before its first fact, and whole with more tokens",
      replies: [cut(BEES), whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "a fence around the JSON",
      replies: [{ content: `\`\`\`json\n${json}\n\`\`\`` }],
      stored: BOTH,
      calls: 1,
    },
    {
      fault: "prose around the JSON",
      replies: [{ content: `Here you are:\n${json}\nI hope that helps!` }],
      stored: BOTH,
      calls: 1,
    },
    {
      fault: "thoughts before the JSON",
      replies: [{ content: `<think>Bees {sting}.</think>${json}` }],
      stored: BOTH,
      calls: 1,
    },
    {
      fault: "one fact among two that is none",
      replies: [
        {
          content: {
            ...(whole.content as object),
            facts: [
              { subject: 7, text: null },
              ...(whole.content as { facts: object[] }).facts.slice(1),
            ],
          },
        },
      ],
      stored: [ODENSE],
      calls: 1,
    },
    {
      fault: "a refusal of the model",
      replies: [{ content: null, refusal: "No." }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "a content filter",
      replies: [{ content: "", finish: "content_filter" }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "429 with Retry-After",
      replies: [{ status: 429, headers: { "retry-after-ms": "5" } }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "500 of the model, not of the fallback",
      replies: [{ status: 500 }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "a connection that is cut",
      replies: [{ drops: true }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "a page of a proxy in place of an answer",
      replies: [{ raw: "<html>Bad gateway</html>", type: "text/html" }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "a model that is not known",
      replies: [{ status: 404, code: "model_not_found" }, whole],
      stored: BOTH,
      calls: 2,
    },
    {
      fault: "credentials that are refused",
      replies: [{ status: 401 }],
      stored: [],
      calls: 1,
      status: "PENDING",
    },
    {
      fault: "no JSON at all, whatever is asked",
      replies: Array.from({ length: 8 }, () => ({ content: "No." })),
      stored: [],
      calls: 8,
      status: "PENDING",
    },
  ];

  const vectors: readonly {
    readonly fault: string;
    readonly habits?: EmbeddingHabits;
    readonly replies?: readonly Reply[];
    readonly found: boolean;
  }[] = [
    { fault: "base64 whatever was asked for", habits: { base64: true }, found: true },
    { fault: "another order than the texts'", habits: { shuffled: true }, found: true },
    { fault: "other dimensions", habits: { dimensions: 8 }, found: false },
    { fault: "an error", replies: [{ status: 400, message: "Scripted." }], found: false },
  ];
  it.each(vectors)(
    "with vectors and $fault leaves the facts stored",
    async ({ habits = {}, replies = [], found }) => {
      running.model.script.push(whole);
      embedsBy(running.model, habits);
      running.model.embeddingScript.push(...replies);
      const { write, stored, search } = await written(running);
      expect([write.success, stored, await search("FULL_TEXT")]).toEqual([true, BOTH, [BEES]]);
      embedsBy(running.model, {});
      expect(await search("VECTOR")).toEqual(found ? [BEES] : []);
    },
  );

  // Faults that leave an event pending come last, because the job that retries it would take the
  // replies of the next one.
  it.each(table)(
    "is reported, and costs a bounded number of calls: $fault",
    async ({ replies, stored, calls, status = "APPLIED" }) => {
      running.model.script.push(...replies);
      const outcome = await written(running);
      expect([outcome.write.event?.status, outcome.stored, outcome.calls]).toEqual([
        status,
        stored,
        calls,
      ]);
      expect([outcome.write.success, outcome.write.error]).toEqual(
        status === "APPLIED" ? [true, null] : [false, expect.stringContaining("on record")],
      );
      expect(outcome.write.trace?.find(({ stage }) => stage === "extract")?.modelCalls).toBe(calls);
      expect(outcome.embeddings).toBe(status === "APPLIED" ? 1 : 0);
      running.model.answer = understands;
    },
  );
});

describe("an endpoint with fewer features", () => {
  let running: ModelService;
  beforeAll(async () => {
    running = await startModelService();
  });
  afterAll(() => running.stop());

  it("is asked without them, after they were refused once", async () => {
    const { model } = running;
    for (const feature of ["json_schema", "max_completion_tokens", "temperature", "dimensions"])
      model.unknown.add(feature);
    embedsBy(model, { dimensions: 256 });
    model.answer = ({ data }) => (data["message"] === MESSAGE ? whole : undefined);
    const first = await written(running);
    expect([first.stored, first.calls, first.embeddings]).toEqual([BOTH, 4, 2]);
    const second = await written(running);
    expect([second.stored, second.calls, second.embeddings]).toEqual([BOTH, 1, 1]);
    expect(model.chats[0]!.body).toMatchObject({
      response_format: { type: "json_object" },
      max_tokens: expect.any(Number),
    });
  });
});

describe("an endpoint that hangs", () => {
  let running: ModelService;
  beforeAll(async () => {
    // Enough for the first answers of a service on a machine that has much else to do.
    running = await startModelService({ MODEL_DEADLINE_SECONDS: "3" });
  });
  afterAll(() => running.stop());
  beforeEach(() => {
    running.model.script.length = 0;
    running.model.answer = null;
  });

  it("for vectors leaves the facts without them", async () => {
    running.model.script.push(whole);
    running.model.embeddingScript.push({ hangs: true });
    const { write, stored, embeddings } = await written(running);
    expect([write.success, stored, embeddings]).toEqual([true, BOTH, 1]);
  });

  it("for the judge adds the fact", async () => {
    running.model.script.push(whole);
    const { ask } = await written(running);
    const again = "Nadia Brandt keeps many bees.";
    running.model.answer = (asked) =>
      asked.task === "reconciliation"
        ? { hangs: true }
        : extractionScript({
            [again]: {
              entities: SAYS.entities,
              facts: [{ subject: "Nadia Brandt", text: "Nadia Brandt keeps many bees" }],
            },
          })(asked);
    const { write } = await told(ask(WriteDocument, { input: { message: again } }));
    expect(write.decisions).toMatchObject([
      { action: "ADD", decidedBy: "RULE", reason: "The model did not answer." },
    ]);
    expect(write.success).toBe(true);
  });

  it("is abandoned at the deadline, after the fallback was asked", async () => {
    running.model.answer = () => ({ hangs: true });
    const { write, calls, embeddings } = await written(running);
    expect([write.event?.status, calls, embeddings]).toEqual(["PENDING", 2, 0]);
  });
});

describe("a tenant that has used the tokens of the day", () => {
  let running: ModelService;
  beforeAll(async () => {
    running = await startModelService({ QUOTA_TOKENS_PER_TENANT_DAY: "1" });
  });
  afterAll(() => running.stop());

  it("loses no message, finds by words, and is refused replies with a code", async () => {
    const { model, service } = running;
    model.answer = understands;
    const { write, ask, stored, search } = await written(running);
    expect([write.success, stored]).toEqual([true, BOTH]);
    const asked = model.chats.length;

    const { write: later } = await told(
      ask(WriteDocument, { input: { message: "Nadia Brandt keeps hens.", verbose: true } }),
    );
    expect(later).toMatchObject({ success: false, event: { status: "PENDING" } });
    expect(await search("FULL_TEXT")).toEqual([BEES]);
    await expect(search("VECTOR")).rejects.toThrow("QUOTA_EXCEEDED");
    const { createSession } = (await told(
      ask(`mutation { createSession(input: {}) { session { id } } }`),
    )) as { createSession: { session: { id: string } } };
    const chat = await ask(`mutation ($input: ChatInput!) { chat(input: $input) { reply } }`, {
      input: { sessionId: createSession.session.id, message: "Who keeps bees?" },
    });
    expect(chat.errors?.map(({ extensions }) => extensions.code)).toEqual(["QUOTA_EXCEEDED"]);
    const completion = await fetch(service.url.replace("/graphql", "/v1/chat/completions"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ messages: [{ role: "user", content: "Who keeps bees?" }] }),
    });
    expect([completion.status, ((await completion.json()) as { error: unknown }).error]).toEqual([
      403,
      expect.objectContaining({ code: "QUOTA_EXCEEDED", type: "permission_error" }),
    ]);
    expect(model.chats.length).toBe(asked);
  });
});
