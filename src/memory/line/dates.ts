import { BEGINNING, OPEN, periodEnd, type Instant, type Precision } from "../time.ts";
import { compareAuthority, endOf, isDenied, statesStartAfter, type LineClaim } from "./claim.ts";

/** A stated start or end. */
interface StatedDate {
  readonly at: Instant;
  readonly precision: Precision;
  readonly claim: LineClaim;
}

const FINENESS: Readonly<Record<Precision, number>> = { YEAR: 0, MONTH: 1, DAY: 2, INSTANT: 3 };

const compareFineness = (a: StatedDate, b: StatedDate): number =>
  FINENESS[a.precision] - FINENESS[b.precision] || compareAuthority(a.claim, b.claim);

/**
 * The finest of the dates that lie within a coarser one, and of several the one said last; the date
 * itself if there is none.
 */
const finestOf = (date: StatedDate, dates: readonly StatedDate[]): StatedDate => {
  const end = periodEnd(date.at, date.precision);
  return dates
    .filter(
      ({ at, precision, claim }) =>
        FINENESS[precision] > FINENESS[date.precision] &&
        date.at <= at &&
        at < end &&
        (claim.value === null || date.claim.value === null || claim.value === date.claim.value),
    )
    .reduce((a, b) => (compareFineness(a, b) > 0 ? a : b), date);
};

const startOf = (claim: LineClaim): StatedDate | null =>
  claim.polarity === "HOLDS" && claim.fromStated && claim.from !== null
    ? { at: claim.from, precision: claim.fromPrecision, claim }
    : null;

const statedEndOf = (claim: LineClaim): StatedDate | null => {
  if (claim.polarity === "ENDED" && claim.fromStated)
    return { at: endOf(claim), precision: claim.fromPrecision, claim };
  return claim.polarity === "HOLDS" && claim.to !== OPEN && !claim.isRetracted
    ? { at: claim.to, precision: claim.toPrecision, claim }
    : null;
};

/** Rule 14: a date that is stated more precisely replaces a coarser one that contains it. */
export const withFinestDates = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const isCoarse = ({ fromPrecision, toPrecision }: LineClaim): boolean =>
    fromPrecision !== "INSTANT" || toPrecision !== "INSTANT";
  if (!claims.some(isCoarse)) return claims;
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const heldClaims = claims.filter(
    (claim) =>
      claim.to > (claim.from ?? BEGINNING) && !isDenied(claim, claim.from ?? BEGINNING, nevers),
  );
  const starts = heldClaims.flatMap((claim) => startOf(claim) ?? []);
  const ends = heldClaims.flatMap((claim) => statedEndOf(claim) ?? []);
  return claims.map((claim) => {
    const [start, end] = [startOf(claim), statedEndOf(claim)];
    const from = start && finestOf(start, starts);
    const to = end && finestOf(end, ends);
    const datedClaim: LineClaim = {
      ...claim,
      ...(from && { from: from.at, fromPrecision: from.precision }),
      ...(to &&
        (claim.polarity === "ENDED"
          ? { from: to.at, fromPrecision: to.precision }
          : { to: to.at, toPrecision: to.precision })),
    };
    return (datedClaim.from ?? BEGINNING) < datedClaim.to ? datedClaim : claim;
  });
};

/** Whether a claim states a start that was in the future when it was said. */
const isPlannedStart = (claim: LineClaim): boolean =>
  claim.polarity === "HOLDS" && statesStartAfter(claim, claim.occurredAt);

/**
 * Rule 15: a plan yields to a plan of the same value for another day, if that was said before the
 * day of the first.
 */
export const withoutPutOff = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const plans = claims.filter(isPlannedStart);
  if (plans.length < 2) return claims;
  const isPutOff = (plan: LineClaim): boolean =>
    plans.some(
      (other) =>
        other.value === plan.value &&
        other.from !== plan.from &&
        compareAuthority(other, plan) > 0 &&
        statesStartAfter(plan, other.occurredAt),
    );
  return claims.filter((claim) => !(isPlannedStart(claim) && isPutOff(claim)));
};
