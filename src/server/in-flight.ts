/** The requests and operations that are being answered, so that stopping can wait for them. */
export interface InFlight {
  /** Counts one; the returned function, called once or more, ends it. */
  begin(): () => void;
  /** Resolves when there is none. */
  idle(): Promise<void>;
}

export const createInFlight = (): InFlight => {
  const running = new Set<symbol>();
  let waiting: (() => void)[] = [];
  return {
    begin() {
      const one = Symbol("in flight");
      running.add(one);
      return () => {
        running.delete(one);
        if (running.size > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    idle: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
  };
};
