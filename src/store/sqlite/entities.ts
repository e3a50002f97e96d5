import type { EntityVersion, SelfEvidence } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { foldName } from "../../memory/names.ts";
import type { Instant } from "../../memory/time.ts";
import type { EntityQuery } from "../port.ts";
import { BEFORE_END, END, toInstant, toMillis } from "./instants.ts";
import { keptOf, type Place } from "./kept-versions.ts";
import { cursorOf, pageOf, placeOf, type ReadPage } from "./pages.ts";
import { asList, asRequests, byRequest, oneByRequest } from "./requests.ts";
import type { SpaceFile } from "./space-file.ts";

/** A version as `ENTITY_COLUMNS` selects it, after the number of the request that it answers. */
export type EntityRow = readonly [
  request: number,
  num: number,
  entity: string,
  n: number,
  key: string,
  name: string,
  type: string,
  aliases: string,
  profile: string | null,
  importance: number,
  self: SelfEvidence | null,
  mergedInto: string | null,
  absorbed: string,
  decision: string | null,
  validFrom: number,
  validTo: number,
  recorded: number,
  expired: number,
];

/** Of a version `v` and its entity `e`. */
export const ENTITY_COLUMNS = `e.num, e.id, v.n, e.key, v.name, v.type, v.aliases, v.profile, v.importance, v.self, v.merged_into, v.absorbed, v.decision, v.valid_from, v.valid_to, v.recorded, v.expired`;

/** The version as it was known at `knownAt`. */
export const entityVersionOf = (row: EntityRow, knownAt: number): EntityVersion => {
  const [
    ,
    ,
    entity,
    n,
    key,
    name,
    type,
    aliases,
    profile,
    importance,
    self,
    mergedInto,
    absorbed,
    decision,
    validFrom,
    validTo,
    recorded,
    expired,
  ] = row;
  return {
    entity,
    n,
    key,
    name,
    type,
    profile,
    importance,
    self,
    mergedInto,
    decision,
    aliases: JSON.parse(aliases) as string[],
    absorbed: JSON.parse(absorbed) as EntityId[],
    validFrom: toInstant(validFrom),
    validTo: toInstant(validTo),
    recordedAt: toInstant(recorded),
    expiredAt: toInstant(expired > knownAt ? END : expired),
  };
};

/** ?1 the ids, ?2 knownAt. Lists side by side: a row for each would cost half as much again. */
const STANDING = `
SELECT json_group_array(r.key), json_group_array(json_array(e.num, v.recorded))
FROM json_each(?1) r
CROSS JOIN entity e ON e.id = r.value
CROSS JOIN entity_version v ON v.entity = e.num AND v.recorded = (SELECT max(x.recorded) FROM entity_version x WHERE x.entity = e.num AND x.recorded <= ?2)
WHERE v.expired > ?2`;

const AT_PLACES = `
SELECT r.key, ${ENTITY_COLUMNS}
FROM json_each(?) r
CROSS JOIN entity e ON e.num = r.value ->> 0
CROSS JOIN entity_version v ON v.entity = e.num AND v.recorded = r.value ->> 1
ORDER BY r.key`;

const atPlaces = (file: SpaceFile, places: readonly Place[]): EntityVersion[] =>
  file.all<EntityRow>(AT_PLACES, asRequests(places)).map((row) => entityVersionOf(row, BEFORE_END));

type Request = { readonly entity: EntityId; readonly knownAt: Instant };

/** Which of the requests ask for each record time. */
const byTime = (requests: readonly Request[]): ReadonlyMap<Instant, readonly number[]> => {
  const times = new Map<Instant, number[]>();
  requests.forEach(({ knownAt }, index) => {
    const asked = times.get(knownAt);
    if (asked) asked.push(index);
    else times.set(knownAt, [index]);
  });
  return times;
};

const HISTORY = `
SELECT r.key, ${ENTITY_COLUMNS}
FROM json_each(?) r
CROSS JOIN entity e ON e.id = r.value ->> 0
CROSS JOIN entity_version v ON v.entity = e.num AND v.recorded <= r.value ->> 1
ORDER BY r.key, v.recorded`;

const asRows = (requests: readonly Request[]): string =>
  asRequests(requests.map(({ entity, knownAt }) => [entity, toMillis(knownAt)]));

