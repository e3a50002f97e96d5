/**
 * The visible part of a line, computed day by day from docs/reference/time.md. It shares no code
 * with the implementation.
 */
export interface NaiveClaim {
  readonly id: string;
  readonly polarity: "HOLDS" | "ENDED" | "NEVER";
  /** Null: every value (ENDED and NEVER). */
  readonly value: string | null;
  /** The stage of the value; null if it names none. */
  readonly stage: number | null;
  /** An amount of the value; null if it states none. */
  readonly amount: string | null;
  readonly said: number;
  readonly recorded: number;
  /** Null: not known. */
  readonly from: number | null;
  readonly stated: boolean;
  /** Infinity: no end. */
  readonly to: number;
  /** Ended at `to` by `retractFact`, not by what was said. */
  readonly retracted: boolean;
  readonly still: boolean;
  /** Only the month of its start, or of its end, was stated. All days are in one month. */
  readonly coarseFrom: boolean;
  readonly coarseTo: boolean;
  /** Rules 12 and 13: where it ends with what it rests on; Infinity where it rests on nothing. */
  readonly restsUntil: number;
}

interface Paint {
  readonly claim: NaiveClaim;
  readonly from: number;
  readonly firm: number;
}

/** A fact that shows from one day up to another. */
export interface NaivePiece {
  readonly value: string;
  readonly from: number;
  readonly to: number;
  /** The ids of its claims, the first recorded first. */
  readonly claims: readonly string[];
}

/** Rule 20: whether the claims name different stages. */
const isOtherStage = (a: NaiveClaim, b: NaiveClaim): boolean =>
  a.stage !== null && b.stage !== null && a.stage !== b.stage;

/** Rule 8: whether the claims state different amounts. */
const isOtherAmount = (a: NaiveClaim, b: NaiveClaim): boolean =>
  a.amount !== null && b.amount !== null && a.amount !== b.amount;

const isSame = (a: NaiveClaim, b: NaiveClaim): boolean =>
  a.value === b.value && !isOtherStage(a, b) && !isOtherAmount(a, b);

/** Rule 20: whether the other claim is of a later stage of the same value. */
const isLaterStage = (claim: NaiveClaim, other: NaiveClaim): boolean =>
  isOtherStage(claim, other) && claim.value === other.value && other.stage! > claim.stage!;

const speaksOf = (denial: NaiveClaim, claim: NaiveClaim): boolean =>
  (denial.value === null || denial.value === claim.value) && !isOtherStage(denial, claim);

/** Rule 6: without a value, what states a start in the interval of the denial. */
const takesOut = (never: NaiveClaim, claim: NaiveClaim): boolean => {
  if (never.value !== null || never.from === null) return speaksOf(never, claim);
  const { stated, from } = claim;
  return (
    !isOtherStage(never, claim) && stated && from !== null && from >= never.from && from < never.to
  );
};

const saidBefore = (a: NaiveClaim, b: NaiveClaim): boolean =>
  a.said < b.said || (a.said === b.said && a.recorded < b.recorded);

/** Rule 1. */
const firmUntil = (claim: NaiveClaim, from: number): number => {
  if (claim.polarity === "HOLDS" && claim.to !== Infinity) return claim.to;
  return claim.still ? Math.max(from, claim.said) : from;
};

const endDay = ({ from, said }: NaiveClaim): number => from ?? said;

/**
 * The paint that shows on a day: that on top, with all of its value right under it up to another
 * stage.
 */
const showing = (layers: readonly Paint[]): Paint[] => {
  const run: Paint[] = [];
  for (const paint of layers.toReversed()) {
    const stage = stageIn(run);
    const isOther = run.length > 0 && run[0]!.claim.value !== paint.claim.value;
    if (isOther || (stage !== null && stage !== paint.claim.stage)) break;
    if (run.some(({ claim }) => isOtherAmount(claim, paint.claim))) break;
    run.push(paint);
  }
  return run;
};

const amountIn = (paints: readonly Paint[]): string | null =>
  paints.map(({ claim }) => claim.amount).find((amount) => amount !== null) ?? null;

const stageIn = (paints: readonly Paint[]): number | null =>
  paints.map(({ claim }) => claim.stage).find((stage) => stage !== null) ?? null;

