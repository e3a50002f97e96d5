import { contentHash } from "../../memory/content-hash.ts";
import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { SessionId } from "../../memory/ids.ts";
import { episodeId, procedureId } from "../../memory/derived-memory-ids.ts";
import type { Turn } from "../../memory/session.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";
import { addTokens, NO_TOKENS, type TokenUsage } from "../../memory/usage.ts";
import type {
  ExtractedEpisode,
  ExtractedProcedure,
  EpisodeExtraction,
} from "../../models/derive-tasks.ts";
import type { Answer } from "../../models/answer.ts";
import type { SpaceStore } from "../../store/port.ts";
import { userSettings } from "../../read/user-settings.ts";
import { recordMemories, type MemoryToRecord } from "../../write/operations/record-memories.ts";
import type { WriteServices } from "../../write/services.ts";
import { headPoint, presentPoint, type Derivation, type RunOptions } from "../derivation.ts";
import {
  batchAfter,
  positionBeforeLast,
  sessionInScope,
  turnLimit,
  type TurnBatch,
} from "../session-turns.ts";
import { sentence } from "../summaries/summary.ts";
import { moveCursor, readCursor, type EpisodeCursor } from "./episode-cursor.ts";

/** Number of the latest recorded procedures that a model gets. */
const PROCEDURES_SHOWN = 50;

export interface ExtractedEpisodes {
  readonly at: TimePoint;
  readonly turns: number;
  /** New episodes. */
  readonly episodes: readonly DerivedMemory[];
  /** New and changed procedures. */
  readonly procedures: readonly DerivedMemory[];
  readonly tokens: TokenUsage;
}

const dayOf = (at: Instant): string => (at.endsWith("T00:00:00.000Z") ? at.slice(0, 10) : at);

/** Description of an episode: what happened, when, with whom and how it ended. */
const episodeText = ({ what, when, with: others, outcome }: ExtractedEpisode): string =>
  [
    sentence(what),
    ...(when === null ? [] : [`When: ${dayOf(when)}.`]),
    ...(others.length === 0 ? [] : [`With: ${others.join(", ")}.`]),
    ...(outcome === null ? [] : [`Outcome: ${sentence(outcome)}`]),
  ].join(" ");

const section = (heading: string, lines: readonly (string | null)[]) => ({
  heading,
  lines: lines.filter((line) => line !== null),
});

/** The common properties of all records of one batch of turns. */
interface BatchOrigin {
  readonly session: SessionId;
  /** Sequence number of the batch's last turn. */
  readonly until: number;
  /** Time of the first turn of the batch. */
  readonly saidAt: Instant;
  readonly model: string;
}

const originFields = ({ session, until, model }: BatchOrigin) => ({
  session,
  covers: { [session]: until },
  coversEventsTo: null,
  model,
});

/**
 * The memory of an episode. It is valid from its stated time, or from the time of the batch if none
 * is stated or the stated one is later.
 */
const episodeRecord = (
  episode: ExtractedEpisode,
  position: number,
  origin: BatchOrigin,
): MemoryToRecord => {
  const { what, when, with: others, outcome } = episode;
  const { session, until, saidAt } = origin;
  return {
    ...originFields(origin),
    id: episodeId(session, until, position),
    base: null,
    kind: "EPISODIC",
    content: episodeText(episode),
    sections: [
      section("what", [what]),
      section("when", [when]),
      section("with", others),
      section("outcome", [outcome]),
    ],
    validFrom: when !== null && when <= saidAt ? when : saidAt,
  };
};

/**
 * The procedures to record, without those whose text is already recorded. A procedure that replaces
 * another is its next version.
 */
const procedureRecords = (
  procedures: readonly ExtractedProcedure[],
  onRecord: readonly DerivedMemory[],
  origin: BatchOrigin,
): MemoryToRecord[] => {
  const hashes = new Set(onRecord.map(({ content }) => contentHash(content)));
  const replacedIds = new Set<string>();
  return procedures.flatMap(({ text, replaces }, index): MemoryToRecord[] => {
    const content = sentence(text);
    const hash = contentHash(content);
    if (hashes.has(hash)) return [];
    hashes.add(hash);
    const previous = onRecord.find(({ id }) => id === replaces && !replacedIds.has(id));
    if (previous) replacedIds.add(previous.id);
    return [
      {
        ...originFields(origin),
        id: previous?.id ?? procedureId(origin.session, origin.until, index + 1),
        base: previous?.n ?? null,
        kind: "PROCEDURAL",
        content,
        sections: [section("procedure", [content])],
        validFrom: origin.saidAt,
      },
    ];
  });
};

const recordsOf = (
  { value, model }: Answer<EpisodeExtraction>,
  procedures: readonly DerivedMemory[],
  batch: Omit<BatchOrigin, "model">,
): MemoryToRecord[] => {
  const origin = { ...batch, model };
  return [
    ...value.episodes.map((episode, index) => episodeRecord(episode, index + 1, origin)),
    ...procedureRecords(value.procedures, procedures, origin),
  ];
};

/**
 * Whether the records of a batch are stored. They are one commit, so the first of either kind shows
 * it.
 */
