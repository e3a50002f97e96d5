import type { ReconcileAction } from "../../memory/decision.ts";
import type { FactTier, SourceContext } from "../../memory/fact.ts";
import type { DecisionId, FactId } from "../../memory/ids.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { candidateOf } from "../draft/draft-fact.ts";
import { mayTouch, permittedTier } from "../memory-switches.ts";
import type { ResolvedEntities } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import type { Application } from "./application.ts";
import { addFact, confirmFact, endAlso, endFact, reword } from "./apply-judgement.ts";
import type { AppliedFact } from "./applied-fact.ts";
import { readIncoming, type IncomingFact } from "./incoming-fact.ts";
import { judgeFact } from "./judge.ts";
import { reasonAgainst, type Judgement } from "./judgement.ts";
import type { MessageJudge } from "./message-judge.ts";
import { isOfProfile, tierOf } from "./tier.ts";

/**
 * The outcome of one extracted fact: the decision, and the fact that it added, confirmed, used as a
 * replacement, or ended.
 */
export interface Reconciliation {
  readonly decision: DecisionId;
  readonly action: ReconcileAction;
  readonly fact: FactId | null;
}

/**
 * A fact that was said before the known fact does not change it. If both are on one line, the line
 * decides when it is settled.
 */
const yieldToLaterStatement = (work: Work, judgement: Judgement): Judgement => {
  const { action, target } = judgement;
  return action !== "NOOP" &&
    target !== null &&
    target.state.slot === null &&
    target.state.occurredAt > work.event.occurredAt
    ? { ...judgement, action: "NOOP", target: null, reason: "A later statement takes precedence." }
    : judgement;
};

/**
 * The tier in which the fact may be written; null if the settings of the user forbid it, or forbid
 * changing the known fact.
 */
const writableTier = async (
  { event, isRequested, services: { vocabulary } }: Work,
  { permits, entities }: Draft,
  { extractedFact, subject }: IncomingFact,
  { action, target }: Judgement,
): Promise<FactTier | null> => {
  const isOfUser = async (): Promise<boolean> =>
    (await entities.self())?.entity === entities.root(subject).entity;
  const tier = tierOf(event, {
    isRequested: isRequested(extractedFact.text),
    isOfProfile: isOfProfile(extractedFact, vocabulary) && (await isOfUser()),
    replacedState: action === "UPDATE" ? (target?.state ?? null) : null,
  });
  return permittedTier(permits, tier, event.session);
};

/**
 * Records a judgement as a decision, with the reason against each candidate that was not chosen.
 */
const recordDecision = (
  { event }: Work,
  draft: Draft,
  { extractedFact: { text, slot } }: IncomingFact,
  { action, target, decidedBy, reason, candidates, answer }: Judgement,
): DecisionId =>
  draft.decisions.take({
    action,
    decidedBy,
    reason,
    factText: text,
    candidates: candidates.map((candidate) => ({
      ...candidateOf(candidate.fact, candidate.similarity),
      reason: reasonAgainst(candidate, { target, decidedBy }, slot),
    })),
    event: event.id,
    occurredAt: event.occurredAt,
    model: answer && answer.calls > 0 ? answer.model : null,
    tokens: answer && answer.calls > 0 ? answer.tokens : null,
  });

const APPLY: Readonly<Record<ReconcileAction, (application: Application) => Promise<AppliedFact>>> =
  {
    ADD: addFact,
    UPDATE: addFact,
    NOOP: confirmFact,
    DELETE: endFact,
  };

/**
 * Decides the meaning of an extracted fact for the visible facts about the same subject (ADD,
 * UPDATE, NOOP or DELETE), applies it to the draft, and records the decision with its reason. Null
 * if the settings of the user forbid writing it.
 */
export const reconcileFact = async (
  work: Work,
  draft: Draft,
  resolvedEntities: ResolvedEntities,
  extractedFact: ExtractedFact,
  judge: MessageJudge,
  sourceContext: SourceContext = "STATED",
): Promise<Reconciliation | null> => {
  const incomingFact = readIncoming(work, resolvedEntities, extractedFact, sourceContext);
  const judgement = await judgeFact(work, draft, incomingFact, judge);
  const finalJudgement = yieldToLaterStatement(work, judgement);
  const tier = await writableTier(work, draft, incomingFact, finalJudgement);
  if (tier === null || !mayTouch(draft.permits, judgement.target?.state)) return null;
  const decision = recordDecision(work, draft, incomingFact, finalJudgement);
  const application: Application = {
    work,
    draft,
    resolvedEntities,
    incomingFact,
    judgement: finalJudgement,
    tier,
    decision,
  };
  const appliedFact = await APPLY[finalJudgement.action](application);
  await endAlso(application, appliedFact);
  await reword(application);
  return { decision, ...appliedFact };
};
