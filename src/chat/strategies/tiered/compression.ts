import { countTokens, cutToTokens, encodingOf } from "../../../language/tokens.ts";
import type { Turn } from "../../../memory/session.ts";
import type { NoteChange } from "../../../store/port.ts";
import { totalTokens } from "../../context/message.ts";
import { userWords } from "../parts/turns.ts";
import { putNote, removeNote, workingNotes, type WorkingNote } from "../parts/working-notes.ts";
import { DEFAULT_MODE, type SessionProgress } from "../strategy.ts";
import {
  COMPRESSED_AT_A_TIME,
  LARGEST_BUDGET,
  LAST_MESSAGES,
  MOST_BATCHES,
  MOST_FULL,
  QUALITY_GATE,
  TIERED_BUDGETS,
  TURN_SHARE,
} from "./budgets.ts";
import {
  archivedBatch,
  batchPath,
  BATCHES,
  lastCompressed,
  SESSION_SUMMARY,
  type Batch,
  type SessionSummary,
} from "./session-state.ts";

/**
 * Turns as one batch: compressed into a summary of the user messages or, if that does not save
 * enough, archived.
 */
const compress = async (
  { services: { write, prompts }, session }: SessionProgress,
  turns: readonly Turn[],
  [from, to]: readonly [from: number, to: number],
): Promise<Batch> => {
  const { models } = write;
  const encoding = encodingOf(models.replier);
  const text = userWords(turns, session);
  if (text === "") return archivedBatch({ from, to });
  const task = { instructions: prompts.compress, text, previous: null };
  const summary = (await models.summarise(task)).value.trim();
  const [turnTokens, tokens] = await Promise.all([
    Promise.all(turns.map(({ content }) => countTokens(content, encoding))),
    countTokens(summary, encoding),
  ]);
  const before = turnTokens.reduce((sum, own) => sum + own, 0);
  return summary !== "" && tokens <= QUALITY_GATE * before
    ? { from, to, state: "COMPRESSED", summary, tokens }
    : archivedBatch({ from, to });
};

/** The batches of a session within their limits. */
interface BoundedBatches {
  /** From the first compressed one on. */
  readonly batches: readonly Batch[];
  /** Those that had to be archived, unchanged. */
  readonly overflow: readonly Batch[];
  /** The last turn before the first compressed batch. */
  readonly archivedTo: number;
}

/**
 * Archives the oldest compressed batches that exceed the budget or the number. For archived batches
 * before the first compressed one, only their end is kept.
 */
const boundBatches = (batches: readonly Batch[], archivedTo: number): BoundedBatches => {
  const compressedBatches = batches.filter(({ state }) => state === "COMPRESSED");
  let excessBatches = compressedBatches.length - MOST_BATCHES;
  let excessTokens = totalTokens(compressedBatches) - LARGEST_BUDGET.compressedMessages;
  const overflow = new Set<Batch>();
  for (const batch of compressedBatches) {
    if (excessTokens <= 0 && excessBatches <= 0) break;
    overflow.add(batch);
    excessBatches -= 1;
    excessTokens -= batch.tokens;
  }
  const boundedBatches = batches.map((batch) =>
    overflow.has(batch) ? archivedBatch(batch) : batch,
  );
  const firstCompressed = boundedBatches.findIndex(({ state }) => state === "COMPRESSED");
  const front = firstCompressed === -1 ? boundedBatches : boundedBatches.slice(0, firstCompressed);
  return {
    batches: boundedBatches.slice(front.length),
    overflow: [...overflow],
    archivedTo: Math.max(archivedTo, front.at(-1)?.to ?? 0),
  };
};

/** The session summary after a text was archived; for an empty text, the previous summary. */
const summaryAfter = async (
  { services: { write, prompts } }: SessionProgress,
  text: string,
  previous: string,
): Promise<string> => {
  const { models } = write;
  const mergedSummary =
    text === ""
      ? previous
      : (
          await models.summarise({
            instructions: prompts.archive,
            text,
            previous: previous === "" ? null : previous,
          })
        ).value;
  return cutToTokens(mergedSummary, LARGEST_BUDGET.summary, encodingOf(models.replier));
};

