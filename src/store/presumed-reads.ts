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
  readonly #presumedValues = new Map<string, unknown>();
  /** What the work that was refuted has read; null for the first one, which presumes. */
  readonly #knownValues: ReadonlyMap<string, unknown> | null;
  /** Answers that depend on nothing presumed: work that is done again gets those that there are. */
  readonly answers: Map<string, Promise<unknown>>;
  /** Ends once it is read what something stands in for; null if nothing does. */
  #rehearsal: Promise<unknown> | null = null;
  #isWrong = false;

  /** `refuted`: the work that is done again, and what it has read. */
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

  value<T>(name: string, last: T | null, look: Look<T>): Promise<T> {
    const knownValue = this.#knownValues?.get(name);
    if (look.fits(knownValue)) return Promise.resolve(knownValue);
    if (this.#knownValues !== null || last === null) return look.read();
    const presumedValue = this.#presumedValues.get(name);
    if (look.fits(presumedValue)) return Promise.resolve(presumedValue);
    this.#presumedValues.set(name, last);
    // What tells whether a presumption is right rests on none.
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

  /** What everything that was presumed has been found to be. */
  async currentValues(): Promise<ReadonlyMap<string, unknown>> {
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
  /** Whether a value was never seen, and is the same as none that is read. */
  readonly isStandIn?: (value: T) => boolean;
}

/**
 * What this process last saw of something, at once, while it is read to make sure; outside of
 * `presuming`, or where this process has not seen it yet (null), what is read.
 */
export const presumedRead = <T>(name: string, last: T | null, look: Look<T>): Promise<T> =>
  inScope.current?.value(name, last, look) ?? look.read();

/**
 * Ends when work that goes on with something in place of what this process has never read will be
 * done again; null for other work. Until then it can ask for only what depends on neither.
 */
export const rehearsalEnd = (): Promise<unknown> | null => inScope.current?.rehearsal ?? null;

/**
 * An answer that depends on nothing presumed, such as that of a model: where work that only reads is
 * done again, it is not asked for again.
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

/** A lasting answer that work which is done again has got before; undefined where there is none. */
export const answerBefore = async <T>(
  name: () => string,
  fits: (answer: unknown) => answer is T,
): Promise<T | undefined> => {
  const answers = inScope.current?.answers;
  if (answers === undefined || answers.size === 0) return undefined;
  const answer = await answers.get(name());
  return fits(answer) ? answer : undefined;
};

/** Throws Refuted within work whose presumptions have turned out wrong. */
export const refuse = (): void => {
  if (inScope.current?.isWrong) throw new Refuted();
};

/** Whether the work that is running will be done again. */
export const isRefuted = (): boolean => inScope.current?.isWrong ?? false;

/**
 * Does work that only reads upon what this process last saw of the space, so that nothing waits for
 * the head. What it gives is true of the moment at which the head was read: where that has moved, or
 * another presumption was wrong, the work is done again upon what was read. Where this process has
 * never seen the head, the work is rehearsed while it is read: it sends nothing that depends on it.
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

/** Does work for which nothing is presumed. */
export const withoutPresuming = <T>(work: () => T): T => inScope.run(undefined, work);
