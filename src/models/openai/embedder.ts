import type { OpenAI } from "openai";
import type { Answer, Call, Embedder } from "../port.ts";
import { Bill } from "./bill.ts";
import { batches, fitted } from "./embedding-batches.ts";
import type { Endpoint, Terms } from "./endpoint.ts";
import type { OpenAiSettings } from "./config.ts";
import { ModelFailure } from "./failure.ts";
import { readVectors } from "./read-vectors.ts";
import { inSpan } from "./span.ts";

/** How often texts are halved for an endpoint that takes less than is configured. */
const HALVINGS = 2;

/**
 * The embedder of an endpoint. Its thresholds are those of seed 004 for vectors of a language model: from .50 on two facts may concern the same
 * thing, from .85 on they say the same.
 */
export const createEmbedder = (
  endpoint: Endpoint,
  settings: OpenAiSettings,
  model: string,
  dimensions: number,
): Embedder => {
  const request = (input: string[], terms: Terms): Promise<OpenAI.CreateEmbeddingResponse> =>
    endpoint.send(
      {
        model,
        features: (dialect) => (dialect.has("dimensions") ? [] : ["dimensions"]),
        // Without `encoding_format` the client library asks for base64 and decodes whatever comes back as if it were.
        post: (client, dialect, signal) =>
          client.embeddings.create(
            {
              model,
              input,
              encoding_format: "float",
              ...(!dialect.has("dimensions") && { dimensions }),
            },
            { signal },
          ),
      },
      terms,
    );

  /** One request; texts that the endpoint finds too long are halved, since what they begin with is worth more than nothing. */
  const vectorsOf = async (
    texts: readonly string[],
    maxBytes: number,
    halvings: number,
    terms: Terms,
  ): Promise<Float32Array[]> => {
    const input = texts.map((text) => fitted(text, maxBytes));
    try {
      const answer = await request(input, terms);
      terms.bill.addUsage(answer.usage);
      return readVectors(answer, texts.length, model, dimensions);
    } catch (error) {
      const shorter = Math.floor(maxBytes / 2);
      const tooLong =
        error instanceof ModelFailure &&
        error.kind === "REJECTED" &&
        texts.some((text) => fitted(text, shorter) !== text);
      if (!tooLong || halvings === 0) throw error;
      return vectorsOf(texts, shorter, halvings - 1, terms);
    }
  };

  const embed = async (texts: readonly string[], call?: Call): Promise<Answer<Float32Array[]>> => {
    const bill = new Bill();
    if (texts.length === 0) return bill.answer([], model);
    const whole = texts.map((text) => fitted(text, settings.embeddingTextBytes));
    return inSpan(settings.deadlineMs, call?.signal, async (span) => {
      const terms: Terms = { span, bill, alternative: false };
      const lots = batches(whole, settings.embeddingInputs, settings.embeddingRequestBytes);
      try {
        const vectors = await Promise.all(
          lots.map((lot) => vectorsOf(lot, settings.embeddingTextBytes, HALVINGS, terms)),
        );
        return bill.answer(vectors.flat(), model);
      } catch (error) {
        throw error instanceof ModelFailure ? bill.failed(error) : error;
      }
    });
  };

  return {
    id: `${model}-${dimensions}`,
    dimensions,
    remote: true,
    embed,
    related: 0.5,
    nearDuplicate: 0.85,
    decides: true,
    fusionWeight: 1,
  };
};
