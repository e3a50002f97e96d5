import { instantOf, later, plusMillis, type Instant, type TimePoint } from "../memory/time.ts";

/** A time point as a client asks for it: each part left out has its default (see `viewAt`). */
export interface RequestedTimePoint {
  readonly knownAt?: Instant | null | undefined;
  readonly validAt?: Instant | null | undefined;
}

/** A space at a time point: what every reader is handed. */
export interface View {
  readonly at: TimePoint;
  /** Whether the client named the time point. Ids of what is read then carry it. */
  readonly past: boolean;
}

/**
 * Where a request began: the head of the space, read once, and the clock. All views of the request
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

/** Record time that a request sees by default: the head, or just before now in an empty space. */
const defaultKnownAt = (pin: Pin): Instant => pin.head ?? plusMillis(pin.now, -1);

/**
 * Resolves a time point. `knownAt` defaults to the head, and a later instant means the head.
 * `validAt` defaults to `knownAt`, and to now if the client named neither.
 */
export const viewAt = (pin: Pin, requested?: RequestedTimePoint | null): View => {
  const head = defaultKnownAt(pin);
  const { knownAt, validAt } = requested ?? {};
  return {
    at: {
      knownAt: knownAt != null && knownAt < head ? knownAt : head,
      validAt: validAt ?? knownAt ?? later(pin.now, head),
    },
    past: knownAt != null || validAt != null,
  };
};
