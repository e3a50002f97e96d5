/**
 * Settles a line: computes what is visible of all claims about one slot of one entity. The result
 * is a pure function of the claims. docs/reference/time.md states the rules in prose, with the same
 * numbers.
 */
import {
  BEGINNING,
  compareText,
  earlier,
  later,
  OPEN,
  type Instant,
  type Precision,
} from "../time.ts";
import {
  compareAuthority,
  compareRecording,
  continues,
  endOf,
  firmEnd,
  isDenied,
  isEarlierStage,
  isSameState,
  speaksOf,
  statesStartAfter,
  type ClaimedState,
  type LineClaim,
} from "./claim.ts";
import { withChangesAfterStatements, withFinestDates, withoutPutOff } from "./dates.ts";

/** The reason for the end of a piece. */
export type PieceEnd =
  /** The claim that shows next covers it. */
  | { readonly kind: "REPLACED"; readonly by: string }
  /** An ENDED claim ends it. */
  | { readonly kind: "ENDED"; readonly by: string }
  /** A claim to another value, on the line of that value, replaces it. */
  | { readonly kind: "TAKEN_OVER"; readonly by: string }
  /** The claim on which it rests ends. */
  | { readonly kind: "LAPSED" }
  /** Its end is as claimed, or open. */
  | { readonly kind: "CLAIMED" };

/** An interval of valid time in which one value shows, with the claims that show it. */
export interface Piece {
  readonly value: string | null;
  readonly from: Instant;
  readonly to: Instant;
  /**
   * The claims of this value that show here, the first recorded one first. That one gives the fact
   * its id.
   */
  readonly claims: readonly LineClaim[];
  /**
   * The claim said last, of those that name the stage if any does. It gives the fact its words and
   * its confidence.
   */
  readonly words: LineClaim;
  readonly end: PieceEnd;
  readonly fromPrecision: Precision;
  readonly toPrecision: Precision;
  /** The claim that showed just before, if the piece starts where another ends. */
  readonly after: string | null;
}

/** A HOLDS claim on the line. */
interface Layer {
  readonly claim: LineClaim;
  readonly from: Instant;
  /** End of its firm part. */
  readonly firm: Instant;
}

/**
 * An interval between two neighbouring instants of the claims, with its layers from bottom to top.
 */
interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  layers: readonly Layer[];
}

/**
 * Settles claims by the rules of docs/reference/time.md. The pieces are in order and do not
 * overlap.
 */
export const settle = (claims: readonly LineClaim[]): Piece[] => {
  const datedClaims = withChangesAfterStatements(withoutPutOff(withFinestDates(claims)));
  const line = new Line(datedClaims);
  for (const claim of datedClaims.toSorted(compareAuthority)) line.add(claim);
  return line.pieces();
};

/** Whether a claim replaces, from its start on, the other values of its label. */
const takesEffect = (claim: LineClaim, claims: readonly LineClaim[]): boolean =>
  claim.polarity === "HOLDS" &&
  claim.takesOver &&
  !isDenied(
    claim,
    claim.from ?? BEGINNING,
    claims.filter(({ polarity }) => polarity === "NEVER"),
  );

/**
 * Rule 11: a slot with several values has one line for each value. Denials without a value apply to
 * all values, or to those of their label. A claim that replaces the values of its label ends the
 * others.
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

/**
 * Rule 19: the claims of a slot whose value never changes, all with the value that was said last.
 * Any other value was a mistake.
 */
export const withLastValue = (claims: readonly LineClaim[]): readonly LineClaim[] => {
  const nevers = claims.filter(({ polarity }) => polarity === "NEVER");
  const last = claims
    .filter(
      (claim) => claim.polarity === "HOLDS" && !isDenied(claim, claim.from ?? BEGINNING, nevers),
    )
    .toSorted(compareAuthority)
    .at(-1);
  return last === undefined
    ? claims
    : claims.map((claim) => (claim.polarity === "HOLDS" ? { ...claim, value: last.value } : claim));
};

