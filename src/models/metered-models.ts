import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable, type Embedder, type Models } from "./port.ts";
import type { Answer } from "./answer.ts";

/** The cost of one task of the models port. */
export interface TaskCount {
  /** The name of the task in the port. */
  readonly task: string;
  readonly calls: number;
  readonly tokens: TokenUsage;
  readonly failed: boolean;
}

type Cost = Pick<Answer<unknown>, "calls" | "tokens">;
type OnCost = (cost: Cost, failed: boolean) => void;

const isAnswer = (value: unknown): value is Cost =>
  typeof value === "object" && value !== null && "calls" in value && "tokens" in value;
/** Whether the result of a task arrives in pieces. */
export const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

const costOfFailure = (error: unknown): Cost =>
  error instanceof ModelUnavailable ? error : { calls: 0, tokens: NO_TOKENS };

/** Passes on the pieces of a reply and reports the answer at its end. */
const meterStream = async function* (
  stream: AsyncIterable<unknown>,
  onCost: OnCost,
): AsyncGenerator<unknown> {
  try {
    for await (const piece of stream) {
      if (isAnswer(piece)) onCost(piece, false);
      yield piece;
    }
  } catch (error) {
    onCost(costOfFailure(error), true);
    throw error;
  }
};

const meterPromise = async (promise: Promise<unknown>, onCost: OnCost): Promise<unknown> => {
  try {
    const answer = await promise;
    if (isAnswer(answer)) onCost(answer, false);
    return answer;
  } catch (error) {
    onCost(costOfFailure(error), true);
    throw error;
  }
};

/** Runs a task and returns its result. */
type Around = (task: string, run: () => unknown) => unknown;

/** Reports the cost of every method that answers. Other properties do not change. */
const meterMethods = <T extends object>(
  object: T,
  onTask: (count: TaskCount) => void,
  around: Around,
  replacements: Partial<T> = {},
): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(replacements, name)) return Reflect.get(replacements, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const onCost: OnCost = ({ calls, tokens }, failed) =>
        onTask({ task: String(name), calls, tokens, failed });
      return (...args: readonly unknown[]): unknown => {
        const result = around(String(name), () => Reflect.apply(value, target, args) as unknown);
        if (isStream(result)) return meterStream(result, onCost);
        return result instanceof Promise ? meterPromise(result, onCost) : result;
      };
    },
  });

/**
 * The same models, which report the cost of every task when it ends. Each task runs in `around`.
 */
export const meteredModels = (
  models: Models,
  onTask: (count: TaskCount) => void,
  around: Around = (_task, run) => run(),
): Models =>
  meterMethods<Models>(models, onTask, around, {
    embedder: meterMethods<Embedder>(models.embedder, onTask, around),
  });
