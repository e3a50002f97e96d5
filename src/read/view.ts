import {
  instantOf,
  knownAtOf,
  later,
  plusMillis,
  type Instant,
  type TimePoint,
} from "../memory/time.ts";

/** A time point as a client requests it: each omitted part has its default (see `viewAt`). */
export interface RequestedTimePoint {
  readonly knownAt?: Instant | null | undefined;
  readonly validAt?: Instant | null | undefined;
}

/** A space at a time point. Every read gets one. */
export interface View {
  /**
   * `knownAt` is the record time of a commit: the last one at or before what the client named. In a
   * space without commits it is that of `knownAtOf`.
   */
  readonly at: TimePoint;
  /**
   * The time point at which sessions and turns are read, which no commit records, if it is not that
   * of a commit.
   */
  readonly turnsPoint?: TimePoint | undefined;
  /** Whether the client named the time point. Ids of the result then contain it. */
  readonly past: boolean;
}

/**
 * The start of a request: the head of the space, read once, and the clock. All views of the request
 * are resolved against it.
 */
export interface Pin {
  /** Null for a space in which nothing is recorded. */
  readonly head: Instant | null;
  readonly now: Instant;
}

export const pinAt = (head: Instant | null, nowMillis: number): Pin => ({
  head,
  now: instantOf(nowMillis),
});

/**
 * The record time that a client names, if the last commit at or before it must be looked up; null
 * if that is the head.
 */
export const pastKnownAt = (pin: Pin, timePoint?: RequestedTimePoint | null): Instant | null => {
  const knownAt = timePoint?.knownAt ?? null;
  return knownAt !== null && knownAt < (pin.head ?? pin.now) ? knownAt : null;
};

/**
 * Resolves a time point. `knownAt` defaults to the head, and a later instant means the head. An
 * earlier one means `lastCommit`, the last commit at or before it, or itself if nothing was
 * recorded by then. The same question therefore has the same time point and the same ids, whatever
 * is written later. `validAt` defaults to `knownAt`, and to now if the client named neither.
 */
export const viewAt = (
  pin: Pin,
  timePoint?: RequestedTimePoint | null,
  lastCommit: Instant | null = null,
): View => {
  const head = knownAtOf(pin.head);
  const past = pastKnownAt(pin, timePoint);
  const { knownAt, validAt } = timePoint ?? {};
  const at: TimePoint = {
    knownAt: past === null ? head : (lastCommit ?? past),
    validAt: validAt ?? knownAt ?? later(pin.now, head),
  };
  const turnsKnownAt = knownAt ?? pin.head ?? plusMillis(pin.now, -1);
  return {
    at,
    past: knownAt != null || validAt != null,
    ...(turnsKnownAt !== at.knownAt && { turnsPoint: { ...at, knownAt: turnsKnownAt } }),
  };
};

/** The time point at which sessions and turns are read. */
export const turnsReadAt = ({ at, turnsPoint }: View): TimePoint => turnsPoint ?? at;
