import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
} from "graphql";
import type { OperationAccount } from "./operation-account.ts";

/** An operation over a socket, with what makes its context anew. */
export interface SocketOperation extends ExecutionArgs {
  readonly freshContext: () => Promise<object>;
  /** Of a query or a mutation. */
  readonly first: OperationAccount;
  /** Opens one for an event of a subscription. */
  readonly account: () => OperationAccount;
}

const isStream = (
  result: AsyncIterable<unknown> | ExecutionResult,
): result is AsyncIterable<unknown> => Symbol.asyncIterator in result;

/** `execute` of graphql-js, on the account of the operation. */
export const runOperation = async (operation: SocketOperation): Promise<ExecutionResult> =>
  operation.first.settle(await operation.first.run(() => execute(operation)));

/**
 * `subscribe` of graphql-js, but that every event is executed in a context of its own: it reads the space as of the event, where graphql-js would read
 * them all as of the moment at which the client subscribed. Ending the result ends the source at once, also while it waits for an event.
 */
export const runSubscription = async (
  operation: SocketOperation,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
  const stream = await createSourceEventStream(operation);
  return isStream(stream) ? resultsOf(stream[Symbol.asyncIterator](), operation) : stream;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

const resultsOf = (
  source: AsyncIterator<unknown>,
  operation: SocketOperation,
): AsyncIterableIterator<ExecutionResult> => {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await source.return?.();
    return DONE;
  };
  const resultOf = async (rootValue: unknown): Promise<ExecutionResult> => {
    const account = operation.account();
    return account.settle(
      await account.run(async () =>
        execute({ ...operation, rootValue, contextValue: await operation.freshContext() }),
      ),
    );
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
