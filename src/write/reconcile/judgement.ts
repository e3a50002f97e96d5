import * as reasons from "../../memory/reasons.ts";
import type { DecidedBy, ReconcileAction } from "../../memory/decision.ts";
import type { Instant } from "../../memory/time.ts";
import type { Verdict } from "../../models/port.ts";
import type { Answer } from "../../models/answer.ts";
import { coversTime, type BelievedFact, type DraftFact } from "../draft/draft-fact.ts";

/** A known fact that a new fact is compared with. The similarity is 1 if a rule chose it. */
export interface Candidate {
  readonly fact: BelievedFact;
  readonly similarity: number;
}

/** A known fact with its words after a statement: "uses Linear" for "uses Trello". */
export interface RewordedFact {
  readonly fact: BelievedFact;
  readonly text: string;
  readonly value: string | null;
}

/** The meaning of a new fact for the known ones, before anything is changed. */
export interface Judgement {
  readonly action: ReconcileAction;
  /**
   * The fact that is confirmed, replaced or ended. With ADD, the fact whose chain the new fact
   * joins, if any.
   */
  readonly target: BelievedFact | null;
  /** Further facts that end with the statement, whatever its action. */
  readonly alsoEnded?: readonly BelievedFact[];
  /** Further facts that hold in other words from the statement on. */
  readonly reworded?: readonly RewordedFact[];
  readonly decidedBy: DecidedBy;
  /** Shown to users as the reason of the decision. */
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  /** The answer of the model, if it was called. */
  readonly answer?: Answer<Verdict>;
}

/** A judgement that needed no model. */
export const byRule = (
  action: ReconcileAction,
  target: BelievedFact | null,
  reason: string,
  candidates: readonly Candidate[] = [],
): Judgement => ({ action, target, decidedBy: "RULE", reason, candidates });

/** The reason why a statement did not mean this candidate; null for the candidate that it meant. */
export const reasonAgainst = (
  { fact }: Candidate,
  { target, decidedBy }: Pick<Judgement, "target" | "decidedBy">,
  slot: string | null,
): string | null => {
  if (fact === target) return null;
  if (fact.state.slot !== slot)
    return fact.state.slot === null
      ? "The candidate is about something else."
      : reasons.aboutSlot(fact.state.slot);
  if (target !== null) return "Another candidate matches better.";
  return decidedBy === "MODEL"
    ? "The model chose another candidate."
    : "The candidate makes a different statement.";
};

/** The facts that are believed to be true at an instant, as candidates of a rule. */
export const candidatesAt = (facts: readonly DraftFact[], at: Instant): Candidate[] =>
  facts.flatMap((fact) => (coversTime(fact, at) ? [{ fact, similarity: 1 }] : []));
