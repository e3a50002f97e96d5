import type { ReconcileAction } from "../../memory/decision.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { Pauses } from "../pauses.ts";
import { reconcileFact, type Reconciled } from "../reconcile/reconcile-fact.ts";
import type { Stage } from "../work.ts";
import type { Resolved } from "./resolve.ts";

/** A fact that could not be recorded, with the reason. */
export interface SkippedFact {
  readonly text: string;
  readonly reason: string;
}

export interface ReconciledMessage {
  readonly facts: readonly Reconciled[];
  readonly skipped: readonly SkippedFact[];
  /** The number of facts that the user's settings forbid to write. */
  readonly forbidden: number;
}

const endsBeforeItStarts = ({ validFrom, validTo }: ExtractedFact): boolean =>
  validFrom !== null && validTo !== null && validTo <= validFrom;

/**
 * Stage 9. Every fact of the message is compared with what is known about its subject, one after
 * the other, and takes its place in the draft.
 */
export const reconcile: Stage<
  { readonly draft: Draft; readonly resolved: Resolved; readonly facts: readonly ExtractedFact[] },
  ReconciledMessage
> = async (work, { draft, resolved, facts }) => {
  const reconciledFacts: Reconciled[] = [];
  const skipped: SkippedFact[] = [];
  let forbidden = 0;
  const pauses = new Pauses();
  for (const fact of facts) {
    await pauses.pause();
    if (endsBeforeItStarts(fact)) {
      skipped.push({ text: fact.text, reason: "It ends before it starts." });
      continue;
    }
    const reconciled = await reconcileFact(work, draft, resolved, fact);
    if (reconciled) reconciledFacts.push(reconciled);
    else forbidden += 1;
  }
  const count = (action: ReconcileAction) =>
    reconciledFacts.filter((reconciled) => reconciled.action === action).length;
  return {
    value: { facts: reconciledFacts, skipped, forbidden },
    data: {
      ADD: count("ADD"),
      UPDATE: count("UPDATE"),
      NOOP: count("NOOP"),
      DELETE: count("DELETE"),
      skipped: skipped.length,
      ...(forbidden > 0 && { forbidden }),
    },
  };
};
