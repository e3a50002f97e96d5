import { ScopedValue } from "../../../async/scoped-value.ts";

/** One running call of the store port. All requests sent within it belong to it. */
export interface PortCall {
  readonly operation: string;
  /** The time at which it stops retrying, in milliseconds since 1970. */
  readonly deadline: number;
  /**
   * The last error response. It is kept here because the SDK reports some failures without their
   * status.
   */
  rejection: { readonly status: number; readonly substatus: number } | null;
  /**
   * Set if no response came. `isUncertain`: whether the request may have been executed anyway.
   * `cause`: an error of the port if it is known what the caller should be told.
   */
  lostResponse: { readonly isUncertain: boolean; readonly cause?: unknown } | null;
}

const calls = new ScopedValue<PortCall>();

export const currentCall = (): PortCall | undefined => calls.current;

/** Runs `act` outside of the running call: its calls of the port are separate calls. */
export const outsideOfCall = <T>(act: () => T): T => calls.run(undefined, act);

/** Runs `act` as one call. */
export const asPortCall = <T>(
  operation: string,
  deadline: number,
  act: (call: PortCall) => Promise<T>,
): Promise<T> => {
  const call: PortCall = { operation, deadline, rejection: null, lostResponse: null };
  return calls.run(call, () => act(call));
};
