import type { Change, ChangedVersion, ChangeKind } from "../../../memory/change.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { Instant } from "../../../memory/time.ts";
import type { ChangeQuery } from "../../port.ts";
import { toInstant, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionPairOf, type ReadPage } from "../database/pages.ts";
import { asList } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";
import {
  isNumber,
  isObjectOf,
  isOneOf,
  isText,
  jsonColumn,
  textList,
} from "../database/json-columns.ts";

export type ChangeRow = readonly [
  recorded: number,
  ordinal: number,
  kind: ChangeKind,
  before: string | null,
  after: string | null,
  entities: string,
  decision: string | null,
  event: string | null,
];

const changedOf = jsonColumn<ChangedVersion>(
  "change.before or change.after",
  isObjectOf({ kind: isOneOf("FACT", "RELATIONSHIP", "ENTITY"), id: isText, n: isNumber }),
);
const entitiesOf = textList("change.entities");

/** Columns of a change `c`. */
export const CHANGE_COLUMNS = `c.recorded, c.ordinal, c.kind, c.before, c.after, c.entities, c.decision, c.event`;

/** A change from its row. Throws if a column does not have the expected shape. */
export const changeOf = ([
  recordedMillis,
  ordinal,
  kind,
  before,
  after,
  entities,
  decision,
  event,
]: ChangeRow): Change => ({
  ordinal,
  kind,
  decision,
  event,
  at: toInstant(recordedMillis),
  before: before === null ? null : changedOf(before),
  after: after === null ? null : changedOf(after),
  entities: entitiesOf(entities),
});

/**
 * ?1 and ?2 the position of the cursor, ?3 the last record time, ?4 entities.
 */
const within = (entities: boolean): string => `
FROM change c WHERE (c.recorded, c.ordinal) > (?1, ?2) AND c.recorded <= ?3
  AND ${entities ? "(c.recorded, c.ordinal) IN (SELECT x.recorded, x.ordinal FROM json_each(?4) r CROSS JOIN entity e ON e.id = r.value CROSS JOIN change_entity x ON x.entity = e.num AND x.recorded >= ?1 AND x.recorded <= ?3)" : "?4 IS NULL"}`;

/** An ordinal after all changes of a commit. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Reads the changes after a record time, or after the cursor if that is later: a cursor cannot
 * reach back before `from`.
 */
export const changes = (
  file: SpaceFile,
  { from, to, entities, page }: ChangeQuery,
): ReadPage<Change> => {
  const beginning = [toMillis(from), LAST] as const;
  const after = positionPairOf("changes", page.after, beginning);
  const [recordedMillis, ordinal] = after[0] < beginning[0] ? beginning : after;
  const source = within(entities !== undefined);
  const entityList = entities === undefined ? null : asList(entities);
  const rows = file.all<ChangeRow>(
    `SELECT ${CHANGE_COLUMNS} ${source} ORDER BY c.recorded, c.ordinal LIMIT ?5`,
    recordedMillis,
    ordinal,
    toMillis(to),
    entityList,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({ item: changeOf(row), cursor: cursorOf("changes", row[0], row[1]) })),
    page,
    (open) =>
      open.only<readonly [number]>(
        `SELECT count(*) ${source}`,
        ...beginning,
        toMillis(to),
        entityList,
      )[0],
  );
};

const jsonOrNull = (version: ChangedVersion | null): string | null =>
  version === null ? null : JSON.stringify(version);

const AT = `
SELECT c.recorded, c.ordinal, c.kind, c.before, c.after, c.entities, c.decision, c.event
FROM json_each(?) r
CROSS JOIN change c ON c.recorded = r.value
ORDER BY c.recorded, c.ordinal`;

/** The changes of the commits of the given record times. */
export const changesAt = (file: SpaceFile, times: readonly Instant[]): Change[] =>
  file.all<ChangeRow>(AT, asList([...new Set(times.map(toMillis))])).map(changeOf);

const DROP_ENTITIES = `
DELETE FROM change_entity
WHERE recorded = ?2
  AND ordinal = ?3
  AND entity IN (SELECT e.num FROM json_each(?1) r CROSS JOIN entity e ON e.id = r.value)`;
const ENTITIES_OF = `SELECT entities FROM change WHERE recorded = ? AND ordinal = ?`;
const DROP = `DELETE FROM change WHERE recorded = ? AND ordinal = ?`;
const REWRITE = `
UPDATE change
SET kind = ?, before = ?, after = ?, entities = ?, decision = ?, event = ?
WHERE recorded = ? AND ordinal = ?`;

/** Removes the index rows of the entities of a change that it no longer concerns. */
const dropEntities = (
  file: SpaceFile,
  recordedMillis: number,
  ordinal: number,
  keptEntities: ReadonlySet<EntityId>,
): void => {
  const [json] = file.first<readonly [string]>(ENTITIES_OF, recordedMillis, ordinal) ?? ["[]"];
  file.run(
    DROP_ENTITIES,
    asList(entitiesOf(json).filter((entity) => !keptEntities.has(entity))),
    recordedMillis,
    ordinal,
  );
};

/**
 * Removes a change. Call it before the entities that it concerns are removed. Returns the count.
 */
export const removeChange = (file: SpaceFile, at: Instant, ordinal: number): number => {
  const recordedMillis = toMillis(at);
  dropEntities(file, recordedMillis, ordinal, new Set());
  return file.run(DROP, recordedMillis, ordinal);
};

/** Rewrites a change. Call it before the entities that it no longer concerns are removed. */
export const rewriteChange = (
  file: SpaceFile,
  { at, ordinal, kind, before, after, entities, decision, event }: Change,
): void => {
  const recordedMillis = toMillis(at);
  dropEntities(file, recordedMillis, ordinal, new Set(entities));
  file.run(
    REWRITE,
    kind,
    jsonOrNull(before),
    jsonOrNull(after),
    JSON.stringify(entities),
    decision,
    event,
    recordedMillis,
    ordinal,
  );
};

const ADD = `
INSERT INTO change (recorded, ordinal, kind, before, after, entities, decision, event)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const ADD_ENTITY = `INSERT OR IGNORE INTO change_entity (entity, recorded, ordinal) VALUES (?, ?, ?)`;

/**
 * Records a change and the entities that it concerns. `numberOf` gives the number of an entity in
 * the file.
 */
export const recordChange = (
  file: SpaceFile,
  change: Change,
  recordedMillis: number,
  numberOf: (entity: EntityId) => number,
): void => {
  const { ordinal, kind, before, after, entities, decision, event } = change;
  file.run(
    ADD,
    recordedMillis,
    ordinal,
    kind,
    jsonOrNull(before),
    jsonOrNull(after),
    JSON.stringify(entities),
    decision,
    event,
  );
  for (const entity of entities) file.run(ADD_ENTITY, numberOf(entity), recordedMillis, ordinal);
};
