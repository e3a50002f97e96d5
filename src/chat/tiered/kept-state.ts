import type { TurnState } from "../../memory/session.ts";

/** Messages that were compressed together, from one sequence number to another. What did not get shorter is in the session summary only. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  readonly state: Exclude<TurnState, "FULL">;
  /** Empty where it is ARCHIVED. */
  readonly summary: string;
  /** Of the summary. */
  readonly tokens: number;
}

/** What the turns up to `archivedTo`, and archived batches after them, come to. */
export interface SessionSummary {
  readonly summary: string;
  readonly archivedTo: number;
}

export const TIERED = "/tiered/";
export const BATCHES = `${TIERED}batch/`;
export const SUMMARY = `${TIERED}summary`;
export const batchPath = (from: number): string => `${BATCHES}${String(from).padStart(9, "0")}`;

/** The last turn that is full no more. */
export const reachedBy = (batches: readonly Batch[], summary: SessionSummary | undefined): number =>
  Math.max(summary?.archivedTo ?? 0, batches.at(-1)?.to ?? 0);

/** What has become of a turn by what is kept of its session. */
export const stateOf = (
  seq: number,
  batches: readonly Batch[],
  summary: SessionSummary | undefined,
): TurnState => {
  if (seq <= (summary?.archivedTo ?? 0)) return "ARCHIVED";
  return batches.find(({ from, to }) => from <= seq && seq <= to)?.state ?? "FULL";
};
