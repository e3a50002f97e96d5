/** The requests and operations that are being answered. Stopping waits for them. */
export interface InFlightRequests {
  /** Counts a request. The returned function ends it and may be called more than once. */
  begin(): () => void;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
}

/** An empty list of requests in flight. */
export const createInFlightRequests = (): InFlightRequests => {
  const runningRequests = new Set<symbol>();
  let waiting: (() => void)[] = [];
  return {
    begin() {
      const request = Symbol("request");
      runningRequests.add(request);
      return () => {
        runningRequests.delete(request);
        if (runningRequests.size > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    idle: () =>
      runningRequests.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push(resolve)),
  };
};
