/**
 * Settles a line: works out what is visible of all claims about one slot of one entity. The result is
 * a pure function of the claims. docs/reference/time.md states the rules in prose, with the same numbers.
 */
import type { Polarity } from "./fact.ts";
import {
  compareText,
  BEGINNING,
  earlier,
  later,
  OPEN,
  periodEnd,
  type Instant,
  type Precision,
} from "./time.ts";

/** What one utterance says about one line. */
export interface LineClaim {
  readonly id: string;
  readonly polarity: Polarity;
  /** In canonical form. Null speaks of every value of the line (ENDED and NEVER only). */
  readonly value: string | null;
  /** In a slot with several values, the narrower name of the slot that was used; null for its own name. */
  readonly label: string | null;
  /** Whether its value takes the place of the other values of its label. */
  readonly takesOver: boolean;
  /** Null for an unknown start ("until 2020"), or for a NEVER of all times. */
  readonly from: Instant | null;
  readonly fromPrecision: Precision;
  /** `OPEN` where it has no end. */
  readonly to: Instant;
  readonly toPrecision: Precision;
  /** Whether it was ended at `to` by an operation, as an ENDED would: what it covered ends with it. */
  readonly isRetracted: boolean;
  readonly fromStated: boolean;
  /** Whether it says that what began at `from` still holds ("in Pune since January"). */
  readonly still: boolean;
  readonly occurredAt: Instant;
  /** When the claim was first recorded. */
  readonly recordedAt: Instant;
  /** Its position in the message that makes it. */
  readonly position: number;
  /** Where what it rests on ends, and it with that; `OPEN` where nothing ends it so. */
  readonly restsUntil: Instant;
}

/** Why a piece ends where it does. */
export type PieceEnd =
  /** The claim that shows next. */
  | { readonly kind: "REPLACED"; readonly by: string }
  /** The ENDED claim that ended it. */
  | { readonly kind: "ENDED"; readonly by: string }
  /** The claim to another value, on the line of that value, that took its place. */
  | { readonly kind: "TAKEN_OVER"; readonly by: string }
  /** What it rests on ended. */
  | { readonly kind: "LAPSED" }
  /** Its end is as claimed, or open. */
  | { readonly kind: "CLAIMED" };

/** A stretch of valid time in which one value shows, and the claims that show it. */
export interface Piece {
  readonly value: string | null;
  readonly from: Instant;
  readonly to: Instant;
  /** Claims of this value that show here, the one recorded first in front. It gives the fact its id. */
  readonly claims: readonly LineClaim[];
  /** The claim said last: it gives the fact its words and confidence. */
  readonly words: LineClaim;
  readonly end: PieceEnd;
  readonly fromPrecision: Precision;
  readonly toPrecision: Precision;
  /** The claim that showed just before, where the piece begins at once after another. */
  readonly after: string | null;
}

const compareAuthority = (a: LineClaim, b: LineClaim): number =>
  compareText(a.occurredAt, b.occurredAt) || compareRecording(a, b);

const compareRecording = (a: LineClaim, b: LineClaim): number =>
  compareText(a.recordedAt, b.recordedAt) || a.position - b.position || compareText(a.id, b.id);

/** A HOLDS claim as it lies on the line. */
interface Layer {
  readonly claim: LineClaim;
  readonly from: Instant;
  /** Up to where it is firm. */
  readonly firm: Instant;
}

/** A stretch between two neighbouring instants that claims name, with its layers from bottom to top. */
interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  layers: readonly Layer[];
}

/** Settles claims by the rules of docs/reference/time.md. The pieces come in order and never overlap. */
export const settle = (claims: readonly LineClaim[]): Piece[] => {
  const datedClaims = withoutPutOff(withFinestDates(claims));
  const line = new Line(datedClaims);
  for (const claim of datedClaims.toSorted(compareAuthority)) line.add(claim);
  return line.pieces();
};

const speaksOf = (denial: LineClaim, claim: LineClaim): boolean =>
  denial.value === null || denial.value === claim.value;

/** Whether a claim ends, where it begins, the values of a label that it takes the place of. */
const takesEffect = (claim: LineClaim, claims: readonly LineClaim[]): boolean =>
  claim.polarity === "HOLDS" &&
  claim.takesOver &&
  !isDenied(
    claim,
    claim.from ?? BEGINNING,
    claims.filter(({ polarity }) => polarity === "NEVER"),
  );

/**
 * Rule 11: the claims to a slot with several values, one line for each value. Denials without a value
 * speak to all values, or to those of their label; a claim that takes over ends the other values of
 * its label.
 */