const isRecorded = async (
  space: SpaceStore,
  session: SessionId,
  until: number,
  knownAt: Instant,
): Promise<boolean> => {
  const ids = [episodeId(session, until, 1), procedureId(session, until, 1)];
  const histories = await space.memoryHistory(ids.map((memory) => ({ memory, knownAt })));
  return histories.some(({ length }) => length > 0);
};

const proceduresOnRecord = async (
  services: WriteServices,
  space: SpaceStore,
): Promise<DerivedMemory[]> => {
  const { items } = await space.derivedMemories({
    kinds: ["PROCEDURAL"],
    at: await presentPoint(services, space),
    page: { first: PROCEDURES_SHOWN },
  });
  return items.map(({ item }) => item);
};

/** The current batch, or the next one, with the cursor as it was read. */
interface CurrentBatch extends TurnBatch {
  readonly cursor: EpisodeCursor;
  /** Position before the batch's first turn. */
  readonly start: number;
  readonly until: number;
  readonly isUnderWay: boolean;
}

/** Null if there are no turns left in the session. */
const currentBatch = async (
  space: SpaceStore,
  session: SessionId,
  limit: number | undefined,
): Promise<CurrentBatch | null> => {
  const cursor = await readCursor(space, session);
  const isUnderWay = cursor.until > cursor.covered;
  const start =
    isUnderWay || limit === undefined
      ? cursor.covered
      : await positionBeforeLast(space, session, cursor.covered, limit);
  const { turns, talk } = await batchAfter(space, session, start, Infinity);
  const until = isUnderWay ? cursor.until : (turns.at(-1)?.seq ?? 0);
  if (until === 0) return null;
  const own = turns.filter(({ seq }) => seq <= until);
  return { cursor, start, until, isUnderWay, turns: own, talk: talk.slice(0, own.length) };
};

/**
 * Lets a model extract the records of a batch, and records them. `stale` if a procedure changed
 * meanwhile: then nothing is recorded.
 */
const extractBatch = async (
  services: WriteServices,
  space: SpaceStore,
  session: SessionId,
  { talk, until }: CurrentBatch,
  first: Turn,
  { signal }: RunOptions,
) => {
  const procedures = await proceduresOnRecord(services, space);
  const answer = await services.models.extractEpisodes(
    { turns: talk, procedures: procedures.map(({ id, content }) => ({ id, text: content })) },
    { signal },
  );
  const { memories, stale } = await recordMemories(services, space, {
    memories: recordsOf(answer, procedures, { session, until, saidAt: first.occurredAt }),
  });
  return { memories, isStale: stale.length > 0, tokens: answer.tokens };
};

/** Records that a batch is done, unless another process has moved the cursor. */
const finishBatch = async (space: SpaceStore, session: SessionId, until: number): Promise<void> => {
  const cursor = await readCursor(space, session);
  if (cursor.until === until && cursor.covered < until)
    await moveCursor(space, session, cursor, { covered: until, until });
};

/**
 * Extracts episodes and procedures from the turns of a session (`scope.session`) that no earlier
 * run covered (with `limit`, from the newest of them), batch by batch. Each batch is one commit.
 * Idempotent: before the model call, a note of the session records the end of the batch, so that
 * the batch is the same after a crash. The ids of its records are made from the session and the
 * last turn of the batch. If they are already stored, the model is not called again. Does nothing
 * if session memory is off. Throws NOT_FOUND, BAD_USER_INPUT.
 */
export const extractEpisodes: Derivation<ExtractedEpisodes> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const limit = turnLimit(scope.limit);
  const session = await sessionInScope(space, scope.session);
  const episodes: DerivedMemory[] = [];
  const procedures: DerivedMemory[] = [];
  let turns = 0;
  let tokens = NO_TOKENS;
  const result = async (): Promise<ExtractedEpisodes> => ({
    at: await headPoint(services, space),
    turns,
    episodes,
    procedures,
    tokens,
  });
  if (!(await userSettings(space)).sessionMemory) return result();
  for (;;) {
    run.signal?.throwIfAborted();
    const { knownAt } = await headPoint(services, space);
    const batch = await currentBatch(space, session.id, turns > 0 ? undefined : limit);
    if (batch === null) return result();
    const { cursor, start, until, isUnderWay } = batch;
    if (!isUnderWay && !(await moveCursor(space, session.id, cursor, { covered: start, until }))) {
      await sessionInScope(space, session.id);
      continue;
    }
    const [first] = batch.turns;
    if (first !== undefined && !(await isRecorded(space, session.id, until, knownAt))) {
      const extraction = await extractBatch(services, space, session.id, batch, first, run);
      tokens = addTokens(tokens, extraction.tokens);
      if (extraction.isStale) continue;
      episodes.push(...extraction.memories.filter(({ kind }) => kind === "EPISODIC"));
      procedures.push(...extraction.memories.filter(({ kind }) => kind === "PROCEDURAL"));
      turns += batch.turns.length;
    }
    await finishBatch(space, session.id, until);
    run.progress?.({ done: until, total: session.turnCount });
  }
};
