import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import { believedAt, earlier, later, type TimePoint } from "../../../memory/time.ts";
import type { MemoryQuery, Page } from "../../port.ts";
import { memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { BELIEVED, oneOf, ofType, RECORDED, type Query } from "../query.ts";
import { byRequest, idsOf, inOrder, latestOf, type AsOf } from "./requests.ts";

const MEMORY = ofType("memory");

const recorded = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<MemoryDocument[][]> => {
  if (requests.length === 0) return [];
  const rows = await partition.query<MemoryDocument>({
    where: [MEMORY, oneOf("memory", "ids"), RECORDED],
    parameters: { ids: idsOf(requests), knownAt: latestOf(requests) },
  });
  return byRequest(requests, inOrder(rows), ({ memory }) => memory);
};

export const memoriesAsOf = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<(DerivedMemory | null)[]> =>
  (await recorded(partition, requests)).map((versions, i) => {
    const { knownAt } = requests[i]!;
    const found = versions.find((version) => believedAt(version, knownAt));
    return found ? memoryOf(found, knownAt) : null;
  });

export const memoryHistory = async (
  partition: Partition,
  requests: readonly AsOf[],
): Promise<DerivedMemory[][]> =>
  (await recorded(partition, requests)).map((versions, i) =>
    versions.map((version) => memoryOf(version, requests[i]!.knownAt)),
  );

/** One query for all requests: what was believed between the earliest and the latest of their record times. */
export const memoriesByPrefix = async (
  partition: Partition,
  requests: readonly { readonly prefixes: readonly string[]; readonly at: TimePoint }[],
): Promise<DerivedMemory[][]> => {
  const prefixes = [...new Set(requests.flatMap((request) => request.prefixes))];
  if (prefixes.length === 0) return requests.map(() => []);
  const times = requests.map(({ at }) => at.knownAt);
  const rows = await partition.query<MemoryDocument>({
    where: [
      MEMORY,
      RECORDED,
      "c.expiredAt > @earliest",
      `(${prefixes.map((_, i) => `STARTSWITH(c.memory, @prefix${i})`).join(" OR ")})`,
    ],
    parameters: {
      knownAt: times.reduce(later),
      earliest: times.reduce(earlier),
      ...Object.fromEntries(prefixes.map((prefix, i) => [`prefix${i}`, prefix])),
    },
  });
  return requests.map(({ prefixes: own, at }) =>
    rows
      .filter(
        (row) =>
          own.some((prefix) => row.memory.startsWith(prefix)) &&
          believedAt(row, at.knownAt) &&
          row.validFrom <= at.validAt,
      )
      .map((row) => memoryOf(row, at.knownAt))
      .toSorted((a, b) =>
        a.recordedAt < b.recordedAt ? 1 : a.recordedAt > b.recordedAt ? -1 : a.id < b.id ? -1 : 1,
      ),
  );
};

/** Last recorded first. */
export const derivedMemories = async (
  partition: Partition,
  { kinds, session, from, to, at, page }: MemoryQuery,
): Promise<Page<DerivedMemory>> => {
  const after = placeOf("memories", page.after);
  const visible: Query = {
    where: [
      MEMORY,
      BELIEVED,
      "c.validFrom <= @validAt",
      ...(kinds ? [oneOf("memoryKind", "kinds")] : []),
      ...(session === undefined ? [] : ["c.session = @session"]),
      ...(from === undefined ? [] : ["c.recordedAt >= @from"]),
      ...(to === undefined ? [] : ["c.recordedAt < @until"]),
    ],
    parameters: {
      knownAt: at.knownAt,
      validAt: at.validAt,
      ...(kinds ? { kinds } : {}),
      ...(session === undefined ? {} : { session }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { until: to }),
    },
  };
  const rows = await partition.query<MemoryDocument>({
    where: [...visible.where, ...(after === null ? [] : ["c.since < @after"])],
    parameters: { ...visible.parameters, ...(after === null ? {} : { after }) },
    orderBy: "c.since DESC",
    top: page.first + 1,
  });
  return pageOf(
    "memories",
    rows,
    page,
    (row) => memoryOf(row, at.knownAt),
    ({ since }) => since,
    () => partition.count(visible),
  );
};
