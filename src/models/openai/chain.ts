import { FINAL_FAULTS, type Answer } from "../port.ts";
import { ask, type Question, type Written } from "./ask.ts";
import { Bill } from "./bill.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ModelLog, OpenAiSettings } from "./config.ts";
import { ModelFailure } from "./failure.ts";
import type { Prompts } from "./prompts.ts";
import type { Reading } from "./read-extraction.ts";
import type { Span } from "./span.ts";

/** What tasks are done with. */
export interface Desk {
  readonly endpoint: Endpoint;
  readonly settings: OpenAiSettings;
  readonly prompts: Prompts;
  /** The model that is asked where another fails; null for none. */
  readonly fallback: string | null;
  readonly log: ModelLog | undefined;
}

export interface Task<T> {
  /** What it is called in the log. */
  readonly name: string;
  readonly model: string;
  readonly question: Omit<Question, "model" | "tokens">;
  /** Tokens of the first attempt, and the most that a doubled one may have. */
  readonly tokens: number;
  readonly tokensCap: number;
  /** What the answer says; null where it is none. */
  readonly read: (written: Written) => Reading<T> | null;
}

interface Salvage<T> {
  readonly reading: Reading<T>;
  readonly model: string;
}

/**
 * The four attempts of DESIGN.md §3, stage 6: the model, the model with twice the tokens, the fallback, the fallback with twice the tokens.
 * Tokens are doubled only after an answer that was cut short or cannot be read; a refusal, a filter, an endpoint that fails and a timeout go
 * to the fallback at once. What incomplete answers held is kept: where no attempt gives a complete one, the
 * richest is the answer. Rejects with a ModelFailure that tells what was spent.
 */
export const attempt = async <T>(
  desk: Desk,
  task: Task<T>,
  span: Span,
  bill: Bill = new Bill(),
): Promise<Answer<T>> => {
  const { model, tokens, tokensCap, question, read, name } = task;
  const models =
    desk.fallback === null || desk.fallback === model ? [model] : [model, desk.fallback];
  const outcomes: string[] = [];
  let salvage: Salvage<T> | null = null;
  let failure = new ModelFailure("UNREADABLE", `${model} gave no answer.`);

  for (const asked of models) {
    const terms = { span, bill, alternative: asked !== models.at(-1) };
    for (const budget of [tokens, Math.min(2 * tokens, tokensCap)]) {
      try {
        const written = await ask(
          desk.endpoint,
          desk.settings,
          desk.prompts,
          { ...question, model: asked, tokens: budget },
          terms,
        );
        const reading = read(written);
        if (reading?.complete) return bill.answer(reading.value, asked, outcomes);
        if (reading !== null && reading.worth > (salvage?.reading.worth ?? 0))
          salvage = { reading, model: asked };
        outcomes.push(`${asked}: ${written.truncated ? "truncated" : "unreadable"}`);
        failure = new ModelFailure("UNREADABLE", `What ${asked} answered cannot be read.`);
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        outcomes.push(`${asked}: ${error.kind}`);
        failure = error;
        break;
      }
    }
    if (FINAL_FAULTS.has(failure.kind)) break;
  }

  const kept = failure.kind === "UNAUTHORIZED" || failure.kind === "CANCELLED" ? null : salvage;
  desk.log?.warn(
    { task: name, outcomes, salvaged: kept !== null },
    kept === null
      ? "A model gave no answer."
      : "A model gave an incomplete answer, and what it held was kept.",
  );
  if (kept === null) throw bill.failed(failure);
  return bill.answer(kept.reading.value, kept.model, outcomes);
};
