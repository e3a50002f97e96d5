import type { EntityVersion, SelfEvidence } from "../../../memory/entity.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { foldName } from "../../../language/names.ts";
import type { EntityQuery, Page } from "../../port.ts";
import { ENTITY, entityVersion, LONGEST_BEGINNING } from "../documents/entity-document.ts";
import type { Partition } from "../partition/partition.ts";
import {
  IS_BELIEVED,
  IS_RECORDED,
  IS_TRUE,
  oneOf,
  ofType,
  withFilters,
  OLDEST_FIRST,
} from "../partition/query.ts";
import { emptyPage, readPage } from "./pages.ts";
import { believedAt, compareText, type Instant } from "../../../memory/time.ts";
import { sortBySince, type AsOf } from "./rows.ts";
import { versionsByRequest } from "./versions.ts";

const IS_ENTITY = ofType("entity");

type EntityRequest = AsOf & { readonly entity: EntityId };

/**
 * The entities as of the record time of each request. If all record times are the same, as is usual,
 * one row is read for each entity; otherwise all its versions are. Cached entities are not read.
 */
export const entitiesAsOf = async (
  partition: Partition,
  requests: readonly EntityRequest[],
): Promise<(EntityVersion | null)[]> => {
  const keptVersions = new Map(
    requests.flatMap((request) => {
      const version = partition.keptVersion(ENTITY, "entity", request.entity, request.knownAt);
      return version ? [[request, entityVersion(version, request.knownAt)] as const] : [];
    }),
  );
  const unreadRequests = requests.filter((request) => !keptVersions.has(request));
  const recordTimes = new Set(unreadRequests.map(({ knownAt }) => knownAt));
  const versions = await versionsByRequest(
    partition,
    "entity",
    ENTITY,
    unreadRequests,
    recordTimes.size === 1 ? IS_BELIEVED : IS_RECORDED,
  );
  const readVersions = new Map(
    versions.flatMap(({ request, rows }) => {
      const version = rows.find((row) => believedAt(row, request.knownAt));
      return version ? [[request, entityVersion(version, request.knownAt)] as const] : [];
    }),
  );
  return requests.map((request) => keptVersions.get(request) ?? readVersions.get(request) ?? null);
};

export const entityHistory = async (
  partition: Partition,
  requests: readonly EntityRequest[],
): Promise<EntityVersion[][]> =>
  (await versionsByRequest(partition, "entity", ENTITY, requests)).map(({ request, rows }) =>
    rows.map((row) => entityVersion(row, request.knownAt)),
  );

/** An entity never changes its key, so the first versions suffice. */
export const entitiesByKey = async (
  partition: Partition,
  keys: readonly string[],
  knownAt: Instant,
): Promise<(EntityId | null)[]> => {
  if (keys.length === 0) return [];
  const rows = await partition.query(ENTITY.only("entity", "key"), {
    where: [IS_ENTITY, "c.n = 1", oneOf("key", "keys"), IS_RECORDED],
    parameters: { keys: [...new Set(keys)], knownAt },
  });
  const byKey = new Map(rows.map(({ key, entity }) => [key, entity]));
  return keys.map((key) => byKey.get(key) ?? null);
};

const numberedParameters = (parameter: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, i) => [`${parameter}${i}`, value]));

/**
 * The conditions that a list property contains one of the parameters. Unlike a subquery, they use
 * an index.
 */
const holding = (list: string, parameter: string, values: readonly string[]): string[] =>
  values.map((_, i) => `ARRAY_CONTAINS(c.${list}, @${parameter}${i})`);

/**
 * One of the conditions, or an entity of schema 1. These lack the lists, so all of them are read
 * and filtered here.
 */
const anyOf = (conditions: readonly (readonly string[])[]): string =>
  `(${[...conditions.flat(), "NOT IS_DEFINED(c.nameCount)"].join(" OR ")})`;

const nonEmptyNames = (names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => name !== "");

/**
 * One query for each group of names. Entities with one name are in the order in which they got it.
 */
export const entitiesByName = async (
  partition: Partition,
  foldedNames: readonly string[],
  knownAt: Instant,
): Promise<EntityId[][]> => {
  const names = nonEmptyNames(foldedNames);
  if (names.length === 0) return foldedNames.map(() => []);
  const matches = await partition.queryAmong(ENTITY, names, (group) => ({
    where: [IS_ENTITY, IS_BELIEVED, anyOf([holding("called", "name", group)])],
    parameters: { ...numberedParameters("name", group), knownAt },
  }));
  const rows = sortBySince([...new Map(matches.map((row) => [row.id, row])).values()]);
  return foldedNames.map((name) =>
    rows
      .flatMap((row) =>
        row.names
          .filter((datedName) => datedName.name === name)
          .map(({ since }) => ({ entity: row.entity, since })),
      )
      .toSorted((a, b) => compareText(a.since, b.since))
      .map(({ entity }) => entity),
  );
};