export const linesByValue = (claims: readonly LineClaim[]): LineClaim[][] => {
  const labels = new Map<string | null, Set<string | null>>();
  for (const { polarity, value, label } of claims)
    if (polarity === "HOLDS") labels.set(value, (labels.get(value) ?? new Set()).add(label));
  const takingOver = claims.filter((claim) => takesEffect(claim, claims));
  return [...labels].map(([value, valueLabels]) => [
    ...claims.filter(
      (claim) =>
        claim.value === value ||
        (claim.value === null && (claim.label === null || valueLabels.has(claim.label))),
    ),
    ...takingOver
      .filter((claim) => claim.value !== value && valueLabels.has(claim.label))
      .map((claim): LineClaim => ({ ...claim, polarity: "ENDED", value: null })),
  ]);
};

const endOf = (endClaim: LineClaim): Instant => endClaim.from ?? endClaim.occurredAt;

/** Rule 1: up to where a claim is firm. What lies after it is presumed. */
const firmEnd = (claim: LineClaim, from: Instant): Instant => {
  if (claim.polarity === "HOLDS" && claim.to !== OPEN) return claim.to;
  return claim.still ? later(from, claim.occurredAt) : from;
};

/**
 * Where a claim ends together with what it rests on, such as a role with the employment: at the end
 * of the piece that shows where what is firm of it ends, or else of the next piece, if nobody said
 * when that began. `pieces`: those of the line that it rests on. What is firm ends with nothing.
 */
export const endWithBase = (claim: LineClaim, pieces: readonly Piece[]): Instant => {
  if (claim.polarity !== "HOLDS" || claim.from === null) return OPEN;
  if (claim.to !== OPEN && !claim.isRetracted) return OPEN;
  const firm = firmEnd({ ...claim, to: OPEN }, claim.from);
  const under = pieces.filter(({ from, to }) => from <= firm && firm < to);
  if (under.length > 0) return under.map(({ to }) => to).reduce(later);
  const next = pieces.find(({ from }) => from > firm);
  const isStated = next?.claims.some(({ from, fromStated }) => fromStated && from === next.from);
  return next === undefined || isStated ? OPEN : next.to;
};

const statesStartAfter = (claim: LineClaim, instant: Instant): boolean =>
  claim.fromStated && claim.from !== null && claim.from > instant;

/** Rule 6: a NEVER without a value takes out of its interval what states that it begins in it: plans. */
const takesOut = (never: LineClaim, claim: LineClaim): boolean =>
  speaksOf(never, claim) &&
  (never.value !== null ||
    never.from === null ||
    (claim.fromStated && claim.from !== null && claim.from >= never.from && claim.from < never.to));

/** Rule 6: whether a NEVER that was said later takes a claim out of an instant. */
const isDenied = (claim: LineClaim, instant: Instant, nevers: readonly LineClaim[]): boolean =>
  nevers.some(
    (never) =>
      takesOut(never, claim) &&
      (never.from ?? BEGINNING) <= instant &&
      instant < never.to &&
      compareAuthority(never, claim) > 0,
  );

/** A stated start or end. */
interface StatedDate {
  readonly at: Instant;
  readonly precision: Precision;
  readonly claim: LineClaim;
}

const FINENESS: Readonly<Record<Precision, number>> = { YEAR: 0, MONTH: 1, DAY: 2, INSTANT: 3 };

const compareFineness = (a: StatedDate, b: StatedDate): number =>
  FINENESS[a.precision] - FINENESS[b.precision] || compareAuthority(a.claim, b.claim);

/** The finest of the dates that a coarser one holds, the one said last of several; else itself. */
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

/** Rule 14: a date that is stated more finely takes the place of a coarser one that holds it. */
const withFinestDates = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const isCoarse = ({ fromPrecision, toPrecision }: LineClaim): boolean =>
    fromPrecision !== "INSTANT" || toPrecision !== "INSTANT";
  if (!claims.some(isCoarse)) return claims;
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const counting = claims.filter(
    (claim) =>
      claim.to > (claim.from ?? BEGINNING) && !isDenied(claim, claim.from ?? BEGINNING, nevers),
  );
  const starts = counting.flatMap((claim) => startOf(claim) ?? []);
  const ends = counting.flatMap((claim) => statedEndOf(claim) ?? []);
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

/** Whether a claim states a start that lay ahead when it was said. */
const isPlan = (claim: LineClaim): boolean =>
  claim.polarity === "HOLDS" && statesStartAfter(claim, claim.occurredAt);

