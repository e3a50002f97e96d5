import type { OpenAI } from "openai";
import { z } from "zod";
import { FINAL_FAULTS, type ChatMessage } from "../../port.ts";
import type { Answer, Call } from "../../answer.ts";
import { startDeadline } from "../endpoint/deadline.ts";
import type { OpenResponse, RequestTerms } from "../endpoint/endpoint.ts";
import type { Feature, RefusedFeatures } from "../endpoint/feature-support.ts";
import { failureOf, ModelFailure } from "../endpoint/model-failure.ts";
import { UsageTally } from "../endpoint/usage-tally.ts";
import { modelsToAsk, type TaskContext } from "./attempts.ts";
import { tokenParameter } from "./completion.ts";

type Stream = AsyncIterable<OpenAI.ChatCompletionChunk>;

/**
 * Sends tool output as a user message that says so. The protocol accepts messages of tools only
 * after a call for them, and their content must not count as instructions.
 */
const toParam = ({ role, content }: ChatMessage): OpenAI.ChatCompletionMessageParam =>
  role === "tool" ? { role: "user", content: `[Output of a tool]\n${content}` } : { role, content };

const featuresOf = (tokens: number | null, refusedFeatures: RefusedFeatures): Feature[] => {
  const parameter = tokens === null ? undefined : tokenParameter(refusedFeatures);
  return [
    ...(refusedFeatures.has("stream_options") ? [] : ["stream_options" as const]),
    ...(parameter === undefined ? [] : [parameter]),
  ];
};

/** Requests a streamed reply, with the parameters that the endpoint has not refused before. */
const openStream = (
  { endpoint, settings: { replyTokens } }: TaskContext,
  model: string,
  messages: readonly ChatMessage[],
  terms: RequestTerms,
): Promise<OpenResponse<Stream>> =>
  endpoint.open<Stream>(
    {
      model,
      features: (refusedFeatures) => featuresOf(replyTokens, refusedFeatures),
      post: (client, refusedFeatures, signal) => {
        const features = new Set(featuresOf(replyTokens, refusedFeatures));
        const body: OpenAI.ChatCompletionCreateParamsStreaming = {
          model,
          messages: messages.map(toParam),
          stream: true,
          ...(features.has("stream_options") && { stream_options: { include_usage: true } }),
          ...(features.has("max_completion_tokens") && { max_completion_tokens: replyTokens }),
          ...(features.has("max_tokens") && { max_tokens: replyTokens }),
        };
        return client.chat.completions.create(body, { signal });
      },
    },
    terms,
  );

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({ content: z.string().nullish().catch(null) })
          .nullish()
          .catch(null),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .catch([]),
  usage: z.unknown().optional(),
});

/**
 * The text of one model, piece by piece. Throws a ModelFailure if the stream breaks off, is
 * withheld by a content filter, or contains no text.
 */
async function* piecesOf(
  response: OpenResponse<Stream>,
  model: string,
  usage: UsageTally,
): AsyncGenerator<string, void> {
  let hasText = false;
  let finishReason: string | null = null;
  for await (const chunk of response.value) {
    const { data } = chunkSchema.safeParse(chunk);
    if (data === undefined) continue;
    usage.addUsage(data.usage);
    const choice = data.choices[0];
    finishReason = choice?.finish_reason ?? finishReason;
    const text = choice?.delta?.content;
    if (text) {
      // After it has started, a reply has the time of the whole task, not that of one attempt.
      response.deadline.stopTimer();
      hasText = true;
      yield text;
    }
  }
  // The client library ends a stream without an error when its signal aborts.
  const failure = response.deadline.failure();
  if (failure !== null) throw failure;
  if (finishReason === "content_filter")
    throw new ModelFailure("FILTERED", `A content filter withheld the reply of ${model}.`);
  if (!hasText) throw new ModelFailure("UNREADABLE", `${model} sent an empty reply.`);
}

/**
 * Streams a reply, piece by piece, and at the end the whole reply with its cost. Another model is
 * asked only before the first piece, because a reader has already seen it. Throws a ModelFailure. A
 * reader who stops early ends the request.
 */
export async function* reply(
  context: TaskContext,
  model: string,
  messages: readonly ChatMessage[],
  call?: Call,
): AsyncGenerator<{ readonly text: string } | Answer<string>, void> {
  const usage = new UsageTally();
  const deadline = startDeadline(context.settings.replyDeadlineMs, call?.signal);
  const models = modelsToAsk(model, context.fallback);
  try {
    for (const candidate of models) {
      const isLast = candidate === models.at(-1);
      let whole = "";
      let response: OpenResponse<Stream> | undefined;
      try {
        const terms = { deadline, usage, hasAlternative: !isLast };
        response = await openStream(context, candidate, messages, terms);
        for await (const text of piecesOf(response, candidate, usage)) {
          whole += text;
          yield { text };
        }
        return yield usage.answer(whole, candidate);
      } catch (error) {
        const failure = deadline.failure() ?? failureOf(error, candidate, Date.now());
        const hasBegun = whole !== "";
        context.log?.warn(
          { task: "reply", model: candidate, outcome: failure.kind, begun: hasBegun },
          "A model failed to reply.",
        );
        if (hasBegun || FINAL_FAULTS.has(failure.kind) || isLast) throw usage.failure(failure);
      } finally {
        response?.close();
      }
    }
  } finally {
    deadline.close();
  }
}
