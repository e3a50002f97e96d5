import { contentHash } from "../../memory/content-hash.ts";
import { foldName, snakeCase } from "../../memory/names.ts";
import type {
  ExtractedEntity,
  ExtractedFact,
  ExtractedRelation,
  Extraction,
} from "../../models/port.ts";
import { cosine } from "../vectors.ts";
import type { Stage, Work } from "../work.ts";

/** Relation types that only say that two names are one. */
const IDENTITY = new Set([
  "same_as",
  "is",
  "alias_of",
  "also_known_as",
  "known_as",
  "called",
  "equals",
]);

/** Maps every alias of the message to the one canonical name, by folded name. */
const canonicalNames = (entities: readonly ExtractedEntity[]): ((name: string) => string) => {
  const names = new Map<string, string>();
  for (const { name } of entities) names.set(foldName(name), name);
  for (const { name, aliases } of entities)
    for (const alias of aliases) if (!names.has(foldName(alias))) names.set(foldName(alias), name);
  return (name) => names.get(foldName(name)) ?? name;
};

/** Figures tell facts apart that read alike: $50,000 is not $60,000. */
const figures = (text: string): string => (text.match(/\d[\d.,]*/g) ?? []).join(" ");

const withoutExactDuplicates = (facts: readonly ExtractedFact[]): readonly ExtractedFact[] => {
  if (facts.length < 2) return facts;
  const seen = new Set<string>();
  return facts.filter(({ subject, text }) => {
    const key = contentHash(`${subject} ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`);
    return !seen.has(key) && seen.add(key);
  });
};

/** Which facts of a message may say the same. Under an embedder that does not decide by itself, only facts of one subject. */
const comparable = (work: Work, a: ExtractedFact, b: ExtractedFact): boolean =>
  a.action === b.action &&
  a.slot === b.slot &&
  figures(a.text) === figures(b.text) &&
  (work.services.models.embedder.decides || a.subject === b.subject);

/** The texts that have to be compared, which are none where every fact is about something else. */
export const textsToCompare = (work: Work, facts: readonly ExtractedFact[]): string[] =>
  facts
    .filter((fact) => facts.some((other) => other !== fact && comparable(work, fact, other)))
    .map(({ text }) => text);

/** All facts are kept where they cannot be compared. */
const withoutNearDuplicates = async (
  work: Work,
  facts: readonly ExtractedFact[],
): Promise<readonly ExtractedFact[]> => {
  const threshold = work.settings.nearDuplicate ?? work.services.models.embedder.nearDuplicate;
  const texts = textsToCompare(work, facts);
  const vectors = await work.vectors.of(texts);
  if (vectors === null) return facts;
  const vectorOf = new Map(texts.map((text, i) => [text, vectors[i]!]));
  const alike = (a: ExtractedFact, b: ExtractedFact): boolean =>
    comparable(work, a, b) && cosine(vectorOf.get(a.text)!, vectorOf.get(b.text)!) > threshold;
  return facts.reduce<ExtractedFact[]>(
    (kept, fact) => (kept.some((one) => alike(one, fact)) ? kept : [...kept, fact]),
    [],
  );
};

/** All of stage 7 that needs no vectors: one name per entity, nothing twice to the letter. */
export const withoutRepetitions = (work: Work, extraction: Extraction): Extraction => {
  const canonical = canonicalNames(extraction.entities);
  const relations = extraction.relations
    .map(({ source, type, target }): ExtractedRelation => ({
      source: canonical(source),
      type: snakeCase(type),
      target: canonical(target),
    }))
    .filter(
      ({ source, type, target }) =>
        type !== "" && !IDENTITY.has(type) && foldName(source) !== foldName(target),
    )
    .filter(
      (relation, i, all) =>
        all.findIndex(
          (other) =>
            other.source === relation.source &&
            other.type === relation.type &&
            other.target === relation.target,
        ) === i,
    );
  const stated = extraction.facts
    .map((fact): ExtractedFact => ({
      ...fact,
      subject: canonical(fact.subject),
      text: fact.text.trim(),
      slot: fact.slot === null ? null : snakeCase(fact.slot) || null,
    }))
    .filter(({ text, confidence }) => text !== "" && confidence >= work.settings.minConfidence);
  return {
    ...extraction,
    facts: withoutExactDuplicates(stated),
    relations,
    profiles: extraction.profiles.map(({ name, profile }) => ({ name: canonical(name), profile })),
  };
};

/**
 * Stage 7. One name per entity, subjects and ends of relations rewritten to it, no relation of a thing with itself, no fact twice: of
 * two that say the same, the first wins.
 */
export const normalise: Stage<Extraction, Extraction> = async (work, extraction) => {
  const distinct = withoutRepetitions(work, extraction);
  const facts = await withoutNearDuplicates(work, distinct.facts);
  return {
    value: { ...distinct, facts },
    data: {
      facts: facts.length,
      dropped: extraction.facts.length - facts.length,
      relations: distinct.relations.length,
    },
  };
};
