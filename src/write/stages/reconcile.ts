import type { ReconcileAction } from "../../memory/decision.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { ExtractedFact, Extraction } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import { correctByMessage } from "../reconcile/correct-by-message.ts";
import { readIncoming, type IncomingFact } from "../reconcile/incoming-fact.ts";
import { undecidedOf } from "../reconcile/judge.ts";
import { MessageJudge } from "../reconcile/message-judge.ts";
import { reconcileFact, type Reconciliation } from "../reconcile/reconcile-fact.ts";
import { movedTogether } from "../reconcile/household.ts";
import { mirrorFacts, type StatingFact } from "../reconcile/relate.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import type { Stage, Work } from "../work.ts";
import type { ResolvedEntities } from "./resolve.ts";

/** A fact that could not be recorded, with the reason. */
export interface SkippedFact {
  readonly text: string;
  readonly reason: string;
}

export interface ReconciledMessage {
  readonly facts: readonly StatingFact[];
  readonly skippedFacts: readonly SkippedFact[];
  /** The number of facts that the user's settings forbid to write. */
  readonly forbiddenCount: number;
  /** The judge of the message, for facts made from its relations. */
  readonly judge: MessageJudge;
  /** The facts from which nothing was recorded, because it is unclear what they correct. */
  readonly unclear: readonly ExtractedFact[];
}

const endsBeforeItStarts = ({ validFrom, validTo }: ExtractedFact): boolean =>
  validFrom !== null && validTo !== null && validTo <= validFrom;

export interface ReconcileInput {
  readonly draft: Draft;
  readonly resolvedEntities: ResolvedEntities;
  readonly extraction: Extraction;
  readonly speaker: SpeakerOfMessage;
}

/**
 * The facts that no rule decides, among some facts of a message and those that its relations may
 * produce.
 */
const undecidedFacts = async (
  work: Work,
  { draft, resolvedEntities, extraction }: ReconcileInput,
  extractedFacts: readonly ExtractedFact[],
): Promise<readonly IncomingFact[]> => {
  const incomingFacts: IncomingFact[] = [];
  for (const fact of extractedFacts.filter(
    (one) => one.corrects === null && !endsBeforeItStarts(one),
  ))
    incomingFacts.push(readIncoming(work, resolvedEntities, fact, "STATED"));
  for (const mirror of mirrorFacts(work, extraction))
    incomingFacts.push(readIncoming(work, resolvedEntities, mirror, "INFERRED_FROM_RELATION"));
  return undecidedOf(work, draft, incomingFacts);
};

/**
 * Reads in parallel the known facts for the comparison, and the data of their entities that the
 * commit needs.
 */
const readAhead = async ({
  draft,
  resolvedEntities,
  extraction,
}: ReconcileInput): Promise<void> => {
  const slots = new Map<EntityId, string[]>();
  for (const { subject, slot, corrects } of extraction.facts) {
    const entity = resolvedEntities.get(subject);
    if (entity === undefined || slot === null || corrects !== null) continue;
    const { entity: root } = draft.entities.root(entity);
    slots.set(root, [...(slots.get(root) ?? []), slot]);
  }
  await Promise.all([
    draft.readAhead([...slots.keys()]),
    ...Array.from(slots, ([entity, own]) => draft.facts.lines.readAhead(entity, own)),
  ]);
};

/**
 * Compares every fact of the message with the known facts about its subject, one after the
 * other, and adds it to the draft. A correction changes the fact that it corrects. One model call
 * judges all facts that no rule decides.
 */
export const reconcile: Stage<ReconcileInput, ReconciledMessage> = async (work, input) => {
  const { draft, extraction, speaker } = input;
  await readAhead(input);
  const following = await movedTogether(work, draft, extraction.facts, input.resolvedEntities);
  const { resolvedEntities } = following;
  const facts = [...extraction.facts, ...following.facts];
  const reconciledFacts: StatingFact[] = [];
  const states = (fact: ExtractedFact, outcomes: readonly Reconciliation[]): void =>
    void reconciledFacts.push(...outcomes.map((one) => ({ ...one, states: fact.relations })));
  const skippedFacts: SkippedFact[] = [];
  const unclear: ExtractedFact[] = [];
  let forbiddenCount = 0;
  let position = 0;
  const judge = new MessageJudge(work, draft, () =>
    undecidedFacts(work, { ...input, resolvedEntities }, facts.slice(position)),
  );
  for (const fact of facts) {
    position += 1;
    await loopQueue.pause();
    if (endsBeforeItStarts(fact)) {
      skippedFacts.push({ text: fact.text, reason: "It ends before it starts." });
      continue;
    }
    const { entities } = extraction;
    const correction = await correctByMessage(
      { work, draft, resolvedEntities, speaker, entities },
      fact,
    );
    if (typeof correction === "object") {
      states(fact, correction);
      if (correction.every((one) => one.fact === null)) unclear.push(fact);
      continue;
    }
    const reconciledFact =
      correction === "NEWS"
        ? await reconcileFact(work, draft, resolvedEntities, fact, judge)
        : null;
    if (reconciledFact) states(fact, [reconciledFact]);
    else forbiddenCount += 1;
  }
  const count = (action: ReconcileAction) =>
    reconciledFacts.filter((outcome) => outcome.action === action).length;
  return {
    value: { facts: reconciledFacts, skippedFacts, forbiddenCount, judge, unclear },
    data: {
      ADD: count("ADD"),
      UPDATE: count("UPDATE"),
      NOOP: count("NOOP"),
      DELETE: count("DELETE"),
      skipped: skippedFacts.length,
      ...(unclear.length > 0 && { unclearCorrections: unclear.length }),
      ...(forbiddenCount > 0 && { forbidden: forbiddenCount }),
    },
  };
};
