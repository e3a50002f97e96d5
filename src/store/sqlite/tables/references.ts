import type { EntityId, SessionId } from "../../../memory/ids.ts";
import type { Reference, ReferenceKind } from "../../../memory/reference.ts";
import type { ReferenceQuery } from "../../port.ts";
import { toInstant, toMillis } from "../database/instants.ts";
import { cursorOf, pageOf, positionPairOf, type ReadPage } from "../database/pages.ts";
import { asList } from "../database/requests.ts";
import type { SpaceFile } from "../database/space-file.ts";

export type ReferenceRow = readonly [
  num: number,
  id: string,
  kind: ReferenceKind,
  entity: string,
  session: string,
  turn: string | null,
  snippet: string,
  occurred: number,
  recorded: number,
];

/** Columns of a reference `r` and its entity `e`. */
export const REFERENCE_COLUMNS = `r.num, r.id, r.kind, e.id, r.session, r.turn, r.snippet, r.occurred, r.recorded`;

/** A reference from its row. */
export const referenceOf = ([
  ,
  id,
  kind,
  entity,
  session,
  turn,
  snippet,
  occurredMillis,
  recordedMillis,
]: ReferenceRow): Reference => ({
  id,
  kind,
  entity,
  session,
  turn,
  snippet,
  occurredAt: toInstant(occurredMillis),
  recordedAt: toInstant(recordedMillis),
});

/**
 * ?1 and ?2 the position of the cursor, ?3 knownAt, ?4 validAt, ?5 session, ?6 kinds (a single kind
 * as itself, because an index has it in order), ?7 entities.
 */
const visible = (entities: boolean, oneKind: boolean): string => `
FROM ${entities ? "json_each(?7) q CROSS JOIN entity e ON e.id = q.value CROSS JOIN reference r ON r.entity = e.num" : "reference r CROSS JOIN entity e ON e.num = r.entity"}
WHERE (r.recorded, r.num) < (?1, ?2)
  AND r.recorded <= ?3
  AND r.occurred <= ?4
  AND (?5 IS NULL OR r.session = ?5)
  AND ${oneKind ? "r.kind = ?6" : "(?6 IS NULL OR r.kind IN (SELECT value FROM json_each(?6)))"}
${entities ? "" : "AND ?7 IS NULL"}`;

/** The visible references, the last recorded first. */
export const references = (
  file: SpaceFile,
  { entities, kinds, session, at, page }: ReferenceQuery,
): ReadPage<Reference> => {
  const after = positionPairOf("references", page.after, [Number.MAX_SAFE_INTEGER, 0]);
  const entityList = entities === undefined ? null : asList([...new Set(entities)]);
  const [kind] = kinds?.length === 1 ? kinds : [];
  const filters = [
    toMillis(at.knownAt),
    toMillis(at.validAt),
    session ?? null,
    kind ?? (kinds === undefined ? null : asList(kinds)),
    entityList,
  ] as const;
  const source = visible(entities !== undefined, kind !== undefined);
  const rows = file.all<ReferenceRow>(
    `SELECT ${REFERENCE_COLUMNS} ${source} ORDER BY r.recorded DESC, r.num DESC LIMIT ?8`,
    ...after,
    ...filters,
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({ item: referenceOf(row), cursor: cursorOf("references", row[8], row[0]) })),
    page,
    (open) =>
      open.only<readonly [number]>(
        `SELECT count(*) ${source}`,
        Number.MAX_SAFE_INTEGER,
        0,
        ...filters,
      )[0],
  );
};

const ADD = `
INSERT INTO reference (id, kind, entity, session, turn, snippet, occurred, recorded)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export const recordReference = (
  file: SpaceFile,
  { id, kind, entity, session, turn, snippet, occurredAt, recordedAt }: Reference,
  numberOf: (entity: EntityId) => number,
): void => {
  file.run(
    ADD,
    id,
    kind,
    numberOf(entity),
    session,
    turn,
    snippet,
    toMillis(occurredAt),
    toMillis(recordedAt),
  );
};

const CONCERNING = `
SELECT r.num, r.id, r.kind, e.id, r.session, r.turn, r.snippet, r.occurred, r.recorded
FROM reference r
CROSS JOIN entity e ON e.num = r.entity
WHERE r.num IN (
  SELECT x.num FROM json_each(?1) q CROSS JOIN entity o ON o.id = q.value CROSS JOIN reference x ON x.entity = o.num
  UNION SELECT x.num FROM json_each(?2) q CROSS JOIN reference x ON x.session = q.value)`;

/** References of all times to the entities or from the sessions. */
export const referencesConcerning = (
  file: SpaceFile,
  entities: readonly EntityId[],
  sessions: readonly SessionId[],
): Reference[] =>
  file.all<ReferenceRow>(CONCERNING, asList(entities), asList(sessions)).map(referenceOf);
