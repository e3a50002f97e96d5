import { MILLIS_PER_SECOND } from "../memory/time.ts";
import type { SpaceStore, Store } from "./port.ts";

export interface StoreObserver {
  /** Runs a call and returns its result. */
  readonly around: (method: string, call: () => unknown) => unknown;
  /** Called when a call that returned a promise has ended. `seconds`: its duration. */
  readonly onCall: (call: {
    readonly operation: string;
    readonly seconds: number;
    readonly failed: boolean;
  }) => void;
}

/** An object with the same methods, which are observed. */
const observeMethods = <T extends object>(object: T, { around, onCall }: StoreObserver): T => {
  const call = (operation: string, run: () => unknown): unknown => {
    const began = performance.now();
    const result = around(operation, run);
    if (!(result instanceof Promise)) return result;
    const end = (failed: boolean): void =>
      onCall({ operation, seconds: (performance.now() - began) / MILLIS_PER_SECOND, failed });
    result.then(
      () => end(false),
      () => end(true),
    );
    return result;
  };
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(object, {
    get(target, name) {
      const knownMethod = methods.get(name);
      if (knownMethod !== undefined) return knownMethod;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const method = (...values: readonly unknown[]): unknown =>
        call(String(name), () => Reflect.apply(value, target, values) as unknown);
      methods.set(name, method);
      return method;
    },
  });
};

/**
 * The same store with all calls of its spaces observed. The same space always has the same object.
 */
export const observedStore = (store: Store, observer: StoreObserver): Store => {
  const spaces = new WeakMap<SpaceStore, SpaceStore>();
  return {
    async space(id) {
      const space = await store.space(id);
      const knownSpace = spaces.get(space);
      if (knownSpace) return knownSpace;
      const observedSpace = observeMethods(space, observer);
      spaces.set(space, observedSpace);
      return observedSpace;
    },
    spaces: () => store.spaces(),
    follow: (name, owner, leaseMillis) => store.follow(name, owner, leaseMillis),
    idlePollMillis: store.idlePollMillis,
    check: () => store.check(),
    openSpaces: store.openSpaces,
    sizes: store.sizes,
    close: () => store.close(),
  };
};
