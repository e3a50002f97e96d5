import { z } from "zod";
import type { SessionId } from "../../../memory/ids.ts";
import type { TurnState } from "../../../memory/session.ts";
import type { SpaceStore } from "../../../store/port.ts";
import { noteKind, pathNumber, readNote } from "../parts/working-notes.ts";

/**
 * Messages that were compressed together, by their sequence numbers. An ARCHIVED batch has no
 * summary: it is only in the session summary.
 */
const batchSchema = z.object({
  from: z.number(),
  to: z.number(),
  state: z.enum(["COMPRESSED", "ARCHIVED"]),
  summary: z.string(),
  /** Tokens of the summary. */
  tokens: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

/** The summary of the turns up to `archivedTo`, and of archived batches after them. */
const summarySchema = z.object({ summary: z.string(), archivedTo: z.number() });
export type SessionSummary = z.infer<typeof summarySchema>;

const TIERED_NOTES = "/tiered/";
export const BATCHES = noteKind(`${TIERED_NOTES}batch/`, batchSchema);
export const SESSION_SUMMARY = noteKind(`${TIERED_NOTES}summary`, summarySchema);

/** The path of the batch that begins with a turn. */
export const batchPath = (from: number): string => `${BATCHES.path}${pathNumber(from)}`;

/** A batch in its archived form. */
export const archivedBatch = (batch: Pick<Batch, "from" | "to">): Batch => ({
  from: batch.from,
  to: batch.to,
  state: "ARCHIVED",
  summary: "",
  tokens: 0,
});

/** The last turn that is no longer full; 0 if all are. */
export const lastCompressed = (
  batches: readonly Batch[],
  summary: SessionSummary | undefined,
): number => Math.max(summary?.archivedTo ?? 0, batches.at(-1)?.to ?? 0);

const stateOf = (
  seq: number,
  batches: readonly Batch[],
  summary: SessionSummary | undefined,
): TurnState => {
  if (seq <= (summary?.archivedTo ?? 0)) return "ARCHIVED";
  return batches.find(({ from, to }) => from <= seq && seq <= to)?.state ?? "FULL";
};

/** Returns the state of each turn of a session by its sequence number. One store call. */
export const turnStates = async (
  space: SpaceStore,
  session: SessionId,
): Promise<(seq: number) => TurnState> => {
  const notes = await space.notes(session, TIERED_NOTES);
  const batches = notes
    .filter(({ path }) => path.startsWith(BATCHES.path))
    .map((note) => readNote(BATCHES, note).value);
  const summaryNote = notes.find(({ path }) => path === SESSION_SUMMARY.path);
  const summary = summaryNote && readNote(SESSION_SUMMARY, summaryNote).value;
  return (seq) => stateOf(seq, batches, summary);
};
