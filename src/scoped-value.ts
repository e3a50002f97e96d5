import { AsyncLocalStorage } from "node:async_hooks";

type Scope = ReadonlyMap<ScopedValue<unknown>, unknown>;

/** The only one: up to Node 22, every promise takes time for each that is in use. */
const scopes = new AsyncLocalStorage<Scope>();

/**
 * A value for everything that runs within a function, however deep and however late, without being
 * passed on.
 */
export class ScopedValue<T> {
  /** Runs `act`; within it, `current` is the value. */
  run<R>(value: T | undefined, act: () => R): R {
    return scopes.run(new Map(scopes.getStore()).set(this, value), act);
  }

  /** The value of the innermost `run`; undefined outside of all. */
  get current(): T | undefined {
    // Only `run` sets it, to a value of its type.
    return scopes.getStore()?.get(this) as T | undefined;
  }
}
