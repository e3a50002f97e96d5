import { factVersionId, type FactVersion } from "../memory/fact.ts";
import { Problem } from "../memory/problem.ts";
import { earlier, later, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { believedFact, changedFact } from "./believed-fact.ts";
import { commitDraft } from "./commit-draft.ts";
import type { RetractFactRequest } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/**
 * A fact is no longer true from `validTo` on (default: now): a new version whose interval ends there, or none where it would end before
 * it begins. Throws NOT_FOUND, CONFLICT (believed no more), INVALID_INTERVAL (`validTo` before `validFrom`).
 */
export const retractFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: RetractFactRequest,
): Promise<{ readonly fact: FactVersion; readonly at: TimePoint }> => {
  const vectors = new Vectors(services);
  const { fact, at } = await commitDraft(services, space, async (draft) => {
    const { fact, state } = await believedFact(draft, request.fact);
    if (request.validTo != null && request.validTo < state.validFrom)
      throw new Problem(
        "INVALID_INTERVAL",
        `validTo (${request.validTo}) lies before the fact's validFrom (${state.validFrom}).`,
      );
    const claimedTo = earlier(
      request.validTo ?? later(draft.recordedAt, state.validFrom),
      state.claimedTo,
    );
    const decision = draft.decisions.take({
      action: "DELETE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Retracted by the caller.",
      factText: state.text,
      candidates: fact.stored ? [{ version: factVersionId(fact.stored), similarity: 1 }] : [],
      occurredAt: draft.recordedAt,
    });
    const end = { reason: "RETRACTED" as const, by: null };
    await draft.facts.edit(fact, { ...state, claimedTo, claimedEnd: end }, decision, end);
    return changedFact(draft, fact, await draft.finish(vectors));
  });
  return { fact, at };
};
