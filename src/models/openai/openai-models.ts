import type { Models } from "../port.ts";
import type { Call } from "../answer.ts";
import { DEFAULT_OPENAI_SETTINGS, type ModelNames, type OpenAiConfig } from "./config.ts";
import { createEmbedder } from "./embedding/embedder.ts";
import { SYSTEM_CLOCK, type Clock } from "./endpoint/clock.ts";
import { withDeadline, type Deadline } from "./endpoint/deadline.ts";
import { Endpoint } from "./endpoint/endpoint.ts";
import { loadPrompts } from "./prompts.ts";
import type { TaskContext } from "./tasks/attempts.ts";
import {
  compareFacts,
  describeEntity,
  extractEpisodes,
  summarise,
  summariseTalk,
} from "./tasks/derive-tasks.ts";
import { extractInSteps } from "./tasks/extract-blind.ts";
import { extractTogether } from "./tasks/extract-turns.ts";
import { extractInformed } from "./tasks/extract.ts";
import { withHints } from "./tasks/hints.ts";
import { detectEmotion, disambiguate, reconcile } from "./tasks/judges.ts";
import { reply } from "./tasks/reply.ts";

export { sureHints } from "./tasks/hints.ts";

/** The model for each kind of task: the configured one, or that of extraction. */
const modelsByKind = ({ extraction, judge, summary, reply: replier }: ModelNames) => ({
  extractor: extraction,
  judge: judge ?? extraction,
  summariser: summary ?? extraction,
  replier: replier ?? extraction,
});

/** Runs each task under a deadline of its own. A reply has one until the end of its stream. */
const tasksOf = (
  context: TaskContext,
  names: ModelNames,
  config: OpenAiConfig,
): Omit<Models, "embedder"> => {
  const { extractor, judge, summariser, replier } = modelsByKind(names);
  const { hints } = config;
  const run = <T>(call: Call | undefined, task: (deadline: Deadline) => Promise<T>): Promise<T> => {
    const limit = Math.min(context.settings.deadlineMs, call?.timeoutMs ?? Infinity);
    return withDeadline(limit, call?.signal, task);
  };
  return {
    extractor,
    replier,
    usesKnownFacts: true,
    extractionIncludesEmotion: true,
    judgesMeaning: true,
    extract: (input, call) =>
      run(call, (deadline) =>
        withHints(extractInformed(context, extractor, input, deadline), hints, input, config),
      ),
    extractTurns: async (turns, call) => {
      const answer = await run(call, (deadline) =>
        extractTogether(context, extractor, turns, deadline),
      );
      const value = await Promise.all(
        turns.map(async (turn, i) => {
          const extraction = answer.value[i] ?? null;
          if (extraction === null) return null;
          const ofModel = Promise.resolve({ ...answer, value: extraction });
          return (await withHints(ofModel, hints, turn, config)).value;
        }),
      );
      return { ...answer, value };
    },
    extractBlind: (input, call) =>
      run(call, (deadline) =>
        withHints(extractInSteps(context, extractor, input, deadline), hints, input, config),
      ),
    detectEmotion: (message, call) =>
      run(call, (deadline) => detectEmotion(context, judge, message, deadline)),
    disambiguate: (input, call) =>
      run(call, (deadline) => disambiguate(context, judge, input, deadline)),
    reconcile: (input, call) => run(call, (deadline) => reconcile(context, judge, input, deadline)),
    summarise: (input, call) =>
      run(call, (deadline) => summarise(context, summariser, input, deadline)),
    compareFacts: (facts, call) =>
      run(call, (deadline) => compareFacts(context, judge, facts, deadline)),
    summariseTalk: (input, call) =>
      run(call, (deadline) => summariseTalk(context, summariser, input, deadline)),
    extractEpisodes: (input, call) =>
      run(call, (deadline) => extractEpisodes(context, extractor, input, deadline)),
    describeEntity: (input, call) =>
      run(call, (deadline) => describeEntity(context, summariser, input, deadline)),
    reply: (messages, call) => reply(context, replier, messages, call),
  };
};

/**
 * Creates the adapter for language models behind an OpenAI-compatible endpoint. It sends no request
 * before the first task. Every task has one deadline for all its attempts and rejects with a
 * ModelFailure. Throws an InvalidPrompt if a prompt file is missing or cannot be used, and an Error
 * if the embedding dimensions are not a positive whole number.
 */
export const createOpenAiModels = async (
  config: OpenAiConfig,
  clock: Clock = SYSTEM_CLOCK,
): Promise<Models> => {
  const { models, embeddingDimensions: dimensions, embeddingEndpoint, log } = config;
  if (!Number.isInteger(dimensions) || dimensions < 1)
    throw new Error(
      `Embedding dimensions must be a whole number of at least 1, but are ${dimensions}.`,
    );
  const settings = { ...DEFAULT_OPENAI_SETTINGS, ...config.settings };
  const endpoint = new Endpoint(config.endpoint, settings, clock);
  const embedding =
    embeddingEndpoint === undefined ? endpoint : new Endpoint(embeddingEndpoint, settings, clock);
  const prompts = await loadPrompts(config.promptsDirectory, config.vocabulary);
  const context = { endpoint, settings, prompts, fallback: models.fallback ?? null, log };
  return {
    ...tasksOf(context, models, config),
    embedder: createEmbedder(embedding, settings, { name: models.embedding, dimensions }),
  };
};
