import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "../../store/port.ts";

/** How long the store may take to answer its check, in milliseconds. */
const CHECK_MILLIS = 2_000;

/** Whether the service can answer requests: it is not stopping, and its store can serve. */
export const isReady = async (
  store: Pick<Store, "check">,
  isStopping: boolean,
  withinMillis = CHECK_MILLIS,
): Promise<boolean> => {
  if (isStopping) return false;
  const finished = new AbortController();
  const checked = store.check().then(
    () => true,
    () => false,
  );
  const timeout = delay(withinMillis, false, { signal: finished.signal, ref: false }).catch(
    () => false,
  );
  const ready = await Promise.race([checked, timeout]);
  finished.abort();
  return ready;
};
