import { fencedQuotation } from "../../../language/fence.ts";
import { namesInQuery } from "../../../language/names.ts";
import { members, type EntityVersion } from "../../../memory/entity.ts";
import type { TurnId } from "../../../memory/ids.ts";
import type { Reference, ReferenceKind } from "../../../memory/reference.ts";
import { shownEntities } from "../../../read/graph/shown-entities.ts";
import { entityHeading } from "../../../read/recall/block.ts";
import { calendarDate } from "../../../read/recall/calendar-date.ts";
import type { Situation } from "../strategy.ts";

/**
 * Maximum number of entities with a line, of references that are read, and of references of a line.
 */
const MOST_ENTITIES = 5;
const REFERENCES_READ = 30;
const REFERENCES_OF_EACH = 3;

const VERBS: Readonly<Record<ReferenceKind, string>> = {
  DISCUSSED: "discussed",
  QUERIED: "asked about",
  MENTIONED: "mentioned",
  INTERESTED_IN: "of interest to the user since",
};

/** The references to an entity in words; none if there are none. */
const referenceLine = (entity: EntityVersion, references: readonly Reference[]): string[] => {
  const own = new Set(members(entity));
  const statements = references
    .filter((reference) => own.has(reference.entity))
    .slice(0, REFERENCES_OF_EACH)
    .map(
      ({ kind, occurredAt, snippet }) =>
        `${VERBS[kind]} ${calendarDate(occurredAt)}: ${fencedQuotation(snippet)}`,
    );
  return statements.length === 0 ? [] : [`${entityHeading(entity)}: ${statements.join("; ")}`];
};

/**
 * Tier 4: when the entities in the message were mentioned before, apart from the sent turns; if it
 * names none, the interests of the user. At most five store calls.
 */
export const referenceLines = async (
  { space, view: { at }, message }: Situation,
  sentTurns: ReadonlySet<TurnId>,
): Promise<string[]> => {
  const firstEntities = async (ids: Iterable<string>): Promise<EntityVersion[]> => {
    const versions = await shownEntities(space, ids, at.knownAt);
    return [...new Set(versions.values())].slice(0, MOST_ENTITIES);
  };
  const namedEntities = await space.entitiesByName(namesInQuery(message), at.knownAt);
  const entities = await firstEntities(namedEntities.flatMap(([first]) => first ?? []));
  const page = await space.references({
    ...(entities.length > 0
      ? { entities: entities.flatMap(members) }
      : { kinds: ["INTERESTED_IN"] as const }),
    at,
    page: { first: REFERENCES_READ },
  });
  const references = page.items
    .map(({ item }) => item)
    .filter(({ turn }) => turn === null || !sentTurns.has(turn));
  const subjects =
    entities.length > 0 ? entities : await firstEntities(references.map(({ entity }) => entity));
  return subjects.flatMap((entity) => referenceLine(entity, references));
};