/**
 * Rule 12: the end that a claim takes over from the line on which it rests, as a role does from the
 * employment. It is the end of the piece that shows where the firm part of the claim ends; if there
 * is none, the end of the next piece, unless a start was stated for it, or of a denial of the whole
 * line that was said later: "quit", whoever the employer was. A claim with a stated end is not
 * affected. `pieces` are those of the line on which it rests, and `denials` its claims without a value
 * that it has ended.
 */
export const endWithBase = (
  claim: LineClaim,
  pieces: readonly Piece[],
  denials: readonly LineClaim[],
): Instant => {
  if (claim.polarity !== "HOLDS" || claim.from === null) return OPEN;
  if (claim.to !== OPEN && !claim.isRetracted) return OPEN;
  const firm = firmEnd({ ...claim, to: OPEN }, claim.from);
  const under = pieces.filter(({ from, to }) => from <= firm && firm < to);
  if (under.length > 0) return under.map(({ to }) => to).reduce(later);
  const next = pieces.find(({ from }) => from > firm);
  const isStated = next?.claims.some(({ from, fromStated }) => fromStated && from === next.from);
  const ends = denials.filter((end) => endOf(end) > firm && compareAuthority(end, claim) > 0);
  return [...ends.map(endOf), next === undefined || isStated ? OPEN : next.to].reduce(earlier);
};

/**
 * Rule 13: the first of the ends of everything (a death) before which a claim begins. `ends` are
 * the starts of the values that end everything about its entity; `OPEN` if none ends the claim.
 */
export const endWithEverything = ({ from }: LineClaim, ends: readonly Instant[]): Instant =>
  ends.filter((end) => (from ?? BEGINNING) < end).reduce(earlier, OPEN);

class Line {
  readonly #claims: readonly LineClaim[];
  readonly #nevers: readonly LineClaim[];
  /** The claims said before the one that is being added. */
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

  /** Adds a claim that was said after all previous ones. */
  add(claim: LineClaim): void {
    if (claim.polarity === "HOLDS") this.#paint(claim);
    if (claim.polarity === "ENDED") this.#end(claim);
    // A NEVER takes effect where the claims that it denies are painted.
    this.#saidBefore.push(claim);
  }

  /**
   * Rules 2, 3 and 20: a claim covers earlier ones, but its presumed part yields to a later stated
   * start, and all of it to the start of a later stage of its value.
   */
  #paint(claim: LineClaim): void {
    const from = claim.from ?? this.#unknownStart(claim);
    const firm = firmEnd(claim, from);
    const isOpen = claim.to === OPEN || claim.isRetracted;
    const to = isOpen ? this.#presumedEnd(claim, firm) : claim.to;
    const yieldsTo = (layer: Layer): boolean =>
      statesStartAfter(layer.claim, firm) ||
      (layer.from > from && isEarlierStage(claim, layer.claim));
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

  /**
   * Rule 4: the presumed part of a value ends at a stated end of that value, whichever was said
   * first.
   */
  #endPresumed(claim: LineClaim, firm: Instant): void {
    for (const endClaim of this.#saidBefore)
      if (endClaim.polarity === "ENDED" && speaksOf(endClaim, claim) && endOf(endClaim) > firm)
        this.#cut(endOf(endClaim), (layer) => layer.claim === claim);
    if (this.#statesEnd(claim))
      this.#cut(
        claim.to,
        (layer) =>
          isSameState(layer.claim, claim) && layer.claim.to === OPEN && layer.firm < claim.to,
      );
  }

  /**
   * Rule 4: the end of a claim that was said within a stated interval of its value, which is the
   * end of that interval.
   */
  #presumedEnd(claim: LineClaim, firm: Instant): Instant {
    return this.#saidBefore
      .filter((other) => isSameState(other, claim) && other.to > firm && this.#statesEnd(other))
      .reduce((end, { to }) => earlier(end, to), OPEN);
  }

