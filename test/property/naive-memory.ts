/**
 * The laws of time, naively: a list of what was done, replayed up to a record time, day by day. It shares no code with what it is
 * compared with.
 */
import { NaiveLine, type NaivePiece } from "./naive-line.ts";

export interface Asserted {
  readonly kind: "assert";
  readonly entity: number;
  readonly slot: string | null;
  readonly fact: string;
  readonly value: string;
  readonly said: number;
  readonly from: number;
  readonly known: boolean;
  readonly to: number;
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
  value: string;
  said: number;
  from: number;
  known: boolean;
  to: number;
  retracted: boolean;
  step: number;
}

export const DAYS = 40;

/** Slots with several values side by side. */
const MANY = new Set(["pet"]);

/** What is visible of a group of entities' facts on a day, as `slot=value`, knowing the first `steps` steps. */
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

  const line = (entity: number, isOn: (claim: Claim) => boolean): NaiveLine =>
    new NaiveLine(
      [...claims]
        .filter(([, claim]) => root(claim.entity) === root(entity) && isOn(claim))
        .map(([id, { value, said, from, known, to, retracted, step }]) => ({
          id,
          polarity: "HOLDS",
          value,
          said,
          recorded: step,
          from,
          stated: known,
          to,
          retracted,
          still: false,
          coarseFrom: false,
          coarseTo: false,
        })),
      0,
      DAYS - 1,
    );

  /** The piece of its line that a fact shows: the first piece takes the id of its first claim, the next of its first other. */
  const pieceOf = (fact: string): NaivePiece | null => {
    const of = claims.get(fact);
    if (!of) return null;
    const taken = new Set<string>();
    for (const piece of line(of.entity, (claim) => {
      if (of.slot === null) return claim === of;
      return claim.slot === of.slot && (!MANY.has(of.slot) || claim.value === of.value);
    }).pieces()) {
      const id = piece.claims.find((claim) => !taken.has(claim));
      if (id === fact) return piece;
      if (id !== undefined) taken.add(id);
    }
    return null;
  };

  return {
    root,
    pieceOf,
    on: (entity: number, slots: readonly string[], day: number): string[] =>
      [
        ...slots.flatMap((slot) => {
          const lines = MANY.has(slot)
            ? [...new Set([...claims.values()].map(({ value }) => value))].map((value) =>
                line(entity, (claim) => claim.slot === slot && claim.value === value),
              )
            : [line(entity, (claim) => claim.slot === slot)];
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
  Object.assign(claim, { from, known: true });
};
