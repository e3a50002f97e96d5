import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import { ModelUnavailable, type Answer, type Embedder, type Models } from "./port.ts";

/** What one task took, by its name in the port. */
export interface TaskCount {
  readonly task: string;
  readonly calls: number;
  readonly tokens: TokenUsage;
  readonly failed: boolean;
}

type Cost = Pick<Answer<unknown>, "calls" | "tokens">;

const isAnswer = (value: unknown): value is Cost =>
  typeof value === "object" && value !== null && "calls" in value && "tokens" in value;
const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

const costOfFault = (fault: unknown): Cost =>
  fault instanceof ModelUnavailable ? fault : { calls: 0, tokens: NO_TOKENS };

/** The pieces of a reply as they come; the answer at its end is what is counted. */
const counted = async function* (
  stream: AsyncIterable<unknown>,
  told: (cost: Cost, failed: boolean) => void,
): AsyncGenerator<unknown> {
  try {
    for await (const piece of stream) {
      if (isAnswer(piece)) told(piece, false);
      yield piece;
    }
  } catch (fault) {
    told(costOfFault(fault), true);
    throw fault;
  }
};

/** Every method of an object counted by what it answers; what is no method stays as it is. */
const metered = <T extends object>(
  object: T,
  onTask: (count: TaskCount) => void,
  replaced: Partial<T> = {},
): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const told = ({ calls, tokens }: Cost, failed: boolean): void =>
        onTask({ task: String(name), calls, tokens, failed });
      return (...args: readonly unknown[]): unknown => {
        const given: unknown = Reflect.apply(value, target, args);
        if (isStream(given)) return counted(given, told);
        if (!(given instanceof Promise)) return given;
        return given.then(
          (answer: unknown) => {
            if (isAnswer(answer)) told(answer, false);
            return answer;
          },
          (fault: unknown) => {
            told(costOfFault(fault), true);
            throw fault;
          },
        );
      };
    },
  });

/** The same models; every task that they are given is told when it has ended, with what it took. */
export const meteredModels = (models: Models, onTask: (count: TaskCount) => void): Models =>
  metered<Models>(models, onTask, { embedder: metered<Embedder>(models.embedder, onTask) });
