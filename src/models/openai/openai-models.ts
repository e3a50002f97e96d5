import type { Models } from "../port.ts";
import { DEFAULT_OPENAI_SETTINGS, type OpenAiConfig, type OpenAiSettings } from "./config.ts";
import type { Desk } from "./chain.ts";
import { REAL_EDGES, type Edges } from "./edges.ts";
import { compareFacts, describeEntity, drawRecords, summariseTalk } from "./derive-tasks.ts";
import { createEmbedder } from "./embedder.ts";
import { Endpoint } from "./endpoint.ts";
import { extractInformed } from "./extract.ts";
import { extractInSteps } from "./extract-blind.ts";
import { detectEmotion, disambiguate, reconcile } from "./judges.ts";
import { loadPrompts } from "./prompts.ts";
import { reply } from "./reply.ts";
import { inSpan } from "./span.ts";
import { summarise } from "./summarise.ts";
import { withHints } from "./with-hints.ts";

export { BrokenPrompt } from "./prompts.ts";
export { sureHints } from "./sure-hints.ts";

/**
 * Language models behind an endpoint of the OpenAI form (DESIGN.md §8). Nothing is sent until a task is asked for; every task has one
 * deadline over all its attempts and rejects with a ModelFailure.
 *
 * Throws a BrokenPrompt where a prompt file is missing or cannot be used, and an Error where the configuration makes no sense.
 */
export const createOpenAiModels = async (
  config: OpenAiConfig,
  edges: Edges = REAL_EDGES,
): Promise<Models> => {
  const { models, embeddingDimensions, hints, log } = config;
  if (!Number.isInteger(embeddingDimensions) || embeddingDimensions < 1)
    throw new Error(
      `Embedding dimensions must be a whole number from 1 on, not ${embeddingDimensions}.`,
    );
  const settings: OpenAiSettings = { ...DEFAULT_OPENAI_SETTINGS, ...config.settings };
  const endpoint = new Endpoint(config.endpoint, settings, edges);
  const embeddingEndpoint =
    config.embeddingEndpoint === undefined
      ? endpoint
      : new Endpoint(config.embeddingEndpoint, settings, edges);
  const desk: Desk = {
    endpoint,
    settings,
    prompts: await loadPrompts(config.promptsDirectory),
    fallback: models.fallback ?? null,
    log,
  };
  const extractor = models.extraction;
  const judge = models.judge ?? extractor;
  const { deadlineMs } = settings;

  return {
    extractor,
    replier: models.reply ?? extractor,
    readsKnownFacts: true,
    extractionTellsEmotion: true,
    embedder: createEmbedder(embeddingEndpoint, settings, models.embedding, embeddingDimensions),
    extract: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) =>
        withHints(extractInformed(desk, extractor, input, span), hints, input, log),
      ),
    extractBlind: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) =>
        withHints(extractInSteps(desk, extractor, input, span), hints, input, log),
      ),
    detectEmotion: (message, call) =>
      inSpan(deadlineMs, call?.signal, (span) => detectEmotion(desk, judge, message, span)),
    disambiguate: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) => disambiguate(desk, judge, input, span)),
    reconcile: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) => reconcile(desk, judge, input, span)),
    summarise: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) =>
        summarise(desk, models.summary ?? extractor, input, span),
      ),
    compareFacts: (facts, call) =>
      inSpan(deadlineMs, call?.signal, (span) => compareFacts(desk, judge, facts, span)),
    summariseTalk: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) =>
        summariseTalk(desk, models.summary ?? extractor, input, span),
      ),
    drawRecords: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) => drawRecords(desk, extractor, input, span)),
    describeEntity: (input, call) =>
      inSpan(deadlineMs, call?.signal, (span) =>
        describeEntity(desk, models.summary ?? extractor, input, span),
      ),
    reply: (messages, call) => reply(desk, models.reply ?? extractor, messages, call),
  };
};
