import type { DecidedBy } from "../memory/decision.ts";
import type { EntityId, FactId } from "../memory/ids.ts";
import type { Instant } from "../memory/time.ts";
import type { Overlaps } from "../models/derive-tasks.ts";
import type { Closure, RefusedClosure } from "../write/close-facts.ts";

/** A fact that may be closed, or be the reason why others are. */
export interface Contender {
  readonly fact: FactId;
  /** The entity that it is shown under, after merges. */
  readonly subject: EntityId;
  readonly slot: string | null;
  readonly confidence: number;
  readonly validFrom: Instant;
  readonly saidAt: Instant;
  readonly firstRecordedAt: Instant;
  /** Whether relationships rest on it, which end with it. */
  readonly carriesRelationships: boolean;
}

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Of facts that say the same the one stays that more rests on, then the one that has been true for longest. */
const byWorth = (a: Contender, b: Contender): number =>
  Number(b.carriesRelationships) - Number(a.carriesRelationships) ||
  Number(b.slot !== null) - Number(a.slot !== null) ||
  ascending(a.validFrom, b.validFrom) ||
  b.confidence - a.confidence ||
  ascending(a.firstRecordedAt, b.firstRecordedAt) ||
  ascending(a.fact, b.fact);

/** Of facts that contradict each other the one stays that was said more recently, then the more confident one (seed 001), then the one that was recorded last. */
const byRecency = (a: Contender, b: Contender): number =>
  ascending(b.saidAt, a.saidAt) ||
  b.confidence - a.confidence ||
  ascending(b.firstRecordedAt, a.firstRecordedAt) ||
  ascending(b.fact, a.fact);

const OTHER_SUBJECTS =
  "They are about different subjects: a fact is closed only by another one about its own.";
const BOTH = "They are said to be the same and to contradict each other.";

/** Groups that share a fact are one group. */
const joined = (
  groups: readonly { readonly facts: readonly FactId[]; readonly reason: string }[],
): { facts: FactId[]; reason: string }[] => {
  const whole: { facts: FactId[]; reason: string }[] = [];
  for (const { facts, reason } of groups) {
    const touched = whole.filter((group) => group.facts.some((fact) => facts.includes(fact)));
    const rest = whole.filter((group) => !touched.includes(group));
    whole.splice(0, whole.length, ...rest, {
      facts: [...new Set([...touched.flatMap((group) => group.facts), ...facts])],
      reason: touched[0]?.reason ?? reason,
    });
  }
  return whole;
};

/**
 * What is to be closed because of what, and what is refused: first duplicates fold into one fact each, then those that are left contradict
 * each other, the weightiest first. Only facts of one subject close each other. A fact said again by its duplicates counts as said last when
 * the last of them was.
 */
export const planClosures = (
  contenders: readonly Contender[],
  { duplicates, contradictions }: Overlaps,
  by: { readonly decidedBy: DecidedBy; readonly model: string | null },
): { readonly closures: readonly Closure[]; readonly refused: readonly RefusedClosure[] } => {
  const known = new Map(contenders.map((one) => [one.fact, one]));
  const refused: RefusedClosure[] = [];
  const sameSubject = ({ facts }: { readonly facts: readonly FactId[] }): boolean => {
    const members = facts.map((fact) => known.get(fact));
    const fine = members.every((one) => one !== undefined && one.subject === members[0]?.subject);
    if (!fine) refused.push({ facts, reason: OTHER_SUBJECTS });
    return fine;
  };
  const stands = new Map(contenders.map((one) => [one.fact, one]));
  const closures: Closure[] = [];
  for (const { facts, reason } of joined(duplicates.filter(sameSubject))) {
    const [winner, ...losers] = facts.map((fact) => known.get(fact)!).toSorted(byWorth);
    const saidAt = facts
      .map((fact) => known.get(fact)!.saidAt)
      .toSorted()
      .at(-1)!;
    for (const { fact } of losers)
      closures.push({ loser: fact, winner: winner!.fact, kind: "DUPLICATE", reason, ...by });
    for (const fact of facts) stands.set(fact, { ...winner!, saidAt });
  }
  const pairs = contradictions.filter(sameSubject).flatMap(({ facts, reason }) => {
    const [winner, loser] = facts.map((fact) => stands.get(fact)!).toSorted(byRecency) as [
      Contender,
      Contender,
    ];
    if (winner.fact !== loser.fact) return [{ winner, loser, reason }];
    refused.push({ facts, reason: BOTH });
    return [];
  });
  const closed = new Set<FactId>();
  for (const { winner, loser, reason } of pairs.toSorted((a, b) => byRecency(a.winner, b.winner))) {
    if (closed.has(winner.fact) || closed.has(loser.fact)) continue;
    closed.add(loser.fact);
    closures.push({ loser: loser.fact, winner: winner.fact, kind: "CONTRADICT", reason, ...by });
  }
  return { closures, refused };
};
