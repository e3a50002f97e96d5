import { isEmpty, type FactVersion } from "../../memory/fact.ts";
import type { DecisionId, FactId } from "../../memory/ids.ts";
import { notFound, Problem } from "../../memory/problem.ts";
import { isBelieved, type BelievedFact, type DraftFact } from "../draft/draft-fact.ts";
import type { Draft, FinishedDraft } from "../draft/draft.ts";
import { operationReport, type OperationReport } from "../report.ts";

/**
 * A believed fact. Throws NOT_FOUND if there is none with that id, CONFLICT if it is no longer
 * believed.
 */
export const believedFact = async (draft: Draft, id: FactId): Promise<BelievedFact> => {
  const fact = await draft.facts.find(id);
  if (!fact) throw notFound("fact");
  if (!isBelieved(fact))
    throw new Problem(
      "CONFLICT",
      "The fact is no longer believed. Revert the decision that ended it first.",
    );
  return fact;
};

/** The result of `correctFact` or `retractFact`; `fact` is the latest version of the fact. */
export interface FactReport extends OperationReport {
  readonly fact: FactVersion;
}

/**
 * The latest version of a fact after a finished draft: a new version, the stored version, now
 * expired, or the unchanged stored version.
 */
const newestVersion = (
  draft: Draft,
  { fact, storedVersion }: DraftFact,
  { draftContents, commit }: FinishedDraft,
): FactVersion => {
  const recordedVersion = draftContents.facts.find(
    (version) => version.fact === fact && !isEmpty(version),
  );
  if (recordedVersion) return recordedVersion;
  if (!storedVersion) throw new Error(`Fact ${fact} has no version.`);
  const expiry = commit.expiries?.find(({ kind, id }) => kind === "FACT" && id === fact);
  return expiry?.kind === "FACT"
    ? { ...storedVersion, expiredAt: draft.recordedAt, closing: expiry.closing }
    : storedVersion;
};

/** The report of an operation on one fact, and the finished draft to commit. */
export const factReport = (
  draft: Draft,
  fact: DraftFact,
  decision: DecisionId,
  finishedDraft: FinishedDraft,
): { readonly report: FactReport; readonly finishedDraft: FinishedDraft } => ({
  report: {
    ...operationReport(draft, finishedDraft, draft.decisions.of(decision)),
    fact: newestVersion(draft, fact, finishedDraft),
  },
  finishedDraft,
});
