import { contentHash } from "../../memory/content-hash.ts";
import { foldName, snakeCase } from "../../memory/names.ts";
import type { ExtractedEntity, ExtractedFact, ExtractedRelation, Extraction } from "../../models/port.ts";
import { cosine } from "../vectors.ts";
import type { Stage, Work } from "../work.ts";

/** Relation types that only say that two names are one. */
const IDENTITY = new Set(["same_as", "is", "alias_of", "also_known_as", "known_as", "called", "equals"]);

/** Maps every alias of the message to the one canonical name, by folded name. */
const canonicalNames = (entities: readonly ExtractedEntity[]): ((name: string) => string) => {
  const names = new Map<string, string>();
  for (const { name } of entities) names.set(foldName(name), name);
  for (const { name, aliases } of entities) for (const alias of aliases) if (!names.has(foldName(alias))) names.set(foldName(alias), name);
  return (name) => names.get(foldName(name)) ?? name;
};

const figures = (text: string): string => (text.match(/\d[\d.,]*/g) ?? []).join(" ");

/** Figures and slots tell facts apart that read alike: $50,000 is not $60,000. */
const mayBeOne = (a: ExtractedFact, b: ExtractedFact): boolean => a.action === b.action && a.slot === b.slot && figures(a.text) === figures(b.text);

const withoutExactDuplicates = (facts: readonly ExtractedFact[]): ExtractedFact[] => {
  const seen = new Set<string>();
  return facts.filter(({ subject, text }) => {
    const key = contentHash(`${subject} ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`);
    return !seen.has(key) && seen.add(key);
  });
};

/** Under an embedder that does not decide by itself, only facts of one subject are compared. */
const withoutNearDuplicates = async (work: Work, facts: readonly ExtractedFact[]): Promise<ExtractedFact[]> => {
  const { embedder } = work.services.models;
  const threshold = work.settings.nearDuplicate ?? embedder.nearDuplicate;
  if (facts.length < 2) return [...facts];
  const vectors = await work.vectors.of(facts.map(({ text }) => text), work.signal);
  const kept: number[] = [];
  for (const [i, fact] of facts.entries()) {
    const twin = kept.some(
      (k) => mayBeOne(facts[k]!, fact) && (embedder.decides || facts[k]!.subject === fact.subject) && cosine(vectors[k]!, vectors[i]!) > threshold,
    );
    if (!twin) kept.push(i);
  }
  return kept.map((i) => facts[i]!);
};

/**
 * Stage 7. One name per entity, subjects and ends of relations rewritten to it, no relation of a thing with itself, no fact twice: of
 * two that say the same, the first wins.
 */
export const normalise: Stage<Extraction, Extraction> = async (work, extraction) => {
  const canonical = canonicalNames(extraction.entities);
  const relations = extraction.relations
    .map(({ source, type, target }): ExtractedRelation => ({ source: canonical(source), type: snakeCase(type), target: canonical(target) }))
    .filter(({ source, type, target }) => type !== "" && !IDENTITY.has(type) && foldName(source) !== foldName(target))
    .filter((relation, i, all) => all.findIndex((other) => other.source === relation.source && other.type === relation.type && other.target === relation.target) === i);
  const stated = extraction.facts
    .map((fact): ExtractedFact => ({ ...fact, subject: canonical(fact.subject), text: fact.text.trim(), slot: fact.slot === null ? null : snakeCase(fact.slot) || null }))
    .filter(({ text, confidence }) => text !== "" && confidence >= work.settings.minConfidence);
  const distinct = withoutExactDuplicates(stated);
  let facts = distinct;
  try {
    facts = await withoutNearDuplicates(work, distinct);
  } catch (error) {
    work.services.log.warn({ event: work.event.id, error }, "near duplicates could not be told");
  }
  return {
    value: { ...extraction, facts, relations, profiles: extraction.profiles.map(({ name, profile }) => ({ name: canonical(name), profile })) },
    data: { facts: facts.length, dropped: extraction.facts.length - facts.length, relations: relations.length },
  };
};
