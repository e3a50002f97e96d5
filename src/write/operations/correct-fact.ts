import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import { canonicalSlotOf, correctedText, correctInDraft } from "../draft/corrections.ts";
import { candidateOf, isBelieved } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import { checkConfidence, checkText, checkValue, checkValueOfSlot } from "../limits.ts";
import type { CorrectFactRequest } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";
import { believedFact, factReport, type FactReport } from "./believed-fact.ts";

const CORRECTABLE_FIELDS = [
  "text",
  "value",
  "confidence",
  "validFrom",
  "validFromKnown",
] as const satisfies readonly (keyof CorrectFactRequest)[];

/**
 * Throws BAD_USER_INPUT for an invalid field, for no correction at all, and for one together with
 * `never`.
 */
const check = (request: CorrectFactRequest): void => {
  if (request.text != null) checkText("text", request.text);
  checkValue("value", request.value);
  if (request.confidence != null) checkConfidence(request.confidence);
  const isSilent =
    request.validTo === undefined && CORRECTABLE_FIELDS.every((field) => request[field] == null);
  if (isSilent !== (request.never ?? false))
    throw new Problem(
      "BAD_USER_INPUT",
      request.never
        ? "`never` removes the fact and cannot be combined with another correction."
        : "Name what to correct: text, value, confidence, validFrom, validFromKnown, validTo or never.",
    );
};

/**
 * Corrects a wrong belief: a new version of the same fact with another text, value, confidence or
 * interval, or none with `never`. Views with an earlier record time do not change. The other facts
 * of its slot are settled again. Throws NOT_FOUND, INVALID_INTERVAL, INVALID_VALUE, BAD_USER_INPUT,
 * CONFLICT (no longer believed, or nothing of it would remain).
 */
export const correctFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: CorrectFactRequest,
): Promise<FactReport> => {
  check(request);
  const vectors = new Vectors(services);
  const correct = async (draft: Draft) => {
    const fact = await believedFact(draft, request.fact);
    checkValueOfSlot(draft.vocabulary, canonicalSlotOf(draft, fact.state), request.value);
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Corrected by the caller.",
      factText: correctedText(fact.state, request) ?? fact.state.text,
      candidates: [candidateOf(fact)],
      occurredAt: draft.recordedAt,
    });
    await correctInDraft(draft, fact, request, decision);
    if (!request.never && !isBelieved(fact))
      throw new Problem(
        "CONFLICT",
        "Nothing would be left of the fact, because later statements about the same slot cover all of its time. Correct or retract them first.",
      );
    return factReport(draft, fact, decision, await draft.finish(vectors));
  };
  const { report } = await commitDraft(services, space, correct, { dryRun: request.dryRun });
  return report;
};
