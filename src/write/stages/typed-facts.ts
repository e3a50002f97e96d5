import { foldName, nameFinder, snakeCase } from "../../language/names.ts";
import type { ExtractedEntity, ExtractedFact, ExtractedRelation } from "../../models/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** What the message says of its entities: their types and all their names. */
export class MessageEntities {
  readonly #types: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, readonly string[]>;

  constructor(entities: readonly ExtractedEntity[]) {
    const types = new Map<string, string>();
    const names = new Map<string, readonly string[]>();
    for (const { name, type, aliases } of entities) {
      const folded = foldName(name);
      types.set(folded, type);
      names.set(folded, [name, ...aliases]);
    }
    this.#types = types;
    this.#names = names;
  }

  /** The type of an entity, if the message tells it. */
  typeOf(name: string): string | null {
    return this.#types.get(foldName(name)) ?? null;
  }

  /** Every name by which the message calls an entity. */
  namesOf(name: string): readonly string[] {
    return this.#names.get(foldName(name)) ?? [name];
  }

  has(name: string): boolean {
    return this.#types.has(foldName(name));
  }
}

/**
 * A fact with the canonical name of its slot, and the narrower name by which it was called ("I have no dog now" does not speak of all
 * pets). A value that cannot be one of the slot ("my city is beautiful") claims nothing on it.
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
    label: vocabulary.narrowerLabel(fact.label ?? fact.slot, slot),
    corrects,
  };
};

const isSameRelation = (a: ExtractedRelation, b: ExtractedRelation): boolean =>
  a.type === b.type &&
  foldName(a.source) === foldName(b.source) &&
  foldName(a.target) === foldName(b.target);

const uniqueRelations = (relations: readonly ExtractedRelation[]): ExtractedRelation[] =>
  relations.filter(
    (relation, i) => relations.findIndex((other) => isSameRelation(other, relation)) === i,
  );

/** The relation that a fact states by its slot: who has Acme as the employer works_at it. Null where the value is no entity of the message. */
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

/** A fact, and which names it has. */
interface NamingFact {
  readonly fact: ExtractedFact;
  readonly names: (name: string) => boolean;
}

/** Facts with their names, the most confident first. */
const namingFacts = (facts: readonly ExtractedFact[]): NamingFact[] =>
  facts
    .toSorted((a, b) => b.confidence - a.confidence)
    .map((fact) => ({ fact, names: nameFinder(`${fact.subject} ${fact.text}`) }));

/** The most confident of some facts that names both ends of a relation. */
const factNamingBoth = (
  facts: readonly NamingFact[],
  { source, target }: ExtractedRelation,
  entities: MessageEntities,
): ExtractedFact | undefined =>
  facts.find(({ names }) =>
    [source, target].every((end) => entities.namesOf(end).some((name) => names(name))),
  )?.fact;

/**
 * Facts with the relations that they state: their own, and of the message's the ones whose both ends a fact names. An edge between
 * the same two that a fact states already by another type stays beside it.
 */
export const withRelations = (
  facts: readonly ExtractedFact[],
  relations: readonly ExtractedRelation[],
  vocabulary: Vocabulary,
  entities: MessageEntities,
): ExtractedFact[] => {
  const stated = new Map<ExtractedFact, ExtractedRelation[]>(
    facts.map((fact) => {
      const own = fact.relations.map((relation) => ({
        ...relation,
        type: snakeCase(relation.type),
      }));
      const ofSlot = relationOfSlot(fact, vocabulary, entities);
      const isStated =
        ofSlot === null ||
        [...own, ...relations].some(
          ({ source, type, target }) =>
            vocabulary.canonicalRelation(type) === ofSlot.type &&
            foldName(source) === foldName(ofSlot.source) &&
            foldName(target) === foldName(ofSlot.target),
        );
      return [fact, isStated ? own : [...own, ofSlot]];
    }),
  );
  const naming =
    relations.length === 0 ? [] : namingFacts(facts.filter(({ polarity }) => polarity === "HOLDS"));
  for (const relation of relations) {
    const isStated = [...stated.values()].flat().some((other) => isSameRelation(other, relation));
    const fact = isStated ? undefined : factNamingBoth(naming, relation, entities);
    if (fact !== undefined) stated.get(fact)?.push(relation);
  }
  return facts.map((fact) => ({ ...fact, relations: uniqueRelations(stated.get(fact) ?? []) }));
};

/** Relations without those that no fact states and between whose ends, as a fact says, something has ended. */
export const withoutEnded = (
  relations: readonly ExtractedRelation[],
  facts: readonly ExtractedFact[],
  entities: MessageEntities,
): ExtractedRelation[] => {
  const ending = namingFacts(facts.filter(({ action }) => action === "DELETE"));
  const stated = facts.flatMap((fact) => fact.relations);
  return relations.filter(
    (relation) =>
      stated.some((one) => isSameRelation(one, relation)) ||
      factNamingBoth(ending, relation, entities) === undefined,
  );
};
