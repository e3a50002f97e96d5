/**
 * Settles a line: works out what is visible of all claims about one slot of one entity. The result is
 * a pure function of the claims. docs/reference/time.md states the rules in prose, with the same numbers.
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
  endOf,
  firmEnd,
  isDenied,
  speaksOf,
  statesStartAfter,
  type LineClaim,
} from "./claim.ts";
import { withFinestDates, withoutPutOff } from "./dates.ts";

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
