import { members, type EntityVersion } from "../../memory/entity.ts";
import { isEmpty } from "../../memory/fact.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { shownEntities } from "../graph/shown-entities.ts";
import type { FactItem } from "./block.ts";
import type { Question } from "./question.ts";

/** Limits of the lookup for one question: slots, subjects, and facts of each slot. */
const MOST_SLOTS = 6;
const MOST_SUBJECTS = 4;
const FACTS_OF_SLOT = 12;
/** Number of lines whose past and future facts are read. */
const MOST_HISTORIES = 4;
/** Number of people and animals close to the subjects that are read. */
const MOST_RELATIVES = 20;

/** Reads facts of slots at a view. */
class SlotReader {
  readonly #space: SpaceStore;
  readonly #vocabulary: Vocabulary;
  readonly #question: Question;

  constructor(space: SpaceStore, vocabulary: Vocabulary, question: Question) {
    this.#space = space;
    this.#vocabulary = vocabulary;
    this.#question = question;
  }

  /** The past or future facts of a line, as far as the question asks for them. One store call. */
  async #history(entity: EntityVersion, slot: string): Promise<FactItem[]> {
    const { time, at } = this.#question;
    const { items } = await this.#space.factsDuring({
      entities: members(entity),
      slot,
      during: { from: time?.from ?? undefined, to: time?.to ?? undefined },
      knownAt: at.knownAt,
      page: { first: FACTS_OF_SLOT },
    });
    return items
      .filter(({ item }) => !isEmpty(item))
      .map(({ item }) => ({ kind: "FACT", entity, version: item }));
  }

  /**
   * Facts of slots: the visible ones, and those of other times if the question asks for them or if
   * a line shows nothing now. Takes at most one store call, plus one for each of four lines.
   */
  async facts(subjects: readonly EntityVersion[], slots: readonly string[]): Promise<FactItem[]> {
    const lines = slots.flatMap((slot) => subjects.map((entity) => ({ entity, slot })));
    if (lines.length === 0) return [];
    const { at, asksForOtherTimes } = this.#question;
    const pages = await this.#space.facts(
      lines.map(({ entity, slot }) => ({
        entities: members(entity),
        slot,
        at,
        page: { first: FACTS_OF_SLOT },
      })),
    );
    const visible = lines.map(({ entity }, n) =>
      (pages[n]?.items ?? []).map(({ item }): FactItem => ({
        kind: "FACT",
        entity,
        version: item,
      })),
    );
    const shownSlots = new Set(lines.flatMap(({ slot }, n) => (visible[n]?.length ? [slot] : [])));
    // Who lives in Leeds and has told no street is not asked for earlier streets.
    const isToldWithin = (slot: string): boolean =>
      shownSlots.has(this.#vocabulary.definition(slot)?.within ?? "");
    const untoldLines = lines.filter(
      ({ slot }, n) => asksForOtherTimes || (visible[n]?.length === 0 && !isToldWithin(slot)),
    );
    const histories = await Promise.all(
      untoldLines.slice(0, MOST_HISTORIES).map(({ entity, slot }) => this.#history(entity, slot)),
    );
    return [...visible.flat(), ...histories.flat()];
  }
}

/** An entity close to a subject: the edge between them, and the fact that states it. */
interface Relative {
  readonly entity: EntityVersion;
  readonly type: string;
  readonly evidence: FactItem | null;
}

/** Types of the relationships between people, and between people and their animals. */
const closeTypes = (vocabulary: Vocabulary, slots: readonly string[]): string[] =>
  slots.flatMap((slot) => {
    const { value, relationship } = vocabulary.definition(slot) ?? {};
    if (relationship == null || (value !== "person" && value !== "animal")) return [];
    return [relationship.type, ...(relationship.inverse === null ? [] : [relationship.inverse])];
  });

const allCloseTypes = new WeakMap<Vocabulary, readonly string[]>();
const typesOf = (vocabulary: Vocabulary): readonly string[] => {
  const knownTypes = allCloseTypes.get(vocabulary);
  if (knownTypes !== undefined) return knownTypes;
  const types = closeTypes(
    vocabulary,
    vocabulary.slots.map(({ slot }) => slot),
  );
  allCloseTypes.set(vocabulary, types);
  return types;
};

/** The people and animals close to the subjects. At most four store calls. */
const relativesOf = async (
  space: SpaceStore,
  vocabulary: Vocabulary,
  subjects: readonly EntityVersion[],
  at: TimePoint,
): Promise<Relative[]> => {
  const own = new Set(subjects.flatMap(members));
  const [page] = await space.relationships([
    {
      entities: [...own],
      direction: "BOTH",
      types: typesOf(vocabulary),
      at,
      page: { first: MOST_RELATIVES },
    },
  ]);
  const edges = (page?.items ?? []).map(({ item }) => item);
  if (edges.length === 0) return [];
  const [shownById, evidence] = await Promise.all([
    shownEntities(
      space,
      edges.flatMap(({ source, target }) => [source, target]),
      at.knownAt,
    ),
    space.factsAsOf(edges.map(({ evidence: fact }) => ({ fact, knownAt: at.knownAt }))),
  ]);
  return edges.flatMap(({ source, target, type }, n): Relative[] => {
    const entity = shownById.get(own.has(source) ? target : source);
    if (entity === undefined || own.has(entity.entity)) return [];
    const version = evidence[n] ?? null;
    const owner = version === null ? undefined : shownById.get(version.entity);
    return [
      {
        entity,
        type,
        evidence:
          version === null || owner === undefined ? null : { kind: "FACT", entity: owner, version },
      },
    ];
  });
};

export interface Answers {
  readonly facts: readonly FactItem[];
  /** The entities with a relation that the question names. */
  readonly holders: readonly EntityVersion[];
  /** The other people and animals close to the subjects. */
  readonly relatives: readonly EntityVersion[];
}

const NOTHING: Answers = { facts: [], holders: [], relatives: [] };

/**
 * Facts of the slots that a question asks for, about its subjects and about the holders of a
 * relation that it names ("Where does my sister live?"). At most fourteen store calls.
 */
export const answeringFacts = async (
  space: SpaceStore,
  vocabulary: Vocabulary,
  question: Question,
  subjects: readonly EntityVersion[],
): Promise<Answers> => {
  const askedEntities = subjects.slice(0, MOST_SUBJECTS);
  if (askedEntities.length === 0) return NOTHING;
  const slots = question.slots.slice(0, MOST_SLOTS);
  const reader = new SlotReader(space, vocabulary, question);
  const [own, close] = await Promise.all([
    reader.facts(askedEntities, slots),
    relativesOf(space, vocabulary, askedEntities, question.at),
  ]);
  const types = new Set(closeTypes(vocabulary, slots));
  const holdingRelatives = close.filter(({ type }) => types.has(type));
  const holders = [...new Set(holdingRelatives.map(({ entity }) => entity))];
  const theirs = await reader.facts(holders, slots);
  return {
    facts: [...own, ...holdingRelatives.flatMap(({ evidence }) => evidence ?? []), ...theirs],
    holders,
    relatives: [...new Set(close.map(({ entity }) => entity))].filter(
      (entity) => !holders.includes(entity),
    ),
  };
};
