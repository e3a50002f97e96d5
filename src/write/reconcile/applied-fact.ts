import type { FactState } from "../../memory/fact.ts";
import type { ReconcileAction } from "../../memory/decision.ts";
import type { DecisionId, FactId } from "../../memory/ids.ts";
import { ALL_COVERED } from "../../memory/reasons.ts";
import type { Draft } from "../draft/draft.ts";
import { isBelieved, type DraftFact } from "../draft/draft-fact.ts";
import type { Judgement } from "./judgement.ts";

/** The outcome of a judgement: the actual action, and its fact. */
export interface AppliedFact {
  readonly action: ReconcileAction;
  readonly fact: FactId | null;
}

/**
 * Records in a decision what the addition of a claim came to after its line was settled, and
 * returns it: an UPDATE if it replaced another fact, else an ADD; a NOOP if a known fact shows it,
 * or if nothing of it shows. A claim that a known fact shows is marked as a restatement of it.
 */
export const recordAddition = (
  draft: Draft,
  addedFact: DraftFact,
  { reason, action }: Judgement,
  decision: DecisionId,
): AppliedFact => {
  const shownFact = draft.facts.lines.shownFact(addedFact.fact);
  if (isBelieved(addedFact)) {
    const isReplacing =
      !isPast(draft, addedFact.state) &&
      draft.facts.changedFacts.some(
        ({ cause, storedVersion }) => storedVersion !== null && cause?.by === addedFact.fact,
      );
    const actual = isReplacing ? "UPDATE" : "ADD";
    if (actual !== action)
      draft.decisions.setOutcome(decision, {
        action: actual,
        reason: ACTUAL_REASON[actual] ?? reason,
      });
    return { action: actual, fact: addedFact.fact };
  }
  draft.decisions.setOutcome(decision, {
    action: "NOOP",
    reason: shownFact === null ? ALL_COVERED : "It is already known.",
  });
  if (shownFact !== null) {
    draft.decisions.setFact(decision, shownFact.fact);
    if (addedFact.state)
      addedFact.state = {
        ...addedFact.state,
        restates: shownFact.state?.resumes ?? shownFact.fact,
      };
  }
  return { action: "NOOP", fact: shownFact?.fact ?? null };
};

/**
 * Whether a claim states an end that has passed: the covered fact continues after it, and is not
 * replaced.
 */
const isPast = (draft: Draft, { claimedTo, claimedEnd }: FactState): boolean =>
  claimedEnd === null && claimedTo <= draft.recordedAt;

const ACTUAL_REASON: Readonly<Partial<Record<ReconcileAction, string>>> = {
  ADD: "It replaces no known fact.",
  UPDATE: "It replaces a known fact.",
};
