import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import { coversTime } from "../draft/draft-fact.ts";
import type { Work } from "../work.ts";
import type { Candidate } from "./judgement.ts";

/** A statement about a subject, and the time of which known facts are compared with it. */
export interface SimilarityQuery {
  readonly subject: EntityId;
  readonly text: string;
  readonly at: Instant;
}

/**
 * The known facts about the subject that are nearest to a new one and near enough to be judged;
 * null where the embedder gives no vector.
 */
export const similarFacts = async (
  work: Work,
  draft: Draft,
  { subject, text, at }: SimilarityQuery,
): Promise<Candidate[] | null> => {
  const entities = draft.entities.storedMembers(subject);
  if (entities.length === 0) return [];
  const vectors = await work.vectors.of([text]);
  const vector = vectors?.[0];
  if (vector === undefined) return null;
  const threshold = work.settings.related ?? work.services.models.embedder.relatedSimilarity;
  const neighbours = await draft.space.similarFacts({
    entities,
    text,
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
