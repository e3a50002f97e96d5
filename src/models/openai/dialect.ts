import { APIError } from "openai";

/** What an endpoint of the OpenAI form may turn out not to know. */
export type Feature =
  | "json_schema"
  | "json_object"
  | "max_completion_tokens"
  | "max_tokens"
  | "temperature"
  | "reasoning_effort"
  | "stream_options"
  | "dimensions";

/** The features that a model refused. */
export type Dialect = ReadonlySet<Feature>;

/** How an error message names a feature that it refuses. */
const NAMED: Readonly<Record<Feature, RegExp>> = {
  json_schema: /response[ _]?format|json_schema|schema|structured output/i,
  json_object: /response[ _]?format|json_object|json mode/i,
  max_completion_tokens: /max_completion_tokens/i,
  max_tokens: /max_tokens/i,
  temperature: /temperature/i,
  reasoning_effort: /reasoning/i,
  stream_options: /stream_options|include_usage/i,
  dimensions: /dimensions/i,
};

/** A value that is out of bounds is no sign that the parameter is unknown. */
const OUT_OF_BOUNDS =
  /too (?:large|long|many|big|high)|maximum (?:context|length)|context[ _]length|at most|exceed/i;
/** What a message speaks of that gives no reason to ask for less. */
const ABOUT_ELSE = /model|prompt|content|policy|quota|token|length/i;
/** What is left out on suspicion, where a refusal gives no reason. */
const SUSPECTS: readonly Feature[] = ["json_schema", "json_object"];
const OF_PARAMETERS: ReadonlySet<number | undefined> = new Set([400, 422]);

/** The features of those that were sent that an error refuses; null where it is about something else. */
export const refusedFeature = (error: unknown, sent: readonly Feature[]): Feature | null => {
  if (!(error instanceof APIError) || !OF_PARAMETERS.has(error.status)) return null;
  const { message } = error;
  if (OUT_OF_BOUNDS.test(message)) return null;
  const byParameter = sent.find((feature) => feature === error.param);
  const byName = sent.find((feature) => NAMED[feature].test(`${error.param ?? ""} ${message}`));
  const suspect = ABOUT_ELSE.test(message)
    ? undefined
    : sent.find((feature) => SUSPECTS.includes(feature));
  return byParameter ?? byName ?? suspect ?? null;
};

/** What is known of an endpoint's dialects: per model, and for a model that was never asked, as the last one that taught something. */
export class Dialects {
  readonly #ofModel = new Map<string, Dialect>();
  #newest: Dialect = new Set();

  of(model: string): Dialect {
    return this.#ofModel.get(model) ?? this.#newest;
  }

  /** To be told once a request in this dialect was served: a refusal alone may have had other grounds. */
  learn(model: string, dialect: Dialect): void {
    const known = this.of(model);
    const learned = new Set([...known, ...dialect]);
    if (learned.size > known.size) this.#newest = learned;
    this.#ofModel.set(model, learned);
  }
}
