import type { Turn } from "../../memory/session.ts";
import { countTokens, cutToTokens, encodingOf } from "../../memory/tokens.ts";
import { putNote, removeNote, workingNotes, type WorkingNote } from "../parts/working-notes.ts";
import type { Progress } from "../strategy.ts";
import { COMPRESSED_AT_A_TIME, LARGEST, MOST_BATCHES, MOST_FULL, QUALITY_GATE } from "./budgets.ts";
import {
  BATCHES,
  batchPath,
  reachedBy,
  SUMMARY,
  type Batch,
  type SessionSummary,
} from "./kept-state.ts";

/** Characters of one message that a summariser is shown. */
const LONGEST_MESSAGE = 6_000;

const SPEAKER = { USER: "User", AGENT: "Assistant", TOOL: "Tool", SYSTEM: "System" } as const;

const asText = (turns: readonly Turn[]): string =>
  turns
    .map(
      ({ role, content }) =>
        `${SPEAKER[role]}: ${content.length > LONGEST_MESSAGE ? `${content.slice(0, LONGEST_MESSAGE)} …` : content}`,
    )
    .join("\n");

const compressed = async ({ services }: Progress, turns: readonly Turn[]): Promise<Batch> => {
  const {
    write: { models },
    prompts,
  } = services;
  const encoding = encodingOf(models.replier);
  const place = { from: turns[0]!.seq, to: turns.at(-1)!.seq };
  const summary = (
    await models.summarise({ instructions: prompts.compress, text: asText(turns), previous: null })
  ).value.trim();
  const [before, after] = await Promise.all([
    Promise.all(turns.map(({ content }) => countTokens(content, encoding))),
    countTokens(summary, encoding),
  ]);
  const saves =
    summary !== "" && after <= QUALITY_GATE * before.reduce((sum, tokens) => sum + tokens, 0);
  return saves
    ? { ...place, state: "COMPRESSED", summary, tokens: after }
    : { ...place, state: "ARCHIVED", summary: "", tokens: 0 };
};

/** The batches as they are to be kept: those beyond the budget of compressed messages, or too many, are archived, the oldest first, and of archived ones in front nothing is kept but where they end. */
const settled = (
  batches: readonly Batch[],
  archivedTo: number,
): {
  readonly kept: readonly Batch[];
  readonly archived: readonly Batch[];
  readonly archivedTo: number;
} => {
  let tooMany = batches.filter(({ state }) => state === "COMPRESSED").length - MOST_BATCHES;
  let over = batches.reduce((sum, { tokens }) => sum + tokens, 0) - LARGEST.compressed;
  const archived: Batch[] = [];
  const all = batches.map((batch): Batch => {
    if ((over <= 0 && tooMany <= 0) || batch.state === "ARCHIVED") return batch;
    tooMany -= 1;
    over -= batch.tokens;
    archived.push(batch);
    return { ...batch, state: "ARCHIVED", summary: "", tokens: 0 };
  });
  const front = all.findIndex(({ state }) => state === "COMPRESSED");
  const gone = front === -1 ? all : all.slice(0, front);
  return {
    kept: all.slice(gone.length),
    archived,
    archivedTo: Math.max(archivedTo, gone.at(-1)?.to ?? 0),
  };
};

const changesOf = (
  progress: Progress,
  before: readonly WorkingNote<Batch>[],
  kept: readonly Batch[],
) => {
  const known = new Map(before.map((note) => [note.value.from, note]));
  const stays = new Set(kept.map(({ from }) => from));
  return [
    ...before
      .filter(({ value }) => !stays.has(value.from))
      .flatMap((note) => removeNote(progress, note)),
    ...kept.flatMap((batch) => {
      const note = known.get(batch.from);
      return note?.value.state === batch.state
        ? []
        : putNote<Batch>(progress, batchPath(batch.from), batch, note);
    }),
  ];
};

/**
 * Compresses the six oldest full messages where there are more than twenty; what does not get shorter by half goes into the session summary
 * instead. All of it is one change. False where there is nothing to do, or another process does it.
 */
export const compressNext = async (progress: Progress): Promise<boolean> => {
  const { services, space, session } = progress;
  const {
    write: { models },
    prompts,
  } = services;
  const [notes, [summaryNote]] = await Promise.all([
    workingNotes<Batch>(progress, BATCHES),
    workingNotes<SessionSummary>(progress, SUMMARY),
  ]);
  const batches = notes.map(({ value }) => value);
  const reached = reachedBy(batches, summaryNote?.value);
  const { turns: full } = await space.turns({
    session: session.id,
    after: reached,
    first: MOST_FULL + 1,
  });
  if (full.length <= MOST_FULL) return false;
  const oldest = full.slice(0, COMPRESSED_AT_A_TIME);
  const batch = await compressed(progress, oldest);
  const { kept, archived, archivedTo } = settled(
    [...batches, batch],
    summaryNote?.value.archivedTo ?? 0,
  );
  const text = [
    ...archived.map((one) => (one.from === batch.from ? asText(oldest) : one.summary)),
    ...(batch.state === "ARCHIVED" ? [asText(oldest)] : []),
  ].join("\n");
  const previous = summaryNote?.value.summary ?? null;
  const merged =
    text === ""
      ? (previous ?? "")
      : (
          await models.summarise({
            instructions: prompts.archive,
            text,
            previous: previous === "" ? null : previous,
          })
        ).value;
  const summary = await cutToTokens(merged, LARGEST.summary, encodingOf(models.replier));
  const summarised =
    summary === (previous ?? "") && archivedTo === (summaryNote?.value.archivedTo ?? 0)
      ? []
      : putNote<SessionSummary>(progress, SUMMARY, { summary, archivedTo }, summaryNote);
  return space.changeNotes(session.id, [...changesOf(progress, notes, kept), ...summarised]);
};
