import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from "graphql";

/** An operation over a socket, with what makes its context anew. */
export interface SocketOperation extends ExecutionArgs {
  readonly freshContext: () => Promise<object>;
}

const isStream = (result: AsyncIterable<unknown> | ExecutionResult): result is AsyncIterable<unknown> => Symbol.asyncIterator in result;

/**
 * `subscribe` of graphql-js, but that every event is executed in a context of its own: it reads the space as of the event, where graphql-js would read
 * them all as of the moment at which the client subscribed. Ending the result ends the source at once, also while it waits for an event.
 */
export const runSubscription = async (operation: SocketOperation): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
  const stream = await createSourceEventStream(operation);
  return isStream(stream) ? resultsOf(stream[Symbol.asyncIterator](), operation) : stream;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

const resultsOf = (source: AsyncIterator<unknown>, operation: SocketOperation): AsyncIterableIterator<ExecutionResult> => {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await source.return?.();
    return DONE;
  };
  const resultOf = async (rootValue: unknown): Promise<ExecutionResult> => execute({ ...operation, rootValue, contextValue: await operation.freshContext() });
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
