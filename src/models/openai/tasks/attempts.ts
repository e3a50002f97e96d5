import { FINAL_FAULTS } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import type { ReadAnswer } from "../answers/read-json.ts";
import type { ModelLog, OpenAiSettings } from "../config.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import type { Endpoint, RequestTerms } from "../endpoint/endpoint.ts";
import { ModelFailure } from "../endpoint/model-failure.ts";
import { UsageTally } from "../endpoint/usage-tally.ts";
import type { Prompts } from "../prompts.ts";
import { complete, type Completion, type CompletionRequest } from "./completion.ts";

/** The services of every task. */
export interface TaskContext {
  readonly endpoint: Endpoint;
  readonly settings: OpenAiSettings;
  readonly prompts: Prompts;
  /** The model that is asked when another fails; null for none. */
  readonly fallback: string | null;
  readonly log: ModelLog | undefined;
}

export interface ModelTask<T> {
  /** Names the task in the log. */
  readonly name: string;
  readonly model: string;
  readonly request: Omit<CompletionRequest, "model" | "tokens">;
  /** Maximum output tokens of the first attempt, and of the second one. */
  readonly tokens: number;
  readonly tokensCap: number;
  /** Reads the answer; null if it cannot be read. */
  readonly read: (completion: Completion) => ReadAnswer<T> | null;
}

/** The model of a task and, unless it is the same, the fallback. */
export const modelsToAsk = (model: string, fallback: string | null): readonly string[] =>
  fallback === null || fallback === model ? [model] : [model, fallback];

/** An attempt without a complete answer. */
interface FailedAttempt<T> {
  readonly model: string;
  /** The readable part of the answer; null if there is none. */
  readonly reading: ReadAnswer<T> | null;
  readonly failure: ModelFailure;
  /** Described for the trace and the log. */
  readonly note: string;
  /** Whether the same model may do better with more tokens. */
  readonly needsTokens: boolean;
}

/** Asks one model once. Returns what could be read, or why it is not complete. */
const attempt = async <T>(
  context: TaskContext,
  task: ModelTask<T>,
  request: CompletionRequest,
  terms: RequestTerms,
): Promise<ReadAnswer<T> | FailedAttempt<T>> => {
  const { model } = request;
  const { endpoint, settings, prompts } = context;
  try {
    const completion = await complete(endpoint, settings, prompts, request, terms);
    const reading = task.read(completion);
    if (reading?.complete) return reading;
    return {
      model,
      reading,
      failure: new ModelFailure("UNREADABLE", `The answer of ${model} cannot be read.`),
      note: `${model}: ${completion.truncated ? "truncated" : "unreadable"}`,
      needsTokens: true,
    };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const note = `${model}: ${error.kind}`;
    return { model, reading: null, failure: error, note, needsTokens: false };
  }
};

/** The incomplete answer with the most content; undefined if none has any. */
const richestOf = <T>(
  attempts: readonly FailedAttempt<T>[],
): { readonly model: string; readonly value: T } | undefined => {
  let worth = 0;
  let richest: { readonly model: string; readonly value: T } | undefined;
  for (const { model, reading } of attempts)
    if (reading !== null && reading.worth > worth) {
      worth = reading.worth;
      richest = { model, value: reading.value };
    }
  return richest;
};

/**
 * Answers with the incomplete reading that has the most content, or throws the failure of the last
 * attempt.
 */
const salvage = <T>(
  { log }: TaskContext,
  task: ModelTask<T>,
  attempts: readonly FailedAttempt<T>[],
  usage: UsageTally,
): Answer<T> => {
  const notes = attempts.map(({ note }) => note);
  const failure =
    attempts.at(-1)?.failure ?? new ModelFailure("UNREADABLE", `${task.model} gave no answer.`);
  const salvageable = failure.kind !== "UNAUTHORIZED" && failure.kind !== "CANCELLED";
  const richest = salvageable ? richestOf(attempts) : undefined;
  log?.warn(
    { task: task.name, outcomes: notes, salvaged: richest !== undefined },
    richest === undefined
      ? "No model gave an answer."
      : "The models gave incomplete answers; the fullest one is used.",
  );
  if (richest === undefined) throw usage.failure(failure);
  return usage.answer(richest.value, richest.model, notes);
};

/**
 * Runs a task in up to four attempts: the model, the model with twice the tokens, the fallback, the
 * fallback with twice the tokens. More tokens are tried only after an answer that was truncated or
 * unreadable. A refusal, a content filter, a failing endpoint and a timeout lead to the fallback at
 * once. If no attempt returns a complete answer, the incomplete one with the most content counts.
 * Rejects with a ModelFailure that carries the cost of all attempts.
 */
export const runAttempts = async <T>(
  context: TaskContext,
  task: ModelTask<T>,
  deadline: Deadline,
  usage: UsageTally = new UsageTally(),
): Promise<Answer<T>> => {
  const failedAttempts: FailedAttempt<T>[] = [];
  const models = modelsToAsk(task.model, context.fallback);
  for (const model of models) {
    const terms = { deadline, usage, hasAlternative: model !== models.at(-1) };
    for (const tokens of [task.tokens, Math.min(2 * task.tokens, task.tokensCap)]) {
      const outcome = await attempt(context, task, { ...task.request, model, tokens }, terms);
      if ("complete" in outcome) {
        const notes = failedAttempts.map(({ note }) => note);
        return usage.answer(outcome.value, model, notes);
      }
      failedAttempts.push(outcome);
      if (!outcome.needsTokens) break;
    }
    const last = failedAttempts.at(-1);
    if (last && FINAL_FAULTS.has(last.failure.kind)) break;
  }
  return salvage(context, task, failedAttempts, usage);
};
