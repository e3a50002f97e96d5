import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import { coversTime } from "../draft/draft-fact.ts";
import type { Work } from "../work.ts";
import type { Candidate } from "./judgement.ts";

/** A statement about a subject, and the instant at which known facts are compared with it. */
export interface SimilarityQuery {
  readonly subject: EntityId;
  readonly text: string;
  readonly at: Instant;
  /** Whether it says that something else was true before. */
  readonly isChange: boolean;
}

/**
 * A change usually shares few words, or none, with the fact that it changes. A judge with rules on
 * words therefore gets this many times more facts, of any similarity. A judge that understands text
 * does not, because its cost depends on the number of words.
 */
const MORE_FOR_CHANGES = 20;

/** Number of statements about others that mention the subject and that such a judge gets. */
const MOST_MENTIONS = 20;

/**
 * The known facts about the subject that are nearest to a new one and similar enough to be judged,
 * and for a judge with rules on words also the facts about others that mention the subject. Null if
 * the embedder returns no vector.
 */
export const similarFacts = async (
  work: Work,
  draft: Draft,
  { subject, text, at, isChange }: SimilarityQuery,
): Promise<Candidate[] | null> => {
  const entities = draft.entities.storedMembers(subject);
  if (entities.length === 0) return [];
  const vectors = await work.vectors.of([text]);
  const vector = vectors?.[0];
  if (vector === undefined) return null;
  const { settings, services } = work;
  const { judgesMeaning, embedder } = services.models;
  const looksFurther = isChange && !judgesMeaning;
  const threshold = looksFurther ? -1 : (settings.related ?? embedder.relatedSimilarity);
  const neighbours = await draft.space.similarFacts({
    entities,
    text,
    vector,
    at: draft.validAt(at),
    limit: settings.factCandidates * (looksFurther ? MORE_FOR_CHANGES : 1),
  });
  const [mentions] = looksFurther
    ? await draft.space.factsMentioning([
        { entities, at: draft.validAt(at), page: { first: MOST_MENTIONS } },
      ])
    : [];
  const versions = [
    ...neighbours,
    ...(mentions?.items ?? [])
      .filter(({ item }) => !entities.includes(item.entity))
      .map(({ item }) => ({ version: item, similarity: 0 })),
  ];
  const facts = await draft.facts.adopt(versions.map(({ version }) => version));
  return facts.flatMap((fact, i): Candidate[] => {
    const similarity = versions[i]?.similarity ?? 0;
    return coversTime(fact, at) && similarity >= threshold ? [{ fact, similarity }] : [];
  });
};
