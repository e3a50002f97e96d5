import type { DecidedBy } from "../../memory/decision.ts";
import type { EntityId, FactId } from "../../memory/ids.ts";
import { DIFFERENT_SUBJECTS } from "../../memory/reasons.ts";
import { compareText, later, type Instant } from "../../memory/time.ts";
import type { Overlaps } from "../../models/derive-tasks.ts";
import type { Closure, RefusedClosure } from "../../write/operations/close-facts.ts";

/** A fact that may be ended, or may end others. */
export interface Contender {
  readonly fact: FactId;
  /** The entity under which it is shown, after merges. */
  readonly subject: EntityId;
  readonly slot: string | null;
  readonly confidence: number;
  readonly validFrom: Instant;
  /** The time at which it was last said. */
  readonly saidAt: Instant;
  readonly firstRecordedAt: Instant;
  /** Whether it is the evidence of relationships, which end with it. */
  readonly carriesRelationships: boolean;
}

/**
 * Order of duplicates, the one to keep first: the one with more dependants, then the one that has
 * been true for longest.
 */
const byWorth = (a: Contender, b: Contender): number =>
  Number(b.carriesRelationships) - Number(a.carriesRelationships) ||
  Number(b.slot !== null) - Number(a.slot !== null) ||
  compareText(a.validFrom, b.validFrom) ||
  b.confidence - a.confidence ||
  compareText(a.firstRecordedAt, b.firstRecordedAt) ||
  compareText(a.fact, b.fact);

/**
 * Order of contradicting facts, the one to keep first: the one said last, then the more confident
 * one, then the one recorded last.
 */
const byRecency = (a: Contender, b: Contender): number =>
  compareText(b.saidAt, a.saidAt) ||
  b.confidence - a.confidence ||
  compareText(b.firstRecordedAt, a.firstRecordedAt) ||
  compareText(b.fact, a.fact);

const BOTH = "The facts were reported both as duplicates and as contradictions.";

interface Verdict<Facts> {
  readonly facts: Facts;
  readonly reason: string;
}

/** The contenders of a verdict; null unless all are known and have one subject. */
const sameSubject = (
  facts: readonly FactId[],
  byId: ReadonlyMap<FactId, Contender>,
): readonly Contender[] | null => {
  const contenders = facts.flatMap((fact) => byId.get(fact) ?? []);
  const [first] = contenders;
  return contenders.length === facts.length &&
    contenders.every(({ subject }) => subject === first?.subject)
    ? contenders
    : null;
};

/** Joins groups that share a fact. A joined group keeps the reason of the first one. */
const joinGroups = (
  groups: readonly Verdict<readonly Contender[]>[],
): Verdict<readonly Contender[]>[] => {
  let joinedGroups: Verdict<readonly Contender[]>[] = [];
  for (const { facts, reason } of groups) {
    const overlappingGroups = joinedGroups.filter((group) =>
      group.facts.some((fact) => facts.includes(fact)),
    );
    const others = joinedGroups.filter((group) => !overlappingGroups.includes(group));
    const joinedGroup = {
      facts: [...new Set([...overlappingGroups.flatMap((group) => group.facts), ...facts])],
      reason: overlappingGroups[0]?.reason ?? reason,
    };
    joinedGroups = [...others, joinedGroup];
  }
  return joinedGroups;
};

/** A merged group of duplicates: the remaining fact, and those that it ends. */
interface FoldedGroup {
  readonly winner: Contender;
  readonly losers: readonly Contender[];
  readonly reason: string;
}

const fold = ({ facts, reason }: Verdict<readonly Contender[]>): FoldedGroup[] => {
  const [winner, ...losers] = facts.toSorted(byWorth);
  return winner === undefined ? [] : [{ winner, losers, reason }];
};

/**
 * The fact that represents a merged group. Its duplicates repeat it, so it was last said when the
 * last of them was.
 */
const representative = ({ winner, losers }: FoldedGroup): Contender => ({
  ...winner,
  saidAt: losers.map(({ saidAt }) => saidAt).reduce(later, winner.saidAt),
});

/** One resolved contradiction. */
interface SettledPair {
  readonly winner: Contender;
  readonly loser: Contender;
  readonly reason: string;
}

/**
 * The contradictions that end something, the most recent winner first: an ended fact neither wins
 * nor loses again.
 */
const settledInOrder = (pairs: readonly SettledPair[]): SettledPair[] => {
  const closedFacts = new Set<FactId>();
  return pairs
    .toSorted((a, b) => byRecency(a.winner, b.winner))
    .filter(({ winner, loser }) => {
      if (closedFacts.has(winner.fact) || closedFacts.has(loser.fact)) return false;
      closedFacts.add(loser.fact);
      return true;
    });
};

/**
 * Plans which fact ends which, and lists the refused verdicts: those about facts of different
 * subjects, and contradictions within one duplicate group. Duplicates are merged first; then the
 * remaining facts resolve their contradictions.
 */
export const planClosures = (
  contenders: readonly Contender[],
  { duplicates, contradictions }: Overlaps,
  by: { readonly decidedBy: DecidedBy; readonly model: string | null },
): {
  readonly closures: readonly Closure[];
  readonly refusedClosures: readonly RefusedClosure[];
} => {
  const byId = new Map(contenders.map((contender) => [contender.fact, contender]));
  const refusedClosures: RefusedClosure[] = [];
  const acceptedGroup = ({ facts, reason }: Verdict<readonly FactId[]>) => {
    const own = sameSubject(facts, byId);
    if (own === null) refusedClosures.push({ facts, reason: DIFFERENT_SUBJECTS });
    return own === null ? [] : [{ facts: own, reason }];
  };
  const foldedGroups = joinGroups(duplicates.flatMap(acceptedGroup)).flatMap(fold);
  const remainingById = new Map(byId);
  for (const group of foldedGroups)
    for (const { fact } of [group.winner, ...group.losers])
      remainingById.set(fact, representative(group));
  const pairs = contradictions
    .flatMap(acceptedGroup)
    .flatMap(({ facts, reason }): SettledPair[] => {
      const [winner, loser] = facts
        .map((contender) => remainingById.get(contender.fact) ?? contender)
        .toSorted(byRecency);
      if (winner === undefined || loser === undefined) return [];
      if (winner.fact !== loser.fact) return [{ winner, loser, reason }];
      refusedClosures.push({ facts: facts.map(({ fact }) => fact), reason: BOTH });
      return [];
    });
  return {
    closures: [
      ...foldedGroups.flatMap(({ winner, losers, reason }) =>
        losers.map((loser): Closure => ({
          loser: loser.fact,
          winner: winner.fact,
          kind: "DUPLICATE",
          reason,
          ...by,
        })),
      ),
      ...settledInOrder(pairs).map(({ winner, loser, reason }): Closure => ({
        loser: loser.fact,
        winner: winner.fact,
        kind: "CONTRADICT",
        reason,
        ...by,
      })),
    ],
    refusedClosures,
  };
};
