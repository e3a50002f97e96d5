import type { FactState } from "../fact.ts";
import { later, MILLIS_PER_DAY, OPEN, plusMillis, type Instant } from "../time.ts";

/** Time after which a passing state is presumed to be over. */
const PASSING_MILLIS = 7 * MILLIS_PER_DAY;

/**
 * Rule 16: whether a claim is about a passing state, such as a mood or a visit, whose end nobody
 * stated.
 */
export const isPassing = ({
  polarity,
  slot,
  importanceCategory,
  claimedTo,
  claimedEnd,
}: Pick<
  FactState,
  "polarity" | "slot" | "importanceCategory" | "claimedTo" | "claimedEnd"
>): boolean =>
  polarity === "HOLDS" &&
  slot === null &&
  importanceCategory === "CONVERSATIONAL" &&
  (claimedTo === OPEN || claimedEnd !== null);

/** The presumed end of a claim about a passing state; `OPEN` for any other claim. */
export const passingEnd = (state: FactState): Instant =>
  isPassing(state) ? plusMillis(later(state.claimedFrom, state.occurredAt), PASSING_MILLIS) : OPEN;
