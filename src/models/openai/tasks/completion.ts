import type { OpenAI } from "openai";
import { z } from "zod";
import type { JsonSchema } from "../answers/answer-schemas.ts";
import type { OpenAiSettings } from "../config.ts";
import type { Endpoint, RequestTerms } from "../endpoint/endpoint.ts";
import { firstSupported, type Feature, type RefusedFeatures } from "../endpoint/feature-support.ts";
import { ModelFailure } from "../endpoint/model-failure.ts";
import type { Prompts, RenderedPrompt } from "../prompts.ts";

/** One request to one model. */
export interface CompletionRequest {
  readonly model: string;
  readonly prompt: RenderedPrompt;
  /** The schema of the answer; null for plain text. */
  readonly schema: JsonSchema | null;
  /** Maximum number of output tokens. */
  readonly tokens: number;
}

/** The text of a model. */
export interface Completion {
  readonly text: string;
  /** Whether the output tokens ran out before the end. */
  readonly truncated: boolean;
}

/** The parameter for the output tokens; undefined if the endpoint supports neither. */
export const tokenParameter = (
  refusedFeatures: RefusedFeatures,
): "max_completion_tokens" | "max_tokens" | undefined =>
  firstSupported(refusedFeatures, "max_completion_tokens", "max_tokens");

const featuresOf = (
  { schema }: CompletionRequest,
  { temperature, reasoningEffort }: OpenAiSettings,
  refusedFeatures: RefusedFeatures,
): Feature[] => {
  const features: (Feature | undefined)[] = [
    schema === null ? undefined : firstSupported(refusedFeatures, "json_schema", "json_object"),
    tokenParameter(refusedFeatures),
    temperature === null ? undefined : firstSupported(refusedFeatures, "temperature"),
    reasoningEffort === null ? undefined : firstSupported(refusedFeatures, "reasoning_effort"),
  ];
  return features.filter((feature) => feature !== undefined);
};

/** The instructions, followed by the schema if the endpoint cannot enforce it. */
const systemMessage = (
  { prompt, schema }: CompletionRequest,
  prompts: Prompts,
  endpointEnforcesSchema: boolean,
): string => {
  if (schema === null || endpointEnforcesSchema) return prompt.instructions;
  const format = prompts.render("answer-format", { schema: schema.schema });
  return `${prompt.instructions}\n\n${format.instructions}\n${format.data}`;
};

/** The body of a request, with the features that the endpoint has not refused. */
const bodyOf = (
  request: CompletionRequest,
  settings: OpenAiSettings,
  prompts: Prompts,
  refusedFeatures: RefusedFeatures,
): OpenAI.ChatCompletionCreateParamsNonStreaming => {
  const { model, prompt, schema, tokens } = request;
  const features = new Set(featuresOf(request, settings, refusedFeatures));
  const strict = features.has("json_schema");
  return {
    model,
    messages: [
      { role: "system", content: systemMessage(request, prompts, strict) },
      { role: "user", content: prompt.data },
    ],
    ...(strict &&
      schema !== null && {
        response_format: {
          type: "json_schema",
          json_schema: { name: schema.name, schema: schema.schema, strict: true },
        },
      }),
    ...(features.has("json_object") && { response_format: { type: "json_object" } }),
    ...(features.has("max_completion_tokens") && { max_completion_tokens: tokens }),
    ...(features.has("max_tokens") && { max_tokens: tokens }),
    ...(features.has("temperature") && { temperature: settings.temperature }),
    ...(features.has("reasoning_effort") && { reasoning_effort: settings.reasoningEffort }),
  };
};

/** Some servers send the content in parts. */
const contentSchema = z
  .union([
    z.string(),
    z
      .array(z.object({ text: z.string() }).catch({ text: "" }))
      .transform((parts) => parts.map(({ text }) => text).join("")),
  ])
  .catch("");
const choiceSchema = z.object({
  message: z.object({ content: contentSchema, refusal: z.string().nullish().catch(null) }),
  finish_reason: z.unknown().optional(),
});
const responseSchema = z
  .object({ choices: z.array(z.unknown()).catch([]), usage: z.unknown().optional() })
  .catch({ choices: [], usage: null });

/**
 * The completion in a response with status 200. Throws a ModelFailure for a refusal, for a content
 * filter and for a response without a message.
 */
const completionIn = (choices: readonly unknown[], model: string): Completion => {
  const choice = choiceSchema.safeParse(choices[0]).data;
  if (choice === undefined)
    throw new ModelFailure("UNAVAILABLE", `${model} answered without a message.`);
  if (choice.message.refusal) throw new ModelFailure("REFUSED", `${model} refused to answer.`);
  if (choice.finish_reason === "content_filter")
    throw new ModelFailure("FILTERED", `A content filter withheld the answer of ${model}.`);
  return { text: choice.message.content, truncated: choice.finish_reason === "length" };
};

/** Sends one request in the form that the endpoint supports. Rejects with a ModelFailure. */
export const complete = async (
  endpoint: Endpoint,
  settings: OpenAiSettings,
  prompts: Prompts,
  request: CompletionRequest,
  terms: RequestTerms,
): Promise<Completion> => {
  const response: unknown = await endpoint.send(
    {
      model: request.model,
      features: (refusedFeatures) => featuresOf(request, settings, refusedFeatures),
      post: (client, refusedFeatures, signal) =>
        client.chat.completions.create(bodyOf(request, settings, prompts, refusedFeatures), {
          signal,
        }),
    },
    terms,
  );
  const { choices, usage } = responseSchema.parse(response);
  terms.usage.addUsage(usage);
  return completionIn(choices, request.model);
};
