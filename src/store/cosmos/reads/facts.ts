import {
  factOfVersion,
  isChanged,
  isEmpty,
  isWithdrawn,
  type FactVersion,
} from "../../../memory/fact.ts";
import type { EntityId, FactId, FactVersionId } from "../../../memory/ids.ts";
import { believedAt, OPEN, type Instant, type TimePoint } from "../../../memory/time.ts";
import type { LineQuery, SpaceStore } from "../../port.ts";
import { FACT, factDocumentId, factVersion, lineKey } from "../documents/fact-document.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_BELIEVED, IS_RECORDED, IS_TRUE, oneOf, ofType } from "../partition/query.ts";
import { missingConfirmations } from "./earlier-confirmations.ts";
import { latestRecordTime, newestVersions, sortBySince, type AsOf } from "./rows.ts";
import { versionsByRequest } from "./versions.ts";

const IS_FACT = ofType("fact");

type FactRequest = AsOf & { readonly fact: FactId };

/** Facts whose newest version is cached take no request. */
export const factsAsOf = async (
  partition: Partition,
  requests: readonly FactRequest[],
): Promise<(FactVersion | null)[]> => {
  const keptVersions = new Map(
    requests.flatMap((request) => {
      const version = partition.keptVersion(FACT, "fact", request.fact, request.knownAt);
      return version ? [[request, version] as const] : [];
    }),
  );
  const answers = await versionsByRequest(
    partition,
    "fact",
    FACT,
    requests.filter((request) => !keptVersions.has(request)),
  );
  const newest = new Map([
    ...keptVersions,
    ...answers.flatMap(({ request, rows }) => {
      const last = rows.at(-1);
      return last ? [[request, last] as const] : [];
    }),
  ]);
  return requests.map((request) => {
    const version = newest.get(request);
    return version ? factVersion(version, request.knownAt) : null;
  });
};

export const changedFacts = async (
  partition: Partition,
  facts: readonly FactId[],
  at: TimePoint,
): Promise<FactVersion[]> =>
  (
    await factsAsOf(
      partition,
      facts.map((fact) => ({ fact, knownAt: at.knownAt })),
    )
  ).flatMap((version) => (version !== null && isChanged(version, at) ? [version] : []));

export const factHistory = async (
  partition: Partition,
  requests: readonly FactRequest[],
): Promise<FactVersion[][]> =>
  (await versionsByRequest(partition, "fact", FACT, requests)).map(({ request, rows }) =>
    rows.map((row) => factVersion(row, request.knownAt)),
  );

const documentIdOf = (version: FactVersionId): string =>
  factDocumentId(factOfVersion(version), Number(version.slice(version.lastIndexOf(".") + 1)));

export const factVersions = async (
  partition: Partition,
  requests: Parameters<SpaceStore["factVersions"]>[0],
): Promise<(FactVersion | null)[]> => {
  const documents = await partition.readManyAsOf(
    FACT,
    requests.map(({ version }) => documentIdOf(version)),
    latestRecordTime(requests),
  );
  return requests.map(({ version, knownAt }) => {
    const document = documents.get(documentIdOf(version));
    return document && document.recordedAt <= knownAt ? factVersion(document, knownAt) : null;
  });
};

/**
 * The fact that superseded a version: the one that ended its interval while the version is
 * believed, or the one that closed it afterwards.
 */
const supersededBy = (version: FactVersion): string | null =>
  (version.expiredAt === OPEN ? version.end?.by : version.closing?.by) ?? null;

/**
 * Two queries: the facts of which any version names one of the others, then all their versions,
 * because only the newest one up to each record time counts.
 */
