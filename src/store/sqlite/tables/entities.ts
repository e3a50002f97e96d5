import type { EntityVersion, SelfEvidence } from "../../../memory/entity.ts";
import { groupBy } from "../../../collections/group-by.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { foldName } from "../../../language/names.ts";
import type { Instant } from "../../../memory/time.ts";
import type { EntityQuery } from "../../port.ts";
import { BEFORE_END, END, toInstant, toMillis } from "../database/instants.ts";
import { keyList, versionCacheOf, type VersionKey } from "../database/version-cache.ts";
import { cursorOf, pageOf, positionOf, type ReadPage } from "../database/pages.ts";
import { asList, asRequests, byRequest, oneByRequest } from "../database/requests.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { recordNames } from "./names.ts";
import { isListOf, isNumber, jsonColumn, textList } from "../database/json-columns.ts";

const NUMBER = `SELECT num FROM entity WHERE id = ?`;
const ADD = `INSERT INTO entity (id) VALUES (?)`;

/** The numbers of entities. A new entity gets a new number. */
export class EntityNumbers {
  readonly #file: SpaceFile;
  readonly #numbers = new Map<EntityId, number>();

  constructor(file: SpaceFile) {
    this.#file = file;
  }

  readonly of = (entity: EntityId): number => {
    const knownNumber = this.#numbers.get(entity);
    if (knownNumber !== undefined) return knownNumber;
    const number =
      this.#file.first<readonly [number]>(NUMBER, entity)?.[0] ?? this.#file.insert(ADD, entity);
    this.#numbers.set(entity, number);
    return number;
  };
}

const EXPIRE = `
UPDATE entity_version
SET expired = ?
WHERE entity = ? AND n = ? AND expired = ${END}`;
const SET_KEY = `UPDATE entity SET key = ? WHERE num = ? AND key IS NULL`;
const ADD_TYPE = `INSERT OR IGNORE INTO entity_type (type, entity) VALUES (?, ?)`;
const ADD_VERSION = `
INSERT INTO entity_version (entity, recorded, n, expired, valid_from, valid_to, name, type, aliases,
  profile, importance, self, merged_into, absorbed, decision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Throws if the version does not exist or has expired. */
export const expireEntity = (
  file: SpaceFile,
  numbers: EntityNumbers,
  id: EntityId,
  n: number,
  recordedMillis: number,
): void => {
  if (file.run(EXPIRE, recordedMillis, numbers.of(id), n) !== 1)
    throw new Error(`There is no believed version ${n} of entity ${id}.`);
};

/**
 * Records a version of an entity. Its key is set once; it is listed under the types of all its
 * versions.
 */
export const recordEntity = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: EntityVersion,
  recordedMillis: number,
): void => {
  const number = numbers.of(version.entity);
  file.run(SET_KEY, version.key, number);
  file.run(ADD_TYPE, version.type, number);
  file.run(
    ADD_VERSION,
    number,
    recordedMillis,
    version.n,
    toMillis(version.expiredAt),
    toMillis(version.validFrom),
    toMillis(version.validTo),
    version.name,
    version.type,
    JSON.stringify(version.aliases),
    version.profile,
    version.importance,
    version.self,
    version.mergedInto,
    JSON.stringify(version.absorbed),
    version.decision,
  );
  recordNames(file, number, version, recordedMillis);
};

/** A row of `ENTITY_COLUMNS` after the index of the request that it answers. */
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

/** Columns of a version `v` and its entity `e`. */
export const ENTITY_COLUMNS = `e.num, e.id, v.n, e.key, v.name, v.type, v.aliases, v.profile, v.importance, v.self, v.merged_into, v.absorbed, v.decision, v.valid_from, v.valid_to, v.recorded, v.expired`;

const aliasesOf = textList("entity_version.aliases");
const absorbedOf = textList("entity_version.absorbed");

/** The version as of `knownAt`. */
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
    absorbedJson,
    decision,
    validFrom,
    validTo,
    recordedMillis,
    expiredMillis,
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
    aliases: aliasesOf(aliases),
    absorbed: absorbedOf(absorbedJson),
    validFrom: toInstant(validFrom),
    validTo: toInstant(validTo),
    recordedAt: toInstant(recordedMillis),
    expiredAt: toInstant(expiredMillis > knownAt ? END : expiredMillis),
  };
};

const indexList = jsonColumn("r.key", isListOf(isNumber));

/** ?1 ids, ?2 knownAt. Two parallel lists, because a row for each would take half as long again. */
const STANDING = `
SELECT json_group_array(r.key), json_group_array(json_array(e.num, v.recorded))
FROM json_each(?1) r
CROSS JOIN entity e ON e.id = r.value
CROSS JOIN entity_version v ON v.entity = e.num
  AND v.recorded = (SELECT max(x.recorded) FROM entity_version x WHERE x.entity = e.num AND x.recorded <= ?2)
