import type { Event } from "../memory/event.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable, type Answer } from "../models/port.ts";
import { NOTHING_SPENT, type Spending } from "../store/charge-meter.ts";
import type { SpaceStore } from "../store/port.ts";
import type { StageTrace } from "./report.ts";
import type { WriteServices } from "./services.ts";
import type { WriteSettings } from "./settings.ts";
import { minus, NO_COST, plus, type StageCost } from "./stage-cost.ts";
import type { VectorSource } from "./vectors.ts";

/** One event on its way through the pipeline. */
export interface Work {
  readonly services: WriteServices;
  readonly space: SpaceStore;
  readonly settings: WriteSettings;
  readonly event: Event;
  /** Whether a fact drawn from the message was asked to be remembered. */
  readonly isKept: (factText: string) => boolean;
  readonly vectors: VectorSource;
  readonly meter: Meter;
  /** Ends all model calls of this write together. */
  readonly signal: AbortSignal;
  /** Judgements of a model, so that a stage that runs again on a moved head asks nothing twice. */
  readonly judgements: Map<string, Promise<Answer<unknown>>>;
}

/** Every stage has this shape: it takes the work and what the stage before gave, and tells the trace what it saw. */
export type Stage<In, Out> = (
  work: Work,
  input: In,
) => Promise<{ readonly value: Out; readonly data?: Readonly<Record<string, unknown>> }>;

/** What a write costs, in all and stage by stage. */
export class Meter {
  readonly #now: () => number;
  readonly #spent: () => Spending;
  readonly #onStage: (stage: StageTrace) => void;
  readonly #started: number;
  readonly #trace = new Map<string, StageTrace>();
  #calls = 0;
  #tokens = NO_TOKENS;

  /** `now` in milliseconds, with fractions where the clock has them. */
  constructor(
    now: () => number,
    {
      spent = () => NOTHING_SPENT,
      onStage = () => undefined,
    }: Pick<WriteServices, "spent" | "onStage"> = {},
  ) {
    this.#now = now;
    this.#spent = spent;
    this.#onStage = onStage;
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

  /** Runs a stage and notes what it took; one that runs again is noted as its last run, with the cost of all. */
  async stage<In, Out>(name: string, stage: Stage<In, Out>, work: Work, input: In): Promise<Out> {
    const before = this.#cost();
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
      this.#add(
        name,
        minus(this.#cost(), before),
        earlier ? { ...data, runs: Number(earlier.data["runs"] ?? 1) + 1 } : data,
      );
    }
  }

  /** Runs what has stages within it, and adds to one of them what it took beyond them all. */
  async around<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = minus(this.#cost(), this.#noted());
    const result = await act();
    this.#add(
      name,
      minus(minus(this.#cost(), this.#noted()), before),
      this.#trace.get(name)?.data ?? {},
    );
    return result;
  }

  /** Runs what comes before there is anything to work on, and notes it as a stage. */
  async noting<T>(
    name: string,
    act: () => Promise<T> | T,
    dataOf: (result: T) => StageTrace["data"],
  ): Promise<T> {
    const before = this.#cost();
    const result = await act();
    this.#add(name, minus(this.#cost(), before), dataOf(result));
    return result;
  }

  /** Tells whoever counts of every stage: once, when nothing more is to come. */
  end(): void {
    for (const stage of this.#trace.values()) this.#onStage(stage);
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

  #cost(): StageCost {
    const { requests, units } = this.#spent();
    return {
      durationMs: this.#now(),
      modelCalls: this.#calls,
      tokens: this.#tokens,
      storeRequests: requests,
      requestUnits: units,
    };
  }

  #noted(): StageCost {
    return this.trace.reduce<StageCost>(plus, NO_COST);
  }

  #add(stage: string, cost: StageCost, data: StageTrace["data"]): void {
    this.#trace.set(stage, { stage, ...plus(this.#trace.get(stage) ?? NO_COST, cost), data });
  }
}

/** A meter that starts now. */
export const startMeter = (services: Pick<WriteServices, "spent" | "onStage"> = {}): Meter =>
  new Meter(() => performance.now(), services);

/** Asks a model once per question and write: the answer is kept for a stage that runs again. */
export const judged = <T>(
  work: Work,
  question: string,
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  const known = work.judgements.get(question) as Promise<Answer<T>> | undefined;
  if (known) return known;
  const asked = work.meter.counting(ask());
  work.judgements.set(question, asked);
  return asked;
};
