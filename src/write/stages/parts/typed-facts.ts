import { loopQueue } from "../../../fairness/loop-queue.ts";
import { foldName, nameFinder, snakeCase } from "../../../language/names.ts";
import type { ExtractedEntity, ExtractedFact, ExtractedRelation } from "../../../models/port.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";

/** The statements of the message about its entities: their types and all their names. */
export class MessageEntities {
  readonly #types: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, readonly string[]>;

  constructor(entities: readonly ExtractedEntity[]) {
    const types = new Map<string, string>();
    const names = new Map<string, readonly string[]>();
    for (const { name, type, aliases } of entities) {
      const foldedName = foldName(name);
      types.set(foldedName, type);
      names.set(foldedName, [name, ...aliases]);
    }
    this.#types = types;
    this.#names = names;
  }

  /** The type of an entity, if the message states it. */
  typeOf(name: string): string | null {
    return this.#types.get(foldName(name)) ?? null;
  }

  /** All names of an entity in the message. */
  namesOf(name: string): readonly string[] {
    return this.#names.get(foldName(name)) ?? [name];
  }

  has(name: string): boolean {
    return this.#types.has(foldName(name));
  }
}

/**
 * A fact with the canonical name of its slot, and the narrower name that was used ("I have no dog
 * now" does not mean all pets). If a value does not fit the slot ("my city is beautiful"), the fact
 * claims nothing about it.
 */
export const withCanonicalSlot = (
  fact: ExtractedFact,
  vocabulary: Vocabulary,
  entities: MessageEntities,
): ExtractedFact => {
  const corrects = fact.corrects && {
    ...fact.corrects,
    slot: fact.corrects.slot && vocabulary.canonicalSlot(fact.corrects.slot),
  };
  if (fact.slot === null) return { ...fact, corrects };
  const slot = vocabulary.canonicalSlot(fact.slot, entities.typeOf(fact.subject));
  const isClaim =
    slot !== "" &&
    (fact.value === null ? fact.polarity !== "HOLDS" : vocabulary.accepts(slot, fact.value));
  if (!isClaim) return { ...fact, slot: null, value: null, label: null, corrects };
  return {
    ...fact,
    slot,
    label: vocabulary.claimLabel(slot, fact.label ?? fact.slot, [fact.slot]),
    corrects,
  };
};

/** The label of a fact; if it has none, the stage of its value that its relations name. */
const labelOf = (
  { slot, label }: ExtractedFact,
  relations: readonly ExtractedRelation[],
  vocabulary: Vocabulary,
): string | null => {
  const types = relations
    .map(({ type }) => type)
    .filter((type) => vocabulary.slotOfRelation(type)?.slot === slot);
  return label ?? (slot === null ? null : vocabulary.stageNamed(slot, types));
};

/** The key of a relation: two relations with the same key are the same. */
const relationKey = ({ source, type, target }: ExtractedRelation, canonicalType = type): string =>
  JSON.stringify([canonicalType, foldName(source), foldName(target)]);

const uniqueRelations = (relations: readonly ExtractedRelation[]): ExtractedRelation[] => {
  const first = new Map<string, ExtractedRelation>();
  for (const relation of relations) {
    const key = relationKey(relation);
    if (!first.has(key)) first.set(key, relation);
  }
  return [...first.values()];
};

/**
 * The relation that a fact states by its slot: a person with the employer Acme `works_at` Acme.
 * Null if the value is not an entity of the message.
 */
const relationOfSlot = (
  { slot, value, subject, polarity }: ExtractedFact,
  vocabulary: Vocabulary,
  entities: MessageEntities,
): ExtractedRelation | null => {
  const relationship = slot === null ? null : vocabulary.definition(slot)?.relationship;
  if (relationship == null || value === null || polarity !== "HOLDS") return null;
  return entities.has(value) && foldName(value) !== foldName(subject)
    ? { source: subject, type: relationship.type, target: value }
    : null;
};

/** A fact, and the names in it. */
interface NamingFact {
  readonly fact: ExtractedFact;
  readonly names: (name: string) => boolean;
}

/** Facts with their names, the most confident first. */
const namingFacts = (facts: readonly ExtractedFact[]): NamingFact[] =>
  facts
    .toSorted((a, b) => b.confidence - a.confidence)
    .map((fact) => ({ fact, names: nameFinder(`${fact.subject} ${fact.text}`) }));

/** The most confident fact that names both ends of a relation. */
const factNamingBoth = (
  facts: readonly NamingFact[],
  { source, target }: ExtractedRelation,
  entities: MessageEntities,
): ExtractedFact | undefined =>
  facts.find(({ names }) =>
    [source, target].every((end) => entities.namesOf(end).some((name) => names(name))),
  )?.fact;

/**
 * Facts with the relations that they state: their own, and those of the message whose ends the fact
 * names. A further edge between the same two entities with another type is kept.
 */
export const withRelations = async (
  facts: readonly ExtractedFact[],
  relations: readonly ExtractedRelation[],
  vocabulary: Vocabulary,
  entities: MessageEntities,
): Promise<ExtractedFact[]> => {
  const canonicalKey = (relation: ExtractedRelation): string =>
    relationKey(relation, vocabulary.canonicalRelation(relation.type));
  const ofMessage = new Set(relations.map(canonicalKey));
  const statedRelations = new Map<ExtractedFact, ExtractedRelation[]>(
    facts.map((fact) => {
      const own = fact.relations.map((relation) => ({
        ...relation,
        type: snakeCase(relation.type),
      }));
      const ofSlot = relationOfSlot(fact, vocabulary, entities);
      const isStated =
        ofSlot === null ||
        ofMessage.has(relationKey(ofSlot)) ||
        own.some((relation) => canonicalKey(relation) === relationKey(ofSlot));
      return [fact, isStated ? own : [...own, ofSlot]];
    }),
  );
  const holdingFacts =
    relations.length === 0 ? [] : namingFacts(facts.filter(({ polarity }) => polarity === "HOLDS"));
  const statedKeys = new Set(
    [...statedRelations.values()].flat().map((relation) => relationKey(relation)),
  );
  for (const relation of relations) {
    await loopQueue.pause();
    const key = relationKey(relation);
    const fact = statedKeys.has(key) ? undefined : factNamingBoth(holdingFacts, relation, entities);
    if (fact === undefined) continue;
    statedRelations.get(fact)?.push(relation);
    statedKeys.add(key);
  }
  return facts.map((fact) => {
    const ownRelations = uniqueRelations(statedRelations.get(fact) ?? []);
    return { ...fact, label: labelOf(fact, ownRelations, vocabulary), relations: ownRelations };
  });
};

/**
 * The first `most` relations without those that no fact states and between whose ends something has
 * ended according to a fact.
 */
export const withoutEnded = async (
  relations: readonly ExtractedRelation[],
  facts: readonly ExtractedFact[],
  entities: MessageEntities,
  most: number,
): Promise<ExtractedRelation[]> => {
  const endingFacts = namingFacts(facts.filter(({ action }) => action === "DELETE"));
  const statedKeys = new Set(
    facts.flatMap((fact) => fact.relations.map((relation) => relationKey(relation))),
  );
  const standingRelations: ExtractedRelation[] = [];
  for (const relation of relations) {
    if (standingRelations.length === most) break;
    await loopQueue.pause();
    const isStanding =
      statedKeys.has(relationKey(relation)) ||
      factNamingBoth(endingFacts, relation, entities) === undefined;
    if (isStanding) standingRelations.push(relation);
  }
  return standingRelations;
};