/** Rule 12: where a claim ends that rests on the line of `base`. */
export const endWithBase = (
  claim: NaiveClaim,
  base: NaiveLine,
  baseClaims: readonly NaiveClaim[],
): number => {
  if (claim.polarity !== "HOLDS" || claim.from === null) return Infinity;
  if (claim.to !== Infinity && !claim.retracted) return Infinity;
  const firm = claim.still ? Math.max(claim.from, claim.said) : claim.from;
  const pieces = base.pieces();
  const under = pieces.find(({ from, to }) => from <= firm && firm < to);
  if (under) return base.endOf(under);
  const next = pieces.find(({ from }) => from > firm);
  const isStated =
    next !== undefined &&
    baseClaims.some(
      ({ id, from, stated }) => next.claims.includes(id) && stated && from === next.from,
    );
  const ends = baseClaims
    .filter(({ polarity, value }) => polarity === "ENDED" && value === null)
    .filter((end) => saidBefore(claim, end))
    .map((end) => end.from ?? end.said)
    .filter((end) => end > firm);
  return Math.min(...ends, next === undefined || isStated ? Infinity : base.endOf(next));
};

/** Rule 14: the claims with the finest stated dates. */
const withFinestDates = (claims: readonly NaiveClaim[]): NaiveClaim[] => {
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const counts = (claim: NaiveClaim) =>
    claim.to > (claim.from ?? -Infinity) &&
    !nevers.some(
      (never) =>
        takesOut(never, claim) &&
        saidBefore(claim, never) &&
        (never.from ?? -Infinity) <= (claim.from ?? -Infinity) &&
        (claim.from ?? -Infinity) < never.to,
    );
  const statesStart = ({ polarity, stated, from }: NaiveClaim) =>
    polarity === "HOLDS" && stated && from !== null;
  const statesEnd = ({ polarity, to, retracted }: NaiveClaim) =>
    polarity === "HOLDS" && to !== Infinity && !retracted;
  const finest = (
    claim: NaiveClaim,
    at: number,
    dates: readonly { readonly claim: NaiveClaim; readonly at: number; readonly fine: boolean }[],
  ): { readonly at: number; readonly fine: boolean } =>
    dates
      .filter(
        (date) =>
          date.fine &&
          date.at >= at &&
          (isSame(date.claim, claim) || date.claim.value === null || claim.value === null),
      )
      .toSorted((a, b) => (saidBefore(a.claim, b.claim) ? -1 : 1))
      .at(-1) ?? { at, fine: false };
  const counting = claims.filter(counts);
  const starts = counting
    .filter(statesStart)
    .map((claim) => ({ claim, at: claim.from!, fine: !claim.coarseFrom }));
  const ends = [
    ...counting.filter(statesEnd).map((claim) => ({ claim, at: claim.to, fine: !claim.coarseTo })),
    ...counting
      .filter(({ polarity, stated }) => polarity === "ENDED" && stated)
      .map((claim) => ({ claim, at: endDay(claim), fine: !claim.coarseFrom })),
  ];
  return claims.map((claim) => {
    const dated = { ...claim };
    const isDatedEnd = claim.polarity === "ENDED" && claim.stated;
    if (claim.coarseFrom && (statesStart(claim) || isDatedEnd)) {
      const { at, fine } = finest(claim, endDay(claim), isDatedEnd ? ends : starts);
      Object.assign(dated, { from: at, coarseFrom: !fine });
    }
    if (statesEnd(claim) && claim.coarseTo) dated.to = finest(claim, claim.to, ends).at;
    return (dated.from ?? -Infinity) < dated.to ? dated : claim;
  });
};

/** Rule 15: the claims without the plans that were replaced or given up. */
const withoutPutOff = (claims: readonly NaiveClaim[]): NaiveClaim[] => {
  const isPlannedStart = ({ polarity, stated, from, said }: NaiveClaim): boolean =>
    polarity === "HOLDS" && stated && from !== null && from > said;
  const isPlannedEnd = ({ polarity, stated, from, said }: NaiveClaim): boolean =>
    polarity === "ENDED" && stated && from !== null && from > said;
  const isForAnotherDay = (other: NaiveClaim, plan: NaiveClaim): boolean =>
    isSame(other, plan) && other.from !== plan.from;
  const isGoingOn = ({ polarity, stated, from, said }: NaiveClaim): boolean =>
    polarity === "HOLDS" && stated && from === said;
  return claims.filter((plan) => {
    const later = claims.filter((other) => saidBefore(plan, other) && other.said < plan.from!);
    if (isPlannedStart(plan))
      return !later.some((other) => isPlannedStart(other) && isForAnotherDay(other, plan));
    if (isPlannedEnd(plan))
      return !later.some(
        (other) =>
          (isPlannedEnd(other) && isForAnotherDay(other, plan)) ||
          (isGoingOn(other) && speaksOf(plan, other)),
      );
    return true;
  });
};

