import { contentHash } from "../../memory/content-hash.ts";
import { ownWords, type FactState, type Words } from "../../memory/fact.ts";
import type { DecisionId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import { OPEN } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit.ts";
import { candidateOf, isBelieved, type BelievedFact } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import { checkConfidence, checkInterval, checkText, checkValue } from "../limits.ts";
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
        ? "What was never so has nothing else to correct. Give `never` alone."
        : "Name what to correct: text, value, confidence, validFrom, validFromKnown, validTo or never.",
    );
};

/** The words of a corrected claim. Another text has a hash and a search text of its own. */
const correctedWords = (
  draft: Draft,
  state: FactState,
  { text, value, confidence }: CorrectFactRequest,
): Words => {
  const own = ownWords(state);
  return {
    ...own,
    value: value?.trim() ?? own.value,
    confidence: confidence ?? own.confidence,
    ...(text != null && {
      text: text.trim(),
      hash: contentHash(text),
      textId: draft.facts.newText(),
    }),
  };
};

/**
 * The interval of a corrected claim, one of those that make up the fact. A start that is given is
 * that of every claim that starts where the fact does, or before the given start. An end that is
 * given is stated by every claim.
 */
const correctedClaim = (
  fact: FactState,
  state: FactState,
  { validFrom, validFromKnown, validTo }: CorrectFactRequest,
): Partial<FactState> => {
  const startsHere = state.claimedFrom <= fact.validFrom;
  const moves = validFrom != null && (startsHere || state.claimedFrom < validFrom);
  const isStated = validFromKnown ?? (moves || state.fromStated);
  return {
    ...(moves && { claimedFrom: validFrom, fromPrecision: "INSTANT" }),
    ...((moves || startsHere) && { fromStated: isStated }),
    ...(validTo === undefined
      ? {}
      : { claimedTo: validTo ?? OPEN, claimedEnd: null, toPrecision: "INSTANT" }),
  };
};

/** Opens the end of a fact again: the denial that ended it, if any, is taken out. */
const openEnd = async (
  draft: Draft,
  fact: BelievedFact,
  { validTo }: CorrectFactRequest,
  decision: DecisionId,
): Promise<void> => {
  if (validTo !== null) return;
  const denial = await draft.facts.lines.endedBy(fact);
  if (denial) await draft.facts.withdraw(denial, decision, CORRECTED);
};

const CORRECTED = { reason: "CORRECTED", by: null } as const;

/** Corrects every claim that makes up a fact. */
const correctClaims = async (
  draft: Draft,
  fact: BelievedFact,
  request: CorrectFactRequest,
  decision: DecisionId,
): Promise<void> => {
  const before = fact.state;
  if (request.validFrom != null && before.resumes !== null)
    throw new Problem(
      "CONFLICT",
      "The fact shows again where another one ends. Correct the end of that one.",
    );
  const claims = await draft.facts.lines.claimsOf(fact);
  await openEnd(draft, fact, request, decision);
  for (const claim of claims) {
    const words = correctedWords(draft, claim.state, request);
    const state: FactState = {
      ...claim.state,
      ...words,
      own: null,
      ...correctedClaim(before, claim.state, request),
      sourceContext: "CORRECTED",
    };
    if (state.claimedTo <= state.claimedFrom && claims.length > 1)
      await draft.facts.withdraw(claim, decision, CORRECTED);
    else {
      checkInterval(state.claimedFrom, state.claimedTo);
      await draft.facts.edit(claim, state, decision, CORRECTED);
    }
  }
};

/** Takes out every claim that makes up a fact: it was never so. */
const takeOut = async (draft: Draft, fact: BelievedFact, decision: DecisionId): Promise<void> => {
  for (const claim of await draft.facts.lines.claimsOf(fact))
    await draft.facts.withdraw(claim, decision, CORRECTED);
};

/**
 * Corrects what was believed by mistake: a new version of the same fact with other words, value,
 * confidence or interval, or with `never` none. As of before, it reads as it did; the other facts of
 * its slot are settled anew. Throws NOT_FOUND, INVALID_INTERVAL, BAD_USER_INPUT, CONFLICT (it is no longer believed, or
 * nothing would be left of it).
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
    const before = fact.state.value;
    const decision = draft.decisions.take({
      action: "UPDATE",
      decidedBy: "CALLER",
      reason: request.reason ?? "Corrected by the caller.",
      factText: request.text?.trim() ?? fact.state.text,
      candidates: [candidateOf(fact)],
      occurredAt: draft.recordedAt,
    });
    await (request.never
      ? takeOut(draft, fact, decision)
      : correctClaims(draft, fact, request, decision));
    draft.decisions.concerns(decision, fact.fact);
    if (isBelieved(fact)) await draft.relationships.follow(fact, before, decision);
    if (!request.never && !isBelieved(fact))
      throw new Problem(
        "CONFLICT",
        "Nothing would be left of the fact: later statements about the same slot cover all of its time. Correct or retract those first.",
      );
    return factReport(draft, fact, decision, await draft.finish(vectors));
  };
  const { report } = await commitDraft(services, space, correct, { dryRun: request.dryRun });
  return report;
};
