import { ModelFailure } from "./failure.ts";

/**
 * A stretch of time that a task may take: it ends by a timer, or with the span or the signal that it is a part of.
 * (`AbortSignal.any` over `AbortSignal.timeout` is not used: on Node 20 such signals may be collected before they fire.)
 */
export interface Span {
  readonly signal: AbortSignal;
  /** Milliseconds until its timer, infinite without one; 0 once it has ended. */
  remaining(): number;
  /** Why it ended; null while it lasts. */
  failure(): ModelFailure | null;
  /** A stretch within this one, with a timer of its own or none: it ends by a TIMEOUT, or as this one does. */
  within(milliseconds: number | null): Span;
  /** The timer stops; what it is a part of may still end it. */
  untimed(): void;
  /** To be called when the work is done: frees the timer and the listener. */
  close(): void;
}

const open = (
  milliseconds: number | null,
  whenOver: "DEADLINE" | "TIMEOUT",
  parent: AbortSignal | undefined,
  failureOfParent: () => ModelFailure,
): Span => {
  const controller = new AbortController();
  const endsAt = performance.now() + (milliseconds ?? Number.POSITIVE_INFINITY);
  let failure: ModelFailure | null = null;
  const end = (why: ModelFailure): void => {
    failure ??= why;
    controller.abort(failure);
  };
  const onParent = (): void => end(failureOfParent());
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(
          () => end(new ModelFailure(whenOver, `No answer within ${Math.round(milliseconds)} ms.`)),
          milliseconds,
        );
  const close = (): void => {
    clearTimeout(timer);
    parent?.removeEventListener("abort", onParent);
  };
  if (parent?.aborted) onParent();
  else parent?.addEventListener("abort", onParent, { once: true });
  return {
    signal: controller.signal,
    remaining: () => (failure === null ? Math.max(0, endsAt - performance.now()) : 0),
    failure: () => failure,
    within: (shorter) =>
      open(
        shorter,
        "TIMEOUT",
        controller.signal,
        () => failure ?? new ModelFailure("CANCELLED", "The call was given up."),
      ),
    untimed: () => clearTimeout(timer),
    close,
  };
};

/** A caller's own deadline counts as one; anything else that aborts its signal is a caller who went away. */
const failureOfSignal = (signal: AbortSignal): ModelFailure =>
  signal.reason instanceof Error && signal.reason.name === "TimeoutError"
    ? new ModelFailure("DEADLINE", "The caller's deadline has passed.")
    : new ModelFailure("CANCELLED", "The call was given up.");

/** Opens the span of a task: `milliseconds` long, or until the caller's signal aborts. */
export const openSpan = (milliseconds: number, signal?: AbortSignal): Span =>
  open(milliseconds, "DEADLINE", signal, () =>
    signal === undefined
      ? new ModelFailure("CANCELLED", "The call was given up.")
      : failureOfSignal(signal),
  );

/** Does the work of a task within a span, and closes it. */
export const inSpan = async <T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> => {
  const span = openSpan(milliseconds, signal);
  try {
    return await work(span);
  } finally {
    span.close();
  }
};
