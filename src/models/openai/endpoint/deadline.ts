import { faultOfAbort } from "../../port.ts";
import { ModelFailure } from "./model-failure.ts";

/**
 * The time limit of a task or of one of its requests. It ends when its timer fires, or when the
 * deadline or the signal above it ends.
 *
 * `AbortSignal.any` over `AbortSignal.timeout` would be shorter, but on Node 20 such signals may be
 * garbage-collected before they fire.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /**
   * Milliseconds until the timer fires; infinite without a timer, 0 once the deadline has ended.
   */
  remaining(): number;
  /** The reason for the end of the deadline; null before its end. */
  failure(): ModelFailure | null;
  /** Starts a deadline below this one, with a timer of its own; for null, without one. */
  nest(milliseconds: number | null): Deadline;
  /** Stops the timer. The deadline or signal above may still end this one. */
  stopTimer(): void;
  /** Frees the timer and the listener. Must be called when the work is done. */
  close(): void;
}

interface Parent {
  readonly signal: AbortSignal | undefined;
  readonly failure: () => ModelFailure;
}

/** Starts a deadline that ends after a time, or with its parent. The first failure counts. */
const start = (
  milliseconds: number | null,
  kindOfTimeout: "DEADLINE" | "TIMEOUT",
  parent: Parent,
): Deadline => {
  const controller = new AbortController();
  const endsAt = performance.now() + (milliseconds ?? Number.POSITIVE_INFINITY);
  let failure: ModelFailure | null = null;
  const end = (reason: ModelFailure): void => {
    failure ??= reason;
    controller.abort(failure);
  };
  const onParentAbort = (): void => end(parent.failure());
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(
          () =>
            end(
              new ModelFailure(kindOfTimeout, `No answer within ${Math.round(milliseconds)} ms.`),
            ),
          milliseconds,
        );
  if (parent.signal?.aborted) onParentAbort();
  else parent.signal?.addEventListener("abort", onParentAbort, { once: true });
  return {
    signal: controller.signal,
    remaining: () => (failure === null ? Math.max(0, endsAt - performance.now()) : 0),
    failure: () => failure,
    nest: (nestedMilliseconds) =>
      start(nestedMilliseconds, "TIMEOUT", {
        signal: controller.signal,
        failure: () => failure ?? cancellation(),
      }),
    stopTimer: () => clearTimeout(timer),
    close: () => {
      clearTimeout(timer);
      parent.signal?.removeEventListener("abort", onParentAbort);
    },
  };
};

const cancellation = (): ModelFailure =>
  new ModelFailure("CANCELLED", "The caller cancelled the call.");

const failureOfCaller = (signal: AbortSignal | undefined): ModelFailure =>
  signal !== undefined && faultOfAbort(signal) === "DEADLINE"
    ? new ModelFailure("DEADLINE", "The caller's deadline has passed.")
    : cancellation();

/**
 * Starts the deadline of a task: it ends after a number of milliseconds, or when the caller's
 * signal aborts.
 */
export const startDeadline = (milliseconds: number, signal?: AbortSignal): Deadline =>
  start(milliseconds, "DEADLINE", { signal, failure: () => failureOfCaller(signal) });

/** Runs the work of a task under a deadline and closes the deadline afterwards. */
export const withDeadline = async <T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  const deadline = startDeadline(milliseconds, signal);
  try {
    return await work(deadline);
  } finally {
    deadline.close();
  }
};
