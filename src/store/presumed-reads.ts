import { ScopedValue } from "../scoped-value.ts";

/** Thrown by what reads upon a presumption that has turned out wrong: its work is done again. */
export class Refuted extends Error {
  constructor() {
    super("What this request presumed has changed.");
    this.name = "Refuted";
  }
}

/** What a request presumes of things that others may have changed. */
class Presumptions {
  /** What was read of each; undefined where that failed. */
  readonly #read = new Map<string, Promise<unknown>>();
  readonly #presumed = new Map<string, unknown>();
  /** What the work that was refuted has read; null for the first one, which presumes. */
  readonly #known: ReadonlyMap<string, unknown> | null;
  #isWrong = false;

  constructor(knownValues: ReadonlyMap<string, unknown> | null = null) {
    this.#known = knownValues;
  }

  get isWrong(): boolean {
    return this.#isWrong;
  }

  value<T>(name: string, last: T | null, look: Look<T>): Promise<T> {
    const knownValue = this.#known?.get(name);
    if (look.fits(knownValue)) return Promise.resolve(knownValue);
    if (this.#known !== null || last === null) return look.read();
    const presumedValue = this.#presumed.get(name);
    if (look.fits(presumedValue)) return Promise.resolve(presumedValue);
    this.#presumed.set(name, last);
    this.#read.set(
      name,
      look.read().then(
        (currentValue) => {
          this.#isWrong ||= !look.isSame(currentValue, last);
          return currentValue;
        },
        () => {
          this.#isWrong = true;
          return undefined;
        },
      ),
    );
    return Promise.resolve(last);
  }

  /** What everything that was presumed has been found to be. */
  async found(): Promise<ReadonlyMap<string, unknown>> {
    return new Map(
      await Promise.all(
        Array.from(this.#read, async ([name, pendingRead]) => [name, await pendingRead] as const),
      ),
    );
  }
}

const inScope = new ScopedValue<Presumptions>();

/** How something is looked up. */
interface Look<T> {
  readonly read: () => Promise<T>;
  readonly fits: (value: unknown) => value is T;
  readonly isSame: (a: T, b: T) => boolean;
}

/**
 * What this process last saw of something, at once, while it is read to make sure; outside of
 * `presuming`, or where this process has not seen it yet (null), what is read.
 */
export const presumedRead = <T>(name: string, last: T | null, look: Look<T>): Promise<T> =>
  inScope.current?.value(name, last, look) ?? look.read();

/** Whether the work that is running only reads. */
export const isPresuming = (): boolean => inScope.current !== undefined;

/** Throws Refuted within work whose presumptions have turned out wrong. */
export const refuse = (): void => {
  if (inScope.current?.isWrong) throw new Refuted();
};

/** Whether the work that is running will be done again. */
export const isRefuted = (): boolean => inScope.current?.isWrong ?? false;

/**
 * Does work that only reads upon what this process last saw of the space, so that nothing waits for
 * the head. What it gives is true of the moment at which the head was read: where that has moved, or
 * another presumption was wrong, the work is done again upon what was read.
 */
export const presuming = async <T>(work: () => Promise<T>): Promise<T> => {
  const presumptions = new Presumptions();
  const [outcome] = await Promise.allSettled([inScope.run(presumptions, work)]);
  const currentValues = await presumptions.found();
  if (presumptions.isWrong) return inScope.run(new Presumptions(currentValues), work);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
};

/** Does work for which nothing is presumed. */
export const withoutPresuming = <T>(work: () => T): T => inScope.run(undefined, work);
