import { AsyncLocalStorage } from "node:async_hooks";

type Scope = ReadonlyMap<ScopedValue<unknown>, unknown>;

/** The only AsyncLocalStorage, because up to Node 22 each one in use slows down every promise. */
const scopes = new AsyncLocalStorage<Scope>();

/**
 * A value for everything that runs within a function, at any depth and at any later time, without
 * being passed on.
 */
export class ScopedValue<T> {
  /** Runs `act`; within it, `current` is the value. */
  run<R>(value: T | undefined, act: () => R): R {
    return scopes.run(new Map(scopes.getStore()).set(this, value), act);
  }

  /** The value of the innermost `run`; undefined outside of any. */
  get current(): T | undefined {
    // Only `run` sets it, to a value of its type.
    return scopes.getStore()?.get(this) as T | undefined;
  }
}
