import type { Follower, SpaceStore, Store } from "../../src/store/port.ts";

/** Never resolves: nobody is there any more to hear the answer. */
const silence = new Promise<never>(() => undefined);

export interface Dying {
  readonly store: Store;
  /** Whether it is dead, and nothing of what it did before goes on. */
  readonly isDead: () => boolean;
  /** Resolves when it is. */
  readonly death: Promise<void>;
}

/** A store as a process sees it that is killed at its nth call (from 1): before the call has any effect, or after it, when no answer is heard. */
export const dyingStore = (store: Store, at: number, when: "BEFORE" | "AFTER"): Dying => {
  let calls = 0;
  let dead = false;
  const underWay = new Set<Promise<unknown>>();
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => (die = resolve));
  const bury = (): void => {
    if (dead && underWay.size === 0) die();
  };
  const mortal = async <T>(call: () => Promise<T>): Promise<T> => {
    if (dead) return silence;
    calls += 1;
    dead = calls === at;
    if (dead && when === "BEFORE") {
      bury();
      return silence;
    }
    const running = call();
    underWay.add(running);
    const result = await running.finally(() => underWay.delete(running));
    bury();
    return dead ? silence : result;
  };
  const wrapped = <T extends object>(
    target: T,
    also: (result: unknown) => unknown = (result) => result,
  ): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function"
          ? (...args: unknown[]) =>
              mortal(async () =>
                also(await (value as (...args: unknown[]) => unknown).apply(target, args)),
              )
          : value;
      },
    });
  const handle = (result: unknown): unknown =>
    result === null ? null : wrapped(result as Follower | SpaceStore);
  return { store: wrapped(store, handle), isDead: () => dead && underWay.size === 0, death };
};
