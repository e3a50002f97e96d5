import type { ReconcileAction } from "../../memory/decision.ts";
import type { ExtractedFact, Extraction } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { Pauses } from "../pauses.ts";
import { readIncoming, type IncomingFact } from "../reconcile/incoming-fact.ts";
import { undecidedOf } from "../reconcile/judge.ts";
import { MessageJudge } from "../reconcile/message-judge.ts";
import { reconcileFact, type Reconciled } from "../reconcile/reconcile-fact.ts";
import { mirrorFacts } from "../reconcile/relate.ts";
import type { Stage, Work } from "../work.ts";
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
  /** The judge of the message, for facts that are made from its relations. */
  readonly judge: MessageJudge;
}

const endsBeforeItStarts = ({ validFrom, validTo }: ExtractedFact): boolean =>
  validFrom !== null && validTo !== null && validTo <= validFrom;

export interface ReconcileInput {
  readonly draft: Draft;
  readonly resolved: Resolved;
  readonly extraction: Extraction;
}

/** Of some facts of a message, and of those that its relations may make, the ones that no rule decides. */
const undecidedFacts = async (
  work: Work,
  { draft, resolved, extraction }: ReconcileInput,
  coming: readonly ExtractedFact[],
): Promise<readonly IncomingFact[]> => {
  const incoming: IncomingFact[] = [];
  for (const fact of coming.filter((one) => !endsBeforeItStarts(one)))
    incoming.push(await readIncoming(work, draft, resolved, fact, "STATED"));
  for (const mirror of mirrorFacts(work, extraction))
    incoming.push(await readIncoming(work, draft, resolved, mirror, "INFERRED_FROM_RELATION"));
  return undecidedOf(work, draft, incoming);
};

/**
 * Stage 9. Every fact of the message is compared with what is known about its subject, one after
 * the other, and takes its place in the draft. What no rule decides is judged in one call.
 */
export const reconcile: Stage<ReconcileInput, ReconciledMessage> = async (work, input) => {
  const { draft, resolved, extraction } = input;
  const reconciledFacts: Reconciled[] = [];
  const skipped: SkippedFact[] = [];
  let forbidden = 0;
  let position = 0;
  const judge = new MessageJudge(work, draft, () =>
    undecidedFacts(work, input, extraction.facts.slice(position)),
  );
  const pauses = new Pauses();
  for (const fact of extraction.facts) {
    position += 1;
    await pauses.pause();
    if (endsBeforeItStarts(fact)) {
      skipped.push({ text: fact.text, reason: "It ends before it starts." });
      continue;
    }
    const reconciled = await reconcileFact(work, draft, resolved, fact, judge);
    if (reconciled) reconciledFacts.push(reconciled);
    else forbidden += 1;
  }
  const count = (action: ReconcileAction) =>
    reconciledFacts.filter((reconciled) => reconciled.action === action).length;
  return {
    value: { facts: reconciledFacts, skipped, forbidden, judge },
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
