import type { OpenAI } from "openai";
import type { JsonSchema } from "./asked.ts";
import type { Dialect, Feature } from "./dialect.ts";
import type { Endpoint, Terms } from "./endpoint.ts";
import { ModelFailure } from "./failure.ts";
import type { OpenAiSettings } from "./config.ts";
import type { Prompts, Rendered } from "./prompts.ts";

/** One request to one model, with so many tokens for its answer. */
export interface Question {
  readonly model: string;
  readonly prompt: Rendered;
  /** What the answer has to look like; null for plain text. */
  readonly schema: JsonSchema | null;
  readonly tokens: number;
}

/** What a model wrote, and whether it was cut short by its budget. */
export interface Written {
  readonly text: string;
  readonly truncated: boolean;
}

/** In which of the forms that an endpoint may know the answer is asked for, and how many tokens it may have. */
const featuresOf = (question: Question, settings: OpenAiSettings, dialect: Dialect): Feature[] => {
  const known = (feature: Feature): boolean => !dialect.has(feature);
  const format =
    question.schema === null ? undefined : (["json_schema", "json_object"] as const).find(known);
  const budget = (["max_completion_tokens", "max_tokens"] as const).find(known);
  const others = [
    settings.temperature !== null && ("temperature" as const),
    settings.reasoningEffort !== null && ("reasoning_effort" as const),
  ];
  return [format, budget, ...others]
    .filter((feature) => feature !== undefined && feature !== false)
    .filter(known);
};

const bodyOf = (
  question: Question,
  settings: OpenAiSettings,
  prompts: Prompts,
  dialect: Dialect,
): OpenAI.ChatCompletionCreateParamsNonStreaming => {
  const { model, prompt, schema, tokens } = question;
  const uses = new Set(featuresOf(question, settings, dialect));
  const strict = uses.has("json_schema");
  const format =
    schema === null || strict ? null : prompts.render("answer-format", { schema: schema.schema });
  return {
    model,
    messages: [
      {
        role: "system",
        content:
          format === null
            ? prompt.instructions
            : `${prompt.instructions}\n\n${format.instructions}\n${format.data}`,
      },
      { role: "user", content: prompt.data },
    ],
    ...(strict &&
      schema !== null && {
        response_format: {
          type: "json_schema",
          json_schema: { name: schema.name, schema: schema.schema, strict: true },
        },
      }),
    ...(uses.has("json_object") && { response_format: { type: "json_object" } }),
    ...(uses.has("max_completion_tokens") && { max_completion_tokens: tokens }),
    ...(uses.has("max_tokens") && { max_tokens: tokens }),
    ...(uses.has("temperature") && { temperature: settings.temperature }),
    ...(uses.has("reasoning_effort") && { reasoning_effort: settings.reasoningEffort }),
  };
};

/** The text of an answer. Some servers give it in parts. */
const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) =>
      typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
        ? part.text
        : "",
    )
    .join("");
};

/** What was written, out of whatever the endpoint sent under status 200. Throws a ModelFailure for a refusal, a filter, or no answer at all. */
const writtenIn = (completion: Partial<OpenAI.ChatCompletion>, model: string): Written => {
  const choice = completion.choices?.[0];
  if (choice?.message == null)
    throw new ModelFailure("UNAVAILABLE", `${model} answered without a message.`);
  if (choice.message.refusal) throw new ModelFailure("REFUSED", `${model} refused to answer.`);
  if (choice.finish_reason === "content_filter")
    throw new ModelFailure("FILTERED", `A content filter withheld the answer of ${model}.`);
  return { text: textOf(choice.message.content), truncated: choice.finish_reason === "length" };
};

/** Asks one question once, in the form that the endpoint knows. Rejects with a ModelFailure. */
export const ask = async (
  endpoint: Endpoint,
  settings: OpenAiSettings,
  prompts: Prompts,
  question: Question,
  terms: Terms,
): Promise<Written> => {
  const completion = await endpoint.send(
    {
      model: question.model,
      features: (dialect) => featuresOf(question, settings, dialect),
      post: (client, dialect, signal) =>
        client.chat.completions.create(bodyOf(question, settings, prompts, dialect), { signal }),
    },
    terms,
  );
  terms.bill.addUsage(completion.usage);
  return writtenIn(completion, question.model);
};
