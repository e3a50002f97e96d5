import type { Config } from "../config/config.ts";
import { loopQueue } from "../fairness/loop-queue.ts";
import type { Models } from "../models/port.ts";
import type { Log } from "../server/log.ts";
import type { Tracing } from "../server/tracing/tracing.ts";
import type { Charge } from "../store/charge-meter.ts";
import { observedStore } from "../store/observed-store.ts";
import type { SpaceStore, Store } from "../store/port.ts";
import type { Counters } from "./open-services.ts";
import { openStore } from "./open-store.ts";

const count = (charge: Charge, { metrics, meter }: Counters): void => {
  meter?.add(charge);
  metrics.storeCharged(charge);
};

/** The members of a space that return no promise. */
const WITHOUT_PROMISE: ReadonlySet<string> = new Set(
  Object.keys({
    id: true,
    readsInProcess: true,
    onCommit: true,
    commitsAfter: true,
  } satisfies Record<
    {
      [Name in keyof SpaceStore]-?: NonNullable<SpaceStore[Name]> extends (
        ...values: never[]
      ) => Promise<unknown>
        ? never
        : Name;
    }[keyof SpaceStore],
    true
  >),
);

/**
 * Runs a call of the store, and returns its result. The embedded store works before it returns a
 * promise. Others get a turn before it if many callers went on together after one call that they
 * shared, and after it if it took long.
 */
const inTurns = (method: string, call: () => unknown): unknown => {
  if (WITHOUT_PROMISE.has(method)) return call();
  const result = loopQueue.run(call);
  if (!(result instanceof Promise) || !loopQueue.isStretchOver()) return result;
  return result.then(async (value: unknown) => {
    await loopQueue.next();
    return value;
  });
};

/** Opens the store. Its calls are measured and traced, and others get turns between them. */
export const openObservedStore = async (
  config: Config,
  { embedder }: Pick<Models, "embedder">,
  log: Log,
  counters: Counters,
  tracing: Tracing,
): Promise<Store> => {
  const { metrics } = counters;
  const store = await openStore(config, embedder, log, {
    onCharge: (charge) => count(charge, counters),
    onChecked: metrics.fileChecked,
  });
  const { openSpaces, sizes } = store;
  if (openSpaces) metrics.gauge("openSpaces", openSpaces);
  if (sizes)
    for (const name of ["storeBytes", "largestSpaceBytes"] as const)
      metrics.gauge(name, () => sizes()[name]);
  return observedStore(store, {
    around: (method, call) => inTurns(method, () => tracing.call(`store ${method}`, call)),
    onCall: metrics.storeCalled,
  });
};
