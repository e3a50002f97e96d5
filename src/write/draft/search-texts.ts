import type { EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, NewId, TextId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { entityText, type SearchText } from "../../memory/search-text.ts";
import { OPEN, trueAt, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { DraftEntities } from "./entities.ts";

/** How many facts and related names an entity's search text is made of, at most. */
const FACTS_IN_TEXT = 12;
const RELATED_IN_TEXT = 6;

interface Drafted {
  readonly facts: readonly {
    readonly version: FactVersion | null;
    readonly expired: FactVersion | null;
  }[];
  readonly relationships: readonly {
    readonly version: RelationshipVersion | null;
    readonly expired: RelationshipVersion | null;
  }[];
  readonly entities: readonly { readonly version: EntityVersion }[];
}

/** The texts of the facts that a draft adds or words anew; a restored version takes up a text that is on record. */
export const factTexts = (
  drafted: Drafted,
  fresh: ReadonlySet<TextId>,
  recordedAt: Instant,
): Omit<SearchText, "vector">[] =>
  drafted.facts.flatMap(({ version }) =>
    version && fresh.has(version.textId)
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

const touchedBy = ({ facts, relationships, entities }: Drafted): EntityId[] => [
  ...new Set([
    ...facts.flatMap(({ version, expired }) => version?.entity ?? expired?.entity ?? []),
    ...relationships.flatMap(({ version, expired }) =>
      (version ?? expired) ? [(version ?? expired)!.source, (version ?? expired)!.target] : [],
    ),
    ...entities.map(({ version }) => version.entity),
  ]),
];

/** The search texts of the entities that a draft touches, where they differ from those on record. Four or five store calls, however many. */
export const entityTexts = async (
  space: SpaceStore,
  entities: DraftEntities,
  drafted: Drafted,
  known: TimePoint,
  recordedAt: Instant,
  newId: NewId,
): Promise<{ readonly texts: Omit<SearchText, "vector">[]; readonly expired: TextId[] }> => {
  const touchedIds = touchedBy(drafted);
  await entities.load(touchedIds);
  const touched = [...new Set(touchedIds.map((id) => entities.root(id)))];
  const merged = drafted.entities
    .map(({ version }) => version)
    .filter(({ mergedInto }) => mergedInto !== null);
  if (touched.length === 0) return { texts: [], expired: [] };
  const owners = touched.map(({ entity }) => entities.members(entity));
  const [important, pages, standing] = await Promise.all([
    space.importantFacts(owners.map((ids) => ({ entities: ids, at: known, limit: FACTS_IN_TEXT }))),
    space.relationships(
      owners.map((ids) => ({
        entities: ids,
        direction: "BOTH" as const,
        at: known,
        page: { first: RELATED_IN_TEXT },
      })),
    ),
    space.entityTexts([...touched, ...merged].map(({ entity }) => entity)),
  ]);
  const gone = new Set(drafted.facts.flatMap(({ expired }) => expired?.fact ?? []));
  const closed = new Set(
    drafted.relationships.flatMap(({ expired }) => expired?.relationship ?? []),
  );
  const relatedOf = touched.map((_, i) => [
    ...(pages[i]?.items
      .map(({ item }) => item)
      .filter(({ relationship }) => !closed.has(relationship)) ?? []),
    ...drafted.relationships.flatMap(({ version }) =>
      version &&
      trueAt(version, known.validAt) &&
      (owners[i]!.includes(version.source) || owners[i]!.includes(version.target))
        ? [version]
        : [],
    ),
  ]);
  await entities.load(relatedOf.flat().flatMap(({ source, target }) => [source, target]));
  const texts: Omit<SearchText, "vector">[] = [];
  const expired: TextId[] = merged.flatMap((_, i) => standing[touched.length + i]?.id ?? []);
  for (const [i, entity] of touched.entries()) {
    const facts = [
      ...(important[i]?.filter(({ fact }) => !gone.has(fact)) ?? []),
      ...drafted.facts.flatMap(({ version }) =>
        version && owners[i]!.includes(version.entity) && trueAt(version, known.validAt)
          ? [version]
          : [],
      ),
    ].toSorted(
      (a, b) =>
        b.importance - a.importance ||
        (a.firstRecordedAt < b.firstRecordedAt
          ? -1
          : a.firstRecordedAt > b.firstRecordedAt
            ? 1
            : 0),
    );
    const related = relatedOf[i]!.map(
      ({ source, target }) => entities.root(owners[i]!.includes(source) ? target : source).name,
    );
    const text = entityText({
      name: entity.name,
      type: entity.type,
      aliases: entity.aliases,
      facts: facts.slice(0, FACTS_IN_TEXT).map(({ text }) => text),
      related: [...new Set(related)].slice(0, RELATED_IN_TEXT),
    });
    const stands = standing[i];
    if (stands?.text === text) continue;
    if (stands) expired.push(stands.id);
    texts.push({
      id: newId(),
      kind: "ENTITY",
      subject: entity.entity,
      text,
      recordedAt,
      expiredAt: OPEN,
    });
  }
  return { texts, expired };
};
