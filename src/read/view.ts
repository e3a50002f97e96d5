import { instantOf, later, plusMillis, type Instant, type TimePoint } from "../memory/time.ts";

/** What a client may ask for; each part has its default (contract.graphql, `TimePoint`). */
export interface RequestedTimePoint {
  readonly knownAt?: Instant | null | undefined;
  readonly validAt?: Instant | null | undefined;
}

/** A space as it stood at a time point: what every reader is handed. */
export interface View {
  readonly at: TimePoint;
  /** Whether the client named the time point: ids of what is read then carry it. */
  readonly past: boolean;
}

/** Where a request began: the head of the space, read once, and the clock. All its views are resolved against it. */
export interface Pin {
  readonly head: Instant | null;
  readonly now: Instant;
}

export const pinAt = (head: Instant | null, nowMillis: number): Pin => ({
  head,
  now: instantOf(nowMillis),
});

/** The record time that a request sees by default: the head, or just before now while nothing is recorded. */
const knownByDefault = (pin: Pin): Instant => pin.head ?? plusMillis(pin.now, -1);

/**
 * Resolves a time point. `knownAt` defaults to the head, and a later instant means the head; `validAt` defaults to `knownAt`, and
 * to now where that is left out too.
 */
export const viewAt = (pin: Pin, requested?: RequestedTimePoint | null): View => {
  const head = knownByDefault(pin);
  const { knownAt, validAt } = requested ?? {};
  return {
    at: {
      knownAt: knownAt != null && knownAt < head ? knownAt : head,
      validAt: validAt ?? knownAt ?? later(pin.now, head),
    },
    past: knownAt != null || validAt != null,
  };
};
