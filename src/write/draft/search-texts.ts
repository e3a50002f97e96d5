import type { EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, FactId, NewId, RelationshipId, TextId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { entityText, type SearchText } from "../../memory/search-text.ts";
import { OPEN, trueAt, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import type { DraftEntities } from "./entities.ts";

/** Maximum number of facts and related names in the search text of an entity. */
const FACTS_IN_TEXT = 12;
const RELATED_IN_TEXT = 6;

/** The changes that affect search texts. */
interface SearchableChanges {
  readonly facts: readonly {
    readonly version: FactVersion | null;
    readonly expiredVersion: FactVersion | null;
  }[];
  readonly relationships: readonly {
    readonly version: RelationshipVersion | null;
    readonly expiredVersion: RelationshipVersion | null;
  }[];
  readonly entities: readonly { readonly version: EntityVersion }[];
}

type TextWithoutVector = Omit<SearchText, "vector">;

/** The texts of the facts that a draft adds or rewords. A restored version uses its stored text. */
export const factTexts = (
  { facts }: SearchableChanges,
  freshTexts: ReadonlySet<TextId>,
  recordedAt: Instant,
): TextWithoutVector[] =>
  facts.flatMap(({ version }) =>
    version?.hasText && freshTexts.has(version.textId)
      ? [
          {
            id: version.textId,
            kind: "FACT" as const,
            subject: version.fact,
            text: version.text,
            recordedAt,
            expiredAt: OPEN,
          },
        ]
      : [],
  );

const touchedEntities = ({ facts, relationships, entities }: SearchableChanges): EntityId[] => [
  ...new Set([
    ...facts.flatMap(({ version, expiredVersion }) => (version ?? expiredVersion)?.entity ?? []),
    ...relationships.flatMap(({ version, expiredVersion }) => {
      const latest = version ?? expiredVersion;
      return latest ? [latest.source, latest.target] : [];
    }),
    ...entities.map(({ version }) => version.entity),
  ]),
];

/** A changed entity, with its stored data. */
interface TouchedEntity {
  readonly entity: EntityVersion;
  /** The entity and all entities that it has absorbed. */
  readonly members: readonly EntityId[];
  readonly facts: readonly FactVersion[];
  readonly relationships: readonly RelationshipVersion[];
  /** Its stored search text. */
  readonly storedText: Pick<SearchText, "id" | "text"> | null;
}

/**
 * Reads the data for the search texts of changed entities. Three store calls; none for new
 * entities.
 */
const readTouched = async (
  space: SpaceStore,
  entities: DraftEntities,
  touchedVersions: readonly EntityVersion[],
  timePoint: TimePoint,
): Promise<TouchedEntity[]> => {
  const storedEntities = touchedVersions.filter(
    ({ entity }) => entities.storedMembers(entity).length > 0,
  );
  const members = storedEntities.map(({ entity }) => entities.storedMembers(entity));
  const [facts, relationships, texts] =
    storedEntities.length === 0
      ? [[], [], []]
      : await Promise.all([
          space.importantFacts(
            members.map((ids) => ({ entities: ids, at: timePoint, limit: FACTS_IN_TEXT })),
          ),
          space.relationships(
            members.map((ids) => ({
              entities: ids,
              direction: "BOTH" as const,
              at: timePoint,
              page: { first: RELATED_IN_TEXT },
            })),
          ),
          space.entityTexts(storedEntities.map(({ entity }) => entity)),
        ]);
  return touchedVersions.map((entity) => {
    const i = storedEntities.indexOf(entity);
    return {
      entity,
      members: entities.members(entity.entity),
      facts: facts[i] ?? [],
      relationships: relationships[i]?.items.map(({ item }) => item) ?? [],
      storedText: texts[i] ?? null,
    };
  });
};

/** Prefetches the data for the search texts of some entities. */
export const readTextsAhead = async (
  space: SpaceStore,
  entities: DraftEntities,
  ids: readonly EntityId[],
  timePoint: TimePoint,
): Promise<void> => {
  const roots = [...new Set(ids.map((id) => entities.root(id)))];
  const changedEntities = await readTouched(space, entities, roots, timePoint);
  await entities.load(
    changedEntities.flatMap(({ relationships }) =>
      relationships.flatMap(({ source, target }) => [source, target]),
    ),
  );
};

/** The most important facts first; of equally important facts, the oldest first. */
const byImportance = (a: FactVersion, b: FactVersion): number =>
  b.importance - a.importance ||
  Number(a.firstRecordedAt > b.firstRecordedAt) - Number(a.firstRecordedAt < b.firstRecordedAt);

/**
 * The versions that a draft adds and that are true now, by entity, and the versions that it lets
 * expire.
 */
class ChangesByEntity {
  readonly #expiredIds = new Set<FactId | RelationshipId>();
  readonly #facts = new Map<EntityId, FactVersion[]>();
  readonly #relationships = new Map<EntityId, RelationshipVersion[]>();

  constructor({ facts, relationships }: SearchableChanges, { validAt }: TimePoint) {
    for (const { version, expiredVersion } of facts) {
      if (expiredVersion) this.#expiredIds.add(expiredVersion.fact);
      if (version && trueAt(version, validAt)) addTo(this.#facts, version.entity, version);
    }
    for (const { version, expiredVersion } of relationships) {
      if (expiredVersion) this.#expiredIds.add(expiredVersion.relationship);
      if (!version || !trueAt(version, validAt)) continue;
      addTo(this.#relationships, version.source, version);
      if (version.target !== version.source) addTo(this.#relationships, version.target, version);
    }
  }

  /** The stored facts of an entity that remain after the draft, the most important first. */
  factsOf({ members, facts }: TouchedEntity): FactVersion[] {
    const draftFacts = members.flatMap((id) => this.#facts.get(id) ?? []);
    return [...facts.filter(({ fact }) => !this.#expiredIds.has(fact)), ...draftFacts].toSorted(
      byImportance,
    );
  }

  /** The stored relationships of an entity that remain after the draft. */
  relationshipsOf({ members, relationships }: TouchedEntity): RelationshipVersion[] {
    const draftRelationships = members.flatMap((id) => this.#relationships.get(id) ?? []);
    return [
      ...relationships.filter(({ relationship }) => !this.#expiredIds.has(relationship)),
      ...new Set(draftRelationships),
    ];
  }
}

const addTo = <T>(lists: Map<EntityId, T[]>, entity: EntityId, item: T): void => {
  const list = lists.get(entity);
  if (list) list.push(item);
  else lists.set(entity, [item]);
};

/**
 * The search texts of the changed entities, if they differ from the stored ones. Takes at most six
 * store calls for any number of entities.
 */
export const entityTexts = async (
  space: SpaceStore,
  entities: DraftEntities,
  changes: SearchableChanges,
  timePoint: TimePoint,
  recordedAt: Instant,
  newId: NewId,
): Promise<{ readonly texts: TextWithoutVector[]; readonly expiredTexts: TextId[] }> => {
  const ids = touchedEntities(changes);
  await entities.load(ids);
  const roots = [...new Set(ids.map((id) => entities.root(id)))];
  if (roots.length === 0) return { texts: [], expiredTexts: [] };
  const mergedEntities = changes.entities.flatMap(({ version }) =>
    version.mergedInto === null ? [] : [version.entity],
  );
  const [changedEntities, mergedTexts] = await Promise.all([
    readTouched(space, entities, roots, timePoint),
    mergedEntities.length === 0 ? [] : space.entityTexts(mergedEntities),
  ]);
  const after = new ChangesByEntity(changes, timePoint);
  const relationshipLists = changedEntities.map((one) => after.relationshipsOf(one));
  await entities.load(relationshipLists.flat().flatMap(({ source, target }) => [source, target]));
  const texts: TextWithoutVector[] = [];
  const expiredTexts: TextId[] = mergedTexts.flatMap((text) => text?.id ?? []);
  for (const [i, one] of changedEntities.entries()) {
    await loopQueue.pause();
    const { entity, members, storedText } = one;
    const names = (relationshipLists[i] ?? []).map(
      ({ source, target }) => entities.root(members.includes(source) ? target : source).name,
    );
    const text = entityText({
      name: entity.name,
      type: entity.type,
      aliases: entity.aliases,
      facts: after
        .factsOf(one)
        .slice(0, FACTS_IN_TEXT)
        .map(({ text }) => text),
      relatedNames: [...new Set(names)].slice(0, RELATED_IN_TEXT),
    });
    if (storedText?.text === text) continue;
    if (storedText) expiredTexts.push(storedText.id);
    texts.push({
      id: newId(),
      kind: "ENTITY",
      subject: entity.entity,
      text,
      recordedAt,
      expiredAt: OPEN,
    });
  }
  return { texts, expiredTexts: expiredTexts };
};
