import type { Event } from "../memory/event.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable, type Answer } from "../models/port.ts";
import type { SpaceStore } from "../store/port.ts";
import type { StageTrace } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import type { VectorSource } from "./vectors.ts";

/** One event on its way through the pipeline. */
export interface Work {
  readonly services: WriteServices;
  readonly space: SpaceStore;
  readonly settings: WriteSettings;
  readonly event: Event;
  readonly vectors: VectorSource;
  readonly meter: Meter;
  /** Ends all model calls of this write together. */
  readonly signal: AbortSignal;
  /** Judgements of a model, so that a stage that runs again on a moved head asks nothing twice. */
  readonly judgements: Map<string, Promise<Answer<unknown>>>;
}

/** Every stage has this shape: it takes the work and what the stage before gave, and tells the trace what it saw. */
export type Stage<In, Out> = (work: Work, input: In) => Promise<{ readonly value: Out; readonly data?: Readonly<Record<string, unknown>> }>;

/** What a write costs, in all and stage by stage. */
export class Meter {
  readonly #now: () => number;
  readonly #started: number;
  readonly #trace = new Map<string, StageTrace>();
  #calls = 0;
  #tokens = NO_TOKENS;

  /** `now` in milliseconds, with fractions where the clock has them. */
  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  /** Counts what a model cost towards the stage that is running, and towards the total. */
  count<T>(answer: Pick<Answer<T>, "calls" | "tokens">): void {
    this.#calls += answer.calls;
    this.#tokens = addTokens(this.#tokens, answer.tokens);
  }

  /** Counts what was asked of a model, whether it answers or fails. */
  async counting<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
    try {
      const answer = await asked;
      this.count(answer);
      return answer;
    } catch (error) {
      if (error instanceof ModelUnavailable) this.count(error);
      throw error;
    }
  }

  /** Runs a stage and notes what it took; one that runs again is noted as its last run, with the time and the calls of all. */
  async stage<In, Out>(name: string, stage: Stage<In, Out>, work: Work, input: In): Promise<Out> {
    const before = { at: this.#now(), calls: this.#calls, tokens: this.#tokens };
    const earlier = this.#trace.get(name);
    let data: Readonly<Record<string, unknown>> = {};
    try {
      const result = await stage(work, input);
      data = result.data ?? {};
      return result.value;
    } catch (error) {
      data = { failed: true };
      throw error;
    } finally {
      this.#trace.set(name, {
        stage: name,
        durationMs: this.#now() - before.at + (earlier?.durationMs ?? 0),
        modelCalls: this.#calls - before.calls + (earlier?.modelCalls ?? 0),
        tokens: addTokens(subtract(this.#tokens, before.tokens), earlier?.tokens ?? NO_TOKENS),
        data: earlier ? { ...data, runs: Number(earlier.data["runs"] ?? 1) + 1 } : data,
      });
    }
  }

  /** Notes a stage that ran before there was anything to work on. */
  note(stage: string, durationMs: number, data: Readonly<Record<string, unknown>>): void {
    this.#trace.set(stage, { stage, durationMs, modelCalls: 0, tokens: NO_TOKENS, data });
  }

  get trace(): readonly StageTrace[] {
    return [...this.#trace.values()];
  }

  get tokens(): TokenUsage {
    return this.#tokens;
  }

  get elapsedMs(): number {
    return this.#now() - this.#started;
  }
}

/** A meter that starts now. */
export const startMeter = (): Meter => new Meter(() => performance.now());

const subtract = (a: TokenUsage, b: TokenUsage): TokenUsage => ({ input: a.input - b.input, output: a.output - b.output, cached: a.cached - b.cached });

/** Asks a model once per question and write: the answer is kept for a stage that runs again. */
export const judged = <T>(work: Work, question: string, ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
  const known = work.judgements.get(question) as Promise<Answer<T>> | undefined;
  if (known) return known;
  const asked = work.meter.counting(ask());
  work.judgements.set(question, asked);
  return asked;
};
