import { ScopedValue } from "../async/scoped-value.ts";

/** The charge of the database service for one request of the store. */
export interface Charge {
  /** Request units (RU) that the service reports. */
  readonly units: number;
  /** Name of the method of the port that sent the request. */
  readonly operation: string;
  readonly status: number;
}

/** Sums of request units and of requests. */
export interface Spending {
  readonly units: number;
  readonly requests: number;
}

/** Sums over all methods, and by method of the port. */
export interface SpendingByOperation extends Spending {
  readonly byOperation: ReadonlyMap<string, Spending>;
}

export const NOTHING_SPENT: SpendingByOperation = { units: 0, requests: 0, byOperation: new Map() };

class Sum {
  units = 0;
  requests = 0;
  readonly #byOperation = new Map<string, Spending>();

  add({ units, operation }: Charge): void {
    this.units += units;
    this.requests += 1;
    const own = this.#byOperation.get(operation) ?? { units: 0, requests: 0 };
    this.#byOperation.set(operation, { units: own.units + units, requests: own.requests + 1 });
  }

  get spending(): SpendingByOperation {
    return { units: this.units, requests: this.requests, byOperation: new Map(this.#byOperation) };
  }
}

/**
 * Sums the charges of one request of our service: of everything that runs within `run`, at any
 * depth.
 */
export interface Bill {
  run<T>(act: () => T): T;
  /** The sums so far. */
  readonly spending: SpendingByOperation;
}

/**
 * Sums the charges of the store, for each request of our service and for all. `add` is the
 * `onCharge` of the store. Nested bills count in both. The embedded store charges nothing.
 */
export class ChargeMeter {
  readonly #all = new Sum();
  readonly #sums = new ScopedValue<readonly Sum[]>();

  readonly add = (charge: Charge): void => {
    this.#all.add(charge);
    for (const sum of this.#sums.current ?? []) sum.add(charge);
  };

  open(): Bill {
    const sum = new Sum();
    return {
      run: (act) => this.#sums.run([...(this.#sums.current ?? []), sum], act),
      get spending() {
        return sum.spending;
      },
    };
  }

  async measure<T>(
    act: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly spending: SpendingByOperation }> {
    const bill = this.open();
    const value = await bill.run(act);
    return { value, spending: bill.spending };
  }

  /** Sums of the current request so far; outside of requests, of all requests. A cheap call. */
  readonly soFar = (): Spending => {
    const { units, requests } = this.#sums.current?.at(-1) ?? this.#all;
    return { units, requests };
  };

  /** The same sums, by method. */
  get current(): SpendingByOperation {
    return (this.#sums.current?.at(-1) ?? this.#all).spending;
  }

  /** Sums since the meter was created. */
  get total(): SpendingByOperation {
    return this.#all.spending;
  }
}
