import { ScopedValue } from "../async/scoped-value.ts";

/** Thrown by a read that relies on a wrong presumption. The work is then done again. */
export class Refuted extends Error {
  constructor() {
    super("What this request presumed has changed.");
    this.name = "Refuted";
  }
}

/** The presumptions of a request about state that other processes may have changed. */
class Presumptions {
  /** The result of each read; undefined if it failed. */
  readonly #read = new Map<string, Promise<unknown>>();
  readonly #presumedValues = new Map<string, unknown>();
  /** The reads of the refuted work; null for the first run, which presumes. */
  readonly #knownValues: ReadonlyMap<string, unknown> | null;
  /** Answers that depend on no presumption. Repeated work uses them again. */
  readonly answers: Map<string, Promise<unknown>>;
  /** Ends when the state behind a placeholder has been read; null if there is no placeholder. */
  #rehearsal: Promise<unknown> | null = null;
  #isWrong = false;

  /** `refuted` is the work that is done again, with its reads. */
  constructor(refutedWork?: {
    readonly presumptions: Presumptions;
    readonly knownValues: ReadonlyMap<string, unknown>;
  }) {
    this.#knownValues = refutedWork?.knownValues ?? null;
    this.answers = refutedWork?.presumptions.answers ?? new Map<string, Promise<unknown>>();
  }

  get rehearsal(): Promise<unknown> | null {
    return this.#rehearsal;
  }

  get isWrong(): boolean {
    return this.#isWrong;
  }

  /** The last known value if this is the first run, and the read one if the work is done again. */
  value<T>(name: string, last: T | null, look: Look<T>): Promise<T> {
    const knownValue = this.#knownValues?.get(name);
    if (look.fits(knownValue)) return Promise.resolve(knownValue);
    if (this.#knownValues !== null || last === null) return look.read();
    const presumedValue = this.#presumedValues.get(name);
    if (look.fits(presumedValue)) return Promise.resolve(presumedValue);
    this.#presumedValues.set(name, last);
    // Checks of a presumption depend on no presumption.
    const currentRead = withoutPresuming(look.read).then(
      (currentValue) => {
        this.#isWrong ||= !look.isSame(currentValue, last);
        return currentValue;
      },
      () => {
        this.#isWrong = true;
        return undefined;
      },
    );
    this.#read.set(name, currentRead);
    if (look.isStandIn?.(last)) this.#rehearsal = currentRead;
    return Promise.resolve(last);
  }

  /** The actual state of everything that was presumed. */
  async currentValues(): Promise<ReadonlyMap<string, unknown>> {
    return new Map(
      await Promise.all(
        Array.from(this.#read, async ([name, pendingRead]) => [name, await pendingRead] as const),
      ),
    );
  }
}

const inScope = new ScopedValue<Presumptions>();

/** The two ways to look up a value. */
interface Look<T> {
  readonly read: () => Promise<T>;
  readonly fits: (value: unknown) => value is T;
  readonly isSame: (a: T, b: T) => boolean;
  /** Whether a value was never seen and equals a missing one. */
  readonly isStandIn?: (value: T) => boolean;
}

/**
 * Returns the last known state at once, while the current state is read to check it. Outside of
 * `presuming`, or if this process has not seen the state yet (null), returns the current state.
 */
export const presumedRead = <T>(name: string, last: T | null, look: Look<T>): Promise<T> =>
  inScope.current?.value(name, last, look) ?? look.read();

/**
 * Resolves when work with a placeholder, for state that this process has never read, will be done
 * again; null for other work. Until then it can only request what does not depend on the
 * placeholder.
 */
export const rehearsalEnd = (): Promise<unknown> | null => inScope.current?.rehearsal ?? null;

/**
 * An answer that depends on no presumption, such as that of a model. If read-only work is done
 * again, it is not requested again.
 */
export const lastingAnswer = <T>(
  name: string,
  fits: (answer: unknown) => answer is T,
  ask: () => Promise<T>,
): Promise<T> => {
  const answers = inScope.current?.answers;
  if (answers === undefined) return ask();
  const knownAnswer = answers.get(name);
  if (knownAnswer !== undefined)
    return knownAnswer.then((answer) => (fits(answer) ? answer : ask()));
  const newAnswer = ask();
  answers.set(name, newAnswer);
  newAnswer.catch(() => answers.delete(name));
  return newAnswer;
};

/** A lasting answer that an earlier run of repeated work has got; undefined if there is none. */
export const answerBefore = async <T>(
  name: () => string,
  fits: (answer: unknown) => answer is T,
): Promise<T | undefined> => {
  const answers = inScope.current?.answers;
  if (answers === undefined || answers.size === 0) return undefined;
  const answer = await answers.get(name());
  return fits(answer) ? answer : undefined;
};

/** Throws Refuted within work whose presumptions were wrong. */
export const refuse = (): void => {
  if (inScope.current?.isWrong) throw new Refuted();
};

/** Whether the running work will be done again. */
export const isRefuted = (): boolean => inScope.current?.isWrong ?? false;

/**
 * Runs read-only work on the last known state of the space, so that it does not wait for the head.
 * The result is true as of the read of the head: if the head has moved, or another presumption was
 * wrong, the work is done again on the read state. If this process has never read the head, the
 * work is rehearsed meanwhile: it sends nothing that depends on the head.
 */
export const presuming = async <T>(work: () => Promise<T>): Promise<T> => {
  const presumptions = new Presumptions();
  const [outcome] = await Promise.allSettled([inScope.run(presumptions, work)]);
  const knownValues = await presumptions.currentValues();
  if (presumptions.isWrong)
    return inScope.run(new Presumptions({ presumptions, knownValues }), work);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
};

/** Runs work without presumptions. */
export const withoutPresuming = <T>(work: () => T): T => inScope.run(undefined, work);