/**
 * The changes that turn the stored batches into the given ones. A batch never changes but for its
 * state.
 */
const batchChanges = (
  progress: SessionProgress,
  notes: readonly WorkingNote<Batch>[],
  batches: readonly Batch[],
): NoteChange[] => {
  const noteOf = new Map(notes.map((note) => [note.value.from, note]));
  const remainingBatches = new Set(batches.map(({ from }) => from));
  return [
    ...notes
      .filter(({ value }) => !remainingBatches.has(value.from))
      .flatMap((note) => removeNote(progress, note)),
    ...batches.flatMap((batch) => {
      const note = noteOf.get(batch.from);
      return note?.value.state === batch.state
        ? []
        : putNote(progress, batchPath(batch.from), batch, note);
    }),
  ];
};

const summaryChanges = (
  progress: SessionProgress,
  note: WorkingNote<SessionSummary> | undefined,
  { summary, archivedTo }: SessionSummary,
): NoteChange[] =>
  summary === (note?.value.summary ?? "") && archivedTo === (note?.value.archivedTo ?? 0)
    ? []
    : putNote(progress, SESSION_SUMMARY.path, { summary, archivedTo }, note);

/**
 * Whether there are too many full messages, or they have more tokens than a context of the mode
 * sends in full. The last messages do not change.
 */
const isTooMuch = async (
  { services: { write }, exchange }: SessionProgress,
  full: readonly Turn[],
): Promise<boolean> => {
  if (full.length > MOST_FULL) return true;
  if (full.length < LAST_MESSAGES + COMPRESSED_AT_A_TIME) return false;
  const encoding = encodingOf(write.models.replier);
  const tokens = await Promise.all(full.map(({ content }) => countTokens(content, encoding)));
  const most = TIERED_BUDGETS[exchange?.mode ?? DEFAULT_MODE].full * TURN_SHARE;
  return tokens.reduce((sum, own) => sum + own, 0) > most;
};

/**
 * Compresses the oldest full messages if there are too many, or if they are too long together. A
 * batch that a summary does not shorten by half goes into the session summary instead. All of it is
 * one change. Returns false if there is nothing to do, or if another process does it.
 */
export const compressNext = async (progress: SessionProgress): Promise<boolean> => {
  const { space, session } = progress;
  const [batchNotes, [summaryNote]] = await Promise.all([
    workingNotes(progress, BATCHES),
    workingNotes(progress, SESSION_SUMMARY),
  ]);
  const knownBatches = batchNotes.map(({ value }) => value);
  const { turns: full } = await space.turns({
    session: session.id,
    after: lastCompressed(knownBatches, summaryNote?.value),
    first: MOST_FULL + 1,
  });
  const oldest = full.slice(0, COMPRESSED_AT_A_TIME);
  const [first, last] = [oldest[0], oldest.at(-1)];
  if (first === undefined || last === undefined || !(await isTooMuch(progress, full))) return false;
  const batch = await compress(progress, oldest, [first.seq, last.seq]);
  const { batches, overflow, archivedTo } = boundBatches(
    [...knownBatches, batch],
    summaryNote?.value.archivedTo ?? 0,
  );
  // A batch that was just compressed is archived with its text, not with its summary.
  const archivedText = [
    ...overflow.filter((one) => one !== batch).map(({ summary }) => summary),
    ...(batch.state === "ARCHIVED" || overflow.includes(batch) ? [userWords(oldest, session)] : []),
  ]
    .filter((text) => text !== "")
    .join("\n");
  const summary = await summaryAfter(progress, archivedText, summaryNote?.value.summary ?? "");
  return space.changeNotes(session.id, [
    ...batchChanges(progress, batchNotes, batches),
    ...summaryChanges(progress, summaryNote, { summary, archivedTo }),
  ]);
};
