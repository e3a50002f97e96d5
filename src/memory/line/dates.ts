import {
  BEGINNING,
  earlier,
  OPEN,
  periodEnd,
  plusMillis,
  type Instant,
  type Precision,
} from "../time.ts";
import {
  compareAuthority,
  endOf,
  firmEnd,
  isDenied,
  isEarlierStage,
  isSameState,
  speaksOf,
  statesStartAfter,
  type LineClaim,
} from "./claim.ts";

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
        (claim.value === null || date.claim.value === null || isSameState(claim, date.claim)),
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

/** Whether a claim states a start, or an end, that was in the future when it was said. */
const isPlan = (claim: LineClaim): boolean =>
  claim.polarity !== "NEVER" && statesStartAfter(claim, claim.occurredAt);

/** Whether a claim says that its value goes on from the time at which it was said. */
const goesOn = ({ polarity, fromStated, from, occurredAt }: LineClaim): boolean =>
  polarity === "HOLDS" && fromStated && from === occurredAt;

/** Whether a later claim is in the place of a plan, if it was said in time. */
const replacesPlan = (claim: LineClaim, plan: LineClaim): boolean =>
  isPlan(claim)
    ? claim.polarity === plan.polarity && isSameState(claim, plan) && claim.from !== plan.from
    : plan.polarity === "ENDED" && goesOn(claim) && speaksOf(plan, claim);

/**
 * Rule 15: a plan yields to a plan of the same value for another day, and a planned end also to a
 * claim that the value goes on, if that was said before the day of the first.
 */
export const withoutPutOff = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const isPutOff = (plan: LineClaim): boolean =>
    claims.some(
      (other) =>
        replacesPlan(other, plan) &&
        compareAuthority(other, plan) > 0 &&
        statesStartAfter(plan, other.occurredAt),
    );
  return claims.filter((claim) => !(isPlan(claim) && isPutOff(claim)));
};

/** A start without a stated end, or an end, that was stated only to its year, month or day. */
const coarseDateOf = (claim: LineClaim): StatedDate | null => {
  const isBounded = claim.to !== OPEN && !claim.isRetracted;
  const date = claim.polarity === "ENDED" ? statedEndOf(claim) : isBounded ? null : startOf(claim);
  return date === null || date.precision === "INSTANT" ? null : date;
};

/** The last instant of a period that had passed when the change was said. */
const periodLimit = ({ at, precision, claim }: StatedDate): Instant =>
  earlier(claim.occurredAt, plusMillis(periodEnd(at, precision), -1));

/** The last instant at which a claim firmly says that its value holds; null for other claims. */
const lastFirmInstant = (claim: LineClaim): Instant | null => {
  if (claim.polarity !== "HOLDS" || claim.from === null) return null;
  const firm = firmEnd(claim, claim.from);
  return claim.to === OPEN ? firm : plusMillis(firm, -1);
};

/**
 * Whether a change cannot come before an instant at which a claim firmly holds. The start of
 * another value that was itself stated only to the same period does not exclude it, and neither
 * does a later stage of its value.
 */
const comesAfter = ({ claim: change, at }: StatedDate, claim: LineClaim, firm: Instant): boolean =>
  change.polarity === "HOLDS"
    ? !isSameState(claim, change) && !isEarlierStage(change, claim) && firm > at
    : speaksOf(change, claim) && firm >= at;

/**
 * Rule 17: a change that was stated only to its year, month or day comes after every instant of
 * that period at which the state before it was firmly said to hold. It then counts at the end of
 * the period, or at the time at which it was said if that is earlier.
 */
export const withChangesAfterStatements = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  if (!claims.some((claim) => coarseDateOf(claim) !== null)) return claims;
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const placedClaims = new Map<LineClaim, LineClaim>();
  const placedClaim = (claim: LineClaim): LineClaim => {
    const change = coarseDateOf(claim);
    if (change === null) return claim;
    const limit = periodLimit(change);
    const isContradicted = [...placedClaims.values()].some((other) => {
      const firm = lastFirmInstant(other);
      const isWithin = firm !== null && firm < limit && comesAfter(change, other, firm);
      return isWithin && !isDenied(other, firm, nevers);
    });
    return isContradicted && limit < claim.to ? { ...claim, from: limit } : claim;
  };
  for (const claim of claims.toSorted(compareAuthority))
    placedClaims.set(claim, placedClaim(claim));
  return claims.map((claim) => placedClaims.get(claim) ?? claim);
};
