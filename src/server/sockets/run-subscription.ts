import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
} from "graphql";
import { Problem } from "../../memory/problem.ts";
import { keepingOffsets } from "../../memory/stated-offsets.ts";
import { witnessingCommits } from "../../store/witnessed-commits.ts";
import { withStatus } from "../format-error.ts";
import { withRecordTime } from "../read-your-writes.ts";
import type { OperationAccount } from "./operation-account.ts";

/** An operation over a socket. */
export interface SocketOperation extends ExecutionArgs {
  /** Creates the context for one event: it reads the current state of the space. */
  readonly createContext: () => Promise<object>;
  /** The account of a query or a mutation. */
  readonly account: OperationAccount;
  /** Opens the account of one event of a subscription. */
  readonly openAccount: () => OperationAccount;
  /** Runs a query or a mutation at its turn. Rejects with OVERLOADED. */
  readonly atTurn: <T>(act: () => Promise<T>) => Promise<T>;
  /** Runs an event of a subscription for its space. */
  readonly onBehalf: <T>(act: () => Promise<T>) => Promise<T>;
}

const isStream = (
  result: AsyncIterable<unknown> | ExecutionResult,
): result is AsyncIterable<unknown> => Symbol.asyncIterator in result;

/** `execute` of graphql-js, on the account of the operation, at its turn. */
export const runOperation = async ({
  account,
  atTurn,
  ...operation
}: SocketOperation): Promise<ExecutionResult> => {
  try {
    return account.settle(
      await atTurn(async () =>
        account.run(() =>
          witnessingCommits(async () =>
            withRecordTime(await keepingOffsets(() => execute(operation))),
          ),
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return account.settle({ errors: [withStatus(error)] });
  }
};

/**
 * `subscribe` of graphql-js, except that every event has its own context: it reads the space as of
 * the event, whereas graphql-js would read it as of the subscription. Ending the result ends the
 * source at once, even while it waits for an event.
 */
export const runSubscription = async (
  operation: SocketOperation,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
  const stream = await keepingOffsets(() => createSourceEventStream(operation));
  return isStream(stream) ? resultsOf(stream[Symbol.asyncIterator](), operation) : stream;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The results of a subscription, one for each event of its source. Each is executed on behalf of
 * the caller and charged to an account of its own. The first failure ends the source.
 */
const resultsOf = (
  source: AsyncIterator<unknown>,
  operation: SocketOperation,
): AsyncIterableIterator<ExecutionResult> => {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await source.return?.();
    return DONE;
  };
  const resultOf = async (rootValue: unknown): Promise<ExecutionResult> => {
    const account = operation.openAccount();
    const executeEvent = async (): Promise<ExecutionResult> => {
      const contextValue = await operation.createContext();
      return execute({ ...operation, rootValue, contextValue });
    };
    return account.settle(await operation.onBehalf(() => account.run(executeEvent)));
  };
  const results: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const event = await source.next();
      if (event.done) return DONE;
      try {
        return { done: false, value: await resultOf(event.value) };
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
    [Symbol.asyncIterator]: () => results,
  };
  return results;
};
