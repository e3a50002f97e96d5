import { AsyncLocalStorage } from "node:async_hooks";

/** One call of the port under way: everything that it sends belongs to it. */
export interface Call {
  readonly operation: string;
  /** When its patience ends, in milliseconds since 1970. */
  readonly deadline: number;
  /** The answer that it gave up on. The SDK tells of some failures without their status, so that it is kept here. */
  failed: { readonly status: number; readonly substatus: number; readonly message: string } | null;
  /** The answer that never came. */
  lost: { readonly uncertain: boolean } | null;
}

const calls = new AsyncLocalStorage<Call>();

export const currentCall = (): Call | undefined => calls.getStore();

/** Runs something as one call; a call within a call belongs to the outer one. */
export const asCall = <T>(operation: string, deadline: number, act: () => Promise<T>): Promise<T> =>
  calls.getStore() ? act() : calls.run({ operation, deadline, failed: null, lost: null }, act);