/**
 * Rule 17: the claims, with changes that contradict no day on which the state before was firmly said
 * to hold. All days are in one month, so that a change is at the latest when it was said.
 */
const withChangesAfterStatements = (claims: readonly NaiveClaim[]): NaiveClaim[] => {
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const before: NaiveClaim[] = [];
  for (const claim of claims.toSorted((a, b) => (saidBefore(a, b) ? -1 : 1))) {
    const { polarity, said, to, retracted } = claim;
    const from = polarity === "ENDED" ? endDay(claim) : claim.from;
    const isChange =
      polarity === "ENDED" || (polarity === "HOLDS" && (to === Infinity || retracted));
    const isLate = before.some((other) => {
      if (other.polarity !== "HOLDS" || other.from === null || from === null) return false;
      const isOpen = other.to === Infinity;
      const firm = isOpen ? firmUntil(other, other.from) : other.to;
      const isInTime = isOpen ? firm < said : firm <= said;
      const isDenied = nevers.some(
        (never) =>
          takesOut(never, other) &&
          saidBefore(other, never) &&
          (never.from ?? -Infinity) <= (isOpen ? firm : firm - 1) &&
          (isOpen ? firm : firm - 1) < never.to,
      );
      if (!isInTime || isDenied) return false;
      if (polarity === "HOLDS")
        return !isSame(other, claim) && !isLaterStage(claim, other) && firm > from;
      return speaksOf(claim, other) && (isOpen ? firm >= from : firm > from);
    });
    const isMoved = isChange && claim.coarseFrom && claim.stated && isLate && said < to;
    before.push(isMoved ? { ...claim, from: said } : claim);
  }
  return before;
};

export class NaiveLine {
  readonly #days: Paint[][];
  readonly #claims: readonly NaiveClaim[];
  readonly #first: number;

