/**
 * The laws of time, naively: a list of what was done, replayed up to a record time, day by day. It shares no code with what it is
 * compared with.
 */
export interface Asserted {
  readonly kind: "assert";
  readonly entity: number;
  readonly slot: string | null;
  /** The facts that it brought about; a late message may make another resume. None for a confirmation. */
  readonly claims: readonly {
    readonly fact: string;
    readonly value: string;
    readonly said: number;
    readonly from: number;
    readonly known: boolean;
    readonly to: number;
  }[];
}
export type Done =
  | Asserted
  | {
      readonly kind: "correct";
      readonly fact: string;
      readonly value?: string;
      readonly from?: number;
    }
  | { readonly kind: "retract"; readonly fact: string; readonly to: number }
  /** Given up for another fact: it ends where that one begins, or at once. */
  | { readonly kind: "close"; readonly fact: string; readonly to: number }
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
  step: number;
}

export const DAYS = 40;

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
    if (step.kind === "assert")
      for (const { fact, ...claim } of step.claims)
        claims.set(fact, { ...claim, entity: step.entity, slot: step.slot, step: i });
    else if (step.kind === "merge") parent.set(step.from, step.into);
    else if (step.kind === "split") parent.delete(step.entity);
    else if (step.kind === "correct") {
      const claim = claims.get(step.fact);
      if (claim && step.value !== undefined) claim.value = step.value;
      if (claim && step.from !== undefined) Object.assign(claim, { from: step.from, known: true });
    } else if (step.kind === "retract" || step.kind === "close") {
      const claim = claims.get(step.fact);
      if (claim) claim.to = Math.min(claim.to, step.to);
    }
  }
  const root = (entity: number): number =>
    parent.has(entity) ? root(parent.get(entity)!) : entity;

  const line = (entity: number, slot: string): (string | null)[] => {
    const days: (string | null)[] = Array.from({ length: DAYS }, () => null);
    const own = [...claims]
      .filter(([, claim]) => root(claim.entity) === root(entity) && claim.slot === slot)
      .map(([fact, claim]) => ({ fact, ...claim }));
    const order = own.toSorted((a, b) => a.said - b.said || a.step - b.step);
    for (const [i, claim] of order.entries()) {
      const before = order.slice(0, i).filter(({ fact }) => days.includes(fact));
      const stops = before
        .filter((other) => (other.known || other.from > claim.said) && other.from > claim.from)
        .map((other) => other.from);
      const to = Math.min(claim.to, DAYS, ...stops);
      const met = new Set(days.slice(claim.from, to));
      for (let day = 0; day < DAYS; day++) {
        const other = before.find(({ fact }) => fact === days[day]);
        if (other && met.has(other.fact) && (other.from >= claim.from || day >= claim.from))
          days[day] = null;
      }
      for (let day = claim.from; day < to; day++) days[day] = claim.fact;
    }
    return days.map((fact) => (fact === null ? null : claims.get(fact)!.value));
  };

  return {
    root,
    on: (entity: number, slots: readonly string[], day: number): string[] =>
      [
        ...slots.flatMap((slot) => {
          const value = line(entity, slot)[day];
          return value == null ? [] : [`${slot}=${value}`];
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
