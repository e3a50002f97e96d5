/**
 * The laws of time, naively: a list of what was done, replayed up to a record time, day by day. It shares no code with what it is
 * compared with.
 */
import { endWithBase, NaiveLine, type NaiveClaim, type NaivePiece } from "./naive-line.ts";

export interface Asserted {
  readonly kind: "assert";
  readonly entity: number;
  readonly slot: string | null;
  readonly fact: string;
  readonly polarity: NaiveClaim["polarity"];
  /** Null: of all values (ENDED and NEVER). */
  readonly value: string | null;
  readonly said: number;
  readonly from: number;
  readonly known: boolean;
  readonly to: number;
  readonly still: boolean;
  readonly coarseFrom: boolean;
  readonly coarseTo: boolean;
  /** In a slot with several values. */
  readonly label: string | null;
  readonly amount: string | null;
  readonly takesOver: boolean;
  /** The entity that it ties its own to. */
  readonly knows: number | null;
}
export type Done =
  | Asserted
  | {
      readonly kind: "correct";
      /** The claims that make up the corrected fact, and where it starts. */
      readonly claims: readonly string[];
      readonly start: number;
      readonly value?: string;
      readonly from?: number;
    }
  /** Retracted, or given up for another fact. */
  | { readonly kind: "end"; readonly claims: readonly string[]; readonly to: number }
  | { readonly kind: "revert"; readonly step: number }
  | { readonly kind: "merge"; readonly from: number; readonly into: number }
  | { readonly kind: "split"; readonly entity: number };

interface Claim {
  entity: number;
  slot: string | null;
  polarity: NaiveClaim["polarity"];
  still: boolean;
  value: string | null;
  said: number;
  from: number;
  known: boolean;
  to: number;
  retracted: boolean;
  coarseFrom: boolean;
  coarseTo: boolean;
  label: string | null;
  amount: string | null;
  takesOver: boolean;
  knows: number | null;
  step: number;
}

export const DAYS = 40;

/** The stages of a spouse, the first one first. */
export const STAGES = ["dating", "engaged", "married"];
/** Slots with several values side by side. */
const MANY = new Set(["pet"]);
/** The slot on which a slot depends. */
const WITHIN = new Map([["role", "employer"]]);
/** The slot that ends everything; it lasts itself. */
const DEATH = "death";

/**
 * The visible facts of a group of entities on a day, as `slot=value`, knowing the first `steps`
 * steps.
 */
