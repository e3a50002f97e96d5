import { contentHash } from "../memory/content-hash.ts";
import { factVersionId, type FactState, type FactVersion } from "../memory/fact.ts";
import { Problem } from "../memory/problem.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import { believedFact, changedFact } from "./believed-fact.ts";
import { isBelieved } from "./draft/facts.ts";
import { checkLength, checkShort } from "./message-limits.ts";
import type { CorrectFactRequest } from "./requests.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/**
 * What was believed was wrong: a new version of the same fact with other words, value, confidence or interval. As of before, it reads
 * as it did; the facts beside it in its slot are settled anew. Throws NOT_FOUND, INVALID_INTERVAL, BAD_USER_INPUT, CONFLICT (it is not
 * believed any more, or nothing would be left of it).
 */
export const correctFact = async (
  services: WriteServices,
  space: SpaceStore,
  request: CorrectFactRequest,
): Promise<{ readonly fact: FactVersion; readonly at: TimePoint }> => {
  if (request.text != null) checkLength("text", request.text);
  if (request.text?.trim() === "") throw new Problem("BAD_USER_INPUT", "text is blank.");
  checkShort("value", request.value, 4000);
  if (request.confidence != null && (request.confidence < 0 || request.confidence > 1))
    throw new Problem("BAD_USER_INPUT", "confidence lies between 0 and 1.");
  const { text, value, confidence, validFrom, validFromKnown, validTo } = request;
  if ([text, value, confidence, validFrom, validFromKnown, validTo].every((one) => one == null))
    throw new Problem(
      "BAD_USER_INPUT",
      "Say what is to be corrected: text, value, confidence, validFrom, validFromKnown or validTo.",
    );
  const vectors = new Vectors(services);
  const { fact, at } = await commitDraft(services, space, async (draft) => {
    const { fact, state } = await believedFact(draft, request.fact);
    const corrected: FactState = {
      ...state,
      text: text?.trim() ?? state.text,
      value: value?.trim() ?? state.value,
      confidence: confidence ?? state.confidence,
      validFrom: validFrom ?? state.validFrom,
      validFromKnown: validFromKnown ?? (validFrom != null || state.validFromKnown),
      claimedTo: validTo ?? state.claimedTo,
      claimedEnd: validTo == null ? state.claimedEnd : null,
      hash: text == null ? state.hash : contentHash(text),
      textId: text == null ? state.textId : draft.facts.newText(),
      sourceContext: "CORRECTED",
    };
    if (corrected.claimedTo <= corrected.validFrom)
      throw new Problem(
        "INVALID_INTERVAL",
        `validTo (${corrected.claimedTo}) must lie after validFrom (${corrected.validFrom}).`,
      );
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Corrected by the caller.",
      factText: corrected.text,
      candidates: fact.stored ? [{ version: factVersionId(fact.stored), similarity: 1 }] : [],
      occurredAt: draft.recordedAt,
    });
    await draft.facts.edit(fact, corrected, decision, { reason: "CORRECTED", by: null });
    if (!isBelieved(fact))
      throw new Problem(
        "CONFLICT",
        "Nothing would be left of the fact: what was said later about the same covers all of that time. Correct or retract that first.",
      );
    return changedFact(draft, fact, await draft.finish(vectors));
  });
  return { fact, at };
};