/** Rule 15: a plan gives way to one of the same value that was said before its day, for another day. */
const withoutPutOff = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const plans = claims.filter(isPlan);
  if (plans.length < 2) return claims;
  const isPutOff = (plan: LineClaim): boolean =>
    plans.some(
      (other) =>
        other.value === plan.value &&
        other.from !== plan.from &&
        compareAuthority(other, plan) > 0 &&
        statesStartAfter(plan, other.occurredAt),
    );
  return claims.filter((claim) => !(isPlan(claim) && isPutOff(claim)));
};

class Line {
  readonly #claims: readonly LineClaim[];
  readonly #nevers: readonly LineClaim[];
  /** Claims said before the one that is being added. */
  readonly #saidBefore: LineClaim[] = [];
  readonly #segments: readonly Segment[];

  constructor(claims: readonly LineClaim[]) {
    this.#claims = claims;
    this.#nevers = claims.filter(({ polarity }) => polarity === "NEVER");
    const instants = new Set(
      claims.flatMap((claim) => [
        claim.polarity === "ENDED" ? endOf(claim) : (claim.from ?? BEGINNING),
        claim.to,
        claim.restsUntil,
        OPEN,
      ]),
    );
    const bounds = [...instants].toSorted(compareText);
    this.#segments = bounds.flatMap((from, i) => {
      const to = bounds[i + 1];
      return to === undefined ? [] : [{ from, to, layers: [] }];
    });
  }

  /** Adds a claim that was said after all that were added before it. */
  add(claim: LineClaim): void {
    if (claim.polarity === "HOLDS") this.#paint(claim);
    if (claim.polarity === "ENDED") this.#end(claim);
    // A NEVER takes effect where the claims that it denies are painted.
    this.#saidBefore.push(claim);
  }

  /** Rules 2 and 3: a claim covers what is there, but where it is presumed it yields to a later stated start. */
  #paint(claim: LineClaim): void {
    const from = claim.from ?? this.#unknownStart(claim);
    const firm = firmEnd(claim, from);
    const isOpen = claim.to === OPEN || claim.isRetracted;
    const to = isOpen ? this.#presumedEnd(claim, firm) : claim.to;
    const yieldsTo = (layer: Layer): boolean => statesStartAfter(layer.claim, firm);
    for (const segment of this.#segments) {
      if (segment.from < from) continue;
      if (segment.from >= to) break;
      const top = segment.layers.at(-1);
      if (top !== undefined && yieldsTo(top) && top.claim.to === OPEN) break;
      if (this.#isDenied(claim, segment.from)) continue;
      const above = segment.layers.findLastIndex((layer) => !yieldsTo(layer)) + 1;
      segment.layers = segment.layers.toSpliced(above, 0, { claim, from, firm });
    }
    this.#endPresumed(claim, firm);
    if (claim.isRetracted) this.#cut(claim.to, (layer) => layer.claim === claim);
    this.#cut(claim.restsUntil, (layer) => layer.claim === claim);
  }

  /** Rule 4: what is presumed of a value ends at an end of that value, whichever of the two was said first. */
  #endPresumed(claim: LineClaim, firm: Instant): void {
    for (const endClaim of this.#saidBefore)
      if (endClaim.polarity === "ENDED" && speaksOf(endClaim, claim) && endOf(endClaim) > firm)
        this.#cut(endOf(endClaim), (layer) => layer.claim === claim);
    if (this.#statesEnd(claim))
      this.#cut(
        claim.to,
        (layer) =>
          layer.claim.value === claim.value && layer.claim.to === OPEN && layer.firm < claim.to,
      );
  }

  /** Where a claim that is said within a stated interval of its value ends: with that interval. */
  #presumedEnd(claim: LineClaim, firm: Instant): Instant {
    return this.#saidBefore
      .filter((other) => other.value === claim.value && other.to > firm && this.#statesEnd(other))
      .reduce((end, { to }) => earlier(end, to), OPEN);
  }

  /** Rule 5: an ENDED ends every claim of its value that was said before, plans that begin later aside. */
  #end(endClaim: LineClaim): void {
    const end = endOf(endClaim);
    const firm = firmEnd(endClaim, end);
    this.#cut(end, ({ claim }) => speaksOf(endClaim, claim) && !statesStartAfter(claim, firm));
  }

  /** What has ended shows no more, nor does what it covered, unless that began at the end or after it. */
  #cut(end: Instant, isEnded: (layer: Layer) => boolean): void {
    for (const segment of this.#segments) {
      if (segment.from < end) continue;
      const highest = segment.layers.findLastIndex(isEnded);
      if (highest < 0) continue;
      segment.layers = segment.layers.filter(
        (layer, depth) => depth > highest || (layer.from >= end && !isEnded(layer)),
      );
    }
  }

  /** Rule 8: touching stretches of one value show as one piece. */
  pieces(): Piece[] {
    const stretches: Stretch[] = [];
    for (const { from, to, layers } of this.#segments) {
      const claims = topRun(layers).map(({ claim }) => claim);
      const [top] = claims;
      const last = stretches.at(-1);
      if (top === undefined) continue;
      if (last !== undefined && last.to === from && last.value === top.value) {
        last.to = to;
        for (const claim of claims) last.claims.add(claim);
      } else stretches.push({ value: top.value, from, to, top, claims: new Set(claims) });
    }
    return stretches.map((stretch, i) =>
      this.#pieceOf(stretch, stretches[i - 1], stretches[i + 1]),
    );
  }

  #pieceOf(
    { value, from, to, claims }: Stretch,
    previous: Stretch | undefined,
    next: Stretch | undefined,
  ): Piece {
    const orderedClaims = [...claims].toSorted(compareRecording);
    const end: PieceEnd =
      next?.from === to
        ? { kind: "REPLACED", by: next.top.id }
        : this.#ownEnd(value, to, orderedClaims);
    return {
      value,
      from,
      to,
      claims: orderedClaims,
      words: orderedClaims.reduce((a, b) => (compareAuthority(a, b) > 0 ? a : b)),
      after: previous?.to === from ? previous.top.id : null,
      end,
      fromPrecision: orderedClaims.find((claim) => claim.from === from)?.fromPrecision ?? "INSTANT",
      toPrecision: this.#endPrecision(to, end, orderedClaims),
    };
  }

  /** How exactly the end of a piece was told: by what follows it or ended it, or by its own claims. */
  #endPrecision(to: Instant, end: PieceEnd, claims: readonly LineClaim[]): Precision {
    const by = "by" in end ? this.#claims.find(({ id }) => id === end.by) : undefined;
    if (by !== undefined && (by.polarity === "ENDED" ? endOf(by) : by.from) === to)
      return by.fromPrecision;
    return claims.find((claim) => claim.to === to)?.toPrecision ?? "INSTANT";
  }

  #ownEnd(value: string | null, to: Instant, claims: readonly LineClaim[]): PieceEnd {
    const endClaim = this.#claims.findLast(
      (claim) =>
        claim.polarity === "ENDED" &&
        endOf(claim) === to &&
        (claim.value === null || claim.value === value),
    );
    if (endClaim !== undefined)
      return { kind: endClaim.takesOver ? "TAKEN_OVER" : "ENDED", by: endClaim.id };
    const hasLapsed = to !== OPEN && claims.some(({ restsUntil }) => restsUntil === to);
    return { kind: hasLapsed ? "LAPSED" : "CLAIMED" };
  }

  /** Whether a claim states an end that no later NEVER denies. */
  #statesEnd(claim: LineClaim): boolean {
    if (claim.polarity !== "HOLDS" || claim.to === OPEN || claim.isRetracted) return false;
    const last = this.#segments.findLast(({ to }) => to === claim.to);
    return last !== undefined && !this.#isDenied(claim, last.from);
  }

  #isDenied(claim: LineClaim, instant: Instant): boolean {
    return isDenied(claim, instant, this.#nevers);
  }

  /** Rule 7: where a claim without a known start begins. */
  #unknownStart(claim: LineClaim): Instant {
    const ends = this.#segments.flatMap(({ to, layers }) =>
      to < claim.to && topRun(layers).some((layer) => layer.claim.to === to) ? [to] : [],
    );
    const starts = this.#claims.flatMap((other) =>
      other.polarity === "HOLDS" &&
      other.value === claim.value &&
      other.fromStated &&
      other.from !== null &&
      other.from < claim.to
        ? [other.from]
        : [],
    );
    return [...ends, ...starts].reduce(later, BEGINNING);
  }
}

interface Stretch {
  readonly value: string | null;
  readonly from: Instant;
  to: Instant;
  /** The claim on top where the stretch begins. */
  readonly top: LineClaim;
  readonly claims: Set<LineClaim>;
}

/** The layers of one value at the top, from the top down. */
const topRun = (layers: readonly Layer[]): Layer[] => {
  const value = layers.at(-1)?.claim.value;
  const below = layers.findLastIndex((layer) => layer.claim.value !== value);
  return layers.slice(below + 1).toReversed();
};