export const naively = (history: readonly Done[], steps: number) => {
  const done = history.slice(0, steps);
  const undone = new Set<number>();
  for (let i = done.length - 1; i >= 0; i--) {
    const step = done[i]!;
    if (step.kind === "revert" && !undone.has(i)) undone.add(step.step);
  }
  const claims = new Map<string, Claim>();
  const parent = new Map<number, number>();
  for (const [i, step] of done.entries()) {
    if (undone.has(i)) continue;
    if (step.kind === "assert") {
      const { kind: _, fact, ...claim } = step;
      claims.set(fact, { ...claim, retracted: false, step: i });
    } else if (step.kind === "merge") parent.set(step.from, step.into);
    else if (step.kind === "split") parent.delete(step.entity);
    else if (step.kind === "correct") for (const fact of step.claims) correct(claims, fact, step);
    else if (step.kind === "end")
      for (const fact of step.claims) {
        const claim = claims.get(fact);
        if (!claim || claim.to <= step.to) continue;
        claim.to = Math.max(claim.from, step.to);
        claim.retracted = true;
      }
  }
  const root = (entity: number): number =>
    parent.has(entity) ? root(parent.get(entity)!) : entity;

  const claimsOn = (
    entity: number,
    isOn: (claim: Claim) => boolean,
    restsUntil: (claim: NaiveClaim) => number,
  ): NaiveClaim[] =>
    [...claims]
      .filter(([, claim]) => root(claim.entity) === root(entity) && isOn(claim))
      .map(([id, claim]) => naiveClaim(id, claim))
      .map((claim) => ({ ...claim, restsUntil: restsUntil(claim) }));

  /** The claims to one value of a slot with several: rule 11. */
  const claimsOnValue = (
    entity: number,
    slot: string,
    value: string,
    restsUntil: (claim: NaiveClaim) => number,
  ): NaiveClaim[] => {
    const ofSlot = [...claims].filter(
      ([, claim]) => claim.slot === slot && root(claim.entity) === root(entity),
    );
    const labels = new Set(
      ofSlot.flatMap(([, claim]) =>
        claim.polarity === "HOLDS" && claim.value === value ? [claim.label] : [],
      ),
    );
    const speaksOfValue = (claim: Claim): boolean =>
      claim.value === value ||
      (claim.value === null && (claim.label === null || labels.has(claim.label)));
    const isTakenBack = (taker: NaiveClaim): boolean =>
      ofSlot
        .map(([id, claim]) => naiveClaim(id, claim))
        .some(
          (never) =>
            never.polarity === "NEVER" &&
            (never.value === null || never.value === taker.value) &&
            (never.said > taker.said ||
              (never.said === taker.said && never.recorded > taker.recorded)) &&
            (never.from ?? -1) <= (taker.from ?? -1) &&
            (taker.from ?? -1) < never.to,
        );
    const takers = ofSlot.flatMap(([id, claim]): NaiveClaim[] => {
      const taker = naiveClaim(id, claim);
      const takes = claim.takesOver && claim.value !== value && labels.has(claim.label);
      return takes && !isTakenBack(taker) ? [{ ...taker, polarity: "ENDED", value: null }] : [];
    });
    return [
      ...claimsOn(entity, (claim) => claim.slot === slot && speaksOfValue(claim), restsUntil),
      ...takers,
    ];
  };

  const lineOf = (of: readonly NaiveClaim[]): NaiveLine => new NaiveLine(of, 0, DAYS - 1);

  /** The line of a slot, or of one value of a slot with several. */
  const slotLine = (entity: number, slot: string, value?: string): NaiveLine => {
    const isOn = (claim: Claim): boolean => claim.slot === slot;
    if (slot === DEATH) return lineOf(claimsOn(entity, isOn, () => Infinity));
    const death = slotLine(entity, DEATH).pieces()[0]?.from ?? Infinity;
    const dies = ({ from }: NaiveClaim): number => ((from ?? -1) < death ? death : Infinity);
    if (value !== undefined) return lineOf(claimsOnValue(entity, slot, value, dies));
    const base = WITHIN.get(slot);
    if (base === undefined) return lineOf(claimsOn(entity, isOn, dies));
    const under = slotLine(entity, base);
    const baseClaims = claimsOn(entity, (claim) => claim.slot === base, dies);
    return lineOf(
      claimsOn(entity, isOn, (claim) =>
        Math.min(dies(claim), endWithBase(claim, under, baseClaims)),
      ),
    );
  };

  /** The piece of its line that a fact shows: the first piece takes the id of its first claim, the next of its first other. */
  const pieceOf = (fact: string): NaivePiece | null => {
    const of = claims.get(fact);
    if (!of) return null;
    const taken = new Set<string>();
    const own =
      of.slot === null
        ? lineOf(
            claimsOn(
              of.entity,
              (claim) => claim === of,
              () => Infinity,
            ),
          )
        : slotLine(of.entity, of.slot, MANY.has(of.slot) ? (of.value ?? undefined) : undefined);
    for (const piece of own.pieces()) {
      const id = piece.claims.find((claim) => !taken.has(claim));
      if (id === fact) return piece;
      if (id !== undefined) taken.add(id);
    }
    return null;
  };

  return {
    root,
    pieceOf,
    /** The entities that the facts on a day tie an entity to, merges followed. */
    known: (entity: number, day: number): number[] => [
      ...new Set(
        [...claims.values()].flatMap((claim) =>
          claim.knows !== null &&
          root(claim.entity) === root(entity) &&
          root(claim.knows) !== root(entity) &&
          claim.from <= day &&
          day < claim.to
            ? [root(claim.knows)]
            : [],
        ),
      ),
    ],
    on: (entity: number, slots: readonly string[], day: number): string[] =>
      [
        ...slots.flatMap((slot) => {
          const values = new Set([...claims.values()].flatMap(({ value }) => value ?? []));
          const lines = MANY.has(slot)
            ? [...values].map((value) => slotLine(entity, slot, value))
            : [slotLine(entity, slot)];
          return lines.flatMap((one) => {
            const value = one.on(day);
            return value === null ? [] : [`${slot}=${value}`];
          });
        }),
        ...[...claims.values()]
          .filter(
            (claim) =>
              claim.slot === null &&
              root(claim.entity) === root(entity) &&
              claim.from <= day &&
              day < claim.to,
          )
          .map(({ value }) => `=${value}`),
      ].toSorted(),
  };
};

const naiveClaim = (
  id: string,
  {
    slot,
    label,
    amount,
    polarity,
    value,
    said,
    from,
    known,
    to,
    retracted,
    still,
    coarseFrom,
    coarseTo,
    step,
  }: Claim,
): NaiveClaim => ({
  id,
  polarity,
  value,
  stage: slot === "spouse" && label !== null ? STAGES.indexOf(label) : null,
  amount,
  said,
  recorded: step,
  from: polarity === "NEVER" && !known ? null : from,
  stated: known,
  to,
  retracted,
  still,
  coarseFrom: coarseFrom && known,
  coarseTo: coarseTo && to !== Infinity && polarity !== "ENDED",
  restsUntil: Infinity,
});

/** Every claim of a corrected fact that starts where it does, or before the given start, moves there. */
const correct = (
  claims: Map<string, Claim>,
  fact: string,
  { start, value, from }: Done & { readonly kind: "correct" },
): void => {
  const claim = claims.get(fact);
  if (!claim) return;
  if (value !== undefined) claim.value = value;
  if (from === undefined || (claim.from > start && claim.from >= from)) return;
  Object.assign(claim, { from, known: true, coarseFrom: false });
};
