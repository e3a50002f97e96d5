import { AsyncLocalStorage } from "node:async_hooks";

/** What a store charged for one request that it sent to its service. */
export interface Charge {
  /** Request units (RU), as the service tells them. */
  readonly units: number;
  /** What the adapter was doing, by the name of the port's method. */
  readonly operation: string;
  readonly status: number;
}

/** Request units and requests. */
export interface Spending {
  readonly units: number;
  readonly requests: number;
}

/** What was spent in all, and by the port's method that it was for. */
export interface Spent extends Spending {
  readonly byOperation: ReadonlyMap<string, Spending>;
}

export const NOTHING_SPENT: Spent = { units: 0, requests: 0, byOperation: new Map() };

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

  get spent(): Spent {
    return { units: this.units, requests: this.requests, byOperation: new Map(this.#byOperation) };
  }
}

/** What one request of the service spends: everything that happens within its `run`s, however deep. */
export interface Bill {
  run<T>(act: () => T): T;
  /** So far. */
  readonly spent: Spent;
}

/**
 * Sums what the store charges, for each request of the service and for all of them: `add` is the store's `onCharge`. Bills within
 * bills count in both. A store that runs in the process charges nothing and needs none of this.
 */
export class ChargeMeter {
  readonly #all = new Sum();
  readonly #current = new AsyncLocalStorage<readonly Sum[]>();

  readonly add = (charge: Charge): void => {
    this.#all.add(charge);
    for (const sum of this.#current.getStore() ?? []) sum.add(charge);
  };

  open(): Bill {
    const sum = new Sum();
    return {
      run: (act) => this.#current.run([...(this.#current.getStore() ?? []), sum], act),
      get spent() {
        return sum.spent;
      },
    };
  }

  async measured<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly spent: Spent }> {
    const bill = this.open();
    const value = await bill.run(act);
    return { value, spent: bill.spent };
  }

  /** What the request under way has spent so far; outside of any, what all have. Cheap. */
  readonly soFar = (): Spending => {
    const { units, requests } = this.#current.getStore()?.at(-1) ?? this.#all;
    return { units, requests };
  };

  /** The same in detail. */
  get current(): Spent {
    return (this.#current.getStore()?.at(-1) ?? this.#all).spent;
  }

  /** Since the meter was made. */
  get total(): Spent {
    return this.#all.spent;
  }
}
