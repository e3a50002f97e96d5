import type { Embedder } from "../../port.ts";
import type { Answer, Call } from "../../answer.ts";
import type { OpenAiSettings } from "../config.ts";
import { withDeadline } from "../endpoint/deadline.ts";
import type { Endpoint, RequestTerms } from "../endpoint/endpoint.ts";
import { ModelFailure } from "../endpoint/model-failure.ts";
import { UsageTally } from "../endpoint/usage-tally.ts";
import { readVectors } from "./read-vectors.ts";

const ENCODER = new TextEncoder();
const byteLengthOf = (text: string): number => ENCODER.encode(text).length;

/**
 * A text truncated between two characters to at most a number of bytes of UTF-8. A blank text,
 * which endpoints refuse, becomes a full stop.
 */
const fitText = (text: string, maxBytes: number): string => {
  if (text.trim() === "") return ".";
  // A UTF-16 unit takes at most three bytes, so most texts need not be encoded.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = ENCODER.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
};

/**
 * Splits texts, in order, into batches of at most a number of texts and bytes each. A larger text
 * is a batch of its own.
 */
const batchesOf = (texts: readonly string[], maxTexts: number, maxBytes: number): string[][] => {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = byteLengthOf(text);
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < maxTexts && bytes + size <= maxBytes) {
      batch.push(text);
      bytes += size;
    } else {
      batches.push([text]);
      bytes = size;
    }
  }
  return batches;
};

/**
 * Maximum number of times that texts are halved for an endpoint that accepts less than is
 * configured.
 */
const MAX_HALVINGS = 2;

export interface EmbeddingModel {
  readonly name: string;
  readonly dimensions: number;
}

/**
 * The vectors of texts, in their order, by one request. `dimensions` is left out for a server that
 * has refused this parameter.
 */
const requestVectors = async (
  endpoint: Endpoint,
  { name: model, dimensions }: EmbeddingModel,
  input: string[],
  terms: RequestTerms,
): Promise<Float32Array[]> => {
  const response = await endpoint.send(
    {
      model,
      features: (refusedFeatures) => (refusedFeatures.has("dimensions") ? [] : ["dimensions"]),
      post: (client, refusedFeatures, signal) =>
        client.embeddings.create(
          {
            model,
            input,
            // By default the client library asks for base64 and decodes the response as base64,
            // whatever the server sent.
            encoding_format: "float",
            ...(!refusedFeatures.has("dimensions") && { dimensions }),
          },
          { signal },
        ),
    },
    terms,
  );
  return readVectors(response, { model, texts: input.length, dimensions }, terms.usage);
};

/**
 * Embeds one batch. If the endpoint finds a text too long, texts are halved: the vector of the
 * beginning of a text is better than none.
 */
const embedBatch = async (
  endpoint: Endpoint,
  model: EmbeddingModel,
  texts: readonly string[],
  maxBytes: number,
  halvings: number,
  terms: RequestTerms,
): Promise<Float32Array[]> => {
  const input = texts.map((text) => fitText(text, maxBytes));
  try {
    return await requestVectors(endpoint, model, input, terms);
  } catch (error) {
    const halfBytes = Math.floor(maxBytes / 2);
    const mayBeTooLong =
      error instanceof ModelFailure &&
      error.kind === "REJECTED" &&
      texts.some((text) => fitText(text, halfBytes) !== text);
    if (!mayBeTooLong || halvings === 0) throw error;
    return embedBatch(endpoint, model, texts, halfBytes, halvings - 1, terms);
  }
};

/**
 * Creates the embedder of an endpoint. Its thresholds suit the vectors of language models: from a
 * cosine of .50 two facts may concern the same thing, from .85 they say the same.
 */
export const createEmbedder = (
  endpoint: Endpoint,
  settings: OpenAiSettings,
  model: EmbeddingModel,
): Embedder => {
  const { embeddingInputs, embeddingRequestBytes, embeddingTextBytes } = settings;
  const embed = async (texts: readonly string[], call?: Call): Promise<Answer<Float32Array[]>> => {
    const usage = new UsageTally();
    if (texts.length === 0) return usage.answer([], model.name);
    const fittedTexts = texts.map((text) => fitText(text, embeddingTextBytes));
    return withDeadline(settings.deadlineMs, call?.signal, async (deadline) => {
      const terms: RequestTerms = { deadline, usage, hasAlternative: false };
      try {
        const vectors = await Promise.all(
          batchesOf(fittedTexts, embeddingInputs, embeddingRequestBytes).map((batch) =>
            embedBatch(endpoint, model, batch, embeddingTextBytes, MAX_HALVINGS, terms),
          ),
        );
        return usage.answer(vectors.flat(), model.name);
      } catch (error) {
        throw error instanceof ModelFailure ? usage.failure(error) : error;
      }
    });
  };
  return {
    id: `${model.name}-${model.dimensions}`,
    dimensions: model.dimensions,
    remote: true,
    embed,
    relatedSimilarity: 0.5,
    duplicateSimilarity: 0.85,
    similarityDecides: true,
    fusionWeight: 1,
  };
};