export const entitiesAsOf = (
  file: SpaceFile,
  requests: readonly Request[],
): (EntityVersion | null)[] => {
  const found = requests.map((): EntityVersion | null => null);
  const { entities: kept, standing } = keptOf(file);
  for (const [at, asked] of byTime(requests)) {
    const knownAt = toMillis(at);
    const open = asked.filter(
      (index) => (found[index] = standing.get(requests[index]!.entity, knownAt)) === null,
    );
    if (open.length === 0) continue;
    const [keys, places] = file.first<readonly [string, string]>(
      STANDING,
      asList(open.map((index) => requests[index]!.entity)),
      knownAt,
    )!;
    const answered = JSON.parse(keys) as number[];
    kept
      .those(JSON.parse(places) as Place[], (missing) => atPlaces(file, missing))
      .forEach((version, i) => {
        found[open[answered[i]!]!] = version;
        standing.tell(version, knownAt);
      });
  }
  return found;
};

export const entityHistory = (file: SpaceFile, requests: readonly Request[]): EntityVersion[][] =>
  byRequest(requests.length, file.all<EntityRow>(HISTORY, asRows(requests)), (row) =>
    entityVersionOf(row, toMillis(requests[row[0]]!.knownAt)),
  );

const BY_KEY = `SELECT r.key, e.id FROM json_each(?) r CROSS JOIN entity e ON e.key = r.value`;

export const entitiesByKey = (file: SpaceFile, keys: readonly string[]): (EntityId | null)[] =>
  oneByRequest(
    keys.length,
    file.all<readonly [number, string]>(BY_KEY, asList(keys)),
    ([, id]) => id,
  );

const SELF = `
SELECT e.id FROM entity_version v CROSS JOIN entity e ON e.num = v.entity
WHERE v.self IS NOT NULL AND v.expired > ?1 AND v.recorded <= ?1
ORDER BY CASE v.self WHEN 'INTRODUCED' THEN 1 WHEN 'UNNAMED_SPEAKER' THEN 2 ELSE 3 END, v.entity LIMIT 1`;

export const self = (file: SpaceFile, knownAt: Instant): EntityId | null =>
  file.first<readonly [string]>(SELF, toMillis(knownAt))?.[0] ?? null;

/** ?1 knownAt, ?2 validAt, ?3 after, ?4 type, ?5 part of a name. */
const visible = (type: boolean, name: boolean): string => `
FROM ${type ? "entity_type y CROSS JOIN entity e ON e.num = y.entity" : "entity e"}
CROSS JOIN entity_version v ON v.entity = e.num
  AND v.recorded = (SELECT max(x.recorded) FROM entity_version x WHERE x.entity = e.num AND x.recorded <= ?1)
WHERE ${type ? "y.type = ?4 AND y.entity > ?3 AND v.type = ?4" : "e.num > ?3 AND ?4 IS NULL"}
  AND ?1 < v.expired AND v.valid_from <= ?2 AND ?2 < v.valid_to AND v.merged_into IS NULL
  AND ${name ? "e.num IN (SELECT m.entity FROM name m WHERE m.recorded <= ?1 AND ?1 < m.expired AND instr(m.folded, ?5) > 0)" : "?5 IS NULL"}`;

/** A part that folds to nothing (`!!`) is in no folded name; no part at all is in every one. */
const foldedPart = (part: string | undefined): string | null | undefined => {
  if (part === undefined || part.trim() === "") return undefined;
  return foldName(part) || null;
};

export const entities = (
  file: SpaceFile,
  { type, nameContains, at, page }: EntityQuery,
): ReadPage<EntityVersion> => {
  const [after] = placeOf("entities", 1, page.after) ?? [0];
  const part = foldedPart(nameContains);
  if (part === null) return pageOf<EntityVersion>([], page, () => 0);
  const knownAt = toMillis(at.knownAt);
  const values = (from: number): (string | number | null)[] => [
    knownAt,
    toMillis(at.validAt),
    from,
    type ?? null,
    part ?? null,
  ];
  const source = visible(type !== undefined, part !== undefined);
  const rows = file.all<EntityRow>(
    `SELECT 0, ${ENTITY_COLUMNS} ${source} ORDER BY ${type === undefined ? "e.num" : "y.entity"} LIMIT ?6`,
    ...values(after!),
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({
      item: entityVersionOf(row, knownAt),
      cursor: cursorOf("entities", row[1]),
    })),
    page,
    (open) => open.first<readonly [number]>(`SELECT count(*) ${source}`, ...values(0))![0],
  );
};
