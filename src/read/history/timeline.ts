import { factVersionId, type FactVersion } from "../../memory/fact.ts";
import { epochMillis, instantOf, type Instant } from "../../memory/time.ts";
import type { InstantCount } from "../../store/port/overview.ts";

/** All beliefs on one line of an entity: a slot, or a chain of facts without one. */
export interface Lane {
  readonly slot: string | null;
  /** By the start of their valid interval, then in the order in which they were recorded. */
  readonly spans: readonly FactVersion[];
}

const bySpan = (a: FactVersion, b: FactVersion): number =>
  a.validFrom === b.validFrom
    ? a.recordedAt < b.recordedAt || (a.recordedAt === b.recordedAt && a.fact < b.fact)
      ? -1
      : 1
    : a.validFrom < b.validFrom
      ? -1
      : 1;

/**
 * The versions of the facts of an entity, with one lane for each slot or chain, in the order in
 * which the lanes were first recorded.
 */
export const lanesOf = (versions: readonly FactVersion[]): Lane[] => {
  const lanes = new Map<string, { readonly slot: string | null; readonly spans: FactVersion[] }>();
  for (const version of versions) {
    const { slot, chain } = version;
    const key = slot === null ? `chain ${chain}` : `slot ${slot}`;
    const lane = lanes.get(key) ?? { slot, spans: [] };
    lane.spans.push(version);
    lanes.set(key, lane);
  }
  return Array.from(lanes.values(), ({ slot, spans }) => ({
    slot,
    spans: [...new Map(spans.map((span) => [factVersionId(span), span])).values()].toSorted(bySpan),
  }));
};

/** Number of parts of an axis: default and maximum. */
export const DEFAULT_BUCKETS = 100;
export const MAXIMUM_BUCKETS = 500;

/** Number of starts and ends in one part of an axis. */
export interface ChangeCount {
  readonly from: Instant;
  readonly to: Instant;
  readonly began: number;
  readonly ended: number;
}

/**
 * An axis in equal parts, to the millisecond, each with its number of starts and ends. `from` is
 * before `to`.
 */
export const countChanges = (
  { starts, ends }: Readonly<Record<"starts" | "ends", readonly InstantCount[]>>,
  { from, to, buckets }: { readonly from: Instant; readonly to: Instant; readonly buckets: number },
): ChangeCount[] => {
  const start = epochMillis(from);
  const width = (epochMillis(to) - start) / buckets;
  const edge = (index: number): number => Math.round(start + index * width);
  const countsOf = (instants: readonly InstantCount[]): number[] => {
    const counts = Array.from({ length: buckets }, () => 0);
    for (const { at, count } of instants) {
      const time = epochMillis(at);
      let index = Math.min(buckets - 1, Math.floor((time - start) / width));
      // The edges are rounded to milliseconds, so the instant may be in a neighbouring part.
      if (index > 0 && time < edge(index)) index--;
      else if (index < buckets - 1 && time >= edge(index + 1)) index++;
      counts[index] = (counts[index] ?? 0) + count;
    }
    return counts;
  };
  const startCounts = countsOf(starts);
  const endCounts = countsOf(ends);
  return startCounts.map((count, index) => ({
    from: instantOf(edge(index)),
    to: instantOf(edge(index + 1)),
    began: count,
    ended: endCounts[index] ?? 0,
  }));
};