export const factsSupersededBy = async (
  partition: Partition,
  requests: readonly FactRequest[],
): Promise<FactVersion[][]> => {
  if (requests.length === 0) return [];
  const knownAt = latestRecordTime(requests);
  const candidates = await partition.query(FACT.only("fact"), {
    where: [IS_FACT, `(${oneOf("endedBy", "ids")} OR ${oneOf("closedBy", "ids")})`, IS_RECORDED],
    parameters: { ids: [...new Set(requests.map(({ fact }) => fact))], knownAt },
  });
  if (candidates.length === 0) return requests.map(() => []);
  const rows = await partition.query(FACT, {
    where: [IS_FACT, oneOf("fact", "ids"), IS_RECORDED],
    parameters: { ids: [...new Set(candidates.map(({ fact }) => fact))], knownAt },
  });
  return requests.map((request) =>
    newestVersions(
      rows.filter(({ recordedAt }) => recordedAt <= request.knownAt),
      ({ fact }) => fact,
    )
      .map((row) => factVersion(row, request.knownAt))
      .filter((version) => supersededBy(version) === request.fact),
  );
};

/**
 * The end of the time for which a fact counts in its line: the end of its visible interval; its
 * claimed end if other claims leave it no interval; null once it is withdrawn.
 */
const lineEnd = (newest: FactVersion): Instant | null => {
  if (isWithdrawn(newest)) return null;
  return isEmpty(newest) ? newest.claimedTo : newest.validTo;
};

/**
 * The newest versions of the facts on the lines of some slots, or on the line of a chain, by one
 * query. Its rows also include facts of which only an earlier version was on such a line.
 * `validFrom` leaves out facts that count no longer at that time.
 */
export const line = async (
  partition: Partition,
  query: LineQuery,
  validFrom: Instant | undefined,
  knownAt: Instant,
): Promise<FactVersion[]> => {
  const isChain = "chain" in query;
  const keys = isChain ? [lineKey(query)] : query.slots.map((slot) => lineKey({ slot }));
  if (keys.length === 0) return [];
  const rows = await partition.query(FACT, {
    where: [
      IS_FACT,
      ...(isChain ? [] : [oneOf("entity", "entities")]),
      `(${keys.map((_, i) => `ARRAY_CONTAINS(c.lines, @line${i})`).join(" OR ")})`,
      IS_RECORDED,
    ],
    parameters: {
      ...Object.fromEntries(keys.map((key, i) => [`line${i}`, key])),
      knownAt,
      ...(isChain ? {} : { entities: [...query.entities] }),
    },
  });
  const confirmations = await missingConfirmations(partition, rows, knownAt);
  return newestVersions([...rows, ...confirmations], ({ fact }) => fact)
    .filter(({ chain, slot }) =>
      isChain ? chain === query.chain : slot !== null && query.slots.includes(slot),
    )
    .map((row) => factVersion(row, knownAt))
    .filter((version) => validFrom === undefined || (lineEnd(version) ?? validFrom) > validFrom);
};

export const slots = async (
  partition: Partition,
  entities: readonly EntityId[],
  knownAt: Instant,
): Promise<string[]> => {
  const rows = await partition.queryDistinct(FACT.only("slot"), {
    where: [IS_FACT, oneOf("entity", "entities"), "c.slot != null", IS_RECORDED],
    parameters: { entities: [...entities], knownAt },
  });
  return rows.flatMap(({ slot }) => slot ?? []).toSorted();
};

export const factsByHash = async (
  partition: Partition,
  entities: readonly EntityId[],
  hash: string,
  at: TimePoint,
): Promise<FactVersion[]> => {
  const rows = await partition.query(FACT, {
    where: [IS_FACT, oneOf("entity", "entities"), "c.hash = @hash", IS_BELIEVED, IS_TRUE],
    parameters: { entities: [...entities], hash, knownAt: at.knownAt, validAt: at.validAt },
  });
  return sortBySince(rows).map((row) => factVersion(row, at.knownAt));
};

/** The versions among these that are believed at `knownAt`, by fact. */
export const believedVersions = async (
  partition: Partition,
  versions: readonly { readonly fact: string; readonly n: number }[],
  knownAt: Instant,
): Promise<Map<string, FactVersion>> => {
  const documents = await partition.readManyAsOf(
    FACT,
    versions.map(({ fact, n }) => factDocumentId(fact, n)),
    knownAt,
  );
  return new Map(
    [...documents.values()]
      .filter((document) => believedAt(document, knownAt))
      .map((document) => [document.fact, factVersion(document, knownAt)]),
  );
};
