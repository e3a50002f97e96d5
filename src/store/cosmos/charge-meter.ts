import { AsyncLocalStorage } from "node:async_hooks";
import type { Charge } from "./options.ts";

/** What was spent: request units and requests, in all and by the port's method that they were for. */
export interface Spent {
  readonly units: number;
  readonly requests: number;
  readonly byOperation: ReadonlyMap<string, { readonly units: number; readonly requests: number }>;
}

class Sum {
  #units = 0;
  #requests = 0;
  readonly #byOperation = new Map<string, { units: number; requests: number }>();

  add({ units, operation }: Charge): void {
    this.#units += units;
    this.#requests += 1;
    const own = this.#byOperation.get(operation) ?? { units: 0, requests: 0 };
    this.#byOperation.set(operation, { units: own.units + units, requests: own.requests + 1 });
  }

  get spent(): Spent {
    return { units: this.#units, requests: this.#requests, byOperation: new Map(this.#byOperation) };
  }
}

/**
 * Sums what Cosmos DB charges, for a request of the service and for all of them: `add` is the store's `onCharge`. Everything that
 * happens within `measured`, however deep, is of that request; measures within measures count in both.
 */
export class ChargeMeter {
  readonly #all = new Sum();
  readonly #current = new AsyncLocalStorage<readonly Sum[]>();

  readonly add = (charge: Charge): void => {
    this.#all.add(charge);
    for (const sum of this.#current.getStore() ?? []) sum.add(charge);
  };

  async measured<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly spent: Spent }> {
    const sum = new Sum();
    const value = await this.#current.run([...(this.#current.getStore() ?? []), sum], act);
    return { value, spent: sum.spent };
  }

  /** Since the meter was made. */
  get total(): Spent {
    return this.#all.spent;
  }
}
