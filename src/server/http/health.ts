import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Store } from "../../store/port.ts";

/** Time limit for the check of the store, in milliseconds. */
const CHECK_MILLIS = 2_000;

/**
 * The reason why the service cannot answer requests: it is stopping, its store cannot serve, or
 * none of its serving processes answers.
 */
export type Unreadiness = "stopping" | "store" | "processes";

/** Null if the service can answer requests. The log has the reason if a store cannot serve. */
export const unreadiness = async (
  store: Pick<Store, "check">,
  isStopping: boolean,
  log: Pick<Log, "warn">,
  withinMillis = CHECK_MILLIS,
): Promise<Unreadiness | null> => {
  if (isStopping) return "stopping";
  const controller = new AbortController();
  const fault = await Promise.race([
    store.check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
    delay(withinMillis, undefined, { signal: controller.signal, ref: false }).then(
      () => `It did not answer within ${withinMillis} ms.`,
      () => null,
    ),
  ]);
  controller.abort();
  if (fault === null) return null;
  log.warn({ store: fault }, "The service is not ready: its store is not available.");
  return "store";
};
