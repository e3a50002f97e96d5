import { addTokens, NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable } from "../models/port.ts";
import type { Answer } from "../models/answer.ts";
import { NOTHING_SPENT, type Spending } from "../store/charge-meter.ts";
import type { StageTrace, WriteServices } from "./services.ts";

type StageCost = Pick<
  StageTrace,
  "durationMs" | "modelCalls" | "tokens" | "storeRequests" | "requestUnits"
>;

const NO_COST: StageCost = {
  durationMs: 0,
  modelCalls: 0,
  tokens: NO_TOKENS,
  storeRequests: 0,
  requestUnits: 0,
};

const negate = ({ input, output, cached }: TokenUsage): TokenUsage => ({
  input: -input,
  output: -output,
  cached: -cached,
});

const plus = (a: StageCost, b: StageCost): StageCost => ({
  durationMs: a.durationMs + b.durationMs,
  modelCalls: a.modelCalls + b.modelCalls,
  tokens: addTokens(a.tokens, b.tokens),
  storeRequests: a.storeRequests + b.storeRequests,
  requestUnits: a.requestUnits + b.requestUnits,
});

const minus = (a: StageCost, b: StageCost): StageCost =>
  plus(a, {
    durationMs: -b.durationMs,
    modelCalls: -b.modelCalls,
    tokens: negate(b.tokens),
    storeRequests: -b.storeRequests,
    requestUnits: -b.requestUnits,
  });

/** Measures what a write costs, in total and stage by stage. */
export class Meter {
  readonly #now: () => number;
  readonly #storeSpending: () => Spending;
  readonly #onStage: (stage: StageTrace) => void;
  readonly #startedMillis: number;
  readonly #trace = new Map<string, StageTrace>();
  #calls = 0;
  #tokens = NO_TOKENS;

  /** Milliseconds, with fractions if the clock has them. */
  constructor(
    now: () => number,
    {
      storeSpending = () => NOTHING_SPENT,
      onStage = () => undefined,
    }: Pick<WriteServices, "storeSpending" | "onStage"> = {},
  ) {
    this.#now = now;
    this.#storeSpending = storeSpending;
    this.#onStage = onStage;
    this.#startedMillis = now();
  }

  /** Adds the cost of a model call to the running stage and to the total. */
  count<T>(answer: Pick<Answer<T>, "calls" | "tokens">): void {
    this.#calls += answer.calls;
    this.#tokens = addTokens(this.#tokens, answer.tokens);
  }

  /** Counts the cost of a model call, whether it succeeds or fails. */
  async counting<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
    try {
      const answer = await call;
      this.count(answer);
      return answer;
    } catch (error) {
      if (error instanceof ModelUnavailable) this.count(error);
      throw error;
    }
  }

  /**
   * Runs a stage and traces its cost. A stage that runs again is traced with the data of its last
   * run and the cost of all runs.
   */
  async stage<T>(
    name: string,
    run: () => Promise<{ readonly value: T; readonly data?: StageTrace["data"] }>,
  ): Promise<T> {
    const before = this.#cost();
    const earlier = this.#trace.get(name);
    let data: StageTrace["data"] = {};
    try {
      const result = await run();
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

  /** Runs an action that contains stages, and adds its remaining cost to one of them. */
  async around<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = minus(this.#cost(), this.#tracedCost());
    const result = await act();
    this.#add(
      name,
      minus(minus(this.#cost(), this.#tracedCost()), before),
      this.#trace.get(name)?.data ?? {},
    );
    return result;
  }

  /** Reports every traced stage to `onStage`. Call it once, at the end. */
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
    return this.#now() - this.#startedMillis;
  }

  #cost(): StageCost {
    const { requests, units } = this.#storeSpending();
    return {
      durationMs: this.#now(),
      modelCalls: this.#calls,
      tokens: this.#tokens,
      storeRequests: requests,
      requestUnits: units,
    };
  }

  #tracedCost(): StageCost {
    return this.trace.reduce<StageCost>(plus, NO_COST);
  }

  #add(stage: string, cost: StageCost, data: StageTrace["data"]): void {
    this.#trace.set(stage, { stage, ...plus(this.#trace.get(stage) ?? NO_COST, cost), data });
  }
}

/** A meter that starts now. */
export const startMeter = (
  services: Pick<WriteServices, "storeSpending" | "onStage"> = {},
): Meter => new Meter(() => performance.now(), services);
