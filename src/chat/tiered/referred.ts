import { members, type EntityVersion } from "../../memory/entity.ts";
import type { Reference, ReferenceKind } from "../../memory/reference.ts";
import { calendarDate } from "../../read/calendar-date.ts";
import { namesIn } from "../../read/query-names.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import type { Situation } from "../strategy.ts";

/** Entities that are told of, references that are read, and told of each. */
const ENTITIES = 5;
const READ = 30;
const OF_EACH = 3;

const TOLD: Readonly<Record<ReferenceKind, string>> = {
  DISCUSSED: "discussed",
  QUERIED: "asked about",
  MENTIONED: "mentioned",
  INTERESTED_IN: "of interest to the user since",
};

const line = (entity: EntityVersion, references: readonly Reference[]): string =>
  `- ${entity.name} (${entity.type}): ${references
    .slice(0, OF_EACH)
    .map(
      ({ kind, occurredAt, snippet }) => `${TOLD[kind]} ${calendarDate(occurredAt)}: "${snippet}"`,
    )
    .join("; ")}`;

/** Tier 4: when the entities that the message names were spoken of before, outside of the turns that are sent; where it names none, what the user takes an interest in. At most four store calls. */
export const referredTo = async (
  { space, view: { at }, message }: Situation,
  sent: ReadonlySet<string>,
): Promise<string[]> => {
  const named = (await space.entitiesByName(namesIn(message), at.knownAt)).flatMap(
    ([first]) => first ?? [],
  );
  const shown = await recalledEntities(space, named, at.knownAt);
  const entities = [
    ...new Map([...shown.values()].map((entity) => [entity.entity, entity])).values(),
  ].slice(0, ENTITIES);
  const about =
    entities.length > 0
      ? { entities: entities.flatMap(members) }
      : { kinds: ["INTERESTED_IN"] as const };
  const references = (await space.references({ ...about, at, page: { first: READ } })).items
    .map(({ item }) => item)
    .filter(({ turn }) => turn === null || !sent.has(turn));
  const owners =
    entities.length > 0
      ? entities
      : [
          ...new Set(
            (
              await recalledEntities(
                space,
                references.map(({ entity }) => entity),
                at.knownAt,
              )
            ).values(),
          ),
        ].slice(0, ENTITIES);
  return owners.flatMap((entity) => {
    const own = new Set(members(entity));
    const ofIt = references.filter(({ entity: id }) => own.has(id));
    return ofIt.length === 0 ? [] : [line(entity, ofIt)];
  });
};
