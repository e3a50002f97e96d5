import { isEmpty, type FactState, type FactVersion } from "../memory/fact.ts";
import type { FactId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { TimePoint } from "../memory/time.ts";
import type { Draft, FinishedDraft } from "./draft/draft.ts";
import { isBelieved, type DraftFact } from "./draft/facts.ts";

/** A fact that is believed. Throws NOT_FOUND where there is none of that id, CONFLICT where it is believed no more. */
export const believedFact = async (
  draft: Draft,
  id: FactId,
): Promise<{ readonly fact: DraftFact; readonly state: FactState }> => {
  const fact = await draft.facts.find(id);
  if (!fact) throw new Problem("NOT_FOUND", "There is no such fact.");
  if (!isBelieved(fact))
    throw new Problem(
      "CONFLICT",
      "The fact is believed no more. Revert the decision that closed it first.",
    );
  return { fact, state: fact.state };
};

/** The newest version of a fact as a finished draft leaves it, and where it is to be read. */
export const changedFact = (
  draft: Draft,
  fact: DraftFact,
  finished: FinishedDraft,
): { readonly fact: FactVersion; readonly at: TimePoint; readonly finished: FinishedDraft } => {
  const recorded = finished.drafted.facts.find(
    (version) => version.fact === fact.fact && !isEmpty(version),
  );
  const expired = finished.commit.expiries?.find(
    (expiry) => expiry.kind === "FACT" && expiry.id === fact.fact,
  );
  const closing = expired?.kind === "FACT" ? expired.closing : null;
  const version =
    recorded ??
    (fact.stored && closing
      ? { ...fact.stored, expiredAt: draft.recordedAt, closing }
      : fact.stored);
  if (!version) throw new Error(`Fact ${fact.fact} has no version.`);
  return {
    fact: version,
    at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
    finished,
  };
};
