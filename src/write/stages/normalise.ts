import { contentHash } from "../../memory/content-hash.ts";
import { groupBy } from "../../collections/group-by.ts";
import { foldName, snakeCase, underName } from "../../language/names.ts";
import type {
  ExtractedEntity,
  ExtractedFact,
  ExtractedRelation,
  Extraction,
} from "../../models/port.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import {
  MessageEntities,
  withCanonicalSlot,
  withoutEnded,
  withRelations,
} from "./parts/typed-facts.ts";
import { cosine } from "../vectors/vectors.ts";
import type { Stage, Work } from "../work.ts";

/** Words for the owner or the subject at the beginning of a text. */
const FOR_OWNER = /^(?:(?:the |)(?:user|speaker)['’]s|his|her|its)(?![\p{L}\p{N}])/iu;
const FOR_SUBJECT =
  /^(?:(?:the |)(?:user|speaker)|he|she|it|ele|ela|[oa] usuári[oa])(?![\p{L}\p{N}'’])/iu;
/** The text of a speaker about themselves is kept in their own words. */
const OWN_WORDS = /^(?:I|we|my|our|eu|nós|meu|minha|nosso|nossa)(?![\p{L}\p{N}])/iu;

/** Recognises a text that begins with its verb: "is a nurse", "Works at Acme". */
const PREDICATE =
  /^(?:\p{Ll}|(?:Is|Was|Has|Had|Lives|Lived|Works|Worked|Moved|Left|Joined|Likes|Loves|Hates|Prefers|Owns|Drives|Plays|Speaks|Studies|Studied|Uses) )/u;

/**
 * The text of a fact that names its subject once, by the canonical name: in place of another name
 * or a pronoun, or before a text without a subject ("is a nurse"). `names` are other names of the
 * subject in the message.
 */
export const textNaming = (text: string, subject: string, names: readonly string[]): string => {
  const isOwn = text === "" || OWN_WORDS.test(text);
  const namedText = isOwn ? text : underName(text, subject, names);
  if (namedText !== null) return namedText;
  if (FOR_OWNER.test(text)) return text.replace(FOR_OWNER, () => `${subject}'s`);
  if (FOR_SUBJECT.test(text)) return text.replace(FOR_SUBJECT, () => subject);
  return PREDICATE.test(text)
    ? `${subject} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : `${subject}: ${text}`;
};

/** Relation types that only say that two names mean one entity. */
const IDENTITY_RELATIONS = new Set([
  "same_as",
  "is",
  "alias_of",
  "also_known_as",
  "known_as",
  "called",
  "equals",
]);

/** Maps every name and alias in the message to the canonical name of its entity. */
const canonicalNames = (entities: readonly ExtractedEntity[]): ((name: string) => string) => {
  const names = new Map<string, string>();
  for (const { name } of entities) names.set(foldName(name), name);
  for (const { name, aliases } of entities)
    for (const alias of aliases) if (!names.has(foldName(alias))) names.set(foldName(alias), name);
  return (name) => names.get(foldName(name)) ?? name;
};

/** The figures of a text, which distinguish similar facts: $50,000 is not $60,000. */
const figures = (text: string): string => (text.match(/\d[\d.,]*/g) ?? []).join(" ");

/** A key that two facts share if they are equal word for word, ignoring punctuation. */
const wordingOf = ({ subject, text }: ExtractedFact): string =>
  contentHash(`${subject} ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`);

/**
 * Groups of facts of a message that may be duplicates. Unless the embedder's similarity decides
 * alone, all facts of a group have one subject.
 */
const comparableFacts = (work: Work, facts: readonly ExtractedFact[]): ExtractedFact[][] => {
  const { similarityDecides } = work.services.models.embedder;
  const groups = groupBy(facts, ({ action, slot, text, subject }) =>
    JSON.stringify([action, slot, figures(text), similarityDecides ? null : subject]),
  );
  return [...groups.values()];
};

/** The texts of facts that may repeat another fact of the message. */
export const textsToCompare = (work: Work, facts: readonly ExtractedFact[]): string[] => {
  const comparedFacts = new Set(
    comparableFacts(work, facts).flatMap((group) => (group.length > 1 ? group : [])),
  );
  return facts.filter((fact) => comparedFacts.has(fact)).map(({ text }) => text);
};

/**
 * The facts without those that repeat an earlier one; all facts if there are no vectors for the
 * comparison.
 */
const withoutNearDuplicates = async (
  work: Work,
  facts: readonly ExtractedFact[],
): Promise<readonly ExtractedFact[]> => {
  const threshold =
    work.settings.nearDuplicate ?? work.services.models.embedder.duplicateSimilarity;
  const texts = textsToCompare(work, facts);
  const vectors = await work.vectors.of(texts);
  if (vectors === null) return facts;
  const vectorOf = new Map(texts.map((text, i) => [text, vectors[i]]));
  const repeats = (a: ExtractedFact, b: ExtractedFact): boolean => {
    const [one, other] = [vectorOf.get(a.text), vectorOf.get(b.text)];
    return one !== undefined && other !== undefined && cosine(one, other) > threshold;
  };
  const distinct = new Set<ExtractedFact>();
  for (const group of comparableFacts(work, facts)) {
    const keptFacts: ExtractedFact[] = [];
    for (const fact of group) {
      await loopQueue.pause();
      if (!keptFacts.some((earlier) => repeats(earlier, fact))) keptFacts.push(fact);
    }
    for (const fact of keptFacts) distinct.add(fact);
  }
  return facts.filter((fact) => distinct.has(fact));
};

/**
 * The relations under canonical names and types, without duplicates and without those between an
 * entity and itself.
 */
const normaliseRelations = async (
  relations: readonly ExtractedRelation[],
  canonical: (name: string) => string,
): Promise<ExtractedRelation[]> => {
  const distinct = new Map<string, ExtractedRelation>();
  for (const relation of relations) {
    await loopQueue.pause();
    const type = snakeCase(relation.type);
    const [source, target] = [canonical(relation.source), canonical(relation.target)];
    if (type === "" || IDENTITY_RELATIONS.has(type) || foldName(source) === foldName(target))
      continue;
    distinct.set(JSON.stringify([source, type, target]), { source, type, target });
  }
  return [...distinct.values()];
};

/** Maximum numbers of facts and of relations of one message. */
const MOST_FACTS = 250;
const MOST_ENTITIES = 2 * MOST_FACTS;

/** A normalised extraction. */
export interface NormalisedExtraction extends Extraction {
  /** Facts beyond the limit of one message. They are not recorded. */
  readonly omittedCount: number;
}

/**
 * The part of `normalise` that needs no vectors: one name per entity, canonical slots, typed
 * values, no literal duplicates, and the limit of facts per message.
 */
export const withoutRepetitions = async (
  work: Work,
  extraction: Extraction,
): Promise<NormalisedExtraction> => {
  const { vocabulary } = work.services;
  const canonical = canonicalNames(extraction.entities);
  const entities = new MessageEntities(extraction.entities);
  const statedFacts = new Map<string, ExtractedFact>();
  for (const fact of extraction.facts) {
    await loopQueue.pause();
    const subject = canonical(fact.subject);
    const text = textNaming(fact.text.trim(), subject, entities.namesOf(subject));
    if (text === "" || fact.confidence < work.settings.minConfidence) continue;
    const namedFact = {
      ...fact,
      subject,
      corrects: fact.corrects && {
        ...fact.corrects,
        subject: fact.corrects.subject && canonical(fact.corrects.subject),
      },
      text,
      relations: await normaliseRelations(fact.relations, canonical),
    };
    const wording = wordingOf(namedFact);
    if (!statedFacts.has(wording))
      statedFacts.set(wording, withCanonicalSlot(namedFact, vocabulary, entities));
  }
  const distinct = [...statedFacts.values()];
  const omittedCount = Math.max(0, distinct.length - MOST_FACTS);
  const relationsOfMessage = await normaliseRelations(extraction.relations, canonical);
  const facts = await withRelations(
    distinct.slice(0, MOST_FACTS),
    relationsOfMessage.slice(0, MOST_FACTS),
    vocabulary,
    entities,
  );
  const relations = await normaliseRelations(
    [...extraction.relations, ...facts.flatMap(({ relations }) => relations)],
    canonical,
  );
  return {
    ...extraction,
    entities: extraction.entities.slice(0, MOST_ENTITIES),
    facts,
    omittedCount,
    relations: await withoutEnded(relations, facts, entities, MOST_FACTS),
    profiles: extraction.profiles.map(({ name, profile }) => ({ name: canonical(name), profile })),
  };
};

/**
 * Subjects and ends of relations get the canonical name of their entity. Relations of an
 * entity with itself are dropped, and so is every fact that repeats an earlier one. Of more than
 * 250 facts the first are kept.
 */
export const normalise: Stage<Extraction, NormalisedExtraction> = async (work, extraction) => {
  const distinct = await withoutRepetitions(work, extraction);
  const facts = await withoutNearDuplicates(work, distinct.facts);
  return {
    value: { ...distinct, facts },
    data: {
      facts: facts.length,
      dropped: extraction.facts.length - facts.length,
      ...(distinct.omittedCount > 0 && { omitted: distinct.omittedCount }),
      relations: distinct.relations.length,
    },
  };
};
