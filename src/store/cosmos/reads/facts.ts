import { factOfVersion, isEmpty, isWithdrawn, type FactVersion } from "../../../memory/fact.ts";
import type { EntityId, FactVersionId } from "../../../memory/ids.ts";
import { believedAt, OPEN, type Instant, type TimePoint } from "../../../memory/time.ts";
import type { LineQuery } from "../../port.ts";
import {
  factDocumentId,
  factVersion,
  lineOf,
  type FactDocument,
} from "../documents/fact-document.ts";
import { grouped } from "../grouped.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, oneOf, ofType, RECORDED, TRUE_THEN } from "../query.ts";
import { byRequest, bySince, idsOf, inOrder, latestOf, type AsOf } from "./requests.ts";

const FACT = ofType("fact");

const recorded = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<FactDocument[][]> => {
  if (requests.length === 0) return [];
  const rows = await partition.queryAmong<FactDocument>(idsOf(requests), (ids) => ({
    where: [FACT, oneOf("fact", "ids"), RECORDED],
    parameters: { ids, knownAt: latestOf(requests) },
  }));
  return byRequest(requests, inOrder(rows), ({ fact }) => fact);
};

export const factsAsOf = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<(FactVersion | null)[]> =>
  (await recorded(partition, requests)).map((versions, i) => {
    const newest = versions.at(-1);
    return newest ? factVersion(newest, requests[i]!.knownAt) : null;
  });

export const factHistory = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<FactVersion[][]> =>
  (await recorded(partition, requests)).map((versions, i) =>
    versions.map((version) => factVersion(version, requests[i]!.knownAt)),
  );

const documentOf = (version: FactVersionId): string =>
  factDocumentId(factOfVersion(version), Number(version.slice(version.lastIndexOf(".") + 1)));

export const factVersions = async (
  partition: Partition,
  requests: readonly { readonly version: FactVersionId; readonly knownAt: Instant }[],
): Promise<(FactVersion | null)[]> => {
  const found = await partition.readMany<FactDocument>(
    requests.map(({ version }) => documentOf(version)),
  );
  return requests.map(({ version, knownAt }) => {
    const document = found.get(documentOf(version));
    return document && document.recordedAt <= knownAt ? factVersion(document, knownAt) : null;
  });
};

/** Whose place the version known then tells that it took: a believed one where its interval ends, another where it was closed. */
const supersededBy = (version: FactVersion): string | null =>
  (version.expiredAt === OPEN ? version.end?.by : version.closing?.by) ?? null;

export const factsSupersededBy = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<FactVersion[][]> => {
  if (requests.length === 0) return [];
  const parameters = { ids: idsOf(requests), knownAt: latestOf(requests) };
  const candidates = await partition.query<FactDocument>({
    fields: ["fact"],
    where: [FACT, `(${oneOf("endedBy", "ids")} OR ${oneOf("closedBy", "ids")})`, RECORDED],
    parameters,
  });
  if (candidates.length === 0) return requests.map(() => []);
  const facts = [...new Set(candidates.map(({ fact }) => fact))];
  const versions = grouped(
    inOrder(
      await partition.query<FactDocument>({
        where: [FACT, oneOf("fact", "ids"), RECORDED],
        parameters: { ids: facts, knownAt: parameters.knownAt },
      }),
    ),
    ({ fact }) => fact,
  );
  return requests.map(({ id, knownAt }) => {
    const newest = [...versions.values()].flatMap(
      (own) => own.findLast(({ recordedAt }) => recordedAt <= knownAt) ?? [],
    );
    return bySince(newest)
      .map((version) => factVersion(version, knownAt))
      .filter((version) => supersededBy(version) === id);
  });
};

/** Until when a fact counts in its line: as long as it is visible; where other claims leave it nothing, as long as it was claimed; never again once it is withdrawn. */
const lineEnd = (newest: FactVersion): Instant | null =>
  isWithdrawn(newest) ? null : isEmpty(newest) ? newest.claimedTo : newest.validTo;

export const line = async (
  partition: Partition,
  query: LineQuery,
  validFrom: Instant | undefined,
  knownAt: Instant,
): Promise<FactVersion[]> => {
  const rows = await partition.query<FactDocument>({
    where: [
      FACT,
      ...("chain" in query ? [] : [oneOf("entity", "entities")]),
      "ARRAY_CONTAINS(c.lines, @line)",
      RECORDED,
    ],
    parameters: {
      line: lineOf(query),
      knownAt,
      ...("chain" in query ? {} : { entities: query.entities }),
    },
  });
  const newest = [...grouped(inOrder(rows), ({ fact }) => fact).values()].map((versions) =>
    versions.at(-1)!,
  );
  return bySince(newest)
    .filter((version) =>
      "chain" in query ? version.chain === query.chain : version.slot === query.slot,
    )
    .map((version) => factVersion(version, knownAt))
    .filter((version) => validFrom === undefined || (lineEnd(version) ?? validFrom) > validFrom);
};

export const slots = async (
  partition: Partition,
  entities: readonly EntityId[],
  knownAt: Instant,
): Promise<string[]> => {
  const rows = await partition.query<FactDocument>({
    distinct: true,
    fields: ["slot"],
    where: [FACT, oneOf("entity", "entities"), "c.slot != null", RECORDED],
    parameters: { entities, knownAt },
  });
  return rows.flatMap(({ slot }) => slot ?? []).toSorted();
};

export const factsByHash = async (
  partition: Partition,
  entities: readonly EntityId[],
  hash: string,
  at: TimePoint,
): Promise<FactVersion[]> => {
  const rows = await partition.query<FactDocument>({
    where: [FACT, oneOf("entity", "entities"), "c.hash = @hash", BELIEVED, TRUE_THEN],
    parameters: { entities, hash, knownAt: at.knownAt, validAt: at.validAt },
  });
  return bySince(rows).map((row) => factVersion(row, at.knownAt));
};

/** Of these facts the versions that are believed at `knownAt`. */
export const believedVersions = async (
  partition: Partition,
  versions: readonly { readonly fact: string; readonly n: number }[],
  knownAt: Instant,
): Promise<Map<string, FactVersion>> => {
  const found = await partition.readMany<FactDocument>(
    versions.map(({ fact, n }) => factDocumentId(fact, n)),
  );
  return new Map(
    [...found.values()]
      .filter((version) => believedAt(version, knownAt))
      .map((version) => [version.fact, factVersion(version, knownAt)]),
  );
};
