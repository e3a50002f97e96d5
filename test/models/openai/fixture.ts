import type { OpenAiConfig, OpenAiSettings } from "../../../src/models/openai/config.ts";
import type { Clock } from "../../../src/models/openai/endpoint/clock.ts";
import { ModelFailure } from "../../../src/models/openai/endpoint/model-failure.ts";
import { createOpenAiModels } from "../../../src/models/openai/openai-models.ts";
import type { ExtractionInput, Models } from "../../../src/models/port.ts";
import { instantOf } from "../../../src/memory/time.ts";
import type { ModelServer } from "../../model-server/model-server.ts";

/** Waits that are asked for, and take no time. */
export const recordedWaits = (): Clock & { readonly waits: number[] } => {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.UTC(2026, 10, 21),
    random: () => 0,
    wait: async (milliseconds) => void waits.push(milliseconds),
  };
};

export const DIMENSIONS = 16;

/** Models at a scripted server: `large`, with `small` to fall back on, and waits that take no time. */
export const modelsAt = (
  server: ModelServer,
  changes: Partial<Omit<OpenAiConfig, "settings">> & {
    readonly settings?: Partial<OpenAiSettings>;
    readonly clock?: Clock;
  } = {},
): Promise<Models> => {
  const { clock = recordedWaits(), settings, ...config } = changes;
  return createOpenAiModels(
    {
      endpoint: { kind: "openai", apiKey: "secret-key", baseUrl: server.url },
      models: { extraction: "large", fallback: "small", embedding: "vectors" },
      embeddingDimensions: DIMENSIONS,
      ...config,
      settings: { backOffMs: 100, ...settings },
    },
    clock,
  );
};

/** A message of Ana's, from a Saturday. */
export const messageOf = (
  message: string,
  changes: Partial<ExtractionInput> = {},
): ExtractionInput => ({
  message,
  speaker: "Ana",
  speakerNamed: true,
  timeZone: "UTC",
  occurredAt: instantOf(Date.UTC(2026, 10, 21, 8)),
  recentMessages: [],
  knownEntities: [],
  ...changes,
});

/** One fact in the form of a model. */
export const factOf = (
  subject: string,
  text: string,
  rest: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  subject,
  text,
  action: "NEW",
  confidence: 0.95,
  category: "stable_preference",
  slot: null,
  value: null,
  valid_from: null,
  valid_to: null,
  ...rest,
});

/** The refusal of a task. Fails if the task succeeded. */
export const failureOfTask = async (task: Promise<unknown>): Promise<ModelFailure> => {
  const outcome = await task.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof ModelFailure))
    throw new Error("A ModelFailure was expected.", { cause: outcome });
  return outcome;
};
