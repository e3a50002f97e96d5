import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as newId } from "uuid";
import { countTokens } from "../src/language/tokens.ts";
import { createOpenAiModels } from "../src/models/openai/openai-models.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import { DEFAULT_WRITE_SETTINGS } from "../src/write/settings.ts";
import { shippedVocabulary } from "../src/vocabulary/load.ts";
import { write } from "../src/write/write.ts";
import { startModelServer, type ModelServer } from "../test/model-server/model-server.ts";
import { extractionScript } from "../test/model-server/extraction-script.ts";
import { CONVERSATION, judgements } from "./model-conversation.ts";

/**
 * The cost of one message of the conversation. Tokens are counted by the o200k_base encoding for
 * the texts that were sent and received.
 */
export interface MessageCost {
  readonly kind: string;
  readonly ambiguous: boolean;
  readonly extractions: number;
  readonly judgements: number;
  readonly embeddings: number;
  readonly inputTokens: number;
  /**
   * The instructions, which come first and are the same in every call of a task. Endpoints charge
   * less for repeated beginnings.
   */
  readonly sameTokens: number;
  readonly outputTokens: number;
  readonly embeddedTokens: number;
}

const sum = async (texts: readonly string[]): Promise<number> => {
  let tokens = 0;
  for (const text of texts) tokens += await countTokens(text);
  return tokens;
};

/** The calls that the server received for one message, and their tokens. */
const costOf = async (
  server: ModelServer,
  answers: readonly string[],
): Promise<Omit<MessageCost, "kind" | "ambiguous">> => {
  const extractions = server.chats.filter(
    ({ body }) => body.response_format?.json_schema?.name === "extraction",
  ).length;
  const contents = (role: string) =>
    server.chats.flatMap(({ body }) =>
      body.messages.filter((message) => message.role === role).map(({ content }) => content),
    );
  const schemas = server.chats.map(({ body }) => JSON.stringify(body.response_format ?? ""));
  const sameTokens = (await sum(contents("system"))) + (await sum(schemas));
  return {
    extractions,
    judgements: server.chats.length - extractions,
    embeddings: server.embeddings.length,
    inputTokens: sameTokens + (await sum(contents("user"))),
    sameTokens,
    outputTokens: await sum(answers),
    embeddedTokens: await sum(server.embeddings.flatMap(({ body }) => body.input)),
  };
};

/**
 * Writes the scripted conversation through the pipeline, with the real client and a scripted
 * endpoint behind it. The calls are always the same.
 */
export const modelCalls = async (): Promise<readonly MessageCost[]> => {
  const server = await startModelServer();
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-model-calls-"));
  const models = await createOpenAiModels({
    endpoint: { kind: "openai", apiKey: "none", baseUrl: server.url },
    models: { extraction: "large", fallback: "small", embedding: "vectors" },
    embeddingDimensions: 1536,
  });
  const store = await openSqliteStore({ directory: folder, embedder: models.embedder });
  try {
    const space = await store.space({ tenant: "bench", user: "ines" });
    const answer = extractionScript(
      Object.fromEntries(CONVERSATION.map(({ message, says }) => [message, says])),
      judgements,
    );
    const costs: MessageCost[] = [];
    for (const { message, kind, ambiguous } of CONVERSATION) {
      const answers: string[] = [];
      server.chats.length = 0;
      server.embeddings.length = 0;
      server.answer = (request) => {
        const reply = answer(request) as { readonly content: unknown } | undefined;
        if (reply) answers.push(JSON.stringify(reply.content));
        return reply;
      };
      const log = {
        warn: (_: unknown, what: string) => {
          throw new Error(what);
        },
      };
      await write(
        {
          models,
          newId,
          now: Date.now,
          settings: DEFAULT_WRITE_SETTINGS,
          vocabulary: shippedVocabulary(),
          log,
          onPending: () => {},
        },
        space,
        { message, speaker: "Ines Moura" },
      );
      costs.push({ kind, ambiguous, ...(await costOf(server, answers)) });
    }
    return costs;
  } finally {
    await store.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
};

const COLUMNS: readonly (readonly [heading: string, of: (cost: MessageCost) => string | number])[] =
  [
    ["message", ({ kind }) => kind],
    ["extractions", ({ extractions }) => extractions],
    ["judges", ({ judgements }) => judgements],
    ["embeddings", ({ embeddings }) => embeddings],
    ["input tokens", ({ inputTokens }) => inputTokens],
    ["of which constant", ({ sameTokens }) => sameTokens],
    ["output tokens", ({ outputTokens }) => outputTokens],
    ["embedded tokens", ({ embeddedTokens }) => embeddedTokens],
  ];

/** A Markdown table, with the mean of all messages last. */
export const tableOfCalls = (costs: readonly MessageCost[]): string => {
  const mean = COLUMNS.map(([, of], i) =>
    i === 0
      ? `mean of ${costs.length}`
      : (costs.reduce((total, cost) => total + Number(of(cost)), 0) / costs.length).toFixed(1),
  );
  const lines = [
    COLUMNS.map(([heading]) => heading),
    COLUMNS.map((_, i) => (i === 0 ? "---" : "---:")),
    ...costs.map((cost) => COLUMNS.map(([, of]) => String(of(cost)))),
    mean,
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
};