/** Maximum number of beginnings of names that are looked up as separate names. */
const MOST_BEGINNINGS = 200;
/** Maximum number of entities that are compared with an uncertain name. */
const MOST_CANDIDATES = 500;
/** The weight of a name that begins with another. It exceeds that of any number of shared words. */
const PREFIX_WEIGHT = 1000;

const prefixesOf = (name: string): string[] =>
  Array.from(name).map((_, i, letters) => letters.slice(0, i + 1).join(""));

/**
 * The similarity of a name to the wanted names: names of which one begins with the other, then
 * shared words.
 */
const likeness = (name: string, names: readonly string[], words: ReadonlySet<string>): number =>
  names.filter((wantedName) => name.startsWith(wantedName) || wantedName.startsWith(name)).length *
    PREFIX_WEIGHT +
  name.split(" ").filter((word) => words.has(word)).length;

/**
 * One query by words, whole names and beginnings, each by an index; the most similar names are
 * chosen here, from at most `MOST_CANDIDATES` entities.
 */
export const entitiesByNamePart = async (
  partition: Partition,
  foldedNames: readonly string[],
  knownAt: Instant,
  limit: number,
): Promise<EntityId[]> => {
  const names = nonEmptyNames(foldedNames);
  if (names.length === 0) return [];
  const words = [...new Set(names.flatMap((name) => name.split(" ")))];
  const wholes = [...new Set(names.flatMap(prefixesOf))].slice(0, MOST_BEGINNINGS);
  const beginnings = [
    ...new Set(names.map((name) => Array.from(name).slice(0, LONGEST_BEGINNING).join(""))),
  ];
  const rows = await partition.query(ENTITY.only("entity", "names", "since"), {
    where: [
      IS_ENTITY,
      IS_BELIEVED,
      anyOf([
        holding("words", "word", words),
        holding("called", "whole", wholes),
        holding("beginnings", "beginning", beginnings),
      ]),
    ],
    parameters: {
      knownAt,
      ...numberedParameters("word", words),
      ...numberedParameters("whole", wholes),
      ...numberedParameters("beginning", beginnings),
    },
    orderBy: OLDEST_FIRST,
    top: MOST_CANDIDATES,
  });
  const wordSet = new Set(words);
  return sortBySince(rows)
    .map((row) => ({
      entity: row.entity,
      likeness: Math.max(...row.names.map(({ name }) => likeness(name, names, wordSet))),
    }))
    .filter(({ likeness: alike }) => alike > 0)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, limit)
    .map(({ entity }) => entity);
};

/** Strongest evidence first. */
const SELF_EVIDENCE: readonly SelfEvidence[] = ["INTRODUCED", "UNNAMED_SPEAKER", "SPEAKER"];

export const self = async (partition: Partition, knownAt: Instant): Promise<EntityId | null> => {
  const rows = await partition.query(ENTITY, {
    where: [IS_ENTITY, IS_BELIEVED, oneOf("self", "evidence")],
    parameters: { knownAt, evidence: [...SELF_EVIDENCE] },
  });
  const candidates = sortBySince(rows);
  for (const evidence of SELF_EVIDENCE) {
    const entity = candidates.find((candidate) => candidate.self === evidence);
    if (entity) return entity.entity;
  }
  return null;
};

/** The entities that are not merged. A part of a name is searched for in every visible entity. */
export const entities = async (
  partition: Partition,
  { type, nameContains, at, page }: EntityQuery,
): Promise<Page<EntityVersion>> => {
  const namePart = nameContains?.trim() ? foldName(nameContains) : undefined;
  const visible = withFilters(
    {
      where: [IS_ENTITY, IS_BELIEVED, IS_TRUE, "c.merged = false"],
      parameters: { knownAt: at.knownAt, validAt: at.validAt },
    },
    [
      ["c.entityType = @entityType", "entityType", type],
      ["EXISTS(SELECT VALUE m FROM m IN c.names WHERE CONTAINS(m.name, @part))", "part", namePart],
    ],
  );
  // A part that folds to an empty text (`!!`) is in no folded name.
  if (namePart === "") return emptyPage("entities", page);
  return readPage(partition, ENTITY, "entities", "OLDEST_FIRST", visible, page, (row) =>
    entityVersion(row, at.knownAt),
  );
};
