import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "../store/port.ts";

/** How long the store may take to say that it can serve, in milliseconds. */
const CHECK_MILLIS = 2_000;

/** Whether the service can answer: it is not stopping, and its store can serve. */
export const isReady = async (
  store: Pick<Store, "check">,
  stopping: boolean,
  withinMillis = CHECK_MILLIS,
): Promise<boolean> => {
  if (stopping) return false;
  const late = new AbortController();
  const checked = store.check().then(
    () => true,
    () => false,
  );
  const tooLate = delay(withinMillis, false, { signal: late.signal, ref: false }).catch(
    () => false,
  );
  const ready = await Promise.race([checked, tooLate]);
  late.abort();
  return ready;
};
