import type { MemoryQuery, Page, SpaceStore } from "../../port.ts";
import { MEMORY, memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_BELIEVED, IS_RECORDED, oneOf, ofType, withFilters } from "../partition/query.ts";
import { readPage } from "./pages.ts";
import type { DerivedMemory } from "../../../memory/derived-memory.ts";
import { believedAt, compareText, earlier, later, type TimePoint } from "../../../memory/time.ts";
import type { AsOf } from "./rows.ts";
import { versionsByRequest } from "./versions.ts";

const IS_MEMORY = ofType("memory");

type MemoryRequest = AsOf & { readonly memory: string };

export const memoriesAsOf = async (
  partition: Partition,
  requests: readonly MemoryRequest[],
): Promise<(DerivedMemory | null)[]> =>
  (await versionsByRequest(partition, "memory", MEMORY, requests)).map(
    ({ request: { knownAt }, rows }) => {
      const version = rows.find((row) => believedAt(row, knownAt));
      return version ? memoryOf(version, knownAt) : null;
    },
  );

export const memoryHistory = async (
  partition: Partition,
  requests: readonly MemoryRequest[],
): Promise<DerivedMemory[][]> =>
  (await versionsByRequest(partition, "memory", MEMORY, requests)).map(({ request, rows }) =>
    rows.map((row) => memoryOf(row, request.knownAt)),
  );

const isVisible = (row: MemoryDocument, { knownAt, validAt }: TimePoint): boolean =>
  believedAt(row, knownAt) && row.validFrom <= validAt;

const lastRecordedFirst = (a: DerivedMemory, b: DerivedMemory): number =>
  compareText(b.recordedAt, a.recordedAt) || compareText(a.id, b.id);

/**
 * One query for all requests: versions believed at some time between the earliest and the latest of
 * their record times.
 */
export const memoriesByPrefix = async (
  partition: Partition,
  requests: Parameters<SpaceStore["memoriesByPrefix"]>[0],
): Promise<DerivedMemory[][]> => {
  const prefixes = [...new Set(requests.flatMap((request) => request.prefixes))];
  if (prefixes.length === 0) return requests.map(() => []);
  const recordTimes = requests.map(({ at }) => at.knownAt);
  const rows = await partition.query(MEMORY, {
    where: [
      IS_MEMORY,
      IS_RECORDED,
      "c.expiredAt > @earliest",
      `(${prefixes.map((_, i) => `STARTSWITH(c.memory, @prefix${i})`).join(" OR ")})`,
    ],
    parameters: {
      knownAt: recordTimes.reduce(later),
      earliest: recordTimes.reduce(earlier),
      ...Object.fromEntries(prefixes.map((prefix, i) => [`prefix${i}`, prefix])),
    },
  });
  return requests.map((request) =>
    rows
      .filter(
        (row) =>
          request.prefixes.some((prefix) => row.memory.startsWith(prefix)) &&
          isVisible(row, request.at),
      )
      .map((row) => memoryOf(row, request.at.knownAt))
      .toSorted(lastRecordedFirst),
  );
};

/** Last recorded first. */
export const derivedMemories = (
  partition: Partition,
  { kinds, session, from, to, at, page }: MemoryQuery,
): Promise<Page<DerivedMemory>> => {
  const visible = withFilters(
    {
      where: [IS_MEMORY, IS_BELIEVED, "c.validFrom <= @validAt"],
      parameters: { knownAt: at.knownAt, validAt: at.validAt },
    },
    [
      [oneOf("memoryKind", "kinds"), "kinds", kinds && [...kinds]],
      ["c.session = @session", "session", session],
      ["c.recordedAt >= @from", "from", from],
      ["c.recordedAt < @until", "until", to],
    ],
  );
  return readPage(partition, MEMORY, "memories", "NEWEST_FIRST", visible, page, (row) =>
    memoryOf(row, at.knownAt),
  );
};
