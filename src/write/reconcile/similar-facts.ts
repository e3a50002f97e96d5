import { later } from "../../memory/time.ts";
import type { Answer, ReconciliationInput, Verdict } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import { coversTime } from "../draft/draft-fact.ts";
import type { Work } from "../work.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { byRule, type Candidate, type Judgement } from "./judgement.ts";

/**
 * The known facts about the subject that are nearest to a new one and near enough to be judged;
 * null where the embedder gives no vector.
 */
const similarFacts = async (
  work: Work,
  draft: Draft,
  { extracted, subject, isEnding, comparedAt }: IncomingFact,
): Promise<Candidate[] | null> => {
  const { occurredAt } = work.event;
  const vectors = await work.vectors.of([extracted.text]);
  const vector = vectors?.[0];
  if (vector === undefined) return null;
  const at = isEnding ? occurredAt : later(comparedAt, occurredAt);
  const threshold = work.settings.related ?? work.services.models.embedder.relatedSimilarity;
  const neighbours = await draft.space.similarFacts({
    entities: draft.entities.members(subject),
    text: extracted.text,
    vector,
    at: draft.validAt(at),
    limit: work.settings.factCandidates,
  });
  const facts = await draft.facts.adopt(neighbours.map(({ version }) => version));
  return facts.flatMap((fact, i): Candidate[] => {
    const similarity = neighbours[i]?.similarity ?? 0;
    return coversTime(fact, at) && similarity >= threshold ? [{ fact, similarity }] : [];
  });
};

const questionOf = (
  { extracted: { subject, text, action, slot, value } }: IncomingFact,
  occurredAt: ReconciliationInput["occurredAt"],
  candidates: readonly Candidate[],
): ReconciliationInput => ({
  fact: { subject, text, action, slot, value },
  occurredAt,
  candidates: candidates.map(({ fact: { fact: id, state }, similarity }) => ({
    id,
    text: state.text,
    slot: state.slot,
    value: state.value,
    validFrom: state.validFrom,
    similarity,
  })),
});

/**
 * A model's verdict as a judgement. One that concerns no candidate that the model was shown is
 * refused.
 */
const judgementOf = (answer: Answer<Verdict>, candidates: readonly Candidate[]): Judgement => {
  const { action, candidate, reason } = answer.value;
  const decidedBy = answer.calls === 0 ? "RULE" : "MODEL";
  if (action === "ADD") return { action, target: null, decidedBy, reason, candidates, answer };
  const target = candidates.find(({ fact: { fact: id } }) => id === candidate)?.fact;
  if (target) return { action, target, decidedBy, reason, candidates, answer };
  const refusal = `Refused: the verdict was ${action}, but on none of the candidates. "${reason}"`;
  return { ...byRule("ADD", null, refusal, candidates), answer };
};

/**
 * Asks the judge what a fact means beside the most similar known facts. Without candidates or
 * without an answer the fact is added.
 */
export const judgeBySimilarity = async (
  work: Work,
  draft: Draft,
  incoming: IncomingFact,
): Promise<Judgement> => {
  const candidates = await similarFacts(work, draft, incoming);
  if (candidates === null)
    return byRule("ADD", null, "The fact could not be compared: there was no vector for it.");
  if (candidates.length === 0)
    return {
      ...byRule("ADD", null, "No known fact about the subject is similar."),
      decidedBy: "SIMILARITY",
    };
  const { event, services, signal } = work;
  const question = questionOf(incoming, event.occurredAt, candidates);
  try {
    const answer = await work.judges.reconcile.of(question, () =>
      services.models.reconcile(question, { signal }),
    );
    return judgementOf(answer, candidates);
  } catch (error) {
    services.log.warn({ event: event.id, error }, "The judge failed; the fact is added.");
    return byRule("ADD", null, "The model did not answer.", candidates);
  }
};
