import { APIError } from "openai";

/** A parameter or response format that an OpenAI-compatible endpoint may not support. */
export type Feature =
  | "json_schema"
  | "json_object"
  | "max_completion_tokens"
  | "max_tokens"
  | "temperature"
  | "reasoning_effort"
  | "stream_options"
  | "dimensions";

/** Features that an endpoint has refused for a model. */
export type RefusedFeatures = ReadonlySet<Feature>;

/** Patterns by which an error message names the refused feature. */
const FEATURE_NAMES: Readonly<Record<Feature, RegExp>> = {
  json_schema: /response[ _]?format|json_schema|schema|structured output/i,
  json_object: /response[ _]?format|json_object|json mode/i,
  max_completion_tokens: /max_completion_tokens/i,
  max_tokens: /max_tokens/i,
  temperature: /temperature/i,
  reasoning_effort: /reasoning/i,
  stream_options: /stream_options|include_usage/i,
  dimensions: /dimensions/i,
};

/** A value out of bounds does not mean that the parameter is unknown. */
const OUT_OF_BOUNDS =
  /too (?:large|long|many|big|high)|maximum (?:context|length)|context[ _]length|at most|exceed/i;
/** A message about one of these is no reason to ask for fewer features. */
const OTHER_TOPIC = /model|prompt|content|policy|quota|token|length/i;
/** Features that are omitted on suspicion if a refusal gives no reason. */
const SUSPECTS: readonly Feature[] = ["json_schema", "json_object"];
const PARAMETER_ERROR_STATUSES: ReadonlySet<number | undefined> = new Set([400, 422]);

/** The sent feature that an error refuses; null if the error is about something else. */
export const refusedFeatureOf = (
  error: unknown,
  sentFeatures: readonly Feature[],
): Feature | null => {
  if (!(error instanceof APIError) || !PARAMETER_ERROR_STATUSES.has(error.status)) return null;
  const { message } = error;
  if (OUT_OF_BOUNDS.test(message)) return null;
  const byParameter = sentFeatures.find((feature) => feature === error.param);
  const byName = sentFeatures.find((feature) =>
    FEATURE_NAMES[feature].test(`${error.param ?? ""} ${message}`),
  );
  const bySuspicion = OTHER_TOPIC.test(message)
    ? undefined
    : sentFeatures.find((feature) => SUSPECTS.includes(feature));
  return byParameter ?? byName ?? bySuspicion ?? null;
};

/** The first of the features that is not refused. */
export const firstSupported = <F extends Feature>(
  refusedFeatures: RefusedFeatures,
  ...features: readonly F[]
): F | undefined => features.find((feature) => !refusedFeatures.has(feature));

/**
 * The known features of one endpoint, by model. A model that was never asked is assumed to refuse
 * what the endpoint refused last.
 */
export class FeatureSupport {
  readonly #byModel = new Map<string, RefusedFeatures>();
  #latest: RefusedFeatures = new Set();

  refusedBy(model: string): RefusedFeatures {
    return this.#byModel.get(model) ?? this.#latest;
  }

  /**
   * Records refused features when a request without them has succeeded. A refusal alone may have
   * had another cause.
   */
  record(model: string, refusedFeatures: RefusedFeatures): void {
    const previous = this.refusedBy(model);
    const all = new Set([...previous, ...refusedFeatures]);
    if (all.size > previous.size) this.#latest = all;
    this.#byModel.set(model, all);
  }
}
