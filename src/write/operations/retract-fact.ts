import { Problem } from "../../memory/problem.ts";
import { earlier, later } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import { candidateOf } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import type { RetractFactRequest } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";
import { believedFact, factReport, type FactReport } from "./believed-fact.ts";

/**
 * Ends a fact at `validTo` (default: now): records a version whose interval ends there, or none if
 * it would end before it starts. Throws NOT_FOUND, CONFLICT (no longer believed), INVALID_INTERVAL
 * (`validTo` before `validFrom`).
 */
export const retractFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: RetractFactRequest,
): Promise<FactReport> => {
  const vectors = new Vectors(services);
  const retract = async (draft: Draft) => {
    const fact = await believedFact(draft, request.fact);
    const { state } = fact;
    if (request.validTo != null && request.validTo < state.validFrom)
      throw new Problem(
        "INVALID_INTERVAL",
        `validTo (${request.validTo}) must not be earlier than the fact's validFrom (${state.validFrom}).`,
      );
    const end = request.validTo ?? later(draft.recordedAt, state.validFrom);
    const decision = draft.decisions.take({
      action: "DELETE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Retracted by the caller.",
      factText: state.text,
      candidates: [candidateOf(fact)],
      occurredAt: draft.recordedAt,
    });
    const closing = { reason: "RETRACTED", by: null } as const;
    await draft.facts.end(fact, earlier(end, fact.validTo), closing, decision);
    return factReport(draft, fact, decision, await draft.finish(vectors));
  };
  const { report } = await commitDraft(services, space, retract, { dryRun: request.dryRun });
  return report;
};