  /**
   * Rule 5: an ENDED ends every claim of its value that was said before, except plans that start
   * later.
   */
  #end(endClaim: LineClaim): void {
    const end = endOf(endClaim);
    const firm = firmEnd(endClaim, end);
    this.#cut(end, ({ claim }) => speaksOf(endClaim, claim) && !statesStartAfter(claim, firm));
  }

  /**
   * An ended value stops showing. So does what it covered, unless that starts at the end or later.
   */
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

  /** Rules 8 and 20: touching intervals of one value, stage and amount show as one piece. */
  pieces(): Piece[] {
    const stretches: Stretch[] = [];
    for (const { from, to, layers } of this.#segments) {
      const claims = topRun(layers).map(({ claim }) => claim);
      const [top] = claims;
      const last = stretches.at(-1);
      if (top === undefined) continue;
      const state = claims.reduce<ClaimedState>(withMissingParts, top);
      if (last !== undefined && last.to === from && continues(state, last)) {
        last.to = to;
        last.amount ??= state.amount;
        for (const claim of claims) last.claims.add(claim);
      } else stretches.push({ ...state, from, to, top, claims: new Set(claims) });
    }
    return stretches.map((stretch, i) =>
      this.#pieceOf(stretch, stretches[i - 1], stretches[i + 1]),
    );
  }

  /** The piece for a stretch of one value, with its neighbours on the line. */
  #pieceOf(
    { value, from, to, claims }: Stretch,
    previous: Stretch | undefined,
    next: Stretch | undefined,
  ): Piece {
    const orderedClaims = [...claims].toSorted(compareRecording);
    const namingClaims = orderedClaims.filter((claim) => claim.stage !== null);
    const wordedClaims = namingClaims.length > 0 ? namingClaims : orderedClaims;
    const end: PieceEnd =
      next?.from === to
        ? { kind: "REPLACED", by: next.top.id }
        : this.#ownEnd(value, to, orderedClaims);
    return {
      value,
      from,
      to,
      claims: orderedClaims,
      words: wordedClaims.reduce((a, b) => (compareAuthority(a, b) > 0 ? a : b)),
      after: previous?.to === from ? previous.top.id : null,
      end,
      fromPrecision: orderedClaims.find((claim) => claim.from === from)?.fromPrecision ?? "INSTANT",
      toPrecision: this.#endPrecision(to, end, orderedClaims),
    };
  }

  /**
   * The precision of the end of a piece: that of the claim that follows or ends it, or that of its
   * own claims.
   */
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

  /** Rule 7: the start of a claim whose start is not known. */
  #unknownStart(claim: LineClaim): Instant {
    const ends = this.#segments.flatMap(({ to, layers }) =>
      to < claim.to && topRun(layers).some((layer) => layer.claim.to === to) ? [to] : [],
    );
    const starts = this.#claims.flatMap((other) =>
      other.polarity === "HOLDS" &&
      isSameState(other, claim) &&
      other.fromStated &&
      other.from !== null &&
      other.from < claim.to
        ? [other.from]
        : [],
    );
    return [...ends, ...starts].reduce(later, BEGINNING);
  }
}

interface Stretch extends ClaimedState {
  amount: string | null;
  readonly from: Instant;
  to: Instant;
  /** The claim on top at the start of the segment. */
  readonly top: LineClaim;
  readonly claims: Set<LineClaim>;
}

/** A state with the stage and the amount of another one, where it names none itself. */
const withMissingParts = (state: ClaimedState, { stage, amount }: ClaimedState): ClaimedState => ({
  value: state.value,
  stage: state.stage ?? stage,
  amount: state.amount ?? amount,
});

/** The layers of the value on top, in one stage and with one amount, from the top down. */
const topRun = (layers: readonly Layer[]): Layer[] => {
  const run: Layer[] = [];
  let top: ClaimedState | undefined;
  for (const layer of layers.toReversed()) {
    if (top !== undefined && !continues(top, layer.claim)) break;
    top = withMissingParts(top ?? layer.claim, layer.claim);
    run.push(layer);
  }
  return run;
};