  /** Days before `first` are as that day, those after `last` as that one. */
  constructor(told: readonly NaiveClaim[], first: number, last: number) {
    const claims = withChangesAfterStatements(withoutPutOff(withFinestDates(told)));
    this.#claims = claims;
    this.#first = first;
    this.#days = Array.from({ length: last - first + 1 }, () => []);
    const order = claims.toSorted((a, b) => (saidBefore(a, b) ? -1 : 1));
    for (const [i, claim] of order.entries()) {
      const before = order.slice(0, i);
      if (claim.polarity === "HOLDS") this.#paint(claim, before);
      if (claim.polarity === "ENDED") {
        const firm = firmUntil(claim, endDay(claim));
        this.#end(
          endDay(claim),
          ({ claim: other }) =>
            speaksOf(claim, other) && !(other.stated && (other.from ?? -Infinity) > firm),
        );
      }
    }
  }

  #from(day: number): { readonly day: number; readonly layers: Paint[] }[] {
    return this.#days.flatMap((layers, i) => {
      const at = this.#first + i;
      return at >= day ? [{ day: at, layers }] : [];
    });
  }

  /** Rules 2, 3 and 4. */
  #paint(claim: NaiveClaim, before: readonly NaiveClaim[]): void {
    const from = claim.from ?? this.#unknownStart(claim);
    const firm = firmUntil(claim, from);
    const statedEnds = before.filter(
      (other) => isSame(other, claim) && this.#statesEnd(other) && other.to > firm,
    );
    const isOpen = claim.to === Infinity || claim.retracted;
    const to = isOpen ? Math.min(Infinity, ...statedEnds.map((other) => other.to)) : claim.to;
    const yields = ({ claim: other, from: start }: Paint) =>
      (other.stated && (other.from ?? -Infinity) > firm) ||
      (isLaterStage(claim, other) && start > from);
    for (const { day, layers } of this.#from(from)) {
      if (day >= to) break;
      const top = layers.at(-1);
      if (top && yields(top) && top.claim.to === Infinity) break;
      if (this.#isDenied(claim, day)) continue;
      let place = layers.length;
      while (place > 0 && yields(layers[place - 1]!)) place -= 1;
      layers.splice(place, 0, { claim, from, firm });
    }
    for (const ended of before)
      if (ended.polarity === "ENDED" && speaksOf(ended, claim) && endDay(ended) > firm)
        this.#end(endDay(ended), (paint) => paint.claim === claim);
    if (this.#statesEnd(claim))
      this.#end(
        claim.to,
        (paint) =>
          isSame(paint.claim, claim) && paint.claim.to === Infinity && paint.firm < claim.to,
      );
    if (claim.retracted) this.#end(claim.to, (paint) => paint.claim === claim);
    this.#end(claim.restsUntil, (paint) => paint.claim === claim);
  }

  /**
   * An ended value stops showing. So does what it covered, unless that starts at the end or later.
   */
  #end(end: number, hasEnded: (paint: Paint) => boolean): void {
    for (const { layers } of this.#from(end)) {
      const ended = layers.findLastIndex(hasEnded);
      const stays = layers.filter(
        (paint, depth) => depth > ended || (!hasEnded(paint) && paint.from >= end),
      );
      layers.splice(0, layers.length, ...stays);
    }
  }

  #statesEnd(claim: NaiveClaim): boolean {
    return (
      claim.polarity === "HOLDS" &&
      claim.to !== Infinity &&
      !claim.retracted &&
      !this.#isDenied(claim, claim.to - 1)
    );
  }

  /** Rule 6. */
  #isDenied(claim: NaiveClaim, day: number): boolean {
    return this.#claims.some(
      (never) =>
        never.polarity === "NEVER" &&
        takesOut(never, claim) &&
        saidBefore(claim, never) &&
        (never.from ?? -Infinity) <= day &&
        day < never.to,
    );
  }

  /** Rule 7. */
  #unknownStart(claim: NaiveClaim): number {
    const ends = this.#days.flatMap((layers, i) => {
      const end = this.#first + i + 1;
      const endsHere = showing(layers).some((paint) => paint.claim.to === end);
      return end < claim.to && endsHere ? [end] : [];
    });
    const starts = this.#claims.flatMap((other) => {
      const { polarity, stated, from } = other;
      const isStart = polarity === "HOLDS" && stated && from !== null && from < claim.to;
      return isStart && isSame(other, claim) ? [from] : [];
    });
    return Math.max(-Infinity, ...ends, ...starts);
  }

  /** Rules 8 and 20. */
  pieces(): NaivePiece[] {
    const pieces: {
      value: string;
      stage: number | null;
      amount: string | null;
      from: number;
      to: number;
      claims: Set<string>;
    }[] = [];
    for (const [i, layers] of this.#days.entries()) {
      const day = this.#first + i;
      const value = layers.at(-1)?.claim.value ?? null;
      if (value === null) continue;
      const shown = showing(layers);
      const stage = stageIn(shown);
      const ids = shown.map(({ claim }) => claim.id);
      const last = pieces.at(-1);
      const amount = amountIn(shown);
      const mayJoin =
        last?.value === value &&
        (stage === null || last.stage === stage) &&
        (amount === null || last.amount === null || last.amount === amount);
      if (last?.to === day && mayJoin) {
        last.to = day + 1;
        last.amount ??= amount;
        for (const id of ids) last.claims.add(id);
      } else pieces.push({ value, stage, amount, from: day, to: day + 1, claims: new Set(ids) });
    }
    const recorded = new Map(this.#claims.map((claim) => [claim.id, claim.recorded]));
    return pieces.map(({ value, from, to, claims }) => ({
      value,
      from,
      to,
      claims: [...claims].toSorted((a, b) => recorded.get(a)! - recorded.get(b)!),
    }));
  }

  /** The day on which a piece ends; Infinity where it goes on. */
  endOf({ to }: NaivePiece): number {
    return to > this.#first + this.#days.length - 1 ? Infinity : to;
  }

  on(day: number): string | null {
    return this.#days[day - this.#first]?.at(-1)?.claim.value ?? null;
  }
}