WHERE v.expired > ?2`;

const BY_VERSION_KEY = `
SELECT r.key, ${ENTITY_COLUMNS}
FROM json_each(?) r
CROSS JOIN entity e ON e.num = r.value ->> 0
CROSS JOIN entity_version v ON v.entity = e.num AND v.recorded = r.value ->> 1
ORDER BY r.key`;

const withKeys = (file: SpaceFile, keys: readonly VersionKey[]): EntityVersion[] =>
  file
    .all<EntityRow>(BY_VERSION_KEY, asRequests(keys))
    .map((row) => entityVersionOf(row, BEFORE_END));

type Request = { readonly entity: EntityId; readonly knownAt: Instant };

const HISTORY = `
SELECT r.key, ${ENTITY_COLUMNS}
FROM json_each(?) r
CROSS JOIN entity e ON e.id = r.value ->> 0
CROSS JOIN entity_version v ON v.entity = e.num AND v.recorded <= r.value ->> 1
ORDER BY r.key, v.recorded`;

const asRows = (requests: readonly Request[]): string =>
  asRequests(requests.map(({ entity, knownAt }) => [entity, toMillis(knownAt)]));

/** Answers from the caches as far as possible, and by one query for each record time otherwise. */
export const entitiesAsOf = (
  file: SpaceFile,
  requests: readonly Request[],
): (EntityVersion | null)[] => {
  const { entities: entityCache, currentEntities } = versionCacheOf(file);
  const cachedVersions = requests.map(({ entity, knownAt }) =>
    currentEntities.get(entity, toMillis(knownAt)),
  );
  if (!cachedVersions.includes(null)) return cachedVersions;
  const answers = new Map<Request, EntityVersion>();
  for (const [at, openRequests] of groupBy(
    requests.filter((_, i) => cachedVersions[i] === null),
    ({ knownAt }) => knownAt,
  )) {
    const knownAt = toMillis(at);
    const [indexes, versionKeys] = file.only<readonly [string, string]>(
      STANDING,
      asList(openRequests.map(({ entity }) => entity)),
      knownAt,
    );
    const answeredRequests = indexList(indexes).flatMap((index) => openRequests[index] ?? []);
    entityCache
      .get(keyList(versionKeys), (missingKeys) => withKeys(file, missingKeys))
      .forEach((version, i) => {
        const request = answeredRequests[i];
        if (request !== undefined) answers.set(request, version);
        currentEntities.tell(version, knownAt);
      });
  }
  return requests.map((request, i) => cachedVersions[i] ?? answers.get(request) ?? null);
};

export const entityHistory = (file: SpaceFile, requests: readonly Request[]): EntityVersion[][] =>
  byRequest(requests, file.all<EntityRow>(HISTORY, asRows(requests)), (row, { knownAt }) =>
    entityVersionOf(row, toMillis(knownAt)),
  );

const BY_KEY = `SELECT r.key, e.id FROM json_each(?) r CROSS JOIN entity e ON e.key = r.value`;

export const entitiesByKey = (file: SpaceFile, keys: readonly string[]): (EntityId | null)[] =>
  oneByRequest(keys, file.all<readonly [number, string]>(BY_KEY, asList(keys)), ([, id]) => id);

const SELF = `
SELECT e.id FROM entity_version v CROSS JOIN entity e ON e.num = v.entity
WHERE v.self IS NOT NULL AND v.expired > ?1 AND v.recorded <= ?1
ORDER BY CASE v.self WHEN 'INTRODUCED' THEN 1 WHEN 'UNNAMED_SPEAKER' THEN 2 ELSE 3 END, v.entity LIMIT 1`;

const currentSelf = currentAnswers<"self", EntityId | null>();

export const self = (file: SpaceFile, knownAt: Instant): EntityId | null => {
  const knownMillis = toMillis(knownAt);
  const [entity = null] = currentSelf(file, knownMillis, ["self"], () => [
    file.first<readonly [string]>(SELF, knownMillis)?.[0] ?? null,
  ]);
  return entity;
};

/** ?1 knownAt, ?2 validAt, ?3 after, ?4 type, ?5 part of a name. */
const visible = (type: boolean, name: boolean): string => `
FROM ${type ? "entity_type y CROSS JOIN entity e ON e.num = y.entity" : "entity e"}
CROSS JOIN entity_version v ON v.entity = e.num
  AND v.recorded = (SELECT max(x.recorded) FROM entity_version x WHERE x.entity = e.num AND x.recorded <= ?1)
WHERE ${type ? "y.type = ?4 AND y.entity > ?3 AND v.type = ?4" : "e.num > ?3 AND ?4 IS NULL"}
  AND ?1 < v.expired AND v.valid_from <= ?2 AND ?2 < v.valid_to AND v.merged_into IS NULL
  AND ${name ? "e.num IN (SELECT m.entity FROM name m WHERE m.recorded <= ?1 AND ?1 < m.expired AND instr(m.folded, ?5) > 0)" : "?5 IS NULL"}`;

/**
 * Null for a part that folds to an empty text (`!!`) and therefore matches no name; undefined
 * without a part.
 */
const foldedPart = (part: string | undefined): string | null | undefined => {
  if (part === undefined || part.trim() === "") return undefined;
  return foldName(part) || null;
};

/** The entities that are not merged, in the order in which they were first recorded. */
export const entities = (
  file: SpaceFile,
  { type, nameContains, at, page }: EntityQuery,
): ReadPage<EntityVersion> => {
  const after = positionOf("entities", page.after, 0);
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
    ...values(after),
    page.first + 1,
  );
  return pageOf(
    rows.map((row) => ({
      item: entityVersionOf(row, knownAt),
      cursor: cursorOf("entities", row[1]),
    })),
    page,
    (open) => open.only<readonly [number]>(`SELECT count(*) ${source}`, ...values(0))[0],
  );
};
